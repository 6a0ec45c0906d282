import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runCommand } from './commands/run.ts';
import { clickhouseUrlFor, TEST_CLUSTER } from './database.ts';
import { until } from './until.ts';

const ROOT = new URL('../../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { scripts: { start: string } };

/** Arguments of `exec node` in `npm start`: options of Node.js, then the program. */
export const START = scripts.start.split(' ').slice(2);

/**
 * Time in milliseconds that reports of test servers wait for events. On a busy machine, forwarding takes longer than the default, and
 * tests that read a report immediately would fail randomly.
 */
export const REPORT_WAIT_MS = '10000';

/** Maximum time for a graceful end, in milliseconds. */
const MAX_END_MS = 60_000;

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** The API key in the greeting of a local start. */
  key: string;
  /** Returns the output so far. */
  output: () => string;
  /** Sends a signal and waits until the process ends. */
  end: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Starts Earshot as `npm start` does, with its standard output in `stdout`, without waiting. The process ends with the test or the file that
 * starts it.
 */
export function spawnServer(env: Record<string, string>, { execArgv = [], stdout = 'pipe' }: SpawnServerOptions = {}) {
  const child = spawn(process.execPath, [...execArgv, ...START], {
    cwd: fileURLToPath(ROOT),
    env: {
      ...inheritedVariables(),
      PORT: '0',
      EARSHOT_REPORT_WAIT_MS: REPORT_WAIT_MS,
      ...(env.DATABASE_URL && { CLICKHOUSE_URL: clickhouseUrlFor(env.DATABASE_URL) }),
      ...(env.DATABASE_URL && TEST_CLUSTER && { EARSHOT_CLICKHOUSE_CLUSTER: TEST_CLUSTER }),
      ...env,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  // A process that a failed test leaves would keep the process of the test alive forever.
  after(() => endProcess(child, ended));
  return { child, ended };
}

interface SpawnServerOptions {
  execArgv?: string[];
  /** A pipe, or the descriptor of a file. */
  stdout?: 'pipe' | number;
}

const inheritedVariables = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  // Mutation testing changes sources with a module hook.
  ...(process.env.NODE_OPTIONS && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
});

/**
 * Starts Earshot as `npm start` does, in its own process, and waits for the greeting. The process ends with the test or the file that starts
 * it. @throws with the output if the process ends
 */
export async function startServerProcess(env: Record<string, string>, execArgv: string[] = []): Promise<ServerProcess> {
  const { child, ended } = spawnServer(env, { execArgv });
  let output = '';
  const greeted = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        // The greeting is written with one call; log lines may follow directly.
        if (/API reference .*\n[\s\S]*\n\n/.test(output)) resolve();
      });
    }
  });
  await Promise.race([
    greeted,
    ended.then(() => {
      throw new Error(output);
    }),
  ]);
  return {
    child,
    url: /listens on (\S+)/.exec(output)?.[1] ?? '',
    key: /pk_[0-9A-Za-z]+/.exec(output)?.[0] ?? '',
    output: () => output,
    end: async (signal) => {
      child.kill(signal);
      const [code, endSignal] = await ended;
      return { code, signal: endSignal };
    },
  };
}

/** Ends a process gracefully, so that embedded databases end as well, or kills it. */
async function endProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_END_MS);
  await ended;
  clearTimeout(timer);
}

const EARSHOT = fileURLToPath(new URL('../earshot.ts', import.meta.url));
const TIMEOUT_MS = 90_000;

const startEarshot = (env: Record<string, string>, args: string[]) =>
  spawn(process.execPath, [EARSHOT, ...args], {
    env: { ...inheritedVariables(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });

/** Runs a command of `earshot` on the machine of a server. The exit code of a killed command is null. */
export const runEarshot = (env: Record<string, string>, args: string[]) =>
  runCommand({ program: pathToFileURL(EARSHOT).href, args, env: { ...inheritedVariables(), ...env } });

/** Runs a command of `earshot` that must succeed, and blocks this process meanwhile. Returns what the command prints. */
export const readEarshot = (env: Record<string, string>, ...args: string[]): string =>
  execFileSync(process.execPath, [EARSHOT, ...args], { env: { ...inheritedVariables(), ...env }, encoding: 'utf8' }).trim();

/** Kills a command of `earshot` as soon as `isTime` returns true. @throws if the command ends before */
export async function killEarshot(
  env: Record<string, string>,
  args: string[],
  isTime: () => Promise<boolean> | boolean,
): Promise<void> {
  const child = startEarshot(env, args);
  const ended = once(child, 'exit');
  await until(async () => (await isTime()) || child.exitCode !== null);
  child.kill('SIGKILL');
  const [code] = await ended;
  if (code !== null) throw new Error(await text(child.stderr));
}

/** Returns whether a server can listen on a port. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** Browsers and `fetch` refuse port 10080. */
const FIRST_PORT = 11_000;
/** Processes with ports of their own, and the ports of each. */
const [PROCESSES, PROCESS_PORTS] = [300, 32];
let portCount = 0;

/**
 * Returns a free port, which other servers and processes do not get until it is used: it is below the ports that systems assign, and one of
 * this process.
 */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + (process.pid % PROCESSES) * PROCESS_PORTS + (portCount++ % PROCESS_PORTS);
  return (await isFree(port)) ? port : await freePort();
}

/** Waits until a server refuses new connections, because its stop has begun. */
export async function assertSoonRefused(url: string): Promise<void> {
  await until(async () =>
    fetch(`${url}/health`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(30_000) }).then(
      ({ status }) => status === 503,
      () => true,
    ),
  );
}
