import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';

/** The client of a sign-in. Null for what the request did not reveal. */
export interface SessionClient {
  browser: string | null;
  os: string | null;
  /** ISO 3166-1 code. */
  country: string | null;
  /** Name that a program gave itself. */
  program: string | null;
}

export interface ActiveSession extends SessionClient {
  id: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  is_current: boolean;
}

export async function insertSignIn(
  db: Db,
  { id, userId, client }: { id: string; userId: string; client: SessionClient },
): Promise<void> {
  await sql`
    INSERT INTO sign_ins (id, user_id, browser, os, country, program)
    VALUES (${id}, ${userId}, ${client.browser}, ${client.os}, ${client.country}, ${client.program})`.execute(db);
}

/**
 * Returns the sign-ins of a user that can still be used, newest first. The last use is that of the tokens of the sign-in, so that
 * requests write nothing for this list. Expired access tokens are deleted: then it is the time of the last refresh.
 */
export const listSessions = (db: Db, { userId, tokenId }: { userId: string; tokenId: string }, rows: PageRows) =>
  readPage<ActiveSession>(db, {
    columns: sql`s.id, s.browser, s.os, s.country, s.program, s.created_at, t.last_used_at, t.expires_at, t.is_current`,
    source: sql`sign_ins s CROSS JOIN LATERAL (
        SELECT max(greatest(created_at, last_used_at, used_at)) AS last_used_at, bool_or(id = ${tokenId}) AS is_current,
          max(expires_at) FILTER (WHERE used_at IS NULL) AS expires_at
        FROM tokens WHERE sign_in_id = s.id
      ) t WHERE s.user_id = ${userId} AND t.expires_at > now()`,
    order: descending(timeKey(sql`s.created_at`), uuidKey(sql`s.id`)),
    rows,
  });

/** Ends a sign-in of a user with all its tokens. Returns undefined when the user has no such sign-in. */
export async function endSession(db: Db, userId: string, id: string): Promise<{ program: string | null } | undefined> {
  const { rows } = await sql<{ program: string | null }>`
    DELETE FROM sign_ins WHERE id = ${id} AND user_id = ${userId} RETURNING program`.execute(db);
  return rows[0];
}

/** Ends all sign-ins of a user except the one of a token, and those that a program or a page is about to begin. */
export async function endOtherSessions(tx: Transaction, userId: string, tokenId: string): Promise<void> {
  await sql`
    DELETE FROM sign_ins
    WHERE user_id = ${userId} AND id IS DISTINCT FROM (SELECT sign_in_id FROM tokens WHERE id = ${tokenId})`.execute(tx);
  await sql`DELETE FROM authorization_codes WHERE user_id = ${userId} AND sign_in_id IS NULL`.execute(tx);
  await sql`DELETE FROM device_authorizations WHERE user_id = ${userId}`.execute(tx);
}
