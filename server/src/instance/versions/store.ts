import { sql } from 'kysely';
import { UPLOAD_ID } from '../../platform/ids.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';

export interface Version extends Pick<
  Tables['content_versions'],
  | 'project_id'
  | 'content_id'
  | 'id'
  | 'index_id'
  | 'title'
  | 'content'
  | 'actor_id'
  | 'actor_is_service_account'
  | 'actor_name'
  | 'created_at'
  | 'updated_at'
> {}

export interface ContentKey {
  project_id: string;
  /** Id of the changelog entry or document. */
  content_id: string;
}

const summary = sql`project_id, content_id, id, title, actor_id, actor_is_service_account, actor_name, created_at, updated_at`;
const ofContent = ({ project_id, content_id }: ContentKey) => sql`project_id = ${project_id} AND content_id = ${content_id}`;

/** Returns versions without their content, newest first. */
export const listVersions = (db: Db, key: ContentKey, rows: PageRows) =>
  readPage<Omit<Version, 'content' | 'index_id'>>(db, {
    columns: summary,
    source: sql`content_versions WHERE ${ofContent(key)}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });

export async function findVersion(db: Db, key: ContentKey, id: string): Promise<Omit<Version, 'index_id'> | undefined> {
  const { rows } = await sql<Omit<Version, 'index_id'>>`
    SELECT ${summary}, content FROM content_versions WHERE ${ofContent(key)} AND id = ${id}`.execute(db);
  return rows[0];
}

export async function findNewestVersion(
  tx: Transaction,
  key: ContentKey,
): Promise<Pick<Version, 'id' | 'actor_id' | 'created_at'> | undefined> {
  const { rows } = await sql<Pick<Version, 'id' | 'actor_id' | 'created_at'>>`
    SELECT id, actor_id, created_at FROM content_versions WHERE ${ofContent(key)}
    ORDER BY created_at DESC, id DESC LIMIT 1`.execute(tx);
  return rows[0];
}

export async function insertVersion(tx: Transaction, version: Version): Promise<void> {
  await sql`
    INSERT INTO content_versions (project_id, content_id, id, index_id, title, content, actor_id, actor_is_service_account, actor_name,
      created_at, updated_at)
    VALUES (${version.project_id}, ${version.content_id}, ${version.id}, ${version.index_id}, ${version.title}, ${version.content},
      ${version.actor_id}, ${version.actor_is_service_account}, ${version.actor_name}, ${version.created_at},
      ${version.updated_at})`.execute(tx);
}

export async function updateVersion(
  tx: Transaction,
  { project_id, id, title, content, updated_at }: Pick<Version, 'project_id' | 'id' | 'title' | 'content' | 'updated_at'>,
): Promise<void> {
  await sql`
    UPDATE content_versions SET title = ${title}, content = ${content}, updated_at = ${updated_at}
    WHERE project_id = ${project_id} AND id = ${id}`.execute(tx);
}

/** Deletes the oldest versions beyond a number or a total size in bytes. The newest one remains. */
export async function deleteOldVersions(
  tx: Transaction,
  key: ContentKey,
  { maxCount, maxBytes }: { maxCount: number; maxBytes: number },
): Promise<void> {
  await sql`
    DELETE FROM content_versions WHERE project_id = ${key.project_id} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest_first AS position, sum(octet_length(content)) OVER newest_first AS bytes
        FROM content_versions WHERE ${ofContent(key)}
        WINDOW newest_first AS (ORDER BY created_at DESC, id DESC)
      ) AS sized WHERE position > 1 AND (position > ${maxCount} OR bytes > ${maxBytes})
    )`.execute(tx);
}

/** Deletes the versions of texts that are deleted. */
export async function deleteVersions(tx: Transaction, projectId: string, contentIds: string[]): Promise<void> {
  await sql`DELETE FROM content_versions WHERE project_id = ${projectId} AND content_id = ANY(${contentIds}::uuid[])`.execute(tx);
}

/** Returns the given uploads that versions mention, which can be restored. */
export async function findMentionedUploads(db: Db, projectId: string, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT mention[1] AS name
    FROM content_versions AS v, regexp_matches(v.content, ${UPLOAD_ID}, 'g') AS mention
    WHERE v.project_id = ${projectId} AND strpos(v.content, 'upl_') > 0 AND mention[1] = ANY(${names}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}
