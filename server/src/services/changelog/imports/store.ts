import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { columns, type Entry } from '../store.ts';

/** An entry with the words that find it. */
export type SearchedEntry = Entry & { lexemes: string[] };

/** Returns the entries with these external ids, and locks them within a transaction. */
export async function findByExternalIds(db: Db, projectId: string, externalIds: string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM changelog_entries e WHERE e.project_id = ${projectId} AND e.external_id = ANY(${externalIds}::text[])
    ${db.isTransaction ? sql`ORDER BY e.id FOR UPDATE` : sql``}`.execute(db);
  return rows;
}

/** Returns the slugs that entries have. */
export async function findTakenSlugs(db: Db, projectId: string, slugs: string[]): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    SELECT slug FROM changelog_entries WHERE project_id = ${projectId} AND slug = ANY(${slugs}::text[])`.execute(db);
  return rows.map(({ slug }) => slug);
}

/** Returns the slugs of published entries. */
export async function findPublishedSlugs(db: Db, projectId: string, ids: string[]): Promise<Pick<Entry, 'id' | 'slug'>[]> {
  const { rows } = await sql<Pick<Entry, 'id' | 'slug'>>`
    SELECT id, slug FROM changelog_entries
    WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[]) AND status = 'published'`.execute(db);
  return rows;
}

const given = (
  entries: SearchedEntry[],
) => sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS g (id uuid, title text, slug text,
  content text, content_html text, version text, type text, tags text[], status text, published_at timestamptz, scheduled_at timestamptz,
  feedback_ids uuid[], lexemes text[], created_at timestamptz, updated_at timestamptz, external_id text)`;

/** Inserts entries whose slug is free, and returns their ids. */
export async function insertEntries(
  tx: Transaction,
  { projectId, importId }: { projectId: string; importId: string | null },
  entries: SearchedEntry[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO changelog_entries (project_id, id, title, slug, content, content_html, version, type, tags, status, published_at,
      scheduled_at, feedback_ids, search, created_at, updated_at, external_id, import_id)
    SELECT ${projectId}, id, title, slug, content, content_html, version, type, tags, status, published_at, scheduled_at, feedback_ids,
      array_to_tsvector(lexemes), created_at, updated_at, external_id, ${importId}::uuid
    FROM ${given(entries)}
    ON CONFLICT (project_id, slug) DO NOTHING RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function updateEntries(tx: Transaction, projectId: string, entries: SearchedEntry[]): Promise<void> {
  await sql`
    UPDATE changelog_entries e SET title = g.title, slug = g.slug, content = g.content, content_html = g.content_html,
      version = g.version, type = g.type, tags = g.tags, status = g.status, published_at = g.published_at, scheduled_at = g.scheduled_at,
      feedback_ids = g.feedback_ids, search = array_to_tsvector(g.lexemes), created_at = g.created_at, updated_at = g.updated_at
    FROM ${given(entries)} WHERE e.project_id = ${projectId} AND e.id = g.id`.execute(tx);
}

/** Deletes entries that an import created, and returns their ids. */
export async function deleteImported(tx: Transaction, projectId: string, importId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM changelog_entries WHERE project_id = ${projectId} AND import_id = ${importId} ORDER BY id LIMIT ${limit} FOR UPDATE
    )
    DELETE FROM changelog_entries e USING chosen WHERE e.project_id = ${projectId} AND e.id = chosen.id RETURNING e.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
