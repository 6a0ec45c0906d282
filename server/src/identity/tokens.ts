import { type Db, type Transaction, transact } from '../postgres/database.ts';
import { newId } from '../ids.ts';
import type { SignedIn } from './identity.ts';
import { oauthError } from './oauth-errors.ts';
import { canSignIn, challengeOf, isVerifier, newToken, sha256 } from './secrets.ts';
import { endSignInOfCode, takeCode } from './sign-in-store.ts';
import * as store from './tokens-store.ts';

const DAY_S = 86_400;
/** Contract, section 2. */
const ACCESS_S = 3_600;
export const REFRESH_S = 30 * DAY_S;

/** Returns the user of an access token or personal token. */
export async function findUserByToken(db: Db, token: string): Promise<SignedIn | undefined> {
  if (!canSignIn(token)) return undefined;
  const row = await store.findToken(db, sha256(token));
  if (!row) return undefined;
  const { is_stale, ...signedIn } = row;
  if (is_stale) await store.touchToken(db, signedIn.token.id);
  return signedIn;
}

/** Creates a sign-in of a user, with its first tokens. */
export async function beginTokens(tx: Transaction, userId: string, signInId = newId()) {
  await store.insertSignIn(tx, { id: signInId, userId });
  return await addTokens(tx, { userId, signInId });
}

async function addTokens(tx: Transaction, { userId, signInId }: { userId: string; signInId: string }) {
  const [access, refresh] = [newToken('access'), newToken('refresh')];
  await store.insertToken(tx, { hash: sha256(access), kind: 'access', userId, signInId, seconds: ACCESS_S });
  await store.insertToken(tx, { hash: sha256(refresh), kind: 'refresh', userId, signInId, seconds: REFRESH_S });
  return { access_token: access, token_type: 'Bearer' as const, expires_in: ACCESS_S, refresh_token: refresh };
}

/**
 * Exchanges a one-time code for tokens. A wrong verifier consumes the code too, and a second attempt ends the sign-in of the first.
 */
export async function exchangeCode(db: Db, { code, verifier }: { code: string; verifier: string }) {
  const hash = sha256(code);
  const tokens = await transact(db, async (tx) => {
    const signInId = newId();
    const taken = await takeCode(tx, hash, signInId);
    if (!taken || !isVerifier(verifier) || challengeOf(verifier) !== taken.codeChallenge) return undefined;
    return await beginTokens(tx, taken.userId, signInId);
  });
  if (tokens) return tokens;
  await endSignInOfCode(db, hash);
  throw oauthError('invalid_grant');
}

/**
 * Exchanges a refresh token for new tokens. Reuse of a refresh token ends its sign-in, because the token may be stolen, unless it
 * was used less than `leeway` seconds ago and the response may have been lost.
 */
export async function refreshTokens(db: Db, refreshToken: string, { leeway = 0 } = {}) {
  const hash = sha256(refreshToken);
  const tokens = await transact(db, async (tx) => {
    const taken = await store.takeRefreshToken(tx, hash, { leeway });
    return taken && (await addTokens(tx, taken));
  });
  if (tokens) return tokens;
  await store.endSignInOfRefreshToken(db, hash, { onlyIfUsed: true });
  throw oauthError('invalid_grant');
}

/** Revokes a token (RFC 7009). */
export async function revokeToken(db: Db, token: string): Promise<void> {
  const hash = sha256(token);
  if (!(await store.endSignInOfRefreshToken(db, hash, { onlyIfUsed: false }))) await store.deleteToken(db, hash);
}

/** Signs out: ends the sign-in of the token, or all sign-ins of the user. A personal token is deleted. */
export async function signOut(db: Db, { id: userId, token }: SignedIn, { everywhere }: { everywhere: boolean }): Promise<void> {
  await store.endSignInOfToken(db, token.id);
  if (everywhere) await store.endSignInsOf(db, userId);
}

/** Creates a personal token. `notAfter` limits its expiry: a personal token cannot create one that outlives it. */
export async function createPersonalToken(
  db: Db,
  { userId, name, days, notAfter }: { userId: string; name: string; days: number; notAfter?: Date },
) {
  const token = newToken('personal');
  const stored = await store.insertToken(db, {
    hash: sha256(token),
    kind: 'personal',
    userId,
    name,
    seconds: days * DAY_S,
    notAfter,
  });
  return { token, stored };
}
