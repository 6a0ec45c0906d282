import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';

export interface Avatar {
  id: string;
  content_type: string;
  image: Buffer;
}

/** Stores the avatar of a user in place of an earlier one. */
export async function saveAvatar(tx: Transaction, userId: string, { id, content_type, image }: Avatar): Promise<void> {
  await sql`
    INSERT INTO user_avatars (user_id, id, content_type, image) VALUES (${userId}, ${id}, ${content_type}, ${image})
    ON CONFLICT (user_id) DO UPDATE
      SET id = excluded.id, content_type = excluded.content_type, image = excluded.image, created_at = now()`.execute(tx);
}

export async function deleteAvatar(tx: Transaction, userId: string): Promise<void> {
  await sql`DELETE FROM user_avatars WHERE user_id = ${userId}`.execute(tx);
}

export async function findAvatar(db: Db, id: string): Promise<Avatar | undefined> {
  const { rows } = await sql<Avatar>`SELECT id, content_type, image FROM user_avatars WHERE id = ${id}`.execute(db);
  return rows[0];
}
