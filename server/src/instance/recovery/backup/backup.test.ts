import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { IS_LONG, ONLY_LONG } from '../../../testing/long.ts';
import { killEarshot, runEarshot as earshot, type ServerProcess, startServerProcess } from '../../../testing/process.ts';
import type { Json } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { picture, uploadTo } from '../../uploads/fixtures/images.ts';

// Backups of a server in its own process, with its own data folder, restored into other folders. The long version is the restore drill of
// docs/operations.md.

const [EVENTS, ENTRIES, UPLOADS] = IS_LONG ? [1_000_000, 10_000, 500] : [3_000, 40, 6];
const BATCH = 500;
const DAY_MS = 86_400_000;

const root = await mkdtemp(join(tmpdir(), 'earshot-backup-'));
after(() => rm(root, { recursive: true, force: true }));
const envOf = (name: string) => ({
  EARSHOT_DATA_DIR: join(root, name),
  EARSHOT_THROTTLE: 'off',
  // Reports contain all accepted events, however many wait.
  EARSHOT_REPORT_WAIT_MS: '60000',
  EARSHOT_LOG_LEVEL: process.env.TEST_LOG ?? 'error',
});
const env = envOf('source');
const backups = join(root, 'backups');

const server = await startServerProcess(env);
let running: ServerProcess | undefined = server;
after(() => running?.end('SIGTERM'));
const { key } = server;
const token = (await earshot(env, ['token', 'create', '--email', 'ada@example.com'])).stdout.trim();

const post = async (path: string, body: object) => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'x-project-key': key, 'content-type': 'application/json', 'x-visitor-id': randomUUID() },
    body: JSON.stringify(body),
  });
  return response.status;
};
const headers = { authorization: `Bearer ${token}` };
const { data: projects } = (await (await fetch(`${server.url}/v1/projects`, { headers })).json()) as Json;
const get = async ({ url }: { url: string }, path: string) => {
  const target = new URL(path, url);
  target.searchParams.set('project_id', projects[0].id);
  const response = await fetch(target, { headers });
  assert.equal(response.status, 200, `${path}: ${response.status}`);
  return await response.text();
};

/** Ids of accepted events, titles of accepted entries, and paths of accepted uploads with their content. */
const accepted = { events: new Set<string>(), entries: new Set<string>(), uploads: new Map<string, Buffer>() };

async function sendEvents(count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({
    url: `https://example.com/page-${index % 20}`,
    name: index % 5 ? 'pageview' : 'signed_up',
    user_id: `u${Math.floor(Math.random() * 2_000)}`,
    event_id: randomUUID(),
    timestamp: new Date(Date.now() - Math.random() * 5 * DAY_MS).toISOString(),
  }));
  if ((await post('/v1/analytics/events', { events })) === 202) for (const { event_id } of events) accepted.events.add(event_id);
}

async function sendEntry(): Promise<void> {
  const title = `Entry ${randomUUID()}`;
  if ((await post('/v1/feedback', { title })) === 201) accepted.entries.add(title);
}

async function sendUpload(): Promise<void> {
  const bytes = await picture('png', { width: 20 + accepted.uploads.size, isNoise: true }).toBuffer();
  const { status, body } = await uploadTo(server, bytes, { by: key });
  if (status !== 201) return;
  const path = new URL(body.url).pathname;
  accepted.uploads.set(path, Buffer.from(await (await fetch(`${server.url}${path}`)).arrayBuffer()));
}

/** Repeats work until the returned function is called. */
function repeat(work: () => Promise<unknown>) {
  const stopping = new AbortController();
  const repeated = (async () => {
    while (!stopping.signal.aborted) await work();
  })();
  return async () => {
    stopping.abort();
    await repeated;
  };
}

/** Runs `count` pieces of work, a few at the same time. */
async function fill(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

const isComplete = async (url: string) =>
  ((await (await fetch(`${url}/health/ready`)).json()) as Json).analytics.state === 'complete';

/** Waits until reports contain all events that were accepted before. Under load, they end at an earlier `as_of`. */
async function waitForEvents(of: { url: string }): Promise<void> {
  const asked = Date.now();
  await until(async () => Date.parse(JSON.parse(await get(of, '/v1/analytics/overview')).as_of) >= asked, 600_000);
}

/** Compares without the difference of `deepEqual`, which takes more memory than a machine has for large arrays. */
function assertNone<T>(found: T[], message: string): void {
  assert.deepEqual([found.length, ...found.slice(0, 3)], [0], message);
}

async function readEventIds(of: { url: string }): Promise<string[]> {
  await waitForEvents(of);
  const from = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
  const csv = await get(of, `/v1/analytics/export.csv?from=${from}&to=${new Date().toISOString().slice(0, 10)}`);
  return csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1] as string);
}

