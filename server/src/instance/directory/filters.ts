import { ATTRIBUTE_OPERATORS, type AttributeOperator, type AttributeType } from '@earshot/contract/instance/values';
import { type HttpError, invalidField } from '../../platform/api/errors.ts';
import { type AttributeTypes, type AttributeValues, readDate } from './attributes.ts';
import type { AttributeFilter } from './list-store.ts';

const isOperator = (text: string): text is AttributeOperator => (ATTRIBUTE_OPERATORS as readonly string[]).includes(text);
export const WITHOUT_VALUE: ReadonlySet<AttributeOperator> = new Set(['is_set', 'is_not_set']);
const EQUALITY: ReadonlySet<AttributeOperator> = new Set(['is', 'is_not']);

/** Returns whether values of a type have an operator. Texts and booleans have no order. */
export const canCompare = (type: AttributeType, operator: AttributeOperator): boolean =>
  EQUALITY.has(operator) || WITHOUT_VALUE.has(operator) || (type !== 'text' && type !== 'boolean');

/**
 * Parses filters such as `seats:gt:10`. `parameter` is the name of the query parameter, and `unknown` completes the error about a name without
 * a type. @throws {HttpError} 400
 */
export function parseAttributeFilters(
  types: AttributeTypes,
  given: string | string[] | undefined,
  { parameter = 'attribute', unknown = 'which no person has had' }: { parameter?: string; unknown?: string } = {},
): AttributeFilter[] {
  const refuse = (message: string) => invalidField(parameter, 'format', `${parameter} ${message}`);
  return (given === undefined ? [] : [given].flat()).map((text) => {
    const [name = '', operator = '', ...rest] = text.split(':');
    const type = types.get(name);
    if (!type) throw refuse(`names ${name}, ${unknown}`);
    if (!isOperator(operator))
      throw refuse(`must have the form name:operator:value, with one of ${ATTRIBUTE_OPERATORS.join(', ')}`);
    if (WITHOUT_VALUE.has(operator)) {
      if (rest.length) throw refuse(`must have no value after ${operator}`);
      return { name, type, operator, value: undefined };
    }
    if (!rest.length) throw refuse(`must have a value after ${operator}`);
    if (!canCompare(type, operator)) throw refuse(`can’t compare ${name} with ${operator}, because it is a ${type}`);
    return {
      name,
      type,
      operator,
      value: parseValue(type, rest.join(':'), (kind) => refuse(`must compare ${name} with ${kind}`)),
    };
  });
}

function parseValue(type: AttributeType, text: string, refuse: (kind: string) => HttpError): AttributeValues[string] {
  if (type === 'text') return text;
  if (type === 'number') {
    const value = Number(text);
    if (!text.trim() || !Number.isFinite(value)) throw refuse('a number');
    return value;
  }
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw refuse('true or false');
    return text === 'true';
  }
  const date = readDate(text);
  if (date === undefined) throw refuse('a date such as 2026-11-20');
  return date;
}
