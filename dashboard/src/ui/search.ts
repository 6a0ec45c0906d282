// Parsers of URL query parameters, which may contain anything.

export const parseOneOf = <T extends string>(values: readonly T[], value: unknown) => values.find((one) => one === value);

/** The router parses `?q=12` as a number. */
export const parseText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

export const parsePage = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined;

/** Removes empty fields, so that URLs stay short. */
export const withoutEmpty = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== '')) as T;
