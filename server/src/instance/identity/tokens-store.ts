import type { Scope } from '@earshot/contract/instance/scopes';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { SignedIn } from './signed-in.ts';
import type { TokenKind } from './secrets.ts';
import type { Tables } from '../tables.ts';

export interface PersonalToken extends Pick<
  Tables['tokens'],
  'id' | 'name' | 'created_at' | 'expires_at' | 'last_used_at' | 'scopes' | 'project_ids'
> {
  name: string;
  expires_at: Date;
  scopes: Scope[];
}

const personalColumns = sql`id, name, created_at, expires_at, last_used_at, scopes, project_ids`;

export interface FoundToken extends SignedIn {
  /** The last recorded use is more than a minute ago. */
  is_stale: boolean;
}

/** Returns the session of a token by its hash. Scopes and project of a service account apply to its tokens. Runs on every session request. */
export async function findToken(db: Db, hash: Buffer): Promise<FoundToken | undefined> {
  const { rows } = await sql<
    Omit<FoundToken, 'token'> & Omit<SignedIn['token'], 'id' | 'name'> & { token_id: string; token_name: string | null }
  >`
    /* prepared */ /* all projects */ SELECT coalesce(u.id, s.id) AS id, s.id IS NOT NULL AS is_service_account, u.email,
      coalesce(u.name, s.name) AS name, u.avatar_url, u.language, t.id AS token_id, t.kind, t.name AS token_name, t.expires_at,
      coalesce(s.scopes, t.scopes) AS scopes, CASE WHEN s.id IS NULL THEN t.project_ids ELSE ARRAY[s.project_id] END AS project_ids,
      coalesce(t.last_used_at < now() - interval '1 minute', true) AS is_stale
    FROM tokens t LEFT JOIN users u ON u.id = t.user_id LEFT JOIN service_accounts s ON s.id = t.service_account_id
    WHERE t.hash = ${hash} AND t.kind <> 'refresh' AND coalesce(t.expires_at > now(), true)`.execute(db);
  if (!rows[0]) return undefined;
  const { token_id: id, token_name: name, kind, expires_at, scopes, project_ids, ...user } = rows[0];
  return { ...user, token: { id, name, kind, expires_at, scopes, project_ids } };
}

/** Records the use of a token. Among concurrent requests, one writes and none waits. */
export async function touchToken(db: Db, id: string): Promise<void> {
  await sql`
    UPDATE tokens SET last_used_at = now() WHERE id = (
      SELECT id FROM tokens WHERE id = ${id} AND coalesce(last_used_at < now() - interval '1 minute', true) FOR UPDATE SKIP LOCKED
    )`.execute(db);
}

export async function insertToken(
  db: Db,
  token: {
    hash: Buffer;
    kind: TokenKind;
    userId: string;
    signInId?: string;
    name?: string;
    seconds: number;
    notAfter?: Date;
    scopes?: Scope[];
    projectIds?: string[] | null;
  },
): Promise<PersonalToken> {
  const { hash, kind, userId, signInId = null, name = null, seconds, notAfter = null } = token;
  const { scopes = ['admin'], projectIds = null } = token;
  const { rows } = await sql<PersonalToken>`
    INSERT INTO tokens (id, hash, kind, user_id, sign_in_id, name, scopes, project_ids, expires_at)
    VALUES (${newId()}, ${hash}, ${kind}, ${userId}, ${signInId}, ${name}, ${scopes}::text[],
      ${projectIds}::uuid[], least(now() + make_interval(secs => ${seconds}), ${notAfter}::timestamptz))
    RETURNING ${personalColumns}`.execute(db);
  return rows[0] as PersonalToken;
}

