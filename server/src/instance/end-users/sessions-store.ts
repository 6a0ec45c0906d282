import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { mailboxKey } from '../../platform/postgres/mailbox.ts';
import {
  type ExportPage,
  listForms,
  mentions,
  type Person,
  unlessMentions,
  withoutMentions,
} from '../../platform/postgres/person.ts';
import type { EndUserSession } from '../projects/caller.ts';
import type { Tables } from '../tables.ts';

type Row = Tables['end_user_sessions'];

export interface NewSession extends Pick<EndUserSession, 'projectId' | 'tokenHash' | 'userId' | 'email' | 'name' | 'avatarUrl'> {
  days: number;
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { projectId, tokenHash, userId, email, name, avatarUrl, days } = session;
  await sql`
    INSERT INTO end_user_sessions (project_id, token_hash, user_id, email, name, avatar_url, expires_at)
    VALUES (${projectId}, ${tokenHash}, ${userId}, ${email}, ${name}, ${avatarUrl}, now() + make_interval(days => ${days}))`.execute(
    db,
  );
}

/** Returns a session of a project, and notes its use once a day. */
export async function findSession(db: Db, projectId: string, tokenHash: Buffer): Promise<EndUserSession | undefined> {
  const { rows } = await sql<Row & { is_stale: boolean }>`
    SELECT *, last_used_at < now() - interval '1 day' AS is_stale FROM end_user_sessions
    WHERE project_id = ${projectId} AND token_hash = ${tokenHash} AND expires_at > now()`.execute(db);
  const [row] = rows;
  if (row?.is_stale)
    await sql`
      UPDATE end_user_sessions SET last_used_at = now() WHERE project_id = ${projectId} AND token_hash = ${tokenHash}`.execute(
      db,
    );
  return row && toSession(row);
}

const toSession = ({ project_id, token_hash, user_id, email, name, avatar_url, has_taken_over }: Row): EndUserSession => ({
  projectId: project_id,
  tokenHash: token_hash,
  userId: user_id,
  email,
  name,
  avatarUrl: avatar_url,
  hasTakenOver: has_taken_over,
});

export async function deleteSession(db: Db, { projectId, tokenHash }: Pick<EndUserSession, 'projectId' | 'tokenHash'>) {
  await sql`DELETE FROM end_user_sessions WHERE project_id = ${projectId} AND token_hash = ${tokenHash}`.execute(db);
}

/** Notes that the browser of a session told its visitor id. Returns false when it has done so before. */
export async function setTakenOver(tx: Transaction, { projectId, tokenHash }: EndUserSession): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE end_user_sessions SET has_taken_over = true
    WHERE project_id = ${projectId} AND token_hash = ${tokenHash} AND NOT has_taken_over`.execute(tx);
  return numAffectedRows === 1n;
}

const isSignedInByCode = (email: string): RawBuilder<unknown> =>
  sql`(user_id IS NULL AND ${mailboxKey(sql`email`)} = ${toMailboxKey(email)})`;

/** Returns the name that the owner of an address entered most recently. */
export async function findName(db: Db, projectId: string, email: string): Promise<string | null> {
  const { rows } = await sql<Pick<Row, 'name'>>`
    SELECT name FROM end_user_sessions
    WHERE project_id = ${projectId} AND ${isSignedInByCode(email)} AND name IS NOT NULL ORDER BY created_at DESC LIMIT 1`.execute(
    db,
  );
  return rows[0]?.name ?? null;
}

/** Sets the name in all sessions of an address that began with a mailed code. */
export async function setName(db: Db, projectId: string, { email, name }: { email: string; name: string | null }) {
  await sql`UPDATE end_user_sessions SET name = ${name} WHERE project_id = ${projectId} AND ${isSignedInByCode(email)}`.execute(
    db,
  );
}

/** Deletes expired sessions of all projects. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await sql`/* all projects */ DELETE FROM end_user_sessions WHERE expires_at <= now()`.execute(db);
}

/** Matches sessions by user id or address. Some products use the address as user id. */
const isOwnedBy = ({ emails, userIds }: Person) =>
  sql`(user_id = ANY(${userIds}::text[]) OR ${mailboxKey(sql`email`)} = ANY(${emails}::text[]) OR lower(user_id) = ANY(${listForms(emails)}::text[]))`;

export async function findPersonSessions(db: Db, projectId: string, person: Person, { limit, offset }: ExportPage) {
  const { rows } = await sql<
    Pick<Row, 'user_id' | 'email' | 'name' | 'avatar_url' | 'created_at' | 'last_used_at' | 'expires_at'>
  >`
    SELECT user_id, email, name, avatar_url, created_at, last_used_at, expires_at FROM end_user_sessions
    WHERE project_id = ${projectId} AND ${isOwnedBy(person)} ORDER BY created_at, token_hash LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows;
}

/**
 * Deletes the sessions and codes of a person, and removes the addresses from names of other people. Returns the number of deleted
 * sessions.
 */
export async function deletePersonSessions(tx: Transaction, projectId: string, person: Person): Promise<number> {
  await sql`DELETE FROM end_user_codes WHERE project_id = ${projectId} AND email = ANY(${person.emails}::text[])`.execute(tx);
  const { numAffectedRows } = await sql`
    DELETE FROM end_user_sessions WHERE project_id = ${projectId} AND ${isOwnedBy(person)}`.execute(tx);
  await sql`
    UPDATE end_user_sessions SET name = ${withoutMentions(sql`name`, person)}, avatar_url = ${unlessMentions(sql`avatar_url`, person)}
    WHERE project_id = ${projectId} AND ${mentions(sql`concat_ws(' ', name, avatar_url)`, person)}`.execute(tx);
  return Number(numAffectedRows);
}

/** Makes sessions by mailed codes sessions of the users to whom their addresses are proven to belong. */
export async function setUserOfSessions(
  tx: Transaction,
  projectId: string,
  joined: { email: string; userId: string }[],
): Promise<void> {
  await sql`
    UPDATE end_user_sessions s SET user_id = given.user_id
    FROM unnest(${joined.map(({ email }) => email)}::text[], ${joined.map(({ userId }) => userId)}::text[]) AS given (email, user_id)
    WHERE s.project_id = ${projectId} AND s.user_id IS NULL AND ${mailboxKey(sql`s.email`)} = given.email`.execute(tx);
}
