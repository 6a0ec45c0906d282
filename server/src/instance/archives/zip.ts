import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as yauzl from 'yauzl';
import { HttpError } from '../../platform/api/errors.ts';

/** Files of an archive. */
const MAX_FILES = 100_000;
/** Compression of a file above which it is refused, as a trap for readers. Events compress to a twentieth. */
const MAX_RATIO = 250;
const FREE_BYTES = 1024 * 1024;

/** A ZIP file whose directory was checked. */
export interface Zip {
  /** Sizes of the files in bytes, by name. */
  sizes: ReadonlyMap<string, number>;
  read: (name: string) => Promise<Readable>;
  close: () => void;
}

export const invalid = (message: string, cause?: unknown) =>
  Object.assign(new HttpError('archives.invalid', { message }), { cause });

/**
 * Opens a ZIP file. Nothing is extracted to the disk, so that names of files reach no path.
 * @throws {HttpError} when it is not complete, or made to overload its reader
 */
export async function openZip(path: string): Promise<Zip> {
  const open = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);
  const zip = await open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }).catch(
    (error: Error) => {
      throw invalid(`The file is not a complete ZIP file (${error.message})`, error);
    },
  );
  try {
    const entries = await listEntries(zip);
    const openStream = promisify<yauzl.Entry, Readable>((entry, done) => zip.openReadStream(entry, done));
    return {
      sizes: new Map(Array.from(entries, ([name, entry]) => [name, entry.uncompressedSize])),
      read: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw invalid(`${name} is missing`);
        return await openStream(entry).catch((error: Error) => {
          throw invalid(`${name} is damaged (${error.message})`, error);
        });
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_FILES) throw invalid(`The archive has more than ${MAX_FILES.toLocaleString('en')} files`);
  const entries = new Map<string, yauzl.Entry>();
  let compressed = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(invalid(`The file is not a complete ZIP file (${error.message})`, error)));
    zip.on('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      const { fileName: name } = entry;
      compressed += entry.compressedSize;
      if (entries.has(name)) return reject(invalid(`${name} is in the archive twice`));
      if (entry.uncompressedSize > entry.compressedSize * MAX_RATIO + FREE_BYTES)
        return reject(invalid(`${name} is compressed more than any document or image`));
      // Files that share bytes multiply the size of the archive.
      if (compressed > zip.fileSize) return reject(invalid('Files of the archive overlap'));
      entries.set(name, entry);
      return zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}
