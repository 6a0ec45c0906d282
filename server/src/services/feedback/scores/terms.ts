import type { ScoreTerm } from '@earshot/contract/services/feedback/scores';
import type { ScoreTermKind } from '@earshot/contract/services/feedback/values';
import type { AttributeTypes } from '../../../instance/directory/attributes.ts';
import { type HttpError, invalidField } from '../../../platform/api/errors.ts';
import { isCurrency } from '../../../platform/text/currencies.ts';

type Field = Exclude<keyof ScoreTerm, 'kind' | 'weight'>;

/** Fields of each kind of term. */
const FIELDS: Record<ScoreTermKind, { required: readonly Field[]; optional: readonly Field[] }> = {
  voters: { required: [], optional: [] },
  active: { required: ['days'], optional: [] },
  silent: { required: ['days'], optional: [] },
  event: { required: ['event'], optional: ['days'] },
  page: { required: ['page'], optional: ['days'] },
  attribute: { required: ['attribute'], optional: [] },
  company_attribute: { required: ['attribute'], optional: [] },
  revenue: { required: ['currency'], optional: ['days'] },
};

/**
 * Checks the terms of a score.
 * @throws {HttpError} 400 for fields that the kind of a term does not have, and attributes that no person or company has had as a number
 */
export function checkTerms(types: { person: AttributeTypes; company: AttributeTypes }, terms: ScoreTerm[]): void {
  for (const [index, term] of terms.entries()) {
    const { kind, attribute, currency } = term;
    const refuse = (field: Field, code: 'required' | 'conflict' | 'format', problem: string): HttpError =>
      invalidField(`terms[${index}].${field}`, code, `terms[${index}].${field} ${problem}`);
    const { required, optional } = FIELDS[kind];
    for (const field of required)
      if (term[field] === undefined) throw refuse(field, 'required', `is required for the kind ${kind}`);
    for (const field of Object.keys(term) as (keyof ScoreTerm)[])
      if (field !== 'kind' && field !== 'weight' && ![...required, ...optional].includes(field))
        throw refuse(field, 'conflict', `must not be combined with the kind ${kind}`);
    if (currency !== undefined && !isCurrency(currency)) throw refuse('currency', 'format', 'must be a currency of ISO 4217');
    if (attribute === undefined) continue;
    const subject = kind === 'attribute' ? 'person' : 'company';
    if (types[subject].get(attribute) !== 'number')
      throw refuse('attribute', 'format', `names ${attribute}, which no ${subject} has had as a number`);
  }
}

/** Returns whether terms differ in their weights at most, so that their values are the same. */
export const haveSameValues = (some: ScoreTerm[], others: ScoreTerm[]): boolean =>
  some.length === others.length && some.every((term, index) => describe(term) === describe(others[index]));

const describe = (term: ScoreTerm | undefined) =>
  term && JSON.stringify([term.kind, term.days, term.event, term.page, term.attribute, term.currency]);

const TENTHS = 1_000;

/**
 * Returns the part of each contribution in percent, with one decimal. The parts add up to exactly 100: those that lost most by rounding down
 * are rounded up (method of the largest remainder). All are 0 for a sum of 0, and negative contributions have no part.
 */
export function toShares(contributions: number[]): number[] {
  const positive = contributions.map((contribution) => Math.max(0, contribution));
  const sum = positive.reduce((total, contribution) => total + contribution, 0);
  if (!sum) return contributions.map(() => 0);
  const exact = positive.map((contribution) => (contribution / sum) * TENTHS);
  const tenths = exact.map(Math.floor);
  const missing = TENTHS - tenths.reduce((total, part) => total + part, 0);
  const byRemainder = exact.map((part, index) => ({ index, lost: part - Math.floor(part) })).toSorted((a, b) => b.lost - a.lost);
  for (const { index } of byRemainder.slice(0, missing)) tenths[index] = (tenths[index] ?? 0) + 1;
  return tenths.map((part) => part / 10);
}
