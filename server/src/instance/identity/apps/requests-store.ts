import type { Scope } from '@earshot/contract/instance/scopes';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Tables } from '../../tables.ts';

/** An authorization request that waits for a decision. */
export interface WaitingRequest {
  client_id: string;
  client_name: string;
  /** URL of the metadata document of the app. */
  document_url: string | null;
  redirect_uri: string;
  scopes: Scope[];
  state: string | null;
  expires_at: Date;
}

export async function insertRequest(
  db: Db,
  request: {
    hash: Buffer;
    clientId: string;
    redirectUri: string;
    codeChallenge: string;
    scopes: Scope[];
    resource: string;
    state?: string;
    seconds: number;
  },
): Promise<void> {
  await sql`
    INSERT INTO oauth_requests (hash, client_id, redirect_uri, code_challenge, scopes, resource, state, expires_at)
    VALUES (${request.hash}, ${request.clientId}, ${request.redirectUri}, ${request.codeChallenge}, ${request.scopes}::text[],
      ${request.resource}, ${request.state ?? null}, now() + make_interval(secs => ${request.seconds}))`.execute(db);
}

const isWaiting = sql`r.user_id IS NULL AND r.expires_at > now()`;

export async function findWaitingRequest(db: Db, hash: Buffer): Promise<WaitingRequest | undefined> {
  const { rows } = await sql<WaitingRequest>`
    SELECT r.client_id, c.name AS client_name, c.document_url, r.redirect_uri, r.scopes, r.state, r.expires_at
    FROM oauth_requests r JOIN oauth_clients c ON c.id = r.client_id WHERE r.hash = ${hash} AND ${isWaiting}`.execute(db);
  return rows[0];
}

/** Stores the approval of a user once. Returns false when the request no longer waits. */
export async function approveRequest(
  db: Db,
  hash: Buffer,
  approval: {
    userId: string;
    scopes: readonly Scope[];
    projectIds: string[] | null;
    codeHash: Buffer;
    grantId: string;
    seconds: number;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE oauth_requests r SET user_id = ${approval.userId}, scopes = ${approval.scopes}::text[],
      project_ids = ${approval.projectIds}::uuid[], code_hash = ${approval.codeHash}, grant_id = ${approval.grantId},
      expires_at = now() + make_interval(secs => ${approval.seconds})
    WHERE r.hash = ${hash} AND ${isWaiting}`.execute(db);
  return numAffectedRows === 1n;
}

/** Returns false when the request no longer waits. */
export async function deleteWaitingRequest(db: Db, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM oauth_requests r WHERE r.hash = ${hash} AND ${isWaiting}`.execute(db);
  return numAffectedRows === 1n;
}

export interface ApprovedRequest extends Pick<
  Tables['oauth_requests'],
  'client_id' | 'redirect_uri' | 'code_challenge' | 'resource' | 'user_id' | 'scopes' | 'project_ids' | 'grant_id'
> {
  user_id: string;
  scopes: Scope[];
  grant_id: string;
}

/** Consumes a code. Returns undefined when it is unknown, expired or already used. */
export async function takeCode(db: Db, codeHash: Buffer): Promise<ApprovedRequest | undefined> {
  const { rows } = await sql<ApprovedRequest>`
    UPDATE oauth_requests SET used_at = now() WHERE code_hash = ${codeHash} AND used_at IS NULL AND expires_at > now()
    RETURNING client_id, redirect_uri, code_challenge, resource, user_id, scopes, project_ids, grant_id`.execute(db);
  return rows[0];
}

/** Returns the grant of a code that was used. */
export async function findGrantOfUsedCode(db: Db, codeHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ grant_id: string }>`
    SELECT grant_id FROM oauth_requests WHERE code_hash = ${codeHash} AND used_at IS NOT NULL`.execute(db);
  return rows[0]?.grant_id;
}

/** Codes are kept for a day after their expiry, to detect replays. */
export async function deleteExpiredRequests(db: Db): Promise<void> {
  await sql`
    DELETE FROM oauth_requests
    WHERE expires_at < now() AND (code_hash IS NULL OR expires_at < now() - interval '1 day')`.execute(db);
}