/** Marks a refresh token as used. Returns undefined when it is unknown, expired, or was used more than `leeway` seconds ago. */
export async function takeRefreshToken(
  db: Db,
  hash: Buffer,
  { leeway }: { leeway: number },
): Promise<{ userId: string; signInId: string } | undefined> {
  // Waits for a concurrent sign-out, or the sign-out waits for this transaction: see the comment of the table.
  await sql`SELECT 1 FROM sign_ins WHERE id = (SELECT sign_in_id FROM tokens WHERE hash = ${hash}) FOR KEY SHARE`.execute(db);
  const { rows } = await sql<{ userId: string; signInId: string }>`
    UPDATE tokens SET used_at = coalesce(used_at, now())
    WHERE hash = ${hash} AND kind = 'refresh' AND expires_at > now()
      AND (used_at IS NULL OR used_at > clock_timestamp() - make_interval(secs => ${leeway}))
    RETURNING user_id AS "userId", sign_in_id AS "signInId"`.execute(db);
  return rows[0];
}

/** Ends the sign-in of a refresh token with all its tokens; optionally only if the token was used before. */
export async function endSignInOfRefreshToken(db: Db, hash: Buffer, { onlyIfUsed }: { onlyIfUsed: boolean }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM sign_ins WHERE id = (
      SELECT sign_in_id FROM tokens WHERE hash = ${hash} AND kind = 'refresh' AND (used_at IS NOT NULL OR NOT ${onlyIfUsed})
    )`.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes a token by its hash, except refresh tokens. Returns false when it does not exist. */
export async function deleteToken(db: Db, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM tokens WHERE hash = ${hash} AND kind <> 'refresh'`.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes a token with its sign-in. Returns true for an existing token without a sign-in. */
export async function endSignInOfToken(db: Db, id: string): Promise<boolean> {
  await sql`DELETE FROM sign_ins WHERE id = (SELECT sign_in_id FROM tokens WHERE id = ${id})`.execute(db);
  const { numAffectedRows } = await sql`DELETE FROM tokens WHERE id = ${id}`.execute(db);
  return numAffectedRows === 1n;
}

/** Returns the sign-in of a token. Undefined for a token without a sign-in. */
export async function findSignInOfToken(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ sign_in_id: string | null }>`SELECT sign_in_id FROM tokens WHERE id = ${id}`.execute(db);
  return rows[0]?.sign_in_id ?? undefined;
}

export async function endSignIns(db: Db, userId: string): Promise<void> {
  await sql`DELETE FROM sign_ins WHERE user_id = ${userId}`.execute(db);
}

/** Returns the valid personal tokens of a user, newest first. */
export const listPersonalTokens = (db: Db, userId: string, rows: PageRows) =>
  readPage<PersonalToken>(db, {
    columns: personalColumns,
    source: sql`tokens WHERE user_id = ${userId} AND kind = 'personal' AND expires_at > now()`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });

export async function deletePersonalToken(db: Db, userId: string, id: string): Promise<PersonalToken | undefined> {
  const { rows } = await sql<PersonalToken>`
    DELETE FROM tokens WHERE id = ${id} AND user_id = ${userId} AND kind = 'personal' RETURNING ${personalColumns}`.execute(db);
  return rows[0];
}

/** Deletes the personal tokens of a user except the given token. Returns the deleted tokens. */
export async function deleteOtherPersonalTokens(db: Db, userId: string, id: string): Promise<PersonalToken[]> {
  const { rows } = await sql<PersonalToken>`
    DELETE FROM tokens WHERE user_id = ${userId} AND kind = 'personal' AND id <> ${id} RETURNING ${personalColumns}`.execute(db);
  return rows;
}

/** Used refresh tokens are kept until they expire, to detect their reuse. */
export async function deleteExpiredTokens(db: Db): Promise<void> {
  await sql`DELETE FROM tokens WHERE expires_at < now()`.execute(db);
  await sql`
    DELETE FROM sign_ins s WHERE s.created_at < now() - interval '1 day' AND NOT EXISTS (SELECT FROM tokens t WHERE t.sign_in_id = s.id)`.execute(
    db,
  );
}
