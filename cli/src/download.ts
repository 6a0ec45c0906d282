import { createWriteStream, promises } from 'node:fs';
import { Readable } from 'node:stream';
import { note } from './output.ts';

/**
 * Writes a stream to a file, or to standard output without one. The file appears only when it is complete, so that Ctrl+C and errors
 * leave nothing half written.
 */
export async function writeOutput(
  content: AsyncIterable<string | Uint8Array>,
  { output, signal }: { output?: string; signal: AbortSignal },
): Promise<void> {
  const { pipeline } = await import('node:stream/promises');
  if (output === undefined || output === '-')
    return await pipeline(Readable.from(content), process.stdout, { signal, end: false });
  const temporary = `${output}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(content), createWriteStream(temporary), { signal });
    await promises.rename(temporary, output);
  } finally {
    await promises.rm(temporary, { force: true });
  }
  note(`Wrote ${output}`);
}

/** Returns the body of a response as chunks. */
export async function* readChunks({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return;
      yield value;
    }
  } finally {
    await reader?.cancel();
  }
}

/** Renders a line of CSV. Spreadsheets would run cells that begin with these characters as formulas. */
export const toCsvLine = (cells: unknown[]): string =>
  `${cells
    .map((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^""$/, '');
      const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
      return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(',')}\r\n`;
