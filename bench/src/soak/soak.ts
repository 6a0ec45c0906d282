// Sends mixed traffic at half of the capacity for minutes: events, submissions, votes, lists, searches, dashboards and waitlist entries, with
// webhook endpoints that are fast, slow and dead, and mails to a local SMTP server. The capacity is measured first, with as many requests
// as Earshot answers. Records memory, event-loop delay, dead rows, open files, lag and errors, also as a chart (SVG) next to the result.
//
//   npm run -w bench soak -- --minutes 60
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { startMailServer } from '@earshot/server/testing/mail-server';
import { freePort } from '@earshot/server/testing/process';
import { drawCharts, type Series } from './chart.ts';
import {
  createPostgresClient,
  median,
  openProject,
  printLine,
  printTable,
  resultFile,
  startEarshot,
  withFolder,
} from '../measure.ts';
import { lagQuantile, type Metrics, readMetrics } from '../metrics.ts';
import { readProcesses } from '../processes.ts';
import { BROWSER, buildAddress, fillFeedback, submission } from '../seeding.ts';
import { buildDocuments, buildQuery } from '../texts.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Seconds between samples. */
    every: { type: 'string', default: '30' },
    /** Seconds of the measurement of the capacity. */
    calibration: { type: 'string', default: '20' },
    /** Share of the capacity. */
    share: { type: 'string', default: '0.5' },
    /** Requests per second, to repeat an earlier soak. The capacity is not measured then. */
    rate: { type: 'string' },
  },
});
const everyMs = Number(values.every) * 1_000;
const endMs = Number(values.minutes) * 60_000;

const ENTRIES = 10_000;
const DOCUMENTS = 2_000;
const VISITORS = 20_000;
const EVENTS_PER_REQUEST = 10;
const CONNECTIONS = 16;
/** Requests that are due while this many are running are dropped and counted. */
const MAX_RUNNING = 64;
/** Response time of the slow webhook endpoint. Earshot gives up after 10 s. */
const SLOW_MS = 3_000;

interface Operation {
  name: string;
  /** Share of the requests, in relation to the other operations. */
  weight: number;
  /** @throws when the response is not a success */
  run: () => Promise<void>;
}

/** State of a soak at a moment. */
interface Sample {
  minute: number;
  operations: number;
  failures: number;
  dropped: number;
  nodeBytes: number;
  postgresBytes: number;
  openFiles: number;
  metrics: Metrics;
  lag: number | undefined;
  deadRows: number;
  rows: number;
  databaseBytes: number;
  pendingDeliveries: number;
  queuedMails: number;
}

const COLUMNS: [title: string, read: (sample: Sample) => number | undefined][] = [
  ['requests/s', ({ operations }) => operations],
  ['errors', ({ failures }) => failures],
  ['dropped', ({ dropped }) => dropped],
  ['Node.js, anonymous MB', ({ nodeBytes }) => nodeBytes / 1e6],
  ['V8 heap MB', ({ metrics }) => metrics.heapBytes / 1e6],
  ['PostgreSQL, anonymous MB', ({ postgresBytes }) => postgresBytes / 1e6],
  ['open files', ({ openFiles }) => openFiles],
  ['event loop p99 ms', ({ metrics }) => metrics.eventLoopMs],
  ['waiting events', ({ metrics }) => metrics.waiting],
  ['lag p99 s, at most', ({ lag }) => lag],
  ['dead rows, thousands', ({ deadRows }) => deadRows / 1e3],
  ['dead rows per live row', ({ deadRows, rows }) => deadRows / rows],
  ['database MB', ({ databaseBytes }) => databaseBytes / 1e6],
  ['pending deliveries', ({ pendingDeliveries }) => pendingDeliveries],
  ['queued mails', ({ queuedMails }) => queuedMails],
];
const HEADER = ['minute', ...COLUMNS.map(([title]) => title)];
const format = (value: number | undefined) =>
  value?.toLocaleString('en', { maximumFractionDigits: value < 1 ? 3 : value < 100 ? 1 : 0 }) ?? '–';
const renderCells = (sample: Sample) => [sample.minute.toFixed(1), ...COLUMNS.map(([, read]) => format(read(sample)))];

await withFolder(async (folder) => {
  const metricsPort = await freePort();
  const mails = await startMailServer();
  const hooks = await startHooks();
  const earshot = await startEarshot(folder, {
    EARSHOT_METRICS_PORT: String(metricsPort),
    EARSHOT_TRUST_PROXY: '1',
    EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  });
  const db = createPostgresClient(folder);
  try {
    await db.connect();
    const { operations, setWebhooks } = await prepare(folder, earshot, hooks.urls);
    const traffic = createTraffic(operations);
    const rate = values.rate ? Number(values.rate) : await findRate(traffic);
    // The soak starts without the backlog of the measurement.
    while ((await readMetrics(metricsPort)).waiting > 0) await sleep(500);
    await setWebhooks();
    const samples = await observe({ traffic, rate, pid: earshot.child.pid ?? 0, metricsPort, db });
    report(samples, operations, traffic.failures());
    printLine(`${mails.count()} mails were received, webhooks: ${hooks.counts()}`);
  } finally {
    await db.end();
    await earshot.end('SIGTERM');
    hooks.stop();
    await mails.close();
  }
});

