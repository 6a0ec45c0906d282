import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCS = `${ROOT}docs/`;
const CLI = `${ROOT}cli/src/main.ts`;

/** A code block of a guide. */
export interface Block {
  language: string;
  code: string;
  /** File name in the comment of the first line. The block is saved under this name, and other blocks use the file. */
  file: string | undefined;
  /** Expected output: the block `json` or `text` that follows. */
  output: { language: string; code: string } | undefined;
}

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm;
const FILE_NAME = /^\/\/ (\S+\.(?:js|tsx?))\n/;
const OUTPUTS = new Set(['json', 'text']);

/** Returns the code blocks of a guide by its path below `docs/`, each with the output that follows directly after it. */
export function readBlocks(guide: string): Block[] {
  const found = [...readFileSync(DOCS + guide, 'utf8').matchAll(FENCE)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
  return found.flatMap(({ language, code }, index) => {
    if (OUTPUTS.has(language)) return [];
    const next = found[index + 1];
    return [{ language, code, file: FILE_NAME.exec(code)?.[1], output: next && OUTPUTS.has(next.language) ? next : undefined }];
  });
}

/** Returns whether a value has everything that the expected value has. `…` in a text stands for any text. */
export function hasShape(actual: unknown, expected: unknown): boolean {
  if (typeof expected === 'string') return typeof actual === 'string' && toPattern(expected).test(actual);
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (Array.isArray(expected))
    return Array.isArray(actual) && actual.length === expected.length && expected.every((item, at) => hasShape(actual[at], item));
  return Object.entries(expected).every(([name, value]) => hasShape((actual as Record<string, unknown> | null)?.[name], value));
}

const toPattern = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
  );

/** Returns whether the output of a block is the expected one: all lines of a text, or one JSON value. */
export function isExpected(stdout: string, { language, code }: { language: string; code: string }): boolean {
  if (language === 'text') return hasShape(stdout.trimEnd().split('\n'), code.trimEnd().split('\n'));
  try {
    return hasShape(JSON.parse(stdout), JSON.parse(code));
  } catch {
    return false;
  }
}

/** Reads the output of `env -0`. */
const readVariables = (file: string) =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** A folder in which the blocks of one guide run. They share files and environment variables. */
export interface Workshop {
  folder: string;
  save: (file: string, code: string) => void;
  /** Runs a program, or the commands of a shell block, and waits for the end of it. Started servers keep running. */
  run: (language: string, code: string) => Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Creates a folder with the commands `node` and `earshot`, in which `@earshot/sdk` is installed. It is removed after the test file. */
export function createWorkshop(variables: Record<string, string>): Workshop {
  // Next to the examples, so that the packages and React are resolved.
  const folder = mkdtempSync(`${ROOT}examples/guide-`);
  const home = join(folder, '.home');
  mkdirSync(join(home, 'bin'), { recursive: true });
  symlinkSync(process.execPath, join(home, 'bin/node'));
  writeFileSync(join(home, 'bin/earshot'), `#!/bin/sh\nexec node ${CLI} "$@"\n`, { mode: 0o700 });
  // Failed requests must fail their block. Readers see the progress and error responses instead.
  writeFileSync(join(home, '.curlrc'), 'silent\nshow-error\nfail-with-body\nwrite-out = "\\n"\n');
  const children: ChildProcess[] = [];
  after(() => {
    // Each block is a process group, with the servers that it started.
    for (const { pid = 0 } of children)
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // All processes of the block ended.
      }
    rmSync(folder, { recursive: true, force: true });
  });
  let env: Record<string, string> = {
    ...variables,
    HOME: home,
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    EARSHOT_CONFIG_DIR: home,
    // The command line starts in a third of the time with compiled modules.
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  };
  const save: Workshop['save'] = (file, code) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  };

  const run: Workshop['run'] = async (language, code) => {
    const isShell = language === 'sh';
    const file = isShell ? 'block.sh' : `block-${crypto.randomUUID()}.${language}`;
    const output = { stdout: join(home, 'stdout'), stderr: join(home, 'stderr'), env: join(home, 'env') };
    // Files instead of pipes: a pipe stays open while a started server runs. The variables of a shell block are those of the next one.
    const { stdout: out, stderr: err } = output;
    save(file, isShell ? `set -ea\n{\n${code}\n} > ${out} 2> ${err}\nenv -0 > ${output.env}\n` : code);
    const child = spawn(isShell ? 'sh' : 'node', [file], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // A shell block has ended while its servers run. The output of a program may arrive after its end.
    const [exit] = (await once(child, isShell ? 'exit' : 'close')) as [number | null];
    if (isShell) [stdout, stderr] = [out, err].map((path) => readFileSync(path, 'utf8')) as [string, string];
    if (isShell && exit === 0) env = readVariables(output.env);
    return { code: exit, stdout, stderr };
  };
  return { folder, save, run };
}
