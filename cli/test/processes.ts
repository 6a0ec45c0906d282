import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const TIMEOUT_MS = 90_000;

interface Result {
  code: number;
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
  return { result, interrupt: () => child.kill('SIGINT') };
}

/** Runs a command in a folder, with these environment variables only. */
export const runIn = (cwd: string, variables: Variables, ...args: string[]) => start(cwd, variables, ...args).result;

export const runWith = (variables: Variables, ...args: string[]) => runIn(process.cwd(), variables, ...args);

/** Runs a command that must succeed without messages. Returns its output. */
export async function runSuccessfully(variables: Variables, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runWith(variables, ...args);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return stdout.trimEnd();
}

/** Runs a command on a terminal of 80 columns. */
export const runOnTerminal = (variables: Variables, ...args: string[]) =>
  new Promise<string>((resolve) => {
    const command = `stty cols 80; ${[process.execPath, MAIN, ...args].join(' ')}`;
    const env = { ...variables, EARSHOT_PAGER: 'cat', TERM: 'xterm', NO_COLOR: '1' };
    execFile('script', ['-qec', command, '/dev/null'], { env, timeout: TIMEOUT_MS }, (_error, stdout) => resolve(stdout));
  });
