import { APP_SCOPES, grantsScope, type Scope } from '@earshot/contract/instance/scopes';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { cleanText } from '../../../platform/api/text.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { type AccountActor, recordCredentialChange } from '../account-log/log.ts';
import type { SignedIn } from '../signed-in.ts';
import { isChallenge, newSecret, sha256 } from '../secrets.ts';
import { type Client, findClient } from './clients-store.ts';
import { type Documents, isDocumentUrl } from './documents.ts';
import { isLoopbackRedirectUri, isRegisteredRedirectUri, withParameters } from './redirect-uris.ts';
import * as store from './requests-store.ts';

/** Time for the sign-in and the decision of the user. */
const DECISION_S = 15 * 60;
const CODE_S = 60;
const MAX_STATE_LENGTH = 4096;

export interface AuthorizationServer {
  db: Db;
  documents: Documents;
  /** Public URL of this instance, the issuer of tokens. */
  publicUrl: () => string;
}

/** Returns the URL of the MCP server, the resource that tokens of apps are limited to. */
export const buildMcpUrl = (publicUrl: string) => `${publicUrl}/mcp`;

/** Returns whether a resource indicator names the MCP server. */
export const isMcpUrl = (resource: string, publicUrl: string) => resource.replace(/\/$/, '') === buildMcpUrl(publicUrl);

/**
 * Stores an authorization request. Returns the URL that the browser opens next: the consent page, or the redirect URI of the app with an
 * error.
 * @throws {HttpError} 400 when the browser must not be redirected: to an unknown redirect URI, or with an error to anything but a loopback address
 */
export async function beginAuthorization(server: AuthorizationServer, query: Record<string, unknown>): Promise<string> {
  cleanText({ ...query }, false);
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined);
  const { db, publicUrl } = server;
  const client = await getClient(server, text('client_id') ?? '');
  const [onlyUri, ...otherUris] = client.redirect_uris;
  const redirectUri = query.redirect_uri === undefined && otherUris.length === 0 ? onlyUri : text('redirect_uri');
  if (redirectUri === undefined || !isRegisteredRedirectUri(client.redirect_uris, redirectUri))
    throw new HttpError('auth.redirect_uri_not_registered');
  const state = text('state');
  if (state !== undefined && state.length > MAX_STATE_LENGTH)
    throw invalidField('state', 'too_long', `state must be a string of at most ${MAX_STATE_LENGTH} characters`);

  const refuse = (error: string, description: string) => {
    // Anyone can register a website or a scheme that starts a program. Redirecting to it without a decision of the user would disguise links
    // (RFC 9700, 4.11.2).
    if (!isLoopbackRedirectUri(redirectUri)) throw new HttpError('validation', { message: `${description} (${error})` });
    return withParameters(redirectUri, { error, error_description: description, state, iss: publicUrl() });
  };
  if (Object.values(query).some(Array.isArray)) return refuse('invalid_request', 'Parameters must not be repeated');
  if (text('response_type') !== 'code') return refuse('unsupported_response_type', 'response_type must be code');
  const codeChallenge = text('code_challenge') ?? '';
  if (text('code_challenge_method') !== 'S256' || !isChallenge(codeChallenge))
    return refuse('invalid_request', 'A code_challenge with the code_challenge_method S256 is required');
  const resource = text('resource');
  if (resource !== undefined && !isMcpUrl(resource, publicUrl()))
    return refuse('invalid_target', `resource must be ${buildMcpUrl(publicUrl())}`);
  const scopes = parseScope(text('scope'));
  if (!scopes.length) return refuse('invalid_scope', `scope must contain some of: ${APP_SCOPES.join(' ')}`);

  const secret = newSecret();
  await store.insertRequest(db, {
    hash: sha256(secret),
    clientId: client.id,
    redirectUri,
    codeChallenge,
    scopes,
    resource: buildMcpUrl(publicUrl()),
    state,
    seconds: DECISION_S,
  });
  return `${publicUrl()}/authorize?request=${secret}`;
}

/** Returns the app of an authorization request. @throws {HttpError} 400 for an unknown app or an invalid document */
async function getClient({ db, documents }: AuthorizationServer, clientId: string): Promise<Client> {
  if (isDocumentUrl(clientId)) return await documents.findClient(clientId);
  const id = parseId('app', clientId);
  const client = id && (await findClient(db, id));
  if (!client) throw new HttpError('auth.app_not_registered');
  return client;
}

/**
 * Returns the scopes that apps may have among requested ones, all of them without a request. Unknown scopes are ignored (RFC 6749, 3.3).
 * Reading scopes that a requested scope includes are added, so that the user can grant only these.
 */
function parseScope(text: string | undefined): Scope[] {
  const requested = (text ?? '').split(' ').filter(Boolean);
  if (!requested.length) return [...APP_SCOPES];
  const known = APP_SCOPES.filter((scope) => requested.includes(scope));
  return APP_SCOPES.filter((scope) => grantsScope(known, scope));
}

const requestNotFound = () => new HttpError('auth.authorization_request_not_found');

export async function getWaitingRequest(db: Db, secret: string): Promise<store.WaitingRequest> {
  const request = await store.findWaitingRequest(db, sha256(secret));
  if (!request) throw requestNotFound();
  return request;
}

/**
 * Stores the decision of a user. Returns the URL of the app, with a code or an error. Requires a browser sign-in: a personal access token
 * could extend its own lifetime.
 */
export async function decideRequest(
  { db, publicUrl }: AuthorizationServer,
  {
    secret,
    user,
    actor,
    allow,
    scopes,
    projectIds,
  }: { secret: string; user: SignedIn; actor: AccountActor; allow: boolean; scopes?: Scope[]; projectIds: string[] | null },
): Promise<string> {
  if (user.token.kind !== 'access') throw new HttpError('auth.browser_sign_in_required');
  const { client_name: name, redirect_uri, scopes: requested, state } = await getWaitingRequest(db, secret);
  const respond = (parameters: Record<string, string>) =>
    withParameters(redirect_uri, { ...parameters, state: state ?? undefined, iss: publicUrl() });
  if (!allow) {
    if (!(await store.deleteWaitingRequest(db, sha256(secret)))) throw requestNotFound();
    return respond({ error: 'access_denied' });
  }
  const granted = scopes ?? requested;
  for (const [index, scope] of granted.entries())
    if (!requested.includes(scope))
      throw invalidField(`scopes[${index}]`, 'not_allowed', `scopes[${index}] must be a scope that the app requested`);

  const [code, grantId] = [newSecret(), newId()];
  await transact(db, async (tx) => {
    const approval = { userId: user.id, scopes: granted, projectIds, codeHash: sha256(code), grantId, seconds: CODE_S };
    if (!(await store.approveRequest(tx, sha256(secret), approval))) throw requestNotFound();
    await recordCredentialChange(tx, {
      actor,
      action: 'connected_app.authorized',
      target: { id: formatId('con', grantId), name },
      rights: { scopes: granted, project_ids: projectIds },
      after: { scopes: granted },
    });
  });
  return respond({ code });
}