/** Returns the share of the capacity at which the soak runs, in requests per second. */
async function findRate(traffic: ReturnType<typeof createTraffic>): Promise<number> {
  const capacity = await traffic.measureCapacity(Number(values.calibration) * 1_000);
  const rate = capacity * Number(values.share);
  printLine(`${capacity.toFixed(0)} requests/s on ${CONNECTIONS} connections; continues with ${rate.toFixed(0)} requests/s`);
  return rate;
}

/** Creates the content that the operations use. `setWebhooks` creates the webhook endpoints. */
async function prepare(folder: string, { url, key }: { url: string; key: string }, hooks: string[]) {
  const { team, project, accessToken } = await openProject(folder, url);
  const json = { 'x-project-key': key, 'content-type': 'application/json' };
  const session = { authorization: `Bearer ${accessToken}` };
  const ids = await fillFeedback(`${url}/v1/feedback`, json, { folder, count: ENTRIES });
  const index = await team.indexes.create({ name: 'Guides', language: 'en' });
  for (let saved = 0; saved < DOCUMENTS; saved += 100) await team.indexes.documents.createMany(index.id, buildDocuments(100));
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, init);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.status} ${path.split('?')[0]?.replace(/fb_\w+/, ':id')}`);
  };
  const post = (path: string, body: object | string, headers: Record<string, string> = json) =>
    request(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
  const pick = (count: number) => Math.floor(Math.random() * count);
  let n = ENTRIES;
  let people = 0;
  const panels = ['overview', 'timeseries', 'pages', 'sources', 'countries', 'devices'];
  const operations: Operation[] = [
    {
      name: 'events, 10 each',
      weight: 400,
      run: () => {
        const visitor = pick(VISITORS);
        const events = Array.from({ length: EVENTS_PER_REQUEST }, () => ({
          url: `https://acme.com/page-${pick(200)}`,
          user_id: `u${visitor}`,
        }));
        return post(
          '/v1/analytics/events',
          { events },
          { ...json, 'user-agent': BROWSER, 'x-forwarded-for': buildAddress(visitor) },
        );
      },
    },
    {
      name: 'vote',
      weight: 300,
      run: () =>
        request(`/v1/feedback/${ids[pick(ids.length)]}/upvote`, {
          method: 'POST',
          headers: { 'x-project-key': key, 'x-visitor-id': randomUUID() },
        }),
    },
    { name: 'list', weight: 100, run: () => request(`/v1/feedback?page=${1 + pick(5)}`, { headers: json }) },
    { name: 'search', weight: 90, run: () => post(`/v1/indexes/${index.id}/search`, { query: buildQuery(3) }) },
    { name: 'submission', weight: 80, run: () => post('/v1/feedback', submission(n++)) },
    {
      name: 'waitlist entry with mail',
      weight: 20,
      run: () => post('/v1/waitlist', { email: `person-${people++}@example.com`, name: 'Ada Lovelace' }),
    },
    {
      name: `dashboard of ${panels.length} reports`,
      weight: 10,
      run: async () => {
        const ask = (panel: string) =>
          request(`/v1/analytics/${panel}?period=24h&project_id=${project.id}`, { headers: session });
        await Promise.all(panels.map(ask));
      },
    },
  ];
  const setWebhooks = async () => {
    for (const hook of hooks) await team.webhooks.create({ url: hook, types: ['waitlist.joined'] });
  };
  return { operations, setWebhooks };
}

