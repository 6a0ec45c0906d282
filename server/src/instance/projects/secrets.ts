import { randomBase62 } from '../../platform/random.ts';

export const newApiKey = () => `pk_${randomBase62(32)}`;
export const isApiKey = (text: string) => /^pk_[0-9A-Za-z]{32}$/.test(text);
export const newIdentitySecret = () => `is_${randomBase62(43)}`;
