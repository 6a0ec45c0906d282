import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import type { Upload } from '../uploads/store.ts';
import type { Import } from './store.ts';

/** Returns the uploads of images by the hash of their source in hexadecimal. */
export async function findImages(
  db: Db,
  projectId: string,
  hashes: string[],
): Promise<Map<string, Pick<Upload, 'id' | 'content_type'>>> {
  if (!hashes.length) return new Map();
  const { rows } = await sql<{ hash: string } & Pick<Upload, 'id' | 'content_type'>>`
    SELECT encode(i.source_hash, 'hex') AS hash, u.id, u.content_type
    FROM import_images i JOIN uploads u ON u.project_id = i.project_id AND u.id = i.upload_id
    WHERE i.project_id = ${projectId} AND i.source_hash = ANY(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`.execute(
    db,
  );
  return new Map(rows.map(({ hash, ...upload }) => [hash, upload]));
}

/** Stores which upload an image has. Another import may have stored the same image at the same time. */
export async function insertImage(
  db: Db,
  { project_id, id }: Pick<Import, 'project_id' | 'id'>,
  { hash, uploadId }: { hash: string; uploadId: string },
): Promise<void> {
  await sql`
    INSERT INTO import_images (project_id, source_hash, upload_id, import_id)
    VALUES (${project_id}, ${Buffer.from(hash, 'hex')}, ${uploadId}, ${id}) ON CONFLICT (project_id, source_hash) DO NOTHING`.execute(
    db,
  );
}

/** Returns the ids of the uploads that an import created. */
export async function listImages(tx: Transaction, { project_id, id }: Pick<Import, 'project_id' | 'id'>): Promise<string[]> {
  const { rows } = await sql<{ upload_id: string }>`
    SELECT upload_id FROM import_images WHERE project_id = ${project_id} AND import_id = ${id}`.execute(tx);
  return rows.map(({ upload_id }) => upload_id);
}
