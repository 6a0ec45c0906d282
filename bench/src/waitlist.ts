// Measures a waitlist of 1,000,000 people, of whom one of five was referred: query plan and time of a position, joins, and an export in
// constant memory. The argument is the number of people in thousands: `npm run -w bench waitlist -- 1000`.
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import pg from 'pg';
import { startEmbeddedPostgres } from '@earshot/server/platform/postgres/embedded';
import { startServerProcess } from '@earshot/server/testing/process';
import { createToken, load, printLine, startEarshot, withFolder } from './measure.ts';
import { fillWaitlist } from './seeding.ts';

const ENTRIES = Number(process.argv[2] ?? 1_000) * 1_000;
const REFERRALS = ENTRIES / 5;
const CONNECTIONS = 10;
/** Too small for an export that keeps its rows in memory. */
const HEAP_MB = 128;

const residentMb = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

await withFolder(async (folder) => {
  const first = await startEarshot(folder);
  await first.end('SIGTERM');
  await fill(folder);

  const earshot = await startServerProcess({ EARSHOT_DATA_DIR: folder, EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'warn' }, [
    `--max-old-space-size=${HEAP_MB}`,
  ]);
  try {
    const headers = { 'x-project-key': first.key, 'content-type': 'application/json' };
    const waitlist = `${earshot.url}/v1/waitlist`;

    const code = () => `code${1 + Math.floor(Math.random() * ENTRIES)}`;
    const position = await load({
      url: waitlist,
      connections: CONNECTIONS,
      duration: 5,
      requests: [{ headers, setupRequest: (request) => ({ ...request, path: `/v1/waitlist/position?referral_code=${code()}` }) }],
    });
    printLine(
      `position: ${position.requestsPerSecond.toFixed(0)}/s, p50 ${position.p50Ms} ms, p99 ${position.p99Ms} ms on ${CONNECTIONS} connections`,
    );

    let people = 0;
    const join = await load({
      url: waitlist,
      duration: 5,
      requests: [
        {
          method: 'POST',
          headers,
          setupRequest: (request) => ({
            ...request,
            body: JSON.stringify({ email: `new-${people++}@example.org`, referral_code: code() }),
          }),
        },
      ],
    });
    printLine(`join by a referral: ${join.requestsPerSecond.toFixed(0)}/s, p50 ${join.p50Ms} ms, p99 ${join.p99Ms} ms`);

    const token = createToken({ EARSHOT_DATA_DIR: folder });
    const before = residentMb(earshot.child.pid ?? 0);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, residentMb(earshot.child.pid ?? 0))), 100);
    const begin = performance.now();
    const answer = await fetch(`${waitlist}/export.csv`, { headers: { ...headers, authorization: `Bearer ${token}` } });
    let bytes = 0;
    let lines = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
    }
    clearInterval(watch);
    const seconds = (performance.now() - begin) / 1000;
    printLine(
      `export: ${lines - 1} rows, ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s; resident memory ${before} MB before, ${most} MB at most, with a heap of ${HEAP_MB} MB`,
    );
  } finally {
    await earshot.end('SIGTERM');
  }
});

/** Fills the waitlist of the first project, and prints the query plan of a position. No Earshot may run on the folder. */
async function fill(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: pino({ level: 'warn' }) });
  const db = new pg.Client({ ...postgres.connection });
  await db.connect();
  try {
    const { rows } = await db.query<{ id: string }>('SELECT id FROM projects LIMIT 1');
    const project = rows[0]?.id ?? '';
    console.log(`seeding ${ENTRIES} entries`);
    const referrals = await fillWaitlist(db, project, ENTRIES);
    if (referrals !== REFERRALS) throw new Error(`${referrals} referrals`);

    const rank = Math.round(ENTRIES * 0.73);
    const { rows: plan } = await db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF)
       WITH before AS MATERIALIZED (
         SELECT bucket, sum(count) OVER (ORDER BY bucket) - count AS people FROM waitlist_rank_buckets
         WHERE project_id = $1 AND bucket <= $2::int >> 10
       )
       SELECT p.rank, (before.people + within.people)::int AS position
       FROM unnest(ARRAY[$2::int]) AS p (rank)
       JOIN before ON before.bucket = p.rank >> 10
       CROSS JOIN LATERAL (
         SELECT count(*) AS people FROM waitlist_entries e
         WHERE e.project_id = $1 AND e.status = 'waiting' AND e.rank >= before.bucket << 10 AND e.rank <= p.rank
       ) within`,
      [project, rank],
    );
    for (const line of plan) printLine(line['QUERY PLAN']);
  } finally {
    await db.end();
    await postgres.stop();
  }
}
