import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { note } from './output.ts';
import { replaceWith } from './replace-file.ts';

/**
 * Writes a stream to a file, or to standard output without one. The file appears only when it is complete, so that Ctrl+C and errors
 * leave nothing half written.
 */
export async function writeOutput(
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  { output, signal }: { output?: string; signal: AbortSignal },
): Promise<void> {
  const { pipeline } = await import('node:stream/promises');
  if (output === undefined || output === '-')
    return await pipeline(Readable.from(content), process.stdout, { signal, end: false });
  await replaceWith(output, async (temporary, mode) => {
    await pipeline(Readable.from(content), createWriteStream(temporary, { flags: 'wx', mode }), { signal });
  });
  note(`Wrote ${output}`);
}
