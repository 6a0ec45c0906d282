import { randomInt } from 'node:crypto';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base-62 characters, of 5.95 bits each. */
export const randomBase62 = (length: number) => Array.from({ length }, () => BASE_62[randomInt(62)]).join('');
