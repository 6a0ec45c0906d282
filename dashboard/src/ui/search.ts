// What stands in the query of an address, read with care: anybody may have written it.

export const oneOf = <T extends string>(values: readonly T[], value: unknown) => values.find((one) => one === value);

/** The router reads `?q=12` as a number. */
export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

export const pageOf = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined);

/** Without fields that say nothing, so that addresses stay short. */
export const withoutEmpty = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== '')) as T;
