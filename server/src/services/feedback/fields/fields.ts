import {
  type FieldDeclaration,
  type FieldType,
  type FieldValue,
  type FieldValues,
  MAX_FIELD_TEXT,
} from '@earshot/contract/services/feedback/fields';
import type { AttributeType } from '@earshot/contract/instance/values';
import { readDate } from '../../../instance/directory/attributes.ts';
import { parseAttributeFilters } from '../../../instance/directory/filters.ts';
import type { Project } from '../../../instance/projects/store.ts';
import type { Caller } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { seesPersonalData } from '../../../platform/api/personal-data.ts';
import { type StatusQuery, toStatusFilter } from './statuses.ts';
import type { Filter } from '../views/filter-store.ts';

/** Changes of values by key. Null removes a value. */
export type FieldChanges = Record<string, FieldValue | null>;

/** Prefix of custom fields in the history of an entry. */
export const FIELD_PREFIX = 'fields.';

const NOUNS: Record<FieldType, string> = {
  text: `a text of at most ${MAX_FIELD_TEXT} characters`,
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-11-20',
  select: 'one of the options',
  url: 'a URL that begins with http:// or https://',
};

/** Types of values as filters compare them. */
const COMPARED: Record<FieldType, AttributeType> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  select: 'text',
  url: 'text',
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether a value fits its declaration. Values that were stored before a change of the declaration may not. */
function isValid({ type, options = [] }: FieldDeclaration, value: FieldValue): boolean {
  if (type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string' || value.length > MAX_FIELD_TEXT) return false;
  if (type === 'date') return DAY.test(value) && readDate(value) !== undefined;
  if (type === 'select') return options.includes(value);
  return type === 'text' || (/^https?:\/\//i.test(value) && URL.canParse(value));
}

/** Fields that a caller reads and writes. */
export const isForEveryone = (field: FieldDeclaration): boolean => field.public === true;

/** Returns the fields of a project that a caller may know of: members who see personal data all, and others the public ones. */
export function listFields(caller: Caller): FieldDeclaration[] {
  const { fields } = (caller.project as Project).settings.feedback;
  return caller.by === 'session' && seesPersonalData(caller) ? fields : fields.filter(isForEveryone);
}

/** Returns the values of the given fields that an entry has. */
export const pickFields = (fields: FieldDeclaration[], values: FieldValues): FieldValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.key];
      return value !== undefined && isValid(field, value) ? [[field.key, value] as const] : [];
    }),
  );

/** Returns those of some fields that the forms of a board ask for. */
export const listBoardFields = (fields: FieldDeclaration[], { fields: keys }: { fields: string[] | null }): FieldDeclaration[] =>
  keys ? fields.filter(({ key }) => keys.includes(key)) : fields;

/** Returns the change of an update by a caller. @throws {HttpError} 400 */
export const toFieldChange = (caller: Caller, given: FieldChanges | undefined): { fields?: FieldChanges } =>
  given ? { fields: readFields(listFields(caller), given) } : {};

/** Validates values of the given fields. Empty texts remove a value. @throws {HttpError} 400, which names the field */
export function readFields(fields: FieldDeclaration[], given: FieldChanges = {}): FieldChanges {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const field = fields.find((one) => one.key === key);
      const path = `fields.${key}`;
      if (!field) throw invalidField(path, 'unknown', `${path} is not a field of the project`);
      if (value === null || value === '') return [key, null];
      if (isValid(field, value)) return [key, value];
      const options = field.type === 'select' ? `: ${field.options?.join(', ')}` : '';
      throw invalidField(path, field.type === 'select' ? 'choice' : 'format', `${path} must be ${NOUNS[field.type]}${options}`);
    }),
  );
}

/** Validates the values of a new entry. @throws {HttpError} 400 for an invalid value, and for a required field without a value */
export function readNewFields(fields: FieldDeclaration[], given?: FieldChanges): FieldValues {
  const values = changeFields({}, readFields(fields, given));
  const missing = fields.find(({ key, required }) => required && values[key] === undefined);
  if (missing) throw invalidField(`fields.${missing.key}`, 'required', `fields.${missing.key} is required`);
  return values;
}

/** Returns values after changes. */
export const changeFields = (values: FieldValues, changes: FieldChanges): FieldValues =>
  Object.fromEntries(
    Object.entries({ ...values, ...changes }).filter((entry): entry is [string, FieldValue] => entry[1] !== null),
  );

/** Returns the conditions of the parameters `field`, `custom_status` and `custom_status_not`. @throws {HttpError} 400 */
export const toFieldFilter = (
  caller: Caller,
  { field, ...custom }: { field?: string | string[] } & StatusQuery,
): Pick<Filter, 'fields' | 'customStatuses' | 'customStatusesNot'> => {
  const statuses = toStatusFilter((caller.project as Project).settings.feedback.statuses, custom);
  if (field === undefined) return statuses;
  const types = new Map(listFields(caller).map(({ key, type }) => [key, COMPARED[type]]));
  const fields = parseAttributeFilters(types, field, { parameter: 'field', unknown: 'which is no field of the project' });
  return { ...statuses, fields };
};
