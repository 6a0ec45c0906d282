import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export interface Share extends Pick<
  Tables['analytics_shares'],
  | 'id'
  | 'project_id'
  | 'name'
  | 'link'
  | 'password_hash'
  | 'segment_id'
  | 'embed'
  | 'last_opened_at'
  | 'created_at'
  | 'updated_at'
> {}

type Fields = Pick<Share, 'name' | 'password_hash' | 'segment_id' | 'embed'>;

export async function listShares(db: Db, projectId: string): Promise<Share[]> {
  const { rows } = await sql<Share>`
    SELECT * FROM analytics_shares WHERE project_id = ${projectId} ORDER BY created_at, id`.execute(db);
  return rows;
}

export async function lockShare(tx: Db, projectId: string, id: string): Promise<Share | undefined> {
  const { rows } = await sql<Share>`
    SELECT * FROM analytics_shares WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

export async function findShareProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM analytics_shares WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns a shared link with its segment. Without a project: the link itself is the credential. */
export async function findShareByLink(db: Db, link: string) {
  const { rows } = await sql<Share & { segment_name: string | null; filters: string[] | null }>`
    /* all projects */ SELECT h.*, s.name AS segment_name, s.filters FROM analytics_shares h
    LEFT JOIN analytics_segments s ON s.project_id = h.project_id AND s.id = h.segment_id
    WHERE h.link = ${link}`.execute(db);
  return rows[0];
}

export async function insertShare(
  db: Db,
  projectId: string,
  id: string,
  { name, link, password_hash, segment_id, embed }: Fields & { link: string },
): Promise<Share> {
  const { rows } = await sql<Share>`
    INSERT INTO analytics_shares (project_id, id, name, link, password_hash, segment_id, embed)
    VALUES (${projectId}, ${id}, ${name}, ${link}, ${password_hash}, ${segment_id}, ${embed}) RETURNING *`.execute(db);
  return rows[0] as Share;
}

export async function updateShare(
  db: Db,
  projectId: string,
  id: string,
  { name, password_hash, segment_id, embed }: Fields,
): Promise<Share | undefined> {
  const { rows } = await sql<Share>`
    UPDATE analytics_shares
    SET name = ${name}, password_hash = ${password_hash}, segment_id = ${segment_id}, embed = ${embed}, updated_at = now(),
      wrong_passwords = CASE WHEN password_hash IS DISTINCT FROM ${password_hash} THEN 0 ELSE wrong_passwords END
    WHERE project_id = ${projectId} AND id = ${id} RETURNING *`.execute(db);
  return rows[0];
}

const isRecent = (seconds: number) => sql`coalesce(wrong_since > now() - make_interval(secs => ${seconds}), false)`;

/**
 * Counts an attempt before the password is checked, so that concurrent attempts can't exceed the maximum. Returns the seconds to wait if
 * the link had `max` wrong attempts within `seconds` of the first one.
 */
export async function countPasswordTry(
  db: Db,
  { project_id, id }: Share,
  { max, seconds }: { max: number; seconds: number },
): Promise<number | undefined> {
  const { numAffectedRows } = await sql`
    UPDATE analytics_shares
    SET wrong_passwords = CASE WHEN ${isRecent(seconds)} THEN wrong_passwords + 1 ELSE 1 END,
      wrong_since = CASE WHEN ${isRecent(seconds)} THEN wrong_since ELSE now() END
    WHERE project_id = ${project_id} AND id = ${id} AND (wrong_passwords < ${max} OR NOT ${isRecent(seconds)})`.execute(db);
  if (numAffectedRows) return undefined;
  const { rows } = await sql<{ wait: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM wrong_since - now()) + ${seconds}))::int AS wait
    FROM analytics_shares WHERE project_id = ${project_id} AND id = ${id}`.execute(db);
  return rows[0]?.wait ?? 1;
}

/** Reverts the count of an attempt with the right password. */
export async function uncountPasswordTry(db: Db, { project_id, id }: Share): Promise<void> {
  await sql`
    UPDATE analytics_shares SET wrong_passwords = greatest(wrong_passwords - 1, 0)
    WHERE project_id = ${project_id} AND id = ${id}`.execute(db);
}

export async function touchShare(db: Db, projectId: string, id: string): Promise<void> {
  await sql`
    UPDATE analytics_shares SET last_opened_at = now() WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
}

export async function deleteShare(db: Db, projectId: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM analytics_shares WHERE project_id = ${projectId} AND id = ${id} RETURNING name`.execute(db);
  return rows[0];
}
