import { truncate } from '@earshot/contract/shared/text';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { ascending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';

export interface Annotation extends Pick<
  Tables['analytics_annotations'],
  'id' | 'project_id' | 'time' | 'text' | 'url' | 'changelog_entry_id' | 'created_at' | 'updated_at'
> {}

/** Returns annotations within a period, in order of their time. */
export const listAnnotations = (db: Db, projectId: string, { from, to, ...rows }: { from: Date; to: Date } & PageRows) =>
  readPage<Annotation>(db, {
    columns: sql`analytics_annotations.*`,
    source: sql`analytics_annotations WHERE project_id = ${projectId} AND time >= ${from} AND time < ${to}`,
    order: ascending(timeKey(sql`time`), uuidKey(sql`id`)),
    rows,
  });

export async function findAnnotationProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM analytics_annotations WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

export async function insertAnnotation(
  db: Db,
  projectId: string,
  id: string,
  { time, text }: { time: Date; text: string },
): Promise<Annotation> {
  const { rows } = await sql<Annotation>`
    INSERT INTO analytics_annotations (project_id, id, time, text) VALUES (${projectId}, ${id}, ${time}, ${text}) RETURNING *`.execute(
    db,
  );
  return rows[0] as Annotation;
}

/** Characters. */
const MAX_TEXT_LENGTH = 300;

/** Creates or updates the annotations of publications. Can be repeated for the same ones. */
export async function annotatePublications(
  db: Db,
  projectId: string,
  publications: { time: Date; text: string; url: string; entryId: string }[],
): Promise<void> {
  const given = publications.map(({ text, entryId, ...publication }) => ({
    ...publication,
    id: newId(),
    text: truncate(text, MAX_TEXT_LENGTH),
    entry_id: entryId,
  }));
  await sql`
    INSERT INTO analytics_annotations (project_id, id, time, text, url, changelog_entry_id)
    SELECT p.id, g.id, g.time, g.text, g.url, g.entry_id FROM projects p
    CROSS JOIN jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g (id uuid, time timestamptz, text text, url text, entry_id uuid)
    WHERE p.id = ${projectId}
    ON CONFLICT (project_id, changelog_entry_id) DO UPDATE
    SET time = excluded.time, text = excluded.text, url = excluded.url, updated_at = now()`.execute(db);
}

/** Deletes the annotations of changelog entries. */
export async function deletePublications(db: Db, projectId: string, entryIds: string[]): Promise<void> {
  await sql`
    DELETE FROM analytics_annotations WHERE project_id = ${projectId} AND changelog_entry_id = ANY(${entryIds}::uuid[])`.execute(
    db,
  );
}

export async function updateAnnotation(
  db: Db,
  projectId: string,
  id: string,
  { time, text }: { time?: Date; text?: string },
): Promise<Annotation | undefined> {
  const { rows } = await sql<Annotation>`
    UPDATE analytics_annotations SET time = coalesce(${time ?? null}, time), text = coalesce(${text ?? null}, text), updated_at = now()
    WHERE project_id = ${projectId} AND id = ${id} RETURNING *`.execute(db);
  return rows[0];
}

export async function deleteAnnotation(db: Db, projectId: string, id: string): Promise<{ text: string } | undefined> {
  const { rows } = await sql<{ text: string }>`
    DELETE FROM analytics_annotations WHERE project_id = ${projectId} AND id = ${id} RETURNING text`.execute(db);
  return rows[0];
}
