import { randomInt } from 'node:crypto';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random base-62 characters, with 5.95 bits each. */
export const randomBase62 = (length: number) => Array.from({ length }, () => BASE_62[randomInt(62)]).join('');

// Without similar letters and digits, which are easily confused when read aloud or copied by hand.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns random lower-case letters and digits, with 4.95 bits each, for codes that people read. */
export const randomLetters = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
