import type { InvalidSetting } from '../../shared/settings.ts';

/** Types of custom fields of entries. Not in `values.ts`, which the dashboard loads on every page. */
export const FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'select', 'url'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Declaration of a custom field of entries. */
export interface FieldDeclaration {
  key: string;
  label: string;
  type: FieldType;
  /** Whether forms require a value. Members and imports may omit it. */
  required?: boolean;
  /** Whether visitors give and read the value. Other fields are for members only. */
  public?: boolean;
  /** Values of a field of the type `select`. */
  options?: string[];
}

export type FieldValue = string | number | boolean;
/** Values of an entry by the key of the field. */
export type FieldValues = Record<string, FieldValue>;

export const MAX_FIELDS = 30;
export const MAX_FIELD_TEXT = 1000;

/** Returns the first field whose key or label is not unique, or whose properties contradict each other. */
export function findInvalidField(given: FieldDeclaration[]): InvalidSetting | undefined {
  for (const [index, field] of given.entries()) {
    const earlier = given.slice(0, index);
    const refuse = (name: keyof FieldDeclaration, code: InvalidSetting['code'], message: string): InvalidSetting => ({
      path: `fields[${index}].${name}`,
      code,
      message,
    });
    const { key, label, type, required, public: isPublic, options = [] } = field;
    if (earlier.some((one) => one.key === key)) return refuse('key', 'duplicate', `Another field has the key ${key}`);
    if (earlier.some((one) => one.label.trim().toLowerCase() === label.trim().toLowerCase()))
      return refuse('label', 'duplicate', `Another field has the label ${label}`);
    if (type === 'select' && !options.length)
      return refuse('options', 'required', `${key} requires options, because it is a select`);
    if (type !== 'select' && options.length)
      return refuse('options', 'not_allowed', `${key} must not have options, because it is no select`);
    if (required && !isPublic)
      return refuse('required', 'not_allowed', `${key} can’t be required, because visitors don’t see internal fields`);
  }
  return undefined;
}
