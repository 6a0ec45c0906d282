import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, uuidKey } from '../../platform/postgres/paging.ts';
import type { ImageType } from './images.ts';
import type { Tables } from '../tables.ts';

export interface Upload extends Pick<
  Tables['uploads'],
  'project_id' | 'id' | 'content_type' | 'width' | 'height' | 'size' | 'created_at'
> {
  content_type: ImageType;
}

export async function insertUpload(db: Db, upload: Upload): Promise<void> {
  await sql`
    INSERT INTO uploads (project_id, id, content_type, width, height, size, created_at)
    VALUES (${upload.project_id}, ${upload.id}, ${upload.content_type}, ${upload.width}, ${upload.height}, ${upload.size},
      ${upload.created_at})`.execute(db);
}

/** Updates the description of the image of an upload. */
export async function updateUpload(
  tx: Transaction,
  projectId: string,
  upload: Omit<Upload, 'project_id' | 'created_at'>,
): Promise<void> {
  await sql`
    UPDATE uploads SET content_type = ${upload.content_type}, width = ${upload.width}, height = ${upload.height}, size = ${upload.size}
    WHERE project_id = ${projectId} AND id = ${upload.id}`.execute(tx);
}

/** Looks an upload up by id only: image requests name no project. */
export async function findUpload(db: Db, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`/* all projects */ SELECT * FROM uploads WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Returns uploads, latest first. */
export const listUploads = (db: Db, projectId: string, rows: PageRows) =>
  readPage<Upload>(db, {
    columns: sql`uploads.*`,
    source: sql`uploads WHERE project_id = ${projectId}`,
    order: descending(uuidKey(sql`id`)),
    rows,
  });

/** Returns the images of a project. */
export async function listAllUploads(db: Db, projectId: string): Promise<Pick<Upload, 'id' | 'content_type'>[]> {
  const { rows } = await sql<Pick<Upload, 'id' | 'content_type'>>`
    SELECT id, content_type FROM uploads WHERE project_id = ${projectId} ORDER BY id`.execute(db);
  return rows;
}

/** Returns the next uploads older than `hours` hours, grouped by project, so that mentions are looked up once per batch. */
export async function listOld(
  db: Db,
  { hours, after, limit }: { hours: number; after: Pick<Upload, 'project_id' | 'id'>; limit: number },
): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    /* all projects */ SELECT * FROM uploads
    WHERE created_at < now() - make_interval(hours => ${hours}) AND (project_id, id) > (${after.project_id}::uuid, ${after.id}::uuid)
    ORDER BY project_id, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** @returns the number of deleted uploads */
export async function deleteUploads(tx: Transaction | Db, projectId: string, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM uploads WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Deletes uploads and returns them. */
export async function takeUploads(tx: Transaction, projectId: string, ids: string[]): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    DELETE FROM uploads WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[]) RETURNING *`.execute(tx);
  return rows;
}

/** Deletes all uploads of a project but some, and returns them. */
export async function takeAllUploads(tx: Transaction, projectId: string, keptIds: string[]): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    DELETE FROM uploads WHERE project_id = ${projectId} AND NOT id = ANY(${keptIds}::uuid[]) RETURNING *`.execute(tx);
  return rows;
}

/** Returns the given ids that exist. */
export async function findKnownIds(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`/* all projects */ SELECT id FROM uploads WHERE id = ANY(${ids}::uuid[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
