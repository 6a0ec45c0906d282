import { sql } from 'kysely';
import type { Db } from '../../postgres/database.ts';

// Days are counted from 1970 on.

const dateOf = (day: number) => sql`('1970-01-01'::date + ${day}::int)`;

/** The first node of a day makes its salt. */
export async function insertSalt(db: Db, day: number, salt: Buffer): Promise<void> {
  await sql`INSERT INTO analytics_salts (day, salt) VALUES (${dateOf(day)}, ${salt}) ON CONFLICT DO NOTHING`.execute(db);
}

/** Salts in hexadecimal by day, from one day on. */
export async function findSalts(db: Db, from: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ day: number; salt: string }>`
    SELECT day - '1970-01-01'::date AS day, encode(salt, 'hex') AS salt FROM analytics_salts WHERE day >= ${dateOf(from)}`.execute(
    db,
  );
  return new Map(rows.map(({ day, salt }) => [day, salt]));
}

export async function removeSaltsBefore(db: Db, day: number): Promise<void> {
  await sql`DELETE FROM analytics_salts WHERE day < ${dateOf(day)}`.execute(db);
}
