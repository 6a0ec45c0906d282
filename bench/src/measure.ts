import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import autocannon, { type Options } from 'autocannon';
import pg from 'pg';
import { readEarshot, startServerProcess } from '@earshot/server/testing/process';

export const CONNECTIONS = 50;

interface Figure {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Loads a URL for some seconds. @throws when a response is not a success, because a figure of failures means nothing */
export async function load(options: Options): Promise<Figure> {
  const loaded = await autocannon({ connections: CONNECTIONS, ...options });
  const { requests, latency, errors, timeouts } = loaded;
  // Status 304 counts as a success.
  const refusals = loaded['4xx'] + loaded['5xx'];
  if (refusals || errors || timeouts)
    throw new Error(`${options.url}: ${refusals} refusals, ${errors} errors, ${timeouts} timeouts`);
  return { requestsPerSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99 };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Runs `work` with a temporary folder, which is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts Earshot as `npm start` does, on an embedded PostgreSQL in `folder`, without throttling. */
export const startEarshot = (folder: string, more: Record<string, string> = {}) =>
  startServerProcess({
    EARSHOT_DATA_DIR: folder,
    EARSHOT_THROTTLE: 'off',
    EARSHOT_LOG_LEVEL: 'warn',
    // The default. Servers of tests wait longer.
    EARSHOT_REPORT_WAIT_MS: '250',
    ...more,
  });

/** Creates a session token for the owner of the first project with the command line tool. */
export const createToken = (env: Record<string, string>): string =>
  readEarshot(env, 'token', 'create', '--email', 'bench@example.com');

/** Returns the first project, with a client for its team and one for its users. */
export async function openProject(folder: string, baseUrl: string) {
  const accessToken = createToken({ EARSHOT_DATA_DIR: folder });
  const [project] = (await new Earshot({ accessToken, baseUrl }).projects.list()).data;
  if (!project) throw new Error('No project found');
  return {
    project,
    accessToken,
    team: new Earshot({ accessToken, projectId: project.id, baseUrl }),
    user: new Earshot({ projectKey: project.api_key, baseUrl }),
  };
}

/** Creates a client for the embedded PostgreSQL of a running Earshot. */
export const createPostgresClient = (folder: string): pg.Client =>
  new pg.Client({ host: join(folder, 'postgres'), user: 'earshot', database: 'earshot' });

/** Vacuums and analyzes all tables of a running Earshot, because autovacuum does so at some time during the measurement. */
export async function vacuum(folder: string): Promise<void> {
  const db = createPostgresClient(folder);
  await db.connect();
  try {
    await db.query('VACUUM ANALYZE');
  } finally {
    await db.end();
  }
}

/** Starts a bare node:http JSON server in its own process: an upper bound for this machine. */
export async function startYardstick(): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('yardstick.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** A row of `compare`: requests to Earshot, and requests to the yardstick server. */
export interface Measured {
  name: string;
  aim?: string;
  options: Options;
  yardstick: Options;
}

const ROUNDS = 3;
const SECONDS = 4;

/** Measures each row in rounds, alternating between the yardstick and Earshot, and prints medians. */
export async function compare(measured: Measured[]): Promise<void> {
  console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, medians; ratio to node:http in the same round\n`);
  const rows = [['', 'requests/s', 'p50 ms', 'p99 ms', 'node:http', 'ratio', 'aim']];
  for (const { name, aim = '', yardstick, options } of measured) {
    await load({ ...options, duration: 2 });
    const rounds: { figure: Figure; bare: Figure }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await load({ ...yardstick, duration: SECONDS });
      rounds.push({ bare, figure: await load({ ...options, duration: SECONDS }) });
    }
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    rows.push([
      name,
      of(({ figure }) => figure.requestsPerSecond).toFixed(0),
      of(({ figure }) => figure.p50Ms).toFixed(0),
      of(({ figure }) => figure.p99Ms).toFixed(0),
      of(({ bare }) => bare.requestsPerSecond).toFixed(0),
      of(({ figure, bare }) => figure.requestsPerSecond / bare.requestsPerSecond).toFixed(2),
      aim,
    ]);
  }
  printTable(rows);
}

/** Runs `work` `count` times on some connections. Returns the sorted durations in milliseconds. */
export async function measureTimes(count: number, connections: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const run = async () => {
    while (times.length < count) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  return times.toSorted((a, b) => a - b);
}

const RESULTS = new URL('../results/', import.meta.url);
const result = {
  benchmark: basename(process.argv[1] ?? '', '.ts'),
  date: new Date().toISOString(),
  // Folders are recorded by name, because their paths belong to the machine.
  arguments: process.argv.slice(2).map((argument) => basename(argument)),
  machine: { cpu: cpus()[0]?.model, cores: cpus().length, memoryBytes: totalmem(), node: process.version },
  lines: [] as string[],
  tables: [] as string[][][],
};

/** Returns the result file of this run, `bench/results/<date>-<benchmark>` with an extension. A later run of the day replaces the file. */
export const resultFile = (extension: 'json' | 'svg'): URL =>
  new URL(`${result.date.slice(0, 10)}-${result.benchmark}.${extension}`, RESULTS);

/** Writes the figures that were printed so far to the result file. */
function writeResult(): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(resultFile('json'), `${JSON.stringify(result, null, 2)}\n`);
}

/** Prints a line of figures and records it in the result file. */
export function printLine(line: string): void {
  console.log(line);
  result.lines.push(line);
  writeResult();
}

/** Prints a table, whose first row is its header, and records it in the result file. */
export function printTable(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(cells.join('   '));
  }
  result.tables.push(rows);
  writeResult();
}

/** Returns a function that calls the API with a token. It throws when a request fails. */
export function createClient(url: string, token: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
}
