// Makes the data folder of this version, which later versions must read: `npm run released`. Run once per release.
import { mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import manifest from '../../../package.json' with { type: 'json' };
import { createDemoProject } from '../../instance/demo/network.ts';
import { readEarshot, startServerProcess } from '../process.ts';
import type { Json } from '../server.ts';
import { until } from '../until.ts';
import { pack } from './archive.ts';
import { hashImage, readResponses, type State } from './state.ts';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const EMAIL = 'owner@example.com';
const AMOUNTS = { maxEntries: 25, maxEvents: 1_500 };
const DAY_MS = 86_400_000;
const SEGMENT_BYTES = 16 * 1024 * 1024;
const PAGE_BYTES = 8192;
/** Pages from that of the last checkpoint on that are kept: its record may continue on the next page. */
const KEPT_PAGES = 3;

const dataDir = await mkdtemp(join(tmpdir(), 'earshot-released-'));
const env = { EARSHOT_DATA_DIR: dataDir, EARSHOT_THROTTLE: 'off', EARSHOT_LOG_LEVEL: 'warn' };
try {
  const state = await fill();
  await removeOldLog();
  const size = await pack(dataDir, join(FOLDER, `${manifest.version}.tar.zst`));
  await writeFile(join(FOLDER, `${manifest.version}.json`), `${JSON.stringify(state, null, 2)}\n`);
  console.log(`${manifest.version}.tar.zst: ${(size / 1e6).toFixed(1)} MB`);
} finally {
  await rm(dataDir, { recursive: true });
}

/** Fills a new data folder through the API. Returns what users see. */
async function fill(): Promise<State> {
  const server = await startServerProcess(env);
  try {
    const token = readEarshot(env, 'token', 'create', '--email', EMAIL);
    const call = async (
      method: string,
      path: string,
      { key, query, body }: { key?: string; query?: Record<string, string>; body?: string | FormData } = {},
    ) => {
      const url = new URL(path, server.url);
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
      const headers = {
        // Images are uploaded with the public key.
        ...(key ? { 'x-project-key': key } : { authorization: `Bearer ${token}` }),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      };
      const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
      const answer = (await response.json()) as Json;
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    };
    const now = Date.now();
    const options = { baseUrl: server.url, accessToken: token, name: 'Fernhill', hasPictures: false, ...AMOUNTS };
    const { project } = await createDemoProject(options);
    const query = { project_id: project.id };
    const form = new FormData();
    const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#0f766e' } })
      .png()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
    const { url: image } = await call('POST', '/v1/uploads', { key: project.api_key, body: form });
    const content = `![Picture](${image})`;
    await call('POST', '/v1/changelog', { query, body: JSON.stringify({ title: 'With a picture', content, published: true }) });
    // Later versions read the same state.
    const { data: scheduled } = await call('GET', '/v1/changelog', { query: { ...query, status: 'scheduled' } });
    for (const { id } of scheduled)
      await call('PATCH', `/v1/changelog/${id}`, { query, body: JSON.stringify({ scheduled_at: '2100-01-01T00:00:00Z' }) });
    await call('POST', '/v1/webhooks', { query, body: JSON.stringify({ url: 'https://hooks.example.com/earshot' }) });
    await call('POST', '/v1/analytics/goals', { query, body: JSON.stringify({ name: 'Sign-up', event: 'signed_up' }) });
    // Whole days in the past, whose reports no later event changes.
    const from = new Date(Math.floor((now - 61 * DAY_MS) / DAY_MS) * DAY_MS).toISOString();
    const to = new Date(Math.floor((now - 2 * DAY_MS) / DAY_MS) * DAY_MS).toISOString();
    const read = (path: string, parameters?: Record<string, string>) => call('GET', path, { query: parameters });
    await until(
      async () => (await read('/v1/analytics/intake', { ...query, from, to: new Date().toISOString() })).waiting === 0,
      60_000,
    );
    const state = { email: EMAIL, projectId: project.id, from, to };
    return {
      ...state,
      image: new URL(image).pathname,
      imageHash: await hashImage(image),
      responses: await readResponses(read, state),
    };
  } finally {
    await server.end('SIGTERM');
  }
}

/**
 * Removes write-ahead log that a start after a shutdown in order does not read: all segments but the last, and all pages of the last one
 * except for the first one and those of the last checkpoint.
 */
async function removeOldLog(): Promise<void> {
  const control = await readFile(join(dataDir, 'postgres', 'global', 'pg_control'));
  // `checkPoint` of `ControlFileData` (src/include/catalog/pg_control.h). The timeline of a cluster without a recovery is 1.
  const checkpoint = control.readBigUInt64LE(32);
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  const number = checkpoint / BigInt(SEGMENT_BYTES);
  const last = `00000001${hex(number / 256n)}${hex(number % 256n)}`;
  const log = join(dataDir, 'postgres', 'pg_wal');
  for (const name of await readdir(log)) if (/^[0-9A-F]{24}$/.test(name) && name !== last) await rm(join(log, name));
  const file = await open(join(log, last), 'r+');
  try {
    const kept = Math.floor(Number(checkpoint % BigInt(SEGMENT_BYTES)) / PAGE_BYTES) * PAGE_BYTES;
    const clear = async (from: number, to: number) => {
      if (from < to) await file.write(Buffer.alloc(to - from), 0, to - from, from);
    };
    await clear(PAGE_BYTES, kept);
    await clear(kept + KEPT_PAGES * PAGE_BYTES, SEGMENT_BYTES);
  } finally {
    await file.close();
  }
}
