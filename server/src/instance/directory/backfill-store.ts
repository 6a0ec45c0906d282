import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';

/** Claims a job that runs once. Returns false if it was claimed before, perhaps by another node. */
export async function claimOnce(tx: Transaction, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`INSERT INTO one_time_jobs (name) VALUES (${name}) ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

export async function listProjectIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM projects ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}
