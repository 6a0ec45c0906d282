import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Run {
  /** URL of the module of the program. */
  program: string;
  args: string[];
  /** All environment variables of the program. */
  env: Record<string, string>;
  cwd: string;
}

export interface Answer {
  code: number;
  /** Whether the process can run no other program. */
  isUsedUp: boolean;
}

/** Follows the output of a program, on both streams. */
export const END = '\u0000end\u0000';

const HOST = fileURLToPath(new URL('host.ts', import.meta.url));

/** Processes that wait for their next program. */
const idle: ChildProcess[] = [];

/**
 * Runs a program in a process that has run others: a new process would load all modules again, which takes longer than most commands. The
 * code is null if the process is killed.
 */
export async function runCommand({ cwd = process.cwd(), ...run }: Omit<Run, 'cwd'> & { cwd?: string }) {
  const host = idle.pop() ?? fork(HOST, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  setReferenced(host, true);
  const outputs = [host.stdout, host.stderr].map((stream) => readOutput(stream as NodeJS.ReadableStream));
  // The listeners of the process remain while it waits for its next program.
  const listening = new AbortController();
  const answered = once(host, 'message', listening) as Promise<[Answer]>;
  // A program may end its process.
  const ended = once(host, 'exit', listening) as Promise<[number | null]>;
  host.send({ cwd, ...run } satisfies Run);
  const [answer] = await Promise.race([answered, ended]).finally(() => listening.abort());
  const [stdout = '', stderr = ''] = await Promise.all(outputs);
  if (answer === null || typeof answer === 'number') return { code: answer, stdout, stderr };
  if (answer.isUsedUp) host.disconnect();
  else idle.push(host);
  setReferenced(host, false);
  return { code: answer.code, stdout, stderr };
}

/** Reads what a program writes to a stream, until it or its process ends. */
async function readOutput(stream: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let output = '';
  const read = (text: string) => {
    output += text;
    if (output.endsWith(END)) resolve();
  };
  stream.setEncoding('utf8');
  stream.on('data', read).once('close', resolve);
  await promise;
  stream.off('data', read).off('close', resolve);
  return output.replace(END, '');
}

/** Sets whether a process keeps this one alive. */
function setReferenced(host: ChildProcess, isReferenced: boolean): void {
  const method = isReferenced ? 'ref' : 'unref';
  host[method]();
  host.channel?.[method]();
  for (const stream of [host.stdout, host.stderr]) (stream as Socket)[method]();
}
