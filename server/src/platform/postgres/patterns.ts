// The escapes of RegExp.escape of JavaScript have another meaning in PostgreSQL and ClickHouse.

/** Escapes text for a regular expression of PostgreSQL or ClickHouse. */
export const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Escapes text for a pattern of LIKE. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
