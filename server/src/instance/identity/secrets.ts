import { createHash, randomInt } from 'node:crypto';
import { randomBase62 } from '../../platform/random.ts';

/** 43 base-62 characters contain 256 random bits. */
const LENGTH = 43;

/** Prefixes let secret scanners detect leaked tokens. */
const PREFIX = { access: 'earshot_at_', refresh: 'earshot_rt_', personal: 'earshot_pat_', service: 'earshot_sat_' } as const;

const APP_PREFIX = { access: 'earshot_oat_', refresh: 'earshot_ort_' } as const;

export type TokenKind = keyof typeof PREFIX;

export const newSecret = () => randomBase62(LENGTH);
export const newToken = (kind: TokenKind) => PREFIX[kind] + newSecret();

export const newAppToken = (kind: keyof typeof APP_PREFIX) => APP_PREFIX[kind] + newSecret();

/** Returns the stored hash of a secret. A plain hash is sufficient for 256 random bits. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns whether the text has the form of an access or personal token, or of the token of a service account. Refresh tokens do not count. */
export const canSignIn = (text: string) => /^earshot_(at|pat|sat)_[0-9A-Za-z]{43}$/.test(text);

/** Returns whether the text has the form of an access token of an app. */
export const isAppToken = (text: string) => /^earshot_oat_[0-9A-Za-z]{43}$/.test(text);

/** PKCE with S256 (RFC 7636). */
export const toChallenge = (verifier: string) => sha256(verifier).toString('base64url');
export const isChallenge = (text: string) => /^[\w-]{43}$/.test(text);
export const isVerifier = (text: string) => /^[\w.~-]{43,128}$/.test(text);

// No vowels, so that codes form no words, and no characters similar to digits (RFC 8628, 6.1). 20^8 is 2.6e10 codes.
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';

export const newUserCode = () =>
  formatUserCode(Array.from({ length: 8 }, () => CONSONANTS[randomInt(CONSONANTS.length)]).join(''));

/** Normalizes a typed user code: any case, with or without hyphen. */
export const parseUserCode = (text: string) => formatUserCode(text.toUpperCase().replaceAll(/[^A-Z]/g, ''));

const formatUserCode = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4)}`;
