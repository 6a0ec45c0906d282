// Checks a real cluster (`npm run check:cluster`): asks all questions over a scratch database on the cluster and over the embedded engine,
// and compares the answers. Leaves nothing behind, also after a failure or Ctrl+C.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { pino } from 'pino';
import { ClickHouseUnavailableError, openClickHouse } from '../../platform/clickhouse/clickhouse.ts';
import { literal, raw, sql } from '../../platform/clickhouse/sql.ts';
import { ConfigError, readConfig } from '../../platform/config/config.ts';
import { startServer } from '../../server.ts';
import { type Comparison, compareInstallations, type Installation } from './comparison.ts';
import { createFixture } from './fixture.ts';
import { QUESTIONS } from './questions.ts';

const USAGE = `Usage: CLICKHOUSE_URL=… EARSHOT_CLICKHOUSE_CLUSTER=… npm run check:cluster -- [--quick] [--people 100] [--seed 1]

  --quick    asks each question once, instead of after each change of the data
  --people   number of people in the fixture
  --seed     seed of the fixture
`;
/** Differences of answers that are printed. */
const MAX_PRINTED = 5;

/** Cleanups, run in reverse order. */
const cleanups: (() => Promise<unknown>)[] = [];
const interruption = new AbortController();
const interrupted = new Promise<never>((_, reject) => {
  interruption.signal.addEventListener('abort', () => reject(new Error('Interrupted')));
});
interrupted.catch(() => {});
// Signals after the first one are ignored, because they would leave the database behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

try {
  process.exitCode = (await Promise.race([check(), interrupted])) ? 0 : 1;
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof ClickHouseUnavailableError || interruption.signal.aborted;
  process.stderr.write(`${isExpected ? (error as Error).message : inspect(error)}\n`);
  process.exitCode = 1;
}
for (const cleanup of cleanups.toReversed())
  await cleanup().catch((error: Error) => {
    process.stderr.write(`Cleanup failed: ${error.message}\n`);
    process.exitCode = 1;
  });
process.exit();

/** Returns whether all answers are equal. */
async function check(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      people: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { CLICKHOUSE_URL: url, EARSHOT_CLICKHOUSE_CLUSTER: cluster } = readConfig(process.env);
  if (!url || !cluster) throw new ConfigError(USAGE);
  const folder = await mkdtemp(join(tmpdir(), 'earshot-check-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const [overCluster, reference] = [
    await startOverCluster({ url, cluster, folder: join(folder, 'cluster') }),
    await start({ EARSHOT_DATA_DIR: join(folder, 'reference') }),
  ];
  const fixture = createFixture({ seed: Number(values.seed), people: Number(values.people), now: Date.now() });
  const comparisons: Comparison[] = [];
  let stage: string | undefined;
  let unequal = 0;
  for await (const comparison of compareInstallations(
    { reference, cluster: overCluster },
    { fixture, questions: QUESTIONS, spread: values.quick },
  )) {
    if (interruption.signal.aborted) return false;
    if (comparison.stage !== stage) process.stdout.write(`${(stage = comparison.stage)} …\n`);
    comparisons.push(comparison);
    if (!comparison.isEqual && ++unequal <= MAX_PRINTED) process.stdout.write(formatDifference(comparison));
  }
  process.stdout.write(`\n${formatTable(comparisons)}`);
  return !unequal;
}

/** Starts a server over a new database on the cluster, which a cleanup drops on all nodes. */
async function startOverCluster({
  url,
  cluster,
  folder,
}: {
  url: string;
  cluster: string;
  folder: string;
}): Promise<Installation> {
  const scratch = `earshot_check_${randomBytes(6).toString('hex')}`;
  const admin = await openClickHouse(readConfig({ CLICKHOUSE_URL: url }));
  const onCluster = sql`${raw(scratch)} ON CLUSTER ${literal(cluster)}`;
  cleanups.push(async () => {
    // SYNC removes the paths of the replicated tables in Keeper as well.
    await admin.command(sql`DROP DATABASE IF EXISTS ${onCluster} SYNC`);
    await admin.close();
    process.stdout.write(`Dropped the database ${scratch}\n`);
  });
  process.stdout.write(`Creates the database ${scratch}\n`);
  await admin.command(sql`CREATE DATABASE ${onCluster}`);
  const address = new URL(url);
  address.pathname = `/${scratch}`;
  return await start({ EARSHOT_DATA_DIR: folder, CLICKHOUSE_URL: address.href, EARSHOT_CLICKHOUSE_CLUSTER: cluster });
}

/** Starts a server with an embedded PostgreSQL. Without `CLICKHOUSE_URL`, ClickHouse is embedded as well. */
async function start(env: Record<string, string>): Promise<Installation> {
  const config = readConfig({
    PORT: '0',
    EARSHOT_THROTTLE: 'off',
    ...env,
  });
  const server = await startServer({ config, log: pino({ level: 'error' }) });
  cleanups.push(server.stop);
  const clickhouse = await openClickHouse(config);
  cleanups.push(clickhouse.close);
  return { url: server.url, db: server.db, clickhouse, cluster: config.EARSHOT_CLICKHOUSE_CLUSTER };
}

function formatDifference({ question, expected, found }: Comparison): string {
  return `  ${question}\n    embedded: ${inspect(expected, { depth: 9 })}\n    cluster:  ${inspect(found, { depth: 9 })}\n`;
}

/** Formats the number of equal and unequal answers by stage. */
function formatTable(comparisons: Comparison[]): string {
  const row = (...cells: unknown[]) =>
    `${String(cells[0]).padEnd(28)}${cells
      .slice(1)
      .map((cell) => String(cell).padStart(9))
      .join('')}\n`;
  const stages = Map.groupBy(comparisons, ({ stage }) => stage);
  const count = (list: Comparison[], isEqual: boolean) => list.filter((one) => one.isEqual === isEqual).length;
  return [
    row('Answers after', 'equal', 'unequal'),
    ...[...stages].map(([stage, list]) => row(stage, count(list, true), count(list, false))),
    row('all', count(comparisons, true), count(comparisons, false)),
  ].join('');
}
