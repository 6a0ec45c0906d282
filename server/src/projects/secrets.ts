import { randomInt } from 'node:crypto';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base-62 characters, of 5.95 bits each. */
export const randomBase62 = (length: number) => Array.from({ length }, () => BASE_62[randomInt(62)]).join('');

export const newApiKey = () => `pk_${randomBase62(32)}`;
export const isApiKey = (text: string) => /^pk_[0-9A-Za-z]{32}$/.test(text);
export const newIdentitySecret = () => `is_${randomBase62(43)}`;
