import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** Days are numbers of days since 1970. */
const toDate = (day: number) => sql`('1970-01-01'::date + ${day}::int)`;

/** Stores the salt of a day, unless another node has stored one. */
export async function insertSalt(db: Db, day: number, salt: Buffer): Promise<void> {
  await sql`INSERT INTO analytics_salts (day, salt) VALUES (${toDate(day)}, ${salt}) ON CONFLICT DO NOTHING`.execute(db);
}

/** Returns the salts, in hexadecimal, by day, from the given day. */
export async function findSalts(db: Db, from: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ day: number; salt: string }>`
    SELECT day - '1970-01-01'::date AS day, encode(salt, 'hex') AS salt FROM analytics_salts WHERE day >= ${toDate(from)}`.execute(
    db,
  );
  return new Map(rows.map(({ day, salt }) => [day, salt]));
}

export async function removeSaltsBefore(db: Db, day: number): Promise<void> {
  await sql`DELETE FROM analytics_salts WHERE day < ${toDate(day)}`.execute(db);
}
