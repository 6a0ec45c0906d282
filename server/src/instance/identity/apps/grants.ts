import { grantsScope, type Scope, SCOPES } from '@earshot/contract/instance/scopes';
import { type AccountActor, recordCredentialChange } from '../account-log/log.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import type { SignedIn } from '../signed-in.ts';
import { oauthError } from '../oauth-errors.ts';
import { toChallenge, isVerifier, newAppToken, sha256 } from '../secrets.ts';
import { REFRESH_S } from '../tokens.ts';
import { type AuthorizationServer, isMcpUrl } from './authorization.ts';
import { USED_DAYS } from './clients.ts';
import { extendClient, findClient, findClientByUrl } from './clients-store.ts';
import { isDocumentUrl } from './documents.ts';
import * as store from './grants-store.ts';
import { findGrantOfUsedCode, takeCode } from './requests-store.ts';

const ACCESS_S = 3_600;
/** Time in which a client that lost the response to a refresh can repeat the request. */
const REFRESH_GRACE_S = 60;

/** Parameters of a token request. */
interface TokenRequest {
  client_id?: string;
  code?: string;
  code_verifier?: string;
  redirect_uri?: string;
  refresh_token?: string;
  scope?: string;
  resource?: string;
}

/** Returns the user of an access token of an app. */
export async function findUserByAppToken(db: Db, token: string): Promise<SignedIn | undefined> {
  const row = await store.findAccessToken(db, sha256(token));
  if (!row) return undefined;
  const { is_stale, ...signedIn } = row;
  if (is_stale) await store.touchGrant(db, signedIn.token.id);
  return signedIn;
}

/** Documents of apps are not read again here: the authorization request has read them. */
async function getClientId(db: Db, { client_id = '' }: TokenRequest): Promise<string> {
  const id = parseId('app', client_id);
  const client = isDocumentUrl(client_id)
    ? await findClientByUrl(db, client_id, { onlyIfFresh: false })
    : id && (await findClient(db, id));
  if (!client) throw oauthError('invalid_client', 'client_id is not a registered app');
  return client.id;
}

function checkResource({ resource }: TokenRequest, { publicUrl }: AuthorizationServer): void {
  if (resource !== undefined && !isMcpUrl(resource, publicUrl()))
    throw oauthError('invalid_target', 'resource must be the resource of the authorization request');
}

/**
 * Exchanges a code for the first tokens of a grant, which replaces earlier grants of the app to this user. A request that does not match
 * the authorization request consumes the code too, and a second exchange ends the grant of the first.
 */
export async function exchangeAppCode(server: AuthorizationServer, request: TokenRequest) {
  const { db } = server;
  const { code, code_verifier: verifier, redirect_uri: redirectUri } = request;
  const clientId = await getClientId(db, request);
  if (!code || !verifier) throw oauthError('invalid_request', 'code and code_verifier are required');
  checkResource(request, server);
  const codeHash = sha256(code);
  const tokens = await transact(db, async (tx) => {
    const taken = await takeCode(tx, codeHash);
    if (!taken || taken.client_id !== clientId || !isVerifier(verifier)) return undefined;
    if (toChallenge(verifier) !== taken.code_challenge) return undefined;
    if (redirectUri !== undefined && redirectUri !== taken.redirect_uri) return undefined;
    const { grant_id: id, user_id: userId, resource, scopes, project_ids: projectIds } = taken;
    await store.deleteGrants(tx, { clientId, userId });
    const grant = { id, clientId, userId, redirectUri: taken.redirect_uri, resource, scopes, projectIds, seconds: REFRESH_S };
    await store.insertGrant(tx, grant);
    return await addTokens(tx, { grantId: id, clientId, scopes });
  });
  if (tokens) return tokens;
  await endGrant(db, await findGrantOfUsedCode(db, codeHash));
  throw oauthError('invalid_grant', 'The code is unknown, expired or already used, or belongs to another request');
}

/**
 * Exchanges a refresh token for new tokens. A client that lost the response can repeat the request within a minute. Other reuse of a
 * refresh token ends its grant, because the token may be stolen (RFC 9700, 4.14.2).
 */
export async function refreshAppTokens(server: AuthorizationServer, request: TokenRequest) {
  const { db } = server;
  const clientId = await getClientId(db, request);
  if (!request.refresh_token) throw oauthError('invalid_request', 'refresh_token is required');
  checkResource(request, server);
  const hash = sha256(request.refresh_token);
  const tokens = await transact(db, async (tx) => {
    const grant = await store.takeRefreshToken(tx, hash, { clientId, graceSeconds: REFRESH_GRACE_S });
    if (!grant || !isMcpUrl(grant.resource, server.publicUrl())) return undefined;
    const scopes = narrowScopes(grant.scopes, request.scope);
    await store.extendGrant(tx, grant.id, { seconds: REFRESH_S });
    return await addTokens(tx, { grantId: grant.id, clientId, scopes });
  });
  if (tokens) return tokens;
  await endGrant(db, await store.findGrantOfRefreshToken(db, hash, { onlyIfUsed: true }));
  throw oauthError('invalid_grant', 'The refresh token is unknown, expired, revoked or already used');
}

/** Returns the requested part of granted scopes, all of them without a request. @throws {OAuthError} for a scope beyond the grant */
function narrowScopes(granted: Scope[], requested = ''): Scope[] {
  const names = requested.split(' ').filter(Boolean);
  if (!names.length) return granted;
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  if (scopes.length !== new Set(names).size || !scopes.every((scope) => grantsScope(granted, scope)))
    throw oauthError('invalid_scope', 'scope must not exceed the granted scopes');
  return scopes;
}

async function addTokens(tx: Transaction, { grantId, clientId, scopes }: { grantId: string; clientId: string; scopes: Scope[] }) {
  const [access, refresh] = [newAppToken('access'), newAppToken('refresh')];
  await store.insertToken(tx, { hash: sha256(access), kind: 'access', grantId, scopes, seconds: ACCESS_S });
  await store.insertToken(tx, { hash: sha256(refresh), kind: 'refresh', grantId, seconds: REFRESH_S });
  await extendClient(tx, clientId, { days: USED_DAYS });
  return {
    access_token: access,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_S,
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}

/** Revokes a token (RFC 7009). A refresh token ends its grant. */
export async function revokeAppToken(db: Db, token: string): Promise<void> {
  const hash = sha256(token);
  await endGrant(db, await store.findGrantOfRefreshToken(db, hash, { onlyIfUsed: false }));
  await store.deleteAccessToken(db, hash);
}

/** Ends a grant on behalf of its app. */
async function endGrant(db: Db, id: string | undefined): Promise<void> {
  if (!id) return;
  await transact(db, async (tx) => {
    const grant = await store.deleteGrant(tx, id);
    if (!grant) return;
    const { user_id, user_name: name, client_name: tokenName } = grant;
    await recordRevoked(tx, { id: user_id, name, tokenName, is_service_account: false }, grant);
  });
}

/** Disconnects an app of a user. Returns false when it does not exist. */
export async function disconnectApp(db: Db, actor: AccountActor, id: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    const grant = await store.deleteGrant(tx, id, { userId: actor.id });
    if (grant) await recordRevoked(tx, actor, grant);
    return grant !== undefined;
  });
}

async function recordRevoked(
  tx: Transaction,
  actor: AccountActor,
  { id, client_name: name, scopes, project_ids }: store.Grant,
): Promise<void> {
  await recordCredentialChange(tx, {
    actor,
    action: 'connected_app.revoked',
    target: { id: formatId('con', id), name },
    rights: { scopes, project_ids },
    before: { scopes },
  });
}
