import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { clickhouseUrlFor, TEST_CLUSTER } from './database.ts';

const ROOT = new URL('../../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { scripts: { start: string } };

/** Arguments of `exec node` in `npm start`: options of Node.js, then the program. */
export const START = scripts.start.split(' ').slice(2);

/**
 * Time in milliseconds that reports of test servers wait for events. On a busy machine, forwarding takes longer than the default, and
 * tests that read a report immediately would fail randomly.
 */
export const REPORT_WAIT_MS = '10000';

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

/** Starts Earshot as `npm start` does, in its own process, and waits for the greeting. @throws with the output if the process ends */
export async function startServerProcess(env: Record<string, string>, execArgv: string[] = []): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...execArgv, ...START], {
    cwd: fileURLToPath(ROOT),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      EARSHOT_REPORT_WAIT_MS: REPORT_WAIT_MS,
      // Mutation testing changes sources with a module hook.
      ...(process.env.NODE_OPTIONS && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
      ...(env.DATABASE_URL && { CLICKHOUSE_URL: clickhouseUrlFor(env.DATABASE_URL) }),
      ...(env.DATABASE_URL && TEST_CLUSTER && { EARSHOT_CLICKHOUSE_CLUSTER: TEST_CLUSTER }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let output = '';
  const greeted = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        // The greeting is written at once; log lines may follow directly.
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

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
