import { ATTRIBUTE_OPERATORS, type AttributeOperator, type AttributeType } from '@earshot/contract/instance/values';
import { invalidField } from '../../platform/api/errors.ts';
import { type AttributeTypes, type AttributeValues, readDate } from './attributes.ts';
import type { AttributeFilter } from './list-store.ts';

const isOperator = (text: string): text is AttributeOperator => (ATTRIBUTE_OPERATORS as readonly string[]).includes(text);
export const WITHOUT_VALUE: ReadonlySet<AttributeOperator> = new Set(['is_set', 'is_not_set']);
const EQUALITY: ReadonlySet<AttributeOperator> = new Set(['is', 'is_not']);

/** Returns whether values of a type have an operator. Texts and booleans have no order. */
export const canCompare = (type: AttributeType, operator: AttributeOperator): boolean =>
  EQUALITY.has(operator) || WITHOUT_VALUE.has(operator) || (type !== 'text' && type !== 'boolean');

/** Parses filters such as `seats:gt:10`. @throws {HttpError} 400 */
export function parseAttributeFilters(types: AttributeTypes, given: string | string[] | undefined): AttributeFilter[] {
  return (given === undefined ? [] : [given].flat()).map((text) => {
    const [name = '', operator = '', ...rest] = text.split(':');
    const type = types.get(name);
    if (!type) throw refuse(`attribute names ${name}, which no person has had`);
    if (!isOperator(operator))
      throw refuse(`attribute must have the form name:operator:value, with one of ${ATTRIBUTE_OPERATORS.join(', ')}`);
    if (WITHOUT_VALUE.has(operator)) {
      if (rest.length) throw refuse(`attribute must have no value after ${operator}`);
      return { name, type, operator, value: undefined };
    }
    if (!rest.length) throw refuse(`attribute must have a value after ${operator}`);
    if (!canCompare(type, operator)) throw refuse(`attribute can’t compare ${name} with ${operator}, because it is a ${type}`);
    return { name, type, operator, value: parseValue(type, name, rest.join(':')) };
  });
}

const refuse = (message: string) => invalidField('attribute', 'format', message);

function parseValue(type: AttributeType, name: string, text: string): AttributeValues[string] {
  if (type === 'text') return text;
  if (type === 'number') {
    const value = Number(text);
    if (!text.trim() || !Number.isFinite(value)) throw refuse(`attribute must compare ${name} with a number`);
    return value;
  }
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') throw refuse(`attribute must compare ${name} with true or false`);
    return text === 'true';
  }
  const date = readDate(text);
  if (date === undefined) throw refuse(`attribute must compare ${name} with a date such as 2026-11-20`);
  return date;
}
