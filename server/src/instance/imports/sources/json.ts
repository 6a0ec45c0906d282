// Reads parts of JSON documents whose form is not certain.

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
export const toObject = (value: unknown): Json => (isObject(value) ? value : {});
export const toText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
export const toList = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
/** Returns the names of objects, such as tags. */
export const listNames = (value: unknown): string[] => toList(value).flatMap(({ name }) => toText(name) ?? []);
