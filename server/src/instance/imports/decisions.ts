import { isDeepStrictEqual } from 'node:util';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { formatId, type IdPrefix } from '../../platform/ids.ts';
import type { Outcome } from './importer.ts';

/** The stored row that a record belongs to (null for a new one) and its new state, which is `from` itself when nothing changes. */
export interface Decision<Row> {
  from: Row | null;
  to: Row;
}

export const isDecision = <Row>(decision: Decision<Row> | HttpError): decision is Decision<Row> =>
  !(decision instanceof HttpError);

/** Returns the decisions that change something. */
export const findChanges = <Row>(decisions: (Decision<Row> | HttpError)[]): Decision<Row>[] =>
  decisions.filter(isDecision).filter(({ from, to }) => from !== to);

/** Returns the row with the defined fields of a change, or the row itself if they are equal. */
export function changeRow<Row extends object>(row: Row, change: Partial<Row>): Row {
  const changed = { ...row, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
  return isDeepStrictEqual(changed, { ...row }) ? row : changed;
}

/** Returns the result of a record. A new row has no id while it is only planned. */
export function toOutcome(prefix: IdPrefix, decision: Decision<{ id: string }> | HttpError, { isPlanned = false } = {}): Outcome {
  if (!isDecision(decision)) return decision;
  const { from, to } = decision;
  if (!from) return { outcome: 'created', ...(!isPlanned && { id: formatId(prefix, to.id) }) };
  return { outcome: from === to ? 'unchanged' : 'updated', id: formatId(prefix, to.id) };
}

/** Returns a function that returns an error for each value that it was called with before. */
export function createDuplicateCheck(field: string): (value: string | undefined) => HttpError | undefined {
  const seen = new Set<string>();
  return (value) => {
    if (value === undefined) return undefined;
    if (seen.has(value)) return invalidField(field, 'duplicate', `${field} is already used by an earlier record of the batch`);
    seen.add(value);
    return undefined;
  };
}

/** Returns an optional time of a record. */
export const parseTime = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Returns the error of a check, or undefined if it passes. */
export function findRefusal(check: () => void): HttpError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/** Returns null for an empty text, which is stored as null, and undefined for an omitted one. */
export const toNull = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text || null;