async function readTitles(of: { url: string }): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor = ''; ;) {
    const page = JSON.parse(await get(of, `/v1/feedback?limit=100${cursor && `&cursor=${cursor}`}`));
    titles.push(...page.data.map(({ title }: Json) => title));
    if (!page.next_cursor) return titles;
    cursor = page.next_cursor;
  }
}

/** All figures that are compared after a restore without changes. */
async function readFigures(of: { url: string }): Promise<Record<string, unknown>> {
  await waitForEvents(of);
  const from = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
  const to = new Date().toISOString().slice(0, 10);
  const report = async (path: string) => {
    const { as_of: _, ...rest } = JSON.parse(await get(of, `${path}from=${from}&to=${to}`));
    return rest;
  };
  return {
    overview: await report('/v1/analytics/overview?'),
    pages: await report('/v1/analytics/breakdown?by=page&'),
    names: await report('/v1/analytics/breakdown?by=event&'),
    days: await report('/v1/analytics/timeseries?interval=day&'),
    entries: JSON.parse(await get(of, '/v1/feedback?limit=1')).total,
  };
}

const log = (text: string) => IS_LONG && process.stdout.write(`# ${text}\n`);
async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  log(`${label}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

const backUp = async (target = backups, ...options: string[]) => {
  const { code, stdout, stderr } = await earshot(env, ['backup', 'create', target, ...options]);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout.trim();
};
const restore = async (name: string, archive: string, more: Record<string, string> = {}) =>
  await earshot({ ...envOf(name), ...more }, ['restore', archive]);

test('a backup under load contains everything acknowledged before, each once', { timeout: 3_600_000 }, async () => {
  await timed('filling', async () => {
    await fill(EVENTS / BATCH, () => sendEvents(BATCH));
    await fill(ENTRIES, sendEntry);
    await fill(UPLOADS, sendUpload);
  });
  const before = { events: [...accepted.events], entries: [...accepted.entries], uploads: [...accepted.uploads] };
  assert.deepEqual([before.events.length, before.entries.length, before.uploads.length], [EVENTS, ENTRIES, UPLOADS]);
  const stops = [repeat(() => sendEvents(20)), repeat(sendEntry), repeat(sendUpload)];
  const archive = await timed('backup under load', () => backUp());
  log(`size: ${(await stat(archive)).size} bytes`);
  await Promise.all(stops.map((stop) => stop()));

  const verified = await timed('verification', () => earshot(env, ['backup', 'verify', archive]));
  assert.deepEqual([verified.code, verified.stderr], [0, '']);
  const restored = await timed('restore', () => restore('restored', archive));
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
  const copy = await startServerProcess(envOf('restored'));
  try {
    const ids = await timed('reading events', () => readEventIds(copy));
    const found = new Set(ids);
    assert.equal(found.size, ids.length, 'no event is doubled');
    assertNone(
      before.events.filter((id) => !found.has(id)),
      'no acknowledged event is lost',
    );
    assertNone([...found.difference(accepted.events)], 'no other events');
    const titles = await timed('reading entries', () => readTitles(copy));
    const distinct = new Set(titles);
    assert.equal(distinct.size, titles.length, 'no entry is doubled');
    assertNone(
      before.entries.filter((title) => !distinct.has(title)),
      'no acknowledged entry is lost',
    );
    for (const [path, bytes] of before.uploads)
      assert.ok(bytes.equals(Buffer.from(await (await fetch(`${copy.url}${path}`)).arrayBuffer())), path);
    assert.ok(await until(() => isComplete(copy.url)));
    // Works on: batch numbers and deduplication tokens of the original do not swallow new events.
    const event_id = randomUUID();
    const sent = await fetch(`${copy.url}/v1/analytics/events`, {
      method: 'POST',
      headers: { 'x-project-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ url: '/', user_id: 'u1', event_id }),
    });
    assert.equal(sent.status, 202);
    assert.ok((await readEventIds(copy)).includes(event_id));
  } finally {
    await copy.end('SIGTERM');
  }
});

test('after a restore, all figures are equal', { timeout: 3_600_000, ...ONLY_LONG }, async () => {
  const figures = await readFigures(server);
  const archive = await timed('backup', () => backUp());
  const restored = await restore('equal', archive);
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
  const copy = await startServerProcess(envOf('equal'));
  try {
    assert.deepEqual(await readFigures(copy), figures);
    assert.ok(!existsSync(join(root, 'equal', 'snapshots')), 'a start of the same version copies nothing');
  } finally {
    await copy.end('SIGTERM');
  }
});

test('a killed backup leaves the former backups intact, and the next one works', async () => {
  const former = await readdir(backups);
  const listPartial = async () => (await readdir(backups)).filter((name) => name.startsWith('.'));
  await killEarshot(env, ['backup', 'create', backups], async () => (await listPartial()).length > 0);
  assert.equal((await listPartial()).length, 1, 'killed while it wrote');
  assert.deepEqual((await readdir(backups)).filter((name) => !name.startsWith('.')).toSorted(), former.toSorted());
  const archive = await backUp();
  assert.deepEqual(await listPartial(), [], 'leftovers are removed');
  if (IS_LONG) assert.equal((await earshot(env, ['backup', 'verify', archive])).code, 0);
});

test('a restore overwrites nothing, and a failure leaves the folder empty', async () => {
  const archive = await backUp(join(root, 'single.tar'));
  const again = await earshot(env, ['backup', 'create', archive]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /single\.tar exists\. Choose another name/);

  const used = await restore('source', archive);
  assert.equal(used.code, 1);
  assert.match(used.stderr, /source\/\w+ exists, and a restore overwrites nothing/);

  const bytes = await readFile(archive);
  bytes.write('1001', bytes.indexOf('0001_schema'));
  await writeFile(join(root, 'damaged.tar'), bytes);
  await writeFile(join(root, 'short.tar'), bytes.subarray(0, bytes.length / 2));
  for (const name of ['damaged', 'short']) {
    const refused = await restore(name, join(root, `${name}.tar`));
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^The archive is (damaged|incomplete)/);
    assert.deepEqual(await readdir(join(root, name)).catch(() => []), []);
  }
  const nothing = await earshot(envOf('nothing'), ['backup', 'create', backups]);
  assert.match(nothing.stderr, /^No server has used the data folder \S+nothing\./);
  const missing = await restore('missing', join(root, 'nowhere.tar'));
  assert.match(missing.stderr, /^Not found: .*nowhere\.tar\n$/);
});

test('an interrupted restore is refused by the server, and can be repeated', async () => {
  const interrupted = envOf('interrupted');
  const archive = join(root, 'single.tar');
  await killEarshot(interrupted, ['restore', archive], () => existsSync(join(interrupted.EARSHOT_DATA_DIR, 'clickhouse')));
  await assert.rejects(startServerProcess(interrupted), /A restore into .* was interrupted/);
  const repeated = await restore('interrupted', archive);
  assert.deepEqual([repeated.code, repeated.stderr], [0, '']);
  if (!IS_LONG) return;
  const copy = await startServerProcess(interrupted);
  assert.equal(await copy.end('SIGTERM').then((ended) => ended.code), 0);
});

test('an encrypted backup requires its passphrase', async () => {
  const secret = { EARSHOT_BACKUP_PASSPHRASE: 'correct horse' };
  const { stdout } = await earshot({ ...env, ...secret }, ['backup', 'create', backups]);
  assert.match(stdout, /\.tar\.age\n$/);
  const archive = stdout.trim();
  const without = await restore('without', archive);
  assert.match(without.stderr, /^The backup is encrypted/);
  const wrong = await restore('wrong', archive, { EARSHOT_BACKUP_PASSPHRASE: 'wrong horse' });
  assert.match(wrong.stderr, /^The passphrase is wrong for this backup\n$/);
  const right = await earshot({ ...env, ...secret }, ['backup', 'verify', archive]);
  assert.deepEqual([right.code, right.stderr], [0, '']);
});

test('--keep removes older backups of the folder', async () => {
  const name = 'earshot-20250101T000000Z.tar';
  const others = ['notes.txt', 'other.tar'];
  for (const file of [name, ...others]) await writeFile(join(backups, file), '');
  await backUp(backups, '--keep', '1d');
  const left = await readdir(backups);
  assert.deepEqual(left.filter((file) => !others.includes(file)).length, 1);
  assert.deepEqual(
    others.filter((file) => !left.includes(file)),
    [],
  );
  const { code, stderr } = await earshot(env, ['backup', 'create', backups, '--keep', 'all']);
  assert.deepEqual([code, stderr], [1, '--keep must be numbers of days, weeks, months and years to keep, such as 7d4w6m\n']);
});

test('a stopped server is backed up as well, also after a kill', async () => {
  await sendEvents(20);
  await server.end('SIGKILL');
  running = undefined;
  const archive = await backUp(join(root, 'stopped.tar'));
  // Longer than the path of a Unix socket may be.
  const name = `stopped-${'x'.repeat(100)}`;
  const { code, stderr } = await restore(name, archive);
  assert.deepEqual([code, stderr], [0, '']);
  const copy = await startServerProcess(envOf(name));
  try {
    const ids = await readEventIds(copy);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, accepted.events.size);
    if (!IS_LONG) return;
    const made = await earshot(envOf(name), ['backup', 'create', join(root, 'long.tar')]);
    assert.deepEqual([made.code, made.stderr], [0, '']);
  } finally {
    await copy.end('SIGTERM');
  }
});
