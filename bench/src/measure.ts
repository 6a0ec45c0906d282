import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import autocannon, { type Options } from 'autocannon';
import { startServerProcess } from '../../server/src/testing/process.ts';

export const CONNECTIONS = 50;

interface Figure {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Loads a URL for some seconds. @throws when an answer is not a success: a figure of failures is none */
export async function load(options: Options): Promise<Figure> {
  const result = await autocannon({ connections: CONNECTIONS, ...options });
  const { requests, latency, errors, timeouts } = result;
  // 304 is a success too, where that is asked for.
  const refusals = result['4xx'] + result['5xx'];
  if (refusals || errors || timeouts)
    throw new Error(`${options.url}: ${refusals} refusals, ${errors} errors, ${timeouts} timeouts`);
  return { requestsPerSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99 };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Runs `work` with a folder that is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Earshot as its users start it, on an embedded PostgreSQL in `folder`, without throttling. */
export const startEarshot = (folder: string, more: Record<string, string> = {}) =>
  startServerProcess({ EARSHOT_DATA_DIR: folder, EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'warn', ...more });

/** A session token of someone who owns the first project, made as an operator makes it. */
export function createToken(env: Record<string, string>): string {
  const cli = fileURLToPath(new URL('../../server/src/earshot.ts', import.meta.url));
  return execFileSync(process.execPath, [cli, 'token', 'create', '--email', 'bench@example.com'], {
    env,
    encoding: 'utf8',
  }).trim();
}

/** The first project, as its users call it and as its team does. */
export async function openProject(folder: string, baseUrl: string) {
  const accessToken = createToken({ EARSHOT_DATA_DIR: folder });
  const [project] = (await new Earshot({ accessToken, baseUrl }).projects.list()).data;
  if (!project) throw new Error('there is no project');
  return {
    project,
    team: new Earshot({ accessToken, projectId: project.id, baseUrl }),
    user: new Earshot({ projectKey: project.api_key, baseUrl }),
  };
}

/** A JSON server of nothing but node:http, in a process of its own: what this machine can do at best. */
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

/** One row: what is measured, and what of the yardstick stands beside it. */
export interface Measured {
  name: string;
  aim?: string;
  options: Options;
  beside: Options;
}

const ROUNDS = 3;
const SECONDS = 4;

/** Measures each in rounds, its yardstick and itself in turns, and prints medians. */
export async function compare(measured: Measured[]): Promise<void> {
  console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, medians; ratio to node:http in the same round\n`);
  const rows = [['', 'requests/s', 'p50 ms', 'p99 ms', 'node:http', 'ratio', 'aim']];
  for (const { name, aim = '', beside, options } of measured) {
    await load({ ...options, duration: 2 });
    const rounds: { figure: Figure; bare: Figure }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await load({ ...beside, duration: SECONDS });
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

/** How long each took, sorted, in milliseconds. */
export async function timesOf(count: number, connections: number, work: () => Promise<void>): Promise<number[]> {
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

export function printTable(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(cells.join('   '));
  }
}

/** Mulberry32 (Tommy Ettinger): the same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
