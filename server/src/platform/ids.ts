import { randomUUIDv7 } from 'node:crypto';

// Crockford's base 32, as in TypeID 0.3: the 128 bits of a UUID in 26 digits, the first of which contains 3 bits only.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const DIGIT = new Map(Array.from(ALPHABET, (digit, value) => [digit, BigInt(value)]));

/** Prefixes of TypeIDs. Each service and room adds those of its records (module augmentation). */
export interface IdPrefixes {}

export type IdPrefix = keyof IdPrefixes;

/** A UUID that no record has, less than all others. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Regular expression of the id of an upload within a text, for JavaScript and PostgreSQL. */
export const UPLOAD_ID = 'upl_[0-9a-z]{26}';

/** Returns a new UUIDv7, the form of an id in the database. */
export const newId = (): string => randomUUIDv7();

/** Returns `prefix_` and the UUID in base 32, the form of an id in the API. */
export function formatId(prefix: IdPrefix, uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let digits = '';
  for (let i = 0; i < 26; i++) {
    digits = ALPHABET[Number(value & 31n)] + digits;
    value >>= 5n;
  }
  return `${prefix}_${digits}`;
}

/** Returns the UUID of a TypeID, or undefined for another prefix or form. */
export function parseId(prefix: IdPrefix, id: string): string | undefined {
  if (id.length !== prefix.length + 27 || !id.startsWith(`${prefix}_`)) return undefined;
  let value = 0n;
  for (const digit of id.slice(prefix.length + 1)) {
    const bits = DIGIT.get(digit);
    if (bits === undefined) return undefined;
    value = (value << 5n) | bits;
  }
  if (value >> 128n) return undefined;
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
