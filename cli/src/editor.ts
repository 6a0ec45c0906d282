import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVariable } from './config.ts';
import { CliError, UsageError } from './errors.ts';
import { ignoreInterruptions } from './interruption.ts';
import { isInteractive } from './output.ts';
import { readText, readTextSync } from './text-file.ts';

/**
 * Opens text in `VISUAL` or `EDITOR`. Returns the edited text. The file is kept if the command fails afterwards.
 * @throws when nobody can edit, or the editor fails
 */
export async function edit(text: string, name: string): Promise<string> {
  if (!isInteractive()) throw new UsageError('An editor requires a terminal. Pass --body or --body-file.');
  const editor = readVariable('VISUAL') ?? readVariable('EDITOR') ?? (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = mkdtempSync(join(tmpdir(), 'earshot-'));
  const file = join(folder, name);
  process.once('exit', (exitCode) => {
    if (exitCode && isEdited(file, text)) process.stderr.write(`Your text is in ${file}\n`);
    else rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(file, text, { mode: 0o600 });
  // The variable may contain options, such as `code --wait`. The trap keeps the shell alive when Ctrl+C is pressed in the editor.
  const trap = process.platform === 'win32' ? '' : 'trap : INT; ';
  const child = spawn(`${trap}${editor} ${JSON.stringify(file)}`, { shell: true, stdio: 'inherit' });
  const [code] = (await ignoreInterruptions(once(child, 'close'))) as [number | null];
  if (code !== 0) throw new CliError(`${editor} ended with code ${code}; nothing was changed`);
  return readTextSync(file);
}

/** Returns whether a file contains a text other than the original one. */
function isEdited(file: string, original: string): boolean {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text !== '' && text !== original.trim();
  } catch {
    return false;
  }
}

export interface BodyOptions {
  body?: string;
  bodyFile?: string;
  editor?: boolean;
}

/** Returns the text of `--body`, `--body-file` (`-` reads standard input) or `--editor`; undefined without these options. */
export async function readBody({ body, bodyFile, editor }: BodyOptions, current = ''): Promise<string | undefined> {
  if (body !== undefined) return body;
  if (bodyFile !== undefined) return await readText(bodyFile);
  return editor ? (await edit(current, 'text.md')).trimEnd() : undefined;
}
