// The packages as users install them: packed, in folders outside of this repository.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Variables of the shell of a user: without the programs of this repository and the settings that `npm run` adds. */
export function userEnvironment(): Record<string, string> {
  const names = Object.keys(process.env).filter(
    (name) =>
      !/^npm_(?!config_(?:registry|cache|userconfig|globalconfig)$)|^EARSHOT_|^NODE_(?:OPTIONS|TEST_)|^INIT_CWD$/.test(name),
  );
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name] ?? ''])),
    PATH: [dirname(process.execPath), ...folders].join(delimiter),
  };
}

/** Creates an empty folder, which is deleted after the test file. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-packages-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program in a folder to its end. Returns its output. @throws with the output when it fails */
export async function runIn(cwd: string, command: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: { ...userEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}\n${output}`);
  return output;
}

/** Packs packages that `npm run build` has built into a folder. */
export async function pack(folder: string, ...packages: string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const paths = packages.map((path) => `./${path}`);
  await runIn(ROOT, ['npm', 'pack', ...paths, '--ignore-scripts', '--pack-destination', folder]);
}
