import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Earshot, Export } from '@earshot/sdk';
import { define, run } from '../command.ts';
import { CliError } from '../errors.ts';
import { printDone } from '../output.ts';
import { startProgress } from '../progress.ts';

const POLL_MS = 500;
const PERCENT = 100;
/** Attempts to continue a download without receiving anything. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 1_000;

/** Defines `export`, which writes an archive of a project. */
export function defineExport(program: Command): void {
  define(
    program,
    'export',
    'Export the project: all records, images, events and settings, as a ZIP file\nthat `earshot import earshot` restores into another project or instance.\nKeys, secrets, webhooks, members and logs are not part of it.\n\nWaits until the archive is written, downloads it, and compares its checksum.\nA download that broke off continues when the command is repeated.',
    ['earshot export --output acme.zip', 'earshot export --without-personal-data'],
  )
    .summary('export the project as a ZIP file')
    .option('-o, --output <file>', 'file to write; default: <slug>.zip')
    .option('--without-personal-data', 'leave out addresses, names and ids of end users')
    .action(
      run(async (context, { output, withoutPersonalData }: { output?: string; withoutPersonalData?: boolean }) => {
        const client = await context.client();
        const { id, slug } = await client.projects.get(await context.projectId());
        const path = output ?? `${slug}.zip`;
        const ready = await waitFor(
          client,
          await startExport(client, id, { path, hasPersonalData: !withoutPersonalData }),
          context.signal,
        );
        await download(ready, path, context.signal);
        printDone(`Wrote ${path}`, path);
      }),
    );
}

/** Starts an export, or returns the latest one if an earlier call began to download it, or did not wait for it. */
async function startExport(
  client: Earshot,
  projectId: string,
  { path, hasPersonalData }: { path: string; hasPersonalData: boolean },
): Promise<Export> {
  const { data } = await client.projects.exports.list(projectId, { limit: 1 });
  const [latest] = data;
  const isUnfinished =
    latest?.personal_data === hasPersonalData &&
    (['queued', 'running'].includes(latest.status) ||
      (latest.status === 'ready' && (await findSize(toPartial(path, latest))) > 0));
  return latest && isUnfinished ? latest : await client.projects.exports.create(projectId, { personal_data: hasPersonalData });
}

async function waitFor(client: Earshot, started: Export, signal: AbortSignal): Promise<Export & { url: string }> {
  const progress = startProgress('Exporting', PERCENT);
  let [current, shown] = [started, 0];
  try {
    while (['queued', 'running'].includes(current.status)) {
      await sleep(POLL_MS, undefined, { signal });
      current = await client.projects.exports.get(started.project_id, started.id, { signal });
      const percent = Math.round(current.progress * PERCENT);
      progress.advance(percent - shown);
      shown = percent;
    }
  } finally {
    progress.stop();
  }
  if (current.status !== 'ready' || !current.url) throw new CliError(current.error ?? `The export is ${current.status}`);
  return { ...current, url: current.url };
}

const findSize = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Returns the path of an incomplete download. */
const toPartial = (path: string, { sha256 }: Pick<Export, 'sha256'>) => `${path}.${sha256?.slice(0, 16) ?? ''}.part`;

/** Downloads an archive next to its path, continues after interruptions, and moves it when the checksum is right. */
async function download(
  { url, sha256, size_bytes: size }: Export & { url: string },
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const partial = toPartial(path, { sha256 });
  const total = size ?? 0;
  const progress = startProgress('Downloading', PERCENT);
  try {
    for (let attempts = 0; (await findSize(partial)) < total; attempts++) {
      const start = await findSize(partial);
      try {
        const response = await fetch(url, {
          headers: { range: `bytes=${start}-`, 'if-range': `"${sha256 ?? ''}"` },
          signal,
        });
        if (!response.ok || !response.body) throw new CliError(`The download failed with status ${response.status}`);
        const isRest = response.status === 206;
        await pipeline(Readable.fromWeb(response.body as never), createWriteStream(partial, { flags: isRest ? 'a' : 'w' }), {
          signal,
        });
      } catch (error) {
        if ((await findSize(partial)) > start) attempts = 0;
        if (signal.aborted || error instanceof CliError || attempts >= MAX_ATTEMPTS) throw error;
        await sleep(RETRY_MS, undefined, { signal });
      }
      progress.advance(Math.round((((await findSize(partial)) - start) / total) * PERCENT));
    }
  } finally {
    progress.stop();
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(partial), hash, { signal });
  if (hash.digest('hex') !== sha256) {
    await rm(partial, { force: true });
    throw new CliError('The downloaded file is damaged: its checksum differs. Run the command again.');
  }
  await rename(partial, path);
}
