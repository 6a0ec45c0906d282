import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Tables } from '../../tables.ts';

export interface BackupStatus extends Pick<Tables['backup_status'], 'attempted_at' | 'error' | 'succeeded_at'> {
  /** Error of the last attempt; null after a success. */
  error: string | null;
  /** The last success; null before the first one. */
  succeeded_at: Date | null;
  bytes: number | null;
  duration_ms: number | null;
}

/** Returns the last scheduled backup of all nodes; undefined before the first one. */
export async function findStatus(db: Db): Promise<BackupStatus | undefined> {
  const { rows } = await sql<BackupStatus>`
    SELECT attempted_at, error, succeeded_at, bytes::float8, duration_ms::float8 FROM backup_status`.execute(db);
  return rows[0];
}

export async function recordSuccess(
  db: Db,
  { attempted_at, name, bytes, duration_ms }: { attempted_at: Date; name: string; bytes: number; duration_ms: number },
): Promise<void> {
  await sql`
    INSERT INTO backup_status (attempted_at, succeeded_at, name, bytes, duration_ms)
    VALUES (${attempted_at}, now(), ${name}, ${bytes}, ${duration_ms})
    ON CONFLICT (is_only) DO UPDATE SET attempted_at = excluded.attempted_at, error = NULL, succeeded_at = excluded.succeeded_at,
      name = excluded.name, bytes = excluded.bytes, duration_ms = excluded.duration_ms`.execute(db);
}

/** Records a failed attempt. The last success remains. */
export async function recordFailure(db: Db, { attempted_at, error }: { attempted_at: Date; error: string }): Promise<void> {
  await sql`
    INSERT INTO backup_status (attempted_at, error) VALUES (${attempted_at}, ${error})
    ON CONFLICT (is_only) DO UPDATE SET attempted_at = excluded.attempted_at, error = excluded.error`.execute(db);
}
