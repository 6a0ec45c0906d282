import { sql } from 'kysely';
import type { Db } from '../postgres/database.ts';

/** The first node of a day makes its salt. */
export async function insertSalt(db: Db, day: string, salt: Buffer): Promise<void> {
  await sql`INSERT INTO analytics_salts (day, salt) VALUES (${day}::date, ${salt}) ON CONFLICT DO NOTHING`.execute(db);
}

/** Salts by day, from one day on. */
export async function findSalts(db: Db, from: string): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ day: string; salt: Buffer }>`
    SELECT day::text, salt FROM analytics_salts WHERE day >= ${from}::date`.execute(db);
  return new Map(rows.map(({ day, salt }) => [day, salt]));
}

export async function removeSaltsBefore(db: Db, day: string): Promise<void> {
  await sql`DELETE FROM analytics_salts WHERE day < ${day}::date`.execute(db);
}
