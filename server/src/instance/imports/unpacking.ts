import type { Readable } from 'node:stream';
import { HttpError } from '../../platform/api/errors.ts';
import type { ArchiveFiles } from '../archives/files.ts';
import { openZip } from '../archives/zip.ts';
import { type SourceFile, UnreadableFileError } from './sources/source.ts';

/** Errors of a ZIP file are those of the import. */
const toUnreadable = (name: string) => (error: unknown) => {
  throw new UnreadableFileError(`${name}: ${(error as Error).message}`);
};

/**
 * Replaces ZIP files by the files in them, whose names are never paths on the disk. The folder that contains all files of a ZIP file is
 * left out of their names. The ZIP files are deleted when the files are disposed.
 * @throws {UnreadableFileError} for a ZIP file that is incomplete or made to overload its reader
 */
export async function unpackFiles(
  files: SourceFile[],
  { spool }: Pick<ArchiveFiles, 'spool'>,
): Promise<AsyncDisposable & { files: SourceFile[] }> {
  await using opened = new AsyncDisposableStack();
  const unpacked: SourceFile[] = [];
  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) {
      unpacked.push(file);
      continue;
    }
    const { path } = opened.use(await spool(file.read()));
    const zip = await openZip(path).catch((error: unknown) => {
      if (error instanceof HttpError) return toUnreadable(file.name)(error);
      throw error;
    });
    opened.defer(() => zip.close());
    const names = [...zip.sizes.keys()].filter((name) => !name.endsWith('/') && !name.startsWith('__MACOSX/'));
    const top = findTopFolder(names);
    for (const name of names)
      unpacked.push({ name: name.slice(top.length), read: () => readEntry(`${file.name}: ${name}`, () => zip.read(name)) });
  }
  const kept = opened.move();
  return { files: unpacked, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Returns the folder, with a slash at its end, that contains all files. */
function findTopFolder([first = '', ...others]: string[]): string {
  const top = first.slice(0, first.indexOf('/') + 1);
  return top && others.every((name) => name.startsWith(top)) ? top : '';
}

async function* readEntry(name: string, open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  const stream = await open().catch(toUnreadable(name));
  try {
    for await (const bytes of stream) yield bytes as Buffer;
  } catch (error) {
    toUnreadable(name)(error);
  } finally {
    stream.destroy();
  }
}
