import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';

/** Stores a link for the user of an address, or with null for the first user of the instance. */
export async function insertLink(db: Db, link: { hash: Buffer; email: string | null; minutes: number }): Promise<void> {
  await sql`
    INSERT INTO sign_in_links (hash, email, expires_at)
    VALUES (${link.hash}, ${link.email}, now() + make_interval(mins => ${link.minutes}))`.execute(db);
}

/** Deletes the links for the first user of the instance. */
export async function deleteSetupLinks(tx: Transaction): Promise<void> {
  await sql`DELETE FROM sign_in_links WHERE email IS NULL`.execute(tx);
}

/** Deletes a valid link. Returns the address of its user, or null for the first user of the instance. */
export async function takeLink(db: Db, hash: Buffer): Promise<{ email: string | null } | undefined> {
  const { rows } = await sql<{ email: string | null }>`
    DELETE FROM sign_in_links WHERE hash = ${hash} AND expires_at > now() RETURNING email`.execute(db);
  return rows[0];
}