/** Starts webhook endpoints that are fast and slow. A third URL has no server. */
async function startHooks() {
  const counts = { fast: 0, slow: 0 };
  const server = createServer((request, response) => {
    const isSlow = request.url === '/slow';
    counts[isSlow ? 'slow' : 'fast']++;
    request.resume();
    setTimeout(() => response.writeHead(204).end(), isSlow ? SLOW_MS : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    urls: [`http://127.0.0.1:${port}/fast`, `http://127.0.0.1:${port}/slow`, `http://127.0.0.1:${await freePort()}/dead`],
    counts: () => `${counts.fast} requests to the fast endpoint, ${counts.slow} to the slow one`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function createTraffic(operations: Operation[]) {
  const total = operations.reduce((sum, { weight }) => sum + weight, 0);
  const failures = new Map<string, number>();
  let [done, failed, dropped] = [0, 0, 0];
  const runOne = async (): Promise<void> => {
    let left = Math.random() * total;
    const operation = operations.find(({ weight }) => (left -= weight) < 0) as Operation;
    try {
      await operation.run();
      done++;
    } catch (error) {
      failed++;
      const reason = `${operation.name}: ${(error as Error).message}`;
      failures.set(reason, (failures.get(reason) ?? 0) + 1);
    }
  };
  return {
    failures: () => failures,
    /** Returns the numbers of requests so far. */
    counts: () => ({ done, failed, dropped }),
    /** Returns the requests per second on `CONNECTIONS` connections. Failures do not count. */
    measureCapacity: async (ms: number): Promise<number> => {
      const begin = performance.now();
      const before = done;
      const run = async () => {
        while (performance.now() - begin < ms) await runOne();
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, run));
      return ((done - before) * 1_000) / (performance.now() - begin);
    },
    /** Starts requests at a fixed rate until the returned function is called. */
    start: (rate: number) => {
      const running = new Set<Promise<void>>();
      let due = 0;
      let last = performance.now();
      const timer = setInterval(() => {
        const now = performance.now();
        due += ((now - last) / 1_000) * rate;
        last = now;
        for (; due >= 1; due--) {
          if (running.size >= MAX_RUNNING) {
            dropped++;
            continue;
          }
          const one = runOne().finally(() => running.delete(one));
          running.add(one);
        }
      }, 5);
      return async () => {
        clearInterval(timer);
        await Promise.all(running);
      };
    },
  };
}

/** Runs the traffic, and takes a sample at each interval. */
async function observe({
  traffic,
  rate,
  pid,
  metricsPort,
  db,
}: {
  traffic: ReturnType<typeof createTraffic>;
  rate: number;
  pid: number;
  metricsPort: number;
  db: pg.Client;
}): Promise<Sample[]> {
  const begin = Date.now();
  const stop = traffic.start(rate);
  const samples: Sample[] = [];
  let before = { ...traffic.counts(), metrics: await readMetrics(metricsPort) };
  printLine(HEADER.join('  '));
  for (let next = begin + everyMs; next <= begin + endMs; next += everyMs) {
    await sleep(Math.max(0, next - Date.now()));
    const [counts, metrics] = [traffic.counts(), await readMetrics(metricsPort)];
    const processes = readProcesses(pid);
    const readBytes = (isPostgres: boolean) =>
      processes
        .filter(({ name }) => (name === 'postgres') === isPostgres)
        .reduce((sum, { anonymousBytes }) => sum + anonymousBytes, 0);
    const sample = {
      minute: (Date.now() - begin) / 60_000,
      operations: ((counts.done - before.done) * 1_000) / everyMs,
      failures: counts.failed - before.failed,
      dropped: counts.dropped - before.dropped,
      nodeBytes: readBytes(false),
      postgresBytes: readBytes(true),
      openFiles: processes[0]?.openFiles ?? 0,
      metrics,
      lag: lagQuantile(metrics, before.metrics, 0.99),
      ...(await readTables(db)),
    };
    samples.push(sample);
    before = { ...counts, metrics };
    printLine(renderCells(sample).join('  '));
  }
  await stop();
  return samples;
}

/** Returns live and dead rows of all tables, the size of the database, and waiting deliveries and mails. */
async function readTables(db: pg.Client) {
  const { rows } = await db.query<Pick<Sample, 'deadRows' | 'rows' | 'databaseBytes' | 'pendingDeliveries' | 'queuedMails'>>(
    `SELECT sum(n_dead_tup)::float8 AS "deadRows", sum(n_live_tup)::float8 AS rows, pg_database_size(current_database())::float8 AS "databaseBytes",
       (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'pending') AS "pendingDeliveries",
       (SELECT count(*)::int FROM mails WHERE status = 'queued') AS "queuedMails"
     FROM pg_stat_user_tables`,
  );
  return rows[0] as (typeof rows)[0];
}

/** Prints medians of the second and the last fifth of the time, and writes the chart. The first fifth fills caches. */
function report(samples: Sample[], operations: Operation[], failures: Map<string, number>): void {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const computeMedian = (part: Sample[], read: (sample: Sample) => number | undefined) =>
    format(median(part.map(read).filter((value) => value !== undefined)));
  printTable([
    ['', 'second fifth', 'last fifth'],
    ...COLUMNS.map(([title, read]) => [
      title,
      computeMedian(samples.slice(fifth, 2 * fifth), read),
      computeMedian(samples.slice(-fifth), read),
    ]),
  ]);
  printTable([['operation', 'share'], ...operations.map(({ name, weight }) => [name, `${weight / 10} %`])]);
  for (const [reason, count] of failures) printLine(`${count} errors: ${reason}`);
  const series: Series[] = COLUMNS.map(([title, read]) => ({ title, values: samples.map(read) }));
  const minutes = samples.map(({ minute }) => minute);
  writeFileSync(resultFile('svg'), drawCharts(`Soak, ${values.minutes} minutes`, minutes, series));
}
