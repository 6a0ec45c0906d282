import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runCommand } from '@earshot/server/testing/commands/run';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const TIMEOUT_MS = 90_000;

interface Result {
  /** Null if the process was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

type Variables = Record<string, string>;

/** Returns the environment of a command that has its configuration in a folder. */
export function createEnvironment(folder: string): Variables {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE, EARSHOT_CONFIG_DIR: folder };
}

/** Starts a command in a folder, with these environment variables only. */
export function start(cwd: string, variables: Variables, ...args: string[]) {
  const { promise: result, resolve } = Promise.withResolvers<Result>();
  const options = { cwd, env: variables, timeout: TIMEOUT_MS };
  const child = execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
    resolve({ code: error ? Number(error.code ?? NaN) : 0, stdout, stderr }),
  );
  let output = '';
  child.stdout?.on('data', (text: string) => (output += text));
  return { result, interrupt: () => child.kill('SIGINT'), output: () => output };
}

/** Runs a command in a folder, with these environment variables only. */
export const runIn = (cwd: string, variables: Variables, ...args: string[]): Promise<Result> =>
  runCommand({ program: pathToFileURL(MAIN).href, args, env: variables, cwd });

export const runWith = (variables: Variables, ...args: string[]) => runIn(process.cwd(), variables, ...args);

/** Runs a command that must succeed without messages. Returns its output. */
export async function runSuccessfully(variables: Variables, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runWith(variables, ...args);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return stdout.trimEnd();
}

/** An answer to output of a command on a terminal: keys, or a function that returns keys for the output. */
export type Step = [output: RegExp, keys: string | ((output: string) => Promise<string>)];

export const ENTER = '\r';
export const CTRL_C = '\u0003';

/** Runs a command on a terminal of 80 columns, unless `columns` is given, and presses keys. Returns its exit code and output. */
export async function useTerminal(
  variables: Variables,
  args: string[],
  { steps = [], columns = 80, cwd }: { steps?: Step[]; columns?: number; cwd?: string } = {},
): Promise<{ code: number; output: string }> {
  const command = `stty cols ${columns}; exec ${[process.execPath, MAIN, ...args].map(quote).join(' ')}`;
  const env = { EARSHOT_PAGER: 'cat', TERM: 'xterm', NO_COLOR: '1', ...variables };
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  const options = { env, cwd, timeout: TIMEOUT_MS };
  const child = execFile('script', ['-qec', command, '/dev/null'], options, (error, output) =>
    resolve({ code: error ? Number(error.code ?? NaN) : 0, output }),
  );
  const pending = [...steps];
  let unread = '';
  child.stdout?.on('data', (text: string) => {
    unread += text;
    const [output, keys] = pending[0] ?? [];
    if (!output?.test(unread) || keys === undefined) return;
    pending.shift();
    const read = unread;
    unread = '';
    void (async () => child.stdin?.write(typeof keys === 'string' ? keys : await keys(read)))();
  });
  const result = await promise;
  assert.equal(pending.length, 0, `${String(pending[0]?.[0])} was not shown: ${result.output}`);
  return result;
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Runs a command on a terminal of 80 columns. Returns its output. */
export const runOnTerminal = async (variables: Variables, ...args: string[]) => (await useTerminal(variables, args)).output;
