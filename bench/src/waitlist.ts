// Measures a waitlist of 1,000,000 people with 200,000 referrals: query plan and time of a position, joins, and an export in constant memory.
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/postgres/embedded.ts';
import { startServerProcess } from '../../server/src/testing/process.ts';
import { createToken, load, printLine, withFolder } from './measure.ts';
import { fillWaitlist } from './seeding.ts';

const ENTRIES = 1_000_000;
const REFERRALS = 200_000;
const CONNECTIONS = 10;
/** Too small for an export that keeps its rows in memory. */
const HEAP_MB = 128;

const residentMb = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

await withFolder(async (dataDir) => {
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) });
  const { host, port, user } = postgres.connection;
  const DATABASE_URL = `postgresql://${user}@/${postgres.connection.database ?? 'postgres'}?host=${encodeURIComponent(host ?? '')}&port=${port}`;
  const env = { DATABASE_URL, EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'warn' };
  const earshot = await startServerProcess(env, [`--max-old-space-size=${HEAP_MB}`]);
  const db = new pg.Client({ ...postgres.connection });
  await db.connect();
  try {
    const { rows } = await db.query<{ id: string }>('SELECT id FROM projects LIMIT 1');
    const project = rows[0]?.id ?? '';
    console.log(`seeding ${ENTRIES} entries`);
    const referrals = await fillWaitlist(db, project, ENTRIES);
    if (referrals !== REFERRALS) throw new Error(`${referrals} referrals`);
    const headers = { 'x-project-key': earshot.key, 'content-type': 'application/json' };
    const waitlist = `${earshot.url}/v1/waitlist`;

    const place = Math.round(ENTRIES * 0.73);
    const { rows: plan } = await db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF)
       WITH before AS MATERIALIZED (
         SELECT stretch, sum(count) OVER (ORDER BY stretch) - count AS people FROM waitlist_stretches
         WHERE project_id = $1 AND stretch <= $2::int >> 10
       )
       SELECT p.place, (before.people + within.people)::int AS position
       FROM unnest(ARRAY[$2::int]) AS p (place)
       JOIN before ON before.stretch = p.place >> 10
       CROSS JOIN LATERAL (
         SELECT count(*) AS people FROM waitlist_entries e
         WHERE e.project_id = $1 AND e.status = 'waiting' AND e.place >= before.stretch << 10 AND e.place <= p.place
       ) within`,
      [project, place],
    );
    for (const line of plan) printLine(line['QUERY PLAN']);

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

    const token = createToken({ DATABASE_URL });
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
    await db.end();
    await earshot.end('SIGTERM');
    await postgres.stop();
  }
});
