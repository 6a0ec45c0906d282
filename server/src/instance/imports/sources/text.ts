import { type SourceFile, UnreadableFileError } from './source.ts';

/** JSON and Markdown files are read as a whole. */
const MIB = 1024 ** 2;
const MAX_WHOLE_BYTES = 256 * MIB;
const DETECTED_BYTES = 64 * 1024 ** 2;

const MARKS: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Returns the encoding of a file: by its byte order mark, else UTF-8 if its first 64 MiB are valid, else Windows-1252, which contains
 * Latin-1.
 */
export async function detectEncoding(file: SourceFile): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let read = 0;
  for await (const bytes of file.read()) {
    if (!read) {
      const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
      if (marked) return marked[0];
    }
    read += bytes.length;
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      return 'windows-1252';
    }
    if (read >= DETECTED_BYTES) break;
  }
  return 'utf-8';
}

/** Decodes a file part by part. A byte order mark is left out. @throws {UnreadableFileError} when it is not in the encoding */
export async function* readText(file: SourceFile, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const bytes of file.read()) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreadableFileError(
      `${file.name} is not encoded in ${encoding}. Choose another encoding, or save the file as UTF-8.`,
    );
  }
}

/** @throws {UnreadableFileError} */
export async function readWhole(file: SourceFile, maxLength = MAX_WHOLE_BYTES): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of readText(file, await detectEncoding(file))) {
    length += part.length;
    if (length > maxLength)
      throw new UnreadableFileError(`${file.name} is too large for its format (maximum ${maxLength / MIB} MiB). Divide it.`);
    parts.push(part);
  }
  return parts.join('');
}

/** @throws {UnreadableFileError} */
export async function readJson(file: SourceFile): Promise<unknown> {
  const text = await readWhole(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableFileError(`${file.name} is not valid JSON: ${(error as Error).message}`);
  }
}
