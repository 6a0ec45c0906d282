import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createReplication } from '@earshot/server/testing/replication';

const UNFINISHED = `
  (SELECT FROM analytics_inbox LIMIT 1) UNION ALL (SELECT FROM analytics_batches LIMIT 1) UNION ALL
  (SELECT FROM pgboss.job WHERE state < 'completed' AND start_after < now() LIMIT 1)`;

/** Starts the databases that nodes share, each in processes of their own. `cleanups` stop them. */
export async function startBackends(cleanups: AsyncDisposableStack) {
  const replication = await createReplication();
  cleanups.defer(() => replication.stop());
  const { primary, folder } = replication;
  const [postgresPid] = readFileSync(join(folder, 'primary', 'postmaster.pid'), 'utf8').split('\n');
  const clickhouse = spawn(process.execPath, [fileURLToPath(new URL('clickhouse.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.defer(async () => {
    const ended = once(clickhouse, 'exit');
    clickhouse.kill();
    await ended;
  });
  const [address] = (await once(clickhouse.stdout, 'data')) as [Buffer];
  return {
    /** Settings of each node. */
    settings: { DATABASE_URL: primary.url, CLICKHOUSE_URL: `${address.toString().trim()}/earshot` },
    pids: { PostgreSQL: [Number(postgresPid)], ClickHouse: [clickhouse.pid as number] },
    /** Returns the bytes of the write-ahead log since its beginning, and of the database. */
    readBytes: async (): Promise<{ wal: number; size: number }> => {
      const [row] = await primary.query<{ wal: number; size: number }>(
        `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal, pg_database_size('earshot')::float8 AS size`,
      );
      return row ?? { wal: 0, size: 0 };
    },
    /** Waits until all accepted events are in ClickHouse, and jobs that are due are done. */
    drain: async (): Promise<void> => {
      while ((await primary.query(UNFINISHED)).length) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
}
