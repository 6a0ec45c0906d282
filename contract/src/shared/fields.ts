import type { InvalidSetting } from './settings.ts';

/** Type of the values of a field that a project declares. */
export type DeclaredType = 'text' | 'long_text' | 'number' | 'boolean' | 'date' | 'select' | 'multi_select' | 'url';

/** Declaration of a field of a form: a custom field of feedback, or a question of the waitlist. */
export interface Declared {
  key: string;
  label: string;
  type: DeclaredType;
  /** Whether forms require a value. Members and imports may omit it. */
  required?: boolean;
  /** Choices of the types `select` and `multi_select`. */
  options?: string[];
}

export type DeclaredValue = string | number | boolean | string[];
/** Values by the key of the field. */
export type DeclaredValues = Record<string, DeclaredValue>;

export const MAX_FIELD_TEXT = 1000;
export const MAX_LONG_TEXT = 5000;

const WITH_OPTIONS: ReadonlySet<DeclaredType> = new Set(['select', 'multi_select']);

/** Returns whether the values of a type are chosen among options. */
export const hasOptions = (type: DeclaredType): boolean => WITH_OPTIONS.has(type);

/** Returns the first declaration whose key or label is not unique, or whose properties contradict each other. */
export function findInvalidDeclaration(setting: string, given: Declared[]): InvalidSetting | undefined {
  for (const [index, field] of given.entries()) {
    const earlier = given.slice(0, index);
    const refuse = (name: keyof Declared, code: InvalidSetting['code'], message: string): InvalidSetting => ({
      path: `${setting}[${index}].${name}`,
      code,
      message,
    });
    const { key, label, type, options = [] } = field;
    if (earlier.some((one) => one.key === key)) return refuse('key', 'duplicate', `Another field has the key ${key}`);
    if (earlier.some((one) => one.label.trim().toLowerCase() === label.trim().toLowerCase()))
      return refuse('label', 'duplicate', `Another field has the label ${label}`);
    if (hasOptions(type) && !options.length)
      return refuse('options', 'required', `${key} requires options, because it is a select`);
    if (!hasOptions(type) && options.length)
      return refuse('options', 'not_allowed', `${key} must not have options, because it is no select`);
  }
  return undefined;
}
