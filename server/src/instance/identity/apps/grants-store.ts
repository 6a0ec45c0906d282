import type { Scope } from '@earshot/contract/instance/scopes';
import { sql } from 'kysely';
import type { SignedIn } from '../signed-in.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import type { Tables } from '../../tables.ts';

export interface Grant extends Pick<
  Tables['oauth_grants'],
  'id' | 'client_id' | 'user_id' | 'resource' | 'scopes' | 'project_ids'
> {
  client_name: string;
  user_name: string | null;
  scopes: Scope[];
}

/** A grant in the list of its user. */
export interface ConnectedApp extends Pick<Grant, 'id' | 'client_name' | 'scopes' | 'project_ids'> {
  redirect_uri: string;
  /** URL of the metadata document of the app. */
  document_url: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

export interface FoundToken extends SignedIn {
  /** The last recorded use is more than a minute ago. */
  is_stale: boolean;
}

/** Returns the session of an access token by its hash. */
export async function findAccessToken(db: Db, hash: Buffer): Promise<FoundToken | undefined> {
  const { rows } = await sql<
    Omit<FoundToken, 'token'> & { grant_id: string; client_name: string } & Omit<SignedIn['token'], 'id' | 'name' | 'kind'>
  >`
    /* prepared */ SELECT u.id, false AS is_service_account, u.email, u.name, u.avatar_url, u.language, g.id AS grant_id, c.name AS client_name, t.expires_at, t.scopes,
      g.project_ids, g.resource, coalesce(g.last_used_at < now() - interval '1 minute', true) AS is_stale
    FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN oauth_clients c ON c.id = g.client_id
      JOIN users u ON u.id = g.user_id
    WHERE t.hash = ${hash} AND t.kind = 'access' AND t.expires_at > now()`.execute(db);
  if (!rows[0]) return undefined;
  const { grant_id: id, client_name: name, expires_at, scopes, project_ids, resource, ...user } = rows[0];
  return { ...user, token: { id, name, kind: 'oauth', expires_at, scopes, project_ids, resource } };
}

/** Records the use of a grant. Among concurrent requests, one writes and none waits. */
export async function touchGrant(db: Db, id: string): Promise<void> {
  await sql`
    UPDATE oauth_grants SET last_used_at = now() WHERE id = (
      SELECT id FROM oauth_grants WHERE id = ${id} AND coalesce(last_used_at < now() - interval '1 minute', true) FOR UPDATE SKIP LOCKED
    )`.execute(db);
}

export async function insertGrant(
  db: Db,
  grant: {
    id: string;
    clientId: string;
    userId: string;
    redirectUri: string;
    resource: string;
    scopes: Scope[];
    projectIds: string[] | null;
    seconds: number;
  },
): Promise<void> {
  await sql`
    INSERT INTO oauth_grants (id, client_id, user_id, redirect_uri, resource, scopes, project_ids, expires_at)
    VALUES (${grant.id}, ${grant.clientId}, ${grant.userId}, ${grant.redirectUri}, ${grant.resource}, ${grant.scopes}::text[],
      ${grant.projectIds}::uuid[], now() + make_interval(secs => ${grant.seconds}))`.execute(db);
}

export async function insertToken(
  db: Db,
  token: { hash: Buffer; kind: 'access' | 'refresh'; grantId: string; scopes?: Scope[]; seconds: number },
): Promise<void> {
  await sql`
    INSERT INTO oauth_tokens (hash, kind, grant_id, scopes, expires_at)
    VALUES (${token.hash}, ${token.kind}, ${token.grantId}, ${token.scopes ?? null}::text[], now() + make_interval(secs => ${token.seconds}))`.execute(
    db,
  );
}

/** Extends a grant by the lifetime of a new refresh token. */
export async function extendGrant(db: Db, id: string, { seconds }: { seconds: number }): Promise<void> {
  await sql`UPDATE oauth_grants SET expires_at = now() + make_interval(secs => ${seconds}) WHERE id = ${id}`.execute(db);
}

/**
 * Marks a refresh token of an app as used, and makes unused ones of the grant invalid, so that one at most is valid. Returns the grant, or
 * undefined when the token is unknown, expired or already used. A used token is accepted again for `graceSeconds`, until its successor is
 * used.
 */
export async function takeRefreshToken(
  db: Db,
  hash: Buffer,
  { clientId, graceSeconds }: { clientId: string; graceSeconds: number },
): Promise<Pick<Grant, 'id' | 'resource' | 'scopes'> | undefined> {
  // Waits for a concurrent refresh or the end of the grant, or these wait for this transaction.
  await sql`
    SELECT 1 FROM oauth_grants WHERE id = (SELECT grant_id FROM oauth_tokens WHERE hash = ${hash}) FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql<Pick<Grant, 'id' | 'resource' | 'scopes'>>`
    UPDATE oauth_tokens t SET used_at = coalesce(t.used_at, now()) FROM oauth_grants g
    WHERE t.hash = ${hash} AND t.kind = 'refresh' AND t.expires_at > now() AND g.id = t.grant_id AND g.client_id = ${clientId}
      AND (t.used_at IS NULL OR t.used_at > now() - make_interval(secs => ${graceSeconds}) AND NOT EXISTS (
        SELECT FROM oauth_tokens later WHERE later.grant_id = t.grant_id AND later.kind = 'refresh' AND later.used_at > t.used_at))
    RETURNING g.id, g.resource, g.scopes`.execute(db);
  const [grant] = rows;
  // Marks unused refresh tokens of the grant as used outside the grace period: the client that repeats the refresh did not receive
  // them, so that a later use counts as reuse.
  if (grant)
    await sql`
      UPDATE oauth_tokens SET used_at = '-infinity'
      WHERE grant_id = ${grant.id} AND kind = 'refresh' AND used_at IS NULL`.execute(db);
  return grant;
}

/** Returns the grant of a refresh token; optionally only if the token was used before. */
export async function findGrantOfRefreshToken(
  db: Db,
  hash: Buffer,
  { onlyIfUsed }: { onlyIfUsed: boolean },
): Promise<string | undefined> {
  const { rows } = await sql<{ grant_id: string }>`
    SELECT grant_id FROM oauth_tokens
    WHERE hash = ${hash} AND kind = 'refresh' AND (used_at IS NOT NULL OR NOT ${onlyIfUsed})`.execute(db);
  return rows[0]?.grant_id;
}

export async function deleteAccessToken(db: Db, hash: Buffer): Promise<void> {
  await sql`DELETE FROM oauth_tokens WHERE hash = ${hash} AND kind = 'access'`.execute(db);
}

/** Deletes and returns a grant with its tokens; optionally only if it belongs to this user. */
export async function deleteGrant(db: Db, id: string, { userId }: { userId?: string } = {}): Promise<Grant | undefined> {
  const { rows } = await sql<Grant>`
    DELETE FROM oauth_grants g USING oauth_clients c, users u
    WHERE g.id = ${id} AND g.user_id = coalesce(${userId ?? null}::uuid, g.user_id) AND c.id = g.client_id AND u.id = g.user_id
    RETURNING g.id, g.client_id, c.name AS client_name, g.user_id, coalesce(u.name, u.email) AS user_name, g.resource, g.scopes,
      g.project_ids`.execute(db);
  return rows[0];
}

/** Deletes the grants of an app to a user. */
export async function deleteGrants(db: Db, { clientId, userId }: { clientId: string; userId: string }): Promise<void> {
  await sql`DELETE FROM oauth_grants WHERE client_id = ${clientId} AND user_id = ${userId}`.execute(db);
}

/** Returns the apps that are connected to a user, newest first. */
export const listConnectedApps = (db: Db, userId: string, rows: PageRows) =>
  readPage<ConnectedApp>(db, {
    columns: sql`g.id, c.name AS client_name, c.document_url, g.redirect_uri, g.scopes, g.project_ids, g.created_at, g.expires_at, g.last_used_at`,
    source: sql`oauth_grants g JOIN oauth_clients c ON c.id = g.client_id WHERE g.user_id = ${userId} AND g.expires_at > now()`,
    order: descending(timeKey(sql`g.created_at`), uuidKey(sql`g.id`)),
    rows,
  });

/** Used refresh tokens are kept until they expire, to detect their reuse. */
export async function deleteExpiredGrants(db: Db): Promise<void> {
  await sql`DELETE FROM oauth_grants WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM oauth_tokens WHERE expires_at < now()`.execute(db);
}
