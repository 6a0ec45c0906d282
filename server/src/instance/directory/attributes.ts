import {
  ATTRIBUTE_NAME,
  type AttributeValue,
  MAX_ATTRIBUTE_LENGTH,
  MAX_ATTRIBUTES,
} from '@earshot/contract/instance/people/directory';
import type { AttributeType } from '@earshot/contract/instance/values';
import { type HttpError, invalidField } from '../../platform/api/errors.ts';

/** Attributes of a person or a company, by name. */
export type AttributeValues = Record<string, AttributeValue>;
/** Attributes to set, and null for those to remove. */
export type AttributeChanges = Record<string, AttributeValue | null>;
/** Types of the attributes of people or companies of a project. */
export type AttributeTypes = Map<string, AttributeType>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

const NOUNS: Record<AttributeType, string> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-11-20',
};

/** Returns a date as a day, or as a time in UTC with milliseconds. Both sort as texts. Undefined for other texts. */
export function readDate(text: string): string | undefined {
  const isDay = DAY.test(text);
  if (!isDay && !TIME.test(text)) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return undefined;
  // JavaScript reads February 30 as March 2.
  const [day = ''] = text.split('T');
  if (new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return undefined;
  return isDay ? text : time.toISOString();
}

function inferType(value: AttributeValue): AttributeType {
  if (typeof value === 'string') return readDate(value) === undefined ? 'text' : 'date';
  return typeof value === 'number' ? 'number' : 'boolean';
}

/** Returns a value in the form in which it is stored, or undefined if it has another type. */
function readValue(type: AttributeType, value: AttributeValue): AttributeValue | undefined {
  if (typeof value === 'string') return type === 'text' ? value : type === 'date' ? readDate(value) : undefined;
  return typeof value === type ? value : undefined;
}

/** Changes of attributes whose types are valid, and the names that they declare. */
export interface ReadAttributes {
  changes: AttributeChanges;
  declared: AttributeTypes;
}

/**
 * Validates attributes. `onError` receives each invalid one; unless it throws, the attribute is left out. `path` names the object, such as
 * `company.attributes`.
 */
export function readAttributes(
  types: AttributeTypes,
  given: object | undefined,
  { path, onError }: { path: string; onError: (error: HttpError) => void },
): ReadAttributes {
  const changes: AttributeChanges = {};
  const declared: AttributeTypes = new Map();
  for (const [name, value] of Object.entries(given ?? {}) as [string, unknown][]) {
    const field = `${path}.${name}`;
    const error = checkAttribute(field, name, value);
    if (error) onError(error);
    else if (value === null) changes[name] = null;
    else {
      const type = types.get(name) ?? inferType(value as AttributeValue);
      const read = readValue(type, value as AttributeValue);
      if (read === undefined)
        onError(invalidField(field, 'type', `${field} must be ${NOUNS[type]}, because its first value declared this type`));
      else if (!types.has(name) && types.size + declared.size >= MAX_ATTRIBUTES)
        onError(invalidField(field, 'too_many', `${field} must be one of the ${MAX_ATTRIBUTES} attributes of the project`));
      else {
        changes[name] = read;
        if (!types.has(name)) declared.set(name, type);
      }
    }
  }
  return { changes, declared };
}

function checkAttribute(field: string, name: string, value: unknown): HttpError | undefined {
  if (!ATTRIBUTE_NAME.test(name))
    return invalidField(
      field,
      'format',
      `${field} must have a name of at most 64 letters, digits, dots, hyphens and underscores, which begins with a letter or an underscore`,
    );
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value))
    return invalidField(field, 'type', `${field} must be a text, a number, a boolean, a date or null`);
  if (typeof value === 'string' && value.length > MAX_ATTRIBUTE_LENGTH)
    return invalidField(field, 'too_long', `${field} must have at most ${MAX_ATTRIBUTE_LENGTH} characters`);
  return undefined;
}

/** Returns attributes after changes. */
export function changeAttributes(values: AttributeValues, changes: AttributeChanges): AttributeValues {
  const entries = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as AttributeValues;
}

/** Returns whether changes set another value or remove one. */
export const changesAny = (values: AttributeValues, changes: AttributeChanges): boolean =>
  Object.entries(changes).some(([name, value]) => (values[name] ?? null) !== value);
