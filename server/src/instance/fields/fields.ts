import type { AttributeType } from '@earshot/contract/instance/values';
import {
  type Declared,
  type DeclaredType,
  type DeclaredValue,
  hasOptions,
  MAX_FIELD_TEXT,
  MAX_LONG_TEXT,
} from '@earshot/contract/shared/fields';
import { invalidField } from '../../platform/api/errors.ts';
import { readDate } from '../directory/attributes.ts';

/** Changes of values by key. Null removes a value. */
export type Changes<V extends DeclaredValue = DeclaredValue> = Record<string, V | null>;

const NOUNS: Record<DeclaredType, string> = {
  text: `a text of at most ${MAX_FIELD_TEXT} characters`,
  long_text: `a text of at most ${MAX_LONG_TEXT} characters`,
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-11-20',
  select: 'one of the options',
  multi_select: 'a list of the options',
  url: 'a URL that begins with http:// or https://',
};

/** Types of values as filters compare them. Filters of a list look for one of its options. */
export const COMPARED: Record<DeclaredType, AttributeType> = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  select: 'text',
  multi_select: 'text',
  url: 'text',
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether a value fits its declaration. Values that were stored before a change of the declaration may not. */
function isValid({ type, options = [] }: Declared, value: DeclaredValue): boolean {
  if (type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'multi_select')
    return Array.isArray(value) && new Set(value).size === value.length && value.every((one) => options.includes(one));
  if (typeof value !== 'string' || value.length > (type === 'long_text' ? MAX_LONG_TEXT : MAX_FIELD_TEXT)) return false;
  if (type === 'date') return DAY.test(value) && readDate(value) !== undefined;
  if (type === 'select') return options.includes(value);
  return type !== 'url' || (/^https?:\/\//i.test(value) && URL.canParse(value));
}

/** Returns the values of the given fields that an entry has. */
export const pickFields = <V extends DeclaredValue>(fields: Declared[], values: Record<string, V>): Record<string, V> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.key];
      return value !== undefined && isValid(field, value) ? [[field.key, value] as const] : [];
    }),
  );

/** Names of the values in errors. */
export interface Naming {
  /** Property of the request that contains the values. */
  property: string;
  /** Completes the error about a key that is not declared. */
  unknown: string;
}

const isEmpty = (value: DeclaredValue | null) => value === null || value === '' || (Array.isArray(value) && !value.length);

/** Validates values of the given fields. Empty texts and lists remove a value. @throws {HttpError} 400, which names the field */
export function readFields<V extends DeclaredValue>(
  fields: Declared[],
  given: Changes<V> = {},
  { property, unknown }: Naming,
): Changes<V> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const field = fields.find((one) => one.key === key);
      const path = `${property}.${key}`;
      if (!field) throw invalidField(path, 'unknown', `${path} ${unknown}`);
      if (value === null || isEmpty(value)) return [key, null];
      if (isValid(field, value)) return [key, value];
      const isChoice = hasOptions(field.type);
      const options = isChoice ? `: ${field.options?.join(', ')}` : '';
      throw invalidField(path, isChoice ? 'choice' : 'format', `${path} must be ${NOUNS[field.type]}${options}`);
    }),
  );
}

/** Validates the values of a new entry. @throws {HttpError} 400 for an invalid value, and for a required field without a value */
export function readNewFields<V extends DeclaredValue>(
  fields: Declared[],
  given: Changes<V> | undefined,
  naming: Naming,
): Record<string, V> {
  const values = changeFields<V>({}, readFields(fields, given, naming));
  const missing = fields.find(({ key, required }) => required && values[key] === undefined);
  const path = `${naming.property}.${missing?.key}`;
  if (missing) throw invalidField(path, 'required', `${path} is required`);
  return values;
}

/** Returns values after changes. */
export const changeFields = <V extends DeclaredValue>(values: Record<string, V>, changes: Changes<V>): Record<string, V> =>
  Object.fromEntries(Object.entries({ ...values, ...changes }).filter((entry): entry is [string, V] => entry[1] !== null));
