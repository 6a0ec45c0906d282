import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { CallOptions } from '@earshot/sdk';
import type { Command } from 'commander';
import type { Context } from './context.ts';
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
  if (output === undefined || output === '-') return await writeToStdout(content, signal);
  const { pipeline } = await import('node:stream/promises');
  await replaceWith(output, async (temporary, mode) => {
    await pipeline(Readable.from(content), createWriteStream(temporary, { flags: 'wx', mode }), { signal });
  });
  note(`Wrote ${output}`);
}

/** Writes a stream to standard output, which stays open and, unlike after `pipeline`, keeps no listeners. */
async function writeToStdout(content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>, signal: AbortSignal) {
  for await (const chunk of content) {
    signal.throwIfAborted();
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain', { signal });
  }
}

/** Options of a command that writes a CSV file. */
export interface CsvOptions {
  bom?: boolean;
  output?: string;
}

/** Adds the options of a command that writes a CSV file. */
export const withCsv = (command: Command): Command =>
  command
    .option('--bom', 'begin the file with a byte order mark, for Excel')
    .option('-o, --output <file>', 'file; default: standard output');

/** Writes the response of an export. */
export async function writeCsv(
  { signal }: Context,
  { output }: CsvOptions,
  request: (options: CallOptions) => Promise<Response>,
): Promise<void> {
  const { body } = await request({ signal });
  await writeOutput(body ?? [], { output, signal });
}
