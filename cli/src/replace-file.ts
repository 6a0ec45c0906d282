import { lstat, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file that appears only when it is complete: an interrupted write leaves the old one. Keeps the mode of the old file, and replaces
 * a symbolic link instead of following the link.
 */
export async function replaceFile(file: string, content: string): Promise<void> {
  await replaceWith(file, async (temporary, mode) => await writeFile(temporary, content, { flag: 'wx', mode }));
}

/** Like `replaceFile`, with the content that `write` writes to a temporary file, which must not exist before. */
export async function replaceWith(
  file: string,
  write: (temporary: string, mode: number | undefined) => Promise<void>,
): Promise<void> {
  const old = await lstat(file).catch(() => undefined);
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  try {
    await write(temporary, old?.isFile() ? old.mode : undefined);
    await rename(temporary, file);
  } catch (error) {
    // The name of the temporary file would be no help.
    if ((error as NodeJS.ErrnoException).path === temporary) Object.assign(error as Error, { path: dirname(file) });
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
