import type { FieldDeclaration, FieldValue, FieldValues } from '@earshot/contract/services/feedback/fields';
import { parseAttributeFilters } from '../../../instance/directory/filters.ts';
import { type Changes, COMPARED, type Naming, readFields, readNewFields } from '../../../instance/fields/fields.ts';
import type { Project } from '../../../instance/projects/store.ts';
import type { Caller } from '../../../platform/api/credentials.ts';
import { seesPersonalData } from '../../../platform/api/personal-data.ts';
import { type StatusQuery, toStatusFilter } from './statuses.ts';
import type { Filter } from '../views/filter-store.ts';

/** Changes of values by key. Null removes a value. */
export type FieldChanges = Changes<FieldValue>;

/** Prefix of custom fields in the history of an entry. */
export const FIELD_PREFIX = 'fields.';

const NAMING: Naming = { property: 'fields', unknown: 'is not a field of the project' };

/** Fields that a caller reads and writes. */
export const isForEveryone = (field: FieldDeclaration): boolean => field.public === true;

/** Returns the fields of a project that a caller may know of: members who see personal data all, and others the public ones. */
export function listFields(caller: Caller): FieldDeclaration[] {
  const { fields } = (caller.project as Project).settings.feedback;
  return caller.by === 'session' && seesPersonalData(caller) ? fields : fields.filter(isForEveryone);
}

/** Returns those of some fields that the forms of a board ask for. */
export const listBoardFields = (fields: FieldDeclaration[], { fields: keys }: { fields: string[] | null }): FieldDeclaration[] =>
  keys ? fields.filter(({ key }) => keys.includes(key)) : fields;

/** Returns the change of an update by a caller. @throws {HttpError} 400 */
export const toFieldChange = (caller: Caller, given: FieldChanges | undefined): { fields?: FieldChanges } =>
  given ? { fields: readEntryFields(listFields(caller), given) } : {};

/** Validates values of the given fields. @throws {HttpError} 400, which names the field */
export const readEntryFields = (fields: FieldDeclaration[], given?: FieldChanges): FieldChanges =>
  readFields(fields, given, NAMING);

/** Validates the values of a new entry. @throws {HttpError} 400 */
export const readNewEntryFields = (fields: FieldDeclaration[], given?: FieldChanges): FieldValues =>
  readNewFields(fields, given, NAMING);

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
