import { type Declared, findInvalidDeclaration } from '../../shared/fields.ts';
import type { InvalidSetting } from '../../shared/settings.ts';

/** Types of custom fields of entries. Not in `values.ts`, which the dashboard loads on every page. */
export const FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'select', 'url'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Declaration of a custom field of entries. */
export interface FieldDeclaration extends Declared {
  type: FieldType;
  /** Whether visitors give and read the value. Other fields are for members only. */
  public?: boolean;
}

export type FieldValue = string | number | boolean;
/** Values of an entry by the key of the field. */
export type FieldValues = Record<string, FieldValue>;

export const MAX_FIELDS = 30;

/** Returns the first field that contradicts itself or another one. */
export function findInvalidField(given: FieldDeclaration[]): InvalidSetting | undefined {
  const index = given.findIndex((field) => field.required && !field.public);
  const hidden = given[index] && {
    path: `fields[${index}].required`,
    code: 'not_allowed' as const,
    message: `${given[index].key} can’t be required, because visitors don’t see internal fields`,
  };
  return findInvalidDeclaration('fields', given) ?? hidden;
}
