import type { SegmentCondition, SegmentDefinition } from '@earshot/contract/instance/people/segments';
import {
  type AttributeOperator,
  type AttributeSubject,
  COMPANY_OPERATORS,
  type SegmentConditionKind,
} from '@earshot/contract/instance/values';
import { type HttpError, invalidField } from '../../../platform/api/errors.ts';
import { type AttributeTypes, readDate } from '../attributes.ts';
import { canCompare, WITHOUT_VALUE } from '../filters.ts';

type Field = Exclude<keyof SegmentCondition, 'kind'>;

const COUNTED: readonly Field[] = ['at_least', 'within_days', 'negated'];
const COMPARED: readonly Field[] = ['attribute', 'operator', 'value'];

/** Fields of each kind of condition. */
const FIELDS: Record<SegmentConditionKind, readonly Field[]> = {
  attribute: COMPARED,
  company_attribute: COMPARED,
  company: ['operator', 'value'],
  last_seen: ['since', 'until', 'within_days', 'negated'],
  event: ['event', ...COUNTED],
  page: ['page', ...COUNTED],
  feedback: COUNTED,
  vote: COUNTED,
};

const REQUIRED: Partial<Record<SegmentConditionKind, readonly Field[]>> = {
  attribute: ['attribute', 'operator'],
  company_attribute: ['attribute', 'operator'],
  company: ['operator'],
  event: ['event'],
  page: ['page'],
};

/**
 * Returns a definition in the form in which it is stored: dates are spelled as those of attributes.
 * @throws {HttpError} 400 for unknown attributes, values of another type, and fields that the kind of a condition does not have
 */
export function readDefinition(
  types: Record<AttributeSubject, AttributeTypes>,
  { match, conditions }: SegmentDefinition,
): SegmentDefinition {
  return { match, conditions: conditions.map((condition, index) => readCondition(types, condition, index)) };
}

function readCondition(
  types: Record<AttributeSubject, AttributeTypes>,
  condition: SegmentCondition,
  index: number,
): SegmentCondition {
  const { kind } = condition;
  const toField = (field: Field) => `definition.conditions[${index}].${field}`;
  const refuse = (field: Field, code: 'required' | 'conflict' | 'format' | 'type', problem: string): HttpError =>
    invalidField(toField(field), code, `${toField(field)} ${problem}`);

  for (const field of Object.keys(condition) as (keyof SegmentCondition)[])
    if (field !== 'kind' && !FIELDS[kind].includes(field))
      throw refuse(field, 'conflict', `must not be combined with the kind ${kind}`);
  for (const field of REQUIRED[kind] ?? [])
    if (condition[field] === undefined) throw refuse(field, 'required', `is required for the kind ${kind}`);
  if (kind === 'last_seen' && !condition.since && !condition.until && !condition.within_days)
    throw refuse('since', 'required', 'is required for the kind last_seen, or until, or within_days');

  const { operator, value } = condition;
  if (!operator) return condition;
  if (kind === 'company' && !(COMPANY_OPERATORS as readonly AttributeOperator[]).includes(operator))
    throw refuse('operator', 'format', `must be one of ${COMPANY_OPERATORS.join(', ')} for the kind company`);
  const subject = kind === 'company_attribute' ? 'company' : 'person';
  const name = condition.attribute ?? '';
  // Ids of companies are texts.
  const type = kind === 'company' ? 'text' : types[subject].get(name);
  if (!type) throw refuse('attribute', 'format', `names ${name}, which no ${subject} has had`);
  if (WITHOUT_VALUE.has(operator)) {
    if (value !== undefined) throw refuse('value', 'conflict', `must not be combined with ${operator}`);
    return condition;
  }
  if (value === undefined) throw refuse('value', 'required', `is required for ${operator}`);
  if (!canCompare(type, operator)) throw refuse('operator', 'format', `can’t compare ${name}, because it is a ${type}`);
  const read = type === 'date' && typeof value === 'string' ? readDate(value) : value;
  if (read === undefined || typeof read !== (type === 'date' || type === 'text' ? 'string' : type))
    throw refuse(
      'value',
      'type',
      kind === 'company' ? 'must be the id of a company' : `must be a ${type}, as ${name} was declared`,
    );
  return { ...condition, value: read };
}
