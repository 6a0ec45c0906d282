import { randomUUIDv7 } from 'node:crypto';

// Crockford's base 32, as TypeID 0.3 uses it: a UUID's 128 bits in 26 digits, the first of which holds only 3 bits.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const DIGIT = new Map(Array.from(ALPHABET, (digit, value) => [digit, BigInt(value)]));

export type IdPrefix =
  | 'usr'
  | 'prj'
  | 'fb'
  | 'cmt'
  | 'tok'
  | 'ml'
  | 'hst'
  | 'wl'
  | 'tm'
  | 'cl'
  | 'sub'
  | 'upl'
  | 'whk'
  | 'evt'
  | 'dlv'
  | 'goal'
  | 'ann'
  | 'seg'
  | 'shr'
  | 'idx'
  | 'doc'
  | 'qry';

/** A new UUIDv7, the form in which the database keeps an id. */
export const newId = (): string => randomUUIDv7();

/** `prefix_` and the UUID in base 32: the form in which the wire shows an id. */
export function formatId(prefix: IdPrefix, uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let digits = '';
  for (let i = 0; i < 26; i++) {
    digits = ALPHABET[Number(value & 31n)] + digits;
    value >>= 5n;
  }
  return `${prefix}_${digits}`;
}

/** The UUID of a TypeID, or undefined when the prefix or the form is another. */
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
