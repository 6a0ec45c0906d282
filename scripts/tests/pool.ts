import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_LONG } from '../../server/src/testing/long.ts';
import type { Outcome } from './reporter.ts';
import type { Stray } from './strays.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const REPORTER = new URL('reporter.ts', import.meta.url).href;

/**
 * Maximum time in which no test of a file begins or ends. Then the file is killed, together with all processes that it started. A whole file
 * may take longer on a slow machine.
 */
const MAX_IDLE_MS = (IS_LONG ? 90 * 60 : 120) * 1_000;
/** Most output of a test file that is kept, in characters. */
const MAX_OUTPUT = 20_000;

export interface Failure {
  /** Names of the test and of the tests around it. */
  test: string;
  error: string;
}

export interface FileResult {
  /** Path relative to the root of the repository. */
  file: string;
  durationMs: number;
  passed: number;
  skipped: number;
  failures: Failure[];
  /** Errors while the file ran, and until the next one of its process, that failed no test (strays.ts). */
  strays: string[];
  /** Tests of the file, without subtests. */
  tests: { name: string; durationMs: number }[];
  /** Output of the process while the file ran. */
  output: string;
}

/** Process that runs test files one after another. */
class Worker {
  #child: ChildProcess;
  #closed: Promise<unknown>;
  #output = '';
  /** Errors that failed no test of the last file, also those after its end. */
  #strays: string[] = [];

  constructor() {
    this.#child = spawn(
      process.execPath,
      // Young objects of many files: collecting them seldom saves a tenth of the time.
      ['--max-semi-space-size=64', `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', WORKER],
      // A process group, so that servers that a killed file has started end with it.
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true, env: { ...process.env, EARSHOT_TEST_WORKER: '1' } },
    );
    this.#child.on('message', (message: Outcome | Stray) => {
      if (message.type === 'stray') this.#strays.push(message.error);
    });
    this.#closed = new Promise((resolve) => this.#child.once('exit', resolve));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output = (this.#output + text).slice(-MAX_OUTPUT)));
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Runs a test file. Kills the process when the file takes too long; the process then takes no further file. */
  async run(file: string): Promise<FileResult> {
    const result: FileResult = { file, durationMs: 0, passed: 0, skipped: 0, failures: [], strays: [], tests: [], output: '' };
    const startedAt = performance.now();
    this.#output = '';
    this.#strays = result.strays;
    /** Names of the running tests by depth. */
    let running: string[] = [];
    const fail = (error: string) => result.failures.push({ test: running.slice(1).join(' › '), error });
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      fail(`No test of the file began or ended for ${MAX_IDLE_MS / 1_000} s: the file was killed`);
      this.kill();
    }, MAX_IDLE_MS);
    const receive = (message: Outcome | Stray) => {
      if (message.type === 'stray') return;
      const { type, depth, name, durationMs = 0, error } = message;
      timer.refresh();
      running = [...running.slice(0, depth), name];
      if (error !== undefined) fail(error);
      if (type === 'start') return;
      running = running.slice(0, depth);
      if (depth === 0) return resolve();
      if (depth === 1) result.tests.push({ name, durationMs });
      if (type === 'pass') result.passed++;
      if (type === 'skip') result.skipped++;
    };
    const end = () => {
      if (!result.failures.length) fail(`The process ended (${this.#child.exitCode ?? this.#child.signalCode})`);
      resolve();
    };
    this.#child.once('exit', end).on('message', receive);
    this.#child.send(join(ROOT, file));
    await done;
    this.#child.off('exit', end).off('message', receive);
    clearTimeout(timer);
    return { ...result, durationMs: performance.now() - startedAt, output: this.#output };
  }

  /** Ends the process and all processes that it started. */
  kill(): void {
    try {
      process.kill(-(this.#child.pid as number), 'SIGKILL');
    } catch {
      // The group has ended already.
    }
  }

  async end(): Promise<void> {
    this.#child.disconnect?.();
    await this.#closed;
    this.kill();
  }
}

/** Runs test files in `concurrency` processes, in their order. A process runs many files, or one if they are `isolated`. */
export async function runFiles(
  files: string[],
  {
    concurrency,
    isolated = false,
    onResult,
  }: { concurrency: number; isolated?: boolean; onResult: (result: FileResult) => void },
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const queue = [...files];
  const workers = new Set<Worker>();
  const killAll = () => {
    for (const worker of workers) worker.kill();
  };
  process.once('exit', killAll);
  const start = () => {
    const worker = new Worker();
    workers.add(worker);
    return worker;
  };
  const end = async (worker: Worker) => {
    if (!worker.hasEnded) await worker.end();
    workers.delete(worker);
  };
  const runQueue = async () => {
    let worker: Worker | undefined;
    for (let file = queue.shift(); file; file = queue.shift()) {
      if (worker && (isolated || worker.hasEnded)) {
        await end(worker);
        worker = undefined;
      }
      worker ??= start();
      const result = await worker.run(file);
      results.push(result);
      onResult(result);
    }
    if (worker) await end(worker);
  };
  await Promise.all(Array.from({ length: concurrency }, runQueue));
  process.off('exit', killAll);
  return results;
}
