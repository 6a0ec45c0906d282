import { createHash, randomInt } from 'node:crypto';
import { randomBase62 } from '../random.ts';

/** 43 base-62 characters hold 256 random bits. */
const LENGTH = 43;

/** The prefixes let secret scanners find a token that was published by mistake. */
const PREFIX = { access: 'earshot_at_', refresh: 'earshot_rt_', personal: 'earshot_pat_' } as const;

export type TokenKind = keyof typeof PREFIX;

export const newSecret = () => randomBase62(LENGTH);
export const newToken = (kind: TokenKind) => PREFIX[kind] + newSecret();

/** What is stored of a secret. A plain hash will do: nobody guesses 256 random bits. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether the text can be a token that signs somebody in; a refresh token can't. */
export const canSignIn = (text: string) => /^earshot_(at|pat)_[0-9A-Za-z]{43}$/.test(text);

/** PKCE with S256 (RFC 7636). */
export const challengeOf = (verifier: string) => sha256(verifier).toString('base64url');
export const isChallenge = (text: string) => /^[\w-]{43}$/.test(text);
export const isVerifier = (text: string) => /^[\w.~-]{43,128}$/.test(text);

// RFC 8628, 6.1: no vowels, so that no word appears, and nothing that looks like a digit. 20^8 are 2.6e10 codes.
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';

export const newUserCode = () =>
  formatUserCode(Array.from({ length: 8 }, () => CONSONANTS[randomInt(CONSONANTS.length)]).join(''));

/** A user code as it was typed: in any case, with or without its hyphen. */
export const parseUserCode = (text: string) => formatUserCode(text.toUpperCase().replaceAll(/[^A-Z]/g, ''));

const formatUserCode = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4)}`;
