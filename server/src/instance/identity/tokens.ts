import type { Scope } from '@earshot/contract/instance/scopes';
import { actorFrom } from '../audit/audit.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import type { TokenRights } from '../../platform/api/credentials.ts';
import { formatId, newId } from '../../platform/ids.ts';
import { type AccountActor, recordAccountChange, recordCredentialChange } from './account-log/log.ts';
import { insertSignIn, type SessionClient } from './sessions/sessions-store.ts';
import type { SignedIn } from './signed-in.ts';
import { oauthError } from './oauth-errors.ts';
import { recordTokenRevoked } from './service-accounts.ts';
import { canSignIn, toChallenge, isVerifier, newToken, sha256 } from './secrets.ts';
import { endSignInOfCode, takeCode } from './sign-in-store.ts';
import * as store from './tokens-store.ts';

const DAY_S = 86_400;
/** Contract, section 2. */
const ACCESS_S = 3_600;
export const REFRESH_S = 30 * DAY_S;

/** Returns the user of an access token or personal token, or the service account of its token. */
export async function findUserByToken(db: Db, token: string): Promise<SignedIn | undefined> {
  if (!canSignIn(token)) return undefined;
  const row = await store.findToken(db, sha256(token));
  if (!row) return undefined;
  const { is_stale, ...signedIn } = row;
  if (is_stale) await store.touchToken(db, signedIn.token.id);
  return signedIn;
}

/** Creates a sign-in of a user, with its first tokens. */
export async function beginTokens(
  tx: Transaction,
  { userId, client, signInId = newId() }: { userId: string; client: SessionClient; signInId?: string },
) {
  await insertSignIn(tx, { id: signInId, userId, client });
  await recordAccountChange(tx, {
    actor: { id: userId, tokenName: null, client },
    action: 'session.created',
    target: { id: formatId('ses', signInId), name: client.program },
  });
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
export async function exchangeCode(
  db: Db,
  { code, verifier, client }: { code: string; verifier: string; client: SessionClient },
) {
  const hash = sha256(code);
  const tokens = await transact(db, async (tx) => {
    const signInId = newId();
    const taken = await takeCode(tx, hash, signInId);
    if (!taken || !isVerifier(verifier) || toChallenge(verifier) !== taken.codeChallenge) return undefined;
    return await beginTokens(tx, { userId: taken.userId, client, signInId });
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
  await transact(db, async (tx) => {
    if (await store.endSignInOfRefreshToken(tx, hash, { onlyIfUsed: false })) return;
    const user = await findUserByToken(tx, token);
    if ((await store.deleteToken(tx, hash)) && user) await recordOwnRevoked(tx, user);
  });
}

/** Signs out: ends the sign-in of the token, or all sign-ins of the user. A token without a sign-in is deleted. */
export async function signOut(
  db: Db,
  user: SignedIn,
  { everywhere, actor }: { everywhere: boolean; actor: AccountActor },
): Promise<void> {
  await transact(db, async (tx) => {
    const signInId = await store.findSignInOfToken(tx, user.token.id);
    if (await store.endSignInOfToken(tx, user.token.id)) await recordOwnRevoked(tx, user);
    if (signInId)
      await recordAccountChange(tx, { actor, action: 'session.ended', target: { id: formatId('ses', signInId), name: null } });
    if (!everywhere || user.is_service_account) return;
    await store.endSignIns(tx, user.id);
    await recordAccountChange(tx, { actor, action: 'session.others_ended' });
  });
}

/** Revokes a personal token of the user. Returns false when it does not exist. */
export async function revokePersonalToken(db: Db, actor: AccountActor, id: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    const deleted = await store.deletePersonalToken(tx, actor.id, id);
    if (deleted) await recordRevoked(tx, actor, deleted);
    return deleted !== undefined;
  });
}

/** Records that personal tokens were revoked together. */
export async function recordTokensRevoked(tx: Transaction, actor: AccountActor, tokens: store.PersonalToken[]): Promise<void> {
  for (const token of tokens) await recordRevoked(tx, actor, token);
}

/** Records that a token revoked itself. */
async function recordOwnRevoked(tx: Transaction, user: SignedIn): Promise<void> {
  const { id, name, scopes, project_ids } = user.token;
  const actor = actorFrom(user);
  if (!user.is_service_account) return await recordRevoked(tx, actor, { id, name, scopes, project_ids });
  for (const projectId of project_ids ?? []) await recordTokenRevoked(tx, { projectId, actor, account: user, tokenName: name });
}

async function recordRevoked(
  tx: Transaction,
  actor: AccountActor,
  { id, name, scopes, project_ids }: TokenRights & { id: string },
): Promise<void> {
  await recordCredentialChange(tx, {
    actor,
    action: 'token.revoked',
    target: { id: formatId('tok', id), name },
    rights: { scopes, project_ids },
    before: { scopes },
  });
}

/** Creates a personal token. `notAfter` limits its expiry: a personal token cannot create one that outlives it. */
export async function createPersonalToken(
  db: Db,
  {
    actor,
    name,
    days,
    notAfter,
    scopes,
    projectIds,
  }: { actor: AccountActor; name: string; days: number; notAfter?: Date; scopes?: Scope[]; projectIds?: string[] | null },
) {
  const token = newToken('personal');
  const stored = await transact(db, async (tx) => {
    const inserted = await store.insertToken(tx, {
      hash: sha256(token),
      kind: 'personal',
      userId: actor.id,
      name,
      seconds: days * DAY_S,
      notAfter,
      scopes,
      projectIds,
    });
    await recordCredentialChange(tx, {
      actor,
      action: 'token.created',
      target: { id: formatId('tok', inserted.id), name },
      rights: inserted,
      after: { scopes: inserted.scopes, expires_at: inserted.expires_at },
    });
    return inserted;
  });
  return { token, stored };
}
