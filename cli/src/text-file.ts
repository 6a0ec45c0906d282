import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UsageError } from './errors.ts';

type Decoded = { text: string; problem?: undefined } | { text?: undefined; problem: string };

/** Marks at the beginning of files in other encodings of Unicode. UTF-32 comes first, because its mark begins with that of UTF-16. */
const OTHER_ENCODINGS: [mark: number[], name: string][] = [
  [[0xff, 0xfe, 0, 0], 'UTF-32'],
  [[0, 0, 0xfe, 0xff], 'UTF-32'],
  [[0xff, 0xfe], 'UTF-16'],
  [[0xfe, 0xff], 'UTF-16'],
];

/**
 * Decodes a text file. The byte order mark that editors on Windows add is dropped. Returns a problem, such as “must be UTF-8”, for other
 * encodings, which would otherwise be stored with replacement characters, and for NUL characters, which the API refuses.
 */
export function decodeText(bytes: Buffer): Decoded {
  const [, other] = OTHER_ENCODINGS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
  if (other) return { problem: `must be UTF-8, but is ${other}` };
  if (!isUtf8(bytes)) return { problem: 'must be UTF-8' };
  if (bytes.includes(0)) return { problem: 'must be UTF-8 without NUL characters' };
  return { text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
}

/** Reads a text file; `-` is standard input. @throws {UsageError} for a file that is not readable or not UTF-8 */
export async function readText(file: string): Promise<string> {
  const isInput = file === '-';
  let bytes: Buffer;
  try {
    bytes = isInput ? Buffer.concat(await process.stdin.toArray()) : await readFile(file);
  } catch {
    throw new UsageError(`${isInput ? 'Standard input' : file} is not readable`);
  }
  return requireText(isInput ? 'Standard input' : file, bytes);
}

/** Reads a text file synchronously. @throws {UsageError} for a file that is not UTF-8 */
export const readTextSync = (file: string): string => requireText(file, readFileSync(file));

function requireText(name: string, bytes: Buffer): string {
  const { text, problem } = decodeText(bytes);
  if (problem !== undefined) throw new UsageError(`${name} ${problem}`);
  return text;
}
