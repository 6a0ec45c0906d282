import { randomInt } from 'node:crypto';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base-62 characters, of 5.95 bits each. */
export const randomBase62 = (length: number) => Array.from({ length }, () => BASE_62[randomInt(62)]).join('');

// Without letters and digits that are mistaken for one another when read aloud or copied by hand.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Random lower-case letters and digits, of 4.95 bits each, for codes that people see. */
export const randomLetters = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
