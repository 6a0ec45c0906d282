import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { parseId } from '../ids.ts';
import { type Json, startTestServer, type TestServer } from '../testing/server.ts';
import { createStorage } from './storage.ts';
import { removeUnused } from './uploads.ts';
import { readConfig } from '../config.ts';
import { findMentionedUploads as inChangelog } from '../changelog/store.ts';
import { findMentionedUploads as inFeedback } from '../feedback/uploads-store.ts';

const EARSHOT_DATA_DIR = await mkdtemp(join(tmpdir(), 'earshot-uploads-'));
after(() => rm(EARSHOT_DATA_DIR, { recursive: true }));
const server = await startTestServer({ EARSHOT_DATA_DIR });
const { key } = await server.createProject();

type FileFormat = 'png' | 'jpeg' | 'webp' | 'gif';

const picture = (format: FileFormat, { width = 40, height = 20 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#2563eb' } })[format]();

async function upload(
  bytes: Buffer,
  {
    on = server,
    by = key,
    field = 'file',
    name = 'a.png',
    headers = {},
    more = {},
  }: {
    on?: TestServer;
    by?: string;
    field?: string;
    name?: string;
    headers?: Record<string, string>;
    more?: Record<string, Buffer | string>;
  } = {},
) {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  for (const [other, value] of Object.entries(more)) {
    if (typeof value === 'string') form.append(other, value);
    else form.append(other, new Blob([new Uint8Array(value)]), 'b.png');
  }
  const response = await fetch(`${on.url}/v1/uploads`, {
    method: 'POST',
    headers: { 'x-project-key': by, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
}

const download = async (url: string, headers = {}) => {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('takes and serves', () => {
  for (const [format, extension] of [
    ['png', 'png'],
    ['jpeg', 'jpg'],
    ['webp', 'webp'],
    ['gif', 'gif'],
  ] as const)
    test(format, async () => {
      // Its name and type say PNG: what counts is what it is.
      const { status, body } = await upload(await picture(format).toBuffer());
      assert.equal(status, 201);
      assert.match(body.id, /^upl_[0-9a-z]{26}$/);
      assert.equal(body.url, `${server.url}/v1/uploads/${body.id}.${extension}`);
      assert.deepEqual([body.content_type, body.width, body.height], [`image/${format}`, 40, 20]);
      const { status: found, headers, bytes } = await download(body.url);
      assert.deepEqual([found, bytes.length], [200, body.size]);
      assert.equal((await sharp(bytes).metadata()).format, format);
      assert.equal(headers.get('content-type'), `image/${format}`);
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal((await download(body.url, { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
    });
});

test('metadata is gone, and the picture stands upright', async () => {
  const exif = { IFD0: { Copyright: 'Ada', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const bytes = await picture('jpeg').withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
  assert.ok((await sharp(bytes).metadata()).exif);
  const { body } = await upload(bytes);
  assert.deepEqual([body.width, body.height], [20, 40]);
  const { bytes: served } = await download(body.url);
  const { exif: left, orientation, xmp, icc } = await sharp(served).metadata();
  assert.deepEqual([left, orientation, xmp, icc], [undefined, undefined, undefined, undefined]);
});

test('what hangs on behind an image does not come through', async () => {
  const bytes = Buffer.concat([await picture('png').toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  const { body } = await upload(bytes);
  assert.ok(!(await download(body.url)).bytes.includes('<script>'));
});

test('large ones become smaller, small ones don’t grow, and animations go on', async () => {
  const large = await upload(await picture('png', { width: 3000, height: 1500 }).toBuffer());
  assert.deepEqual([large.body.width, large.body.height], [2000, 1000]);
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 30, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  for (const format of ['gif', 'webp'] as const) {
    const animation = sharp(frames, { join: { animated: true } });
    const { body } = await upload(await animation.toFormat(format).toBuffer());
    assert.deepEqual([body.width, body.height], [30, 10]);
    assert.equal((await sharp((await download(body.url)).bytes).metadata()).pages, 3);
  }
});

describe('refuses', () => {
  const cases: [name: string, bytes: () => Promise<Buffer> | Buffer, error: string][] = [
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file must be a PNG, JPEG, WebP or GIF image'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'file must be a PNG, JPEG, WebP or GIF image'],
    ['TIFF', () => picture('png').tiff().toBuffer(), 'file must be a PNG, JPEG, WebP or GIF image'],
    ['nothing', () => Buffer.alloc(0), 'file must be a PNG, JPEG, WebP or GIF image'],
    [
      'HTML that begins like a GIF',
      () => Buffer.from('GIF89a<script>alert(1)</script>'),
      'file must be a whole image: this one is broken',
    ],
    [
      'half an image',
      async () => (await picture('png', { width: 500, height: 500 }).toBuffer()).subarray(0, 200),
      'file must be a whole image: this one is broken',
    ],
    [
      'a bomb',
      () => picture('png', { width: 12_000, height: 12_000 }).toBuffer(),
      'file must have at most 64 million pixels in all its frames',
    ],
  ];
  for (const [name, bytes, error] of cases)
    test(name, async () => {
      const { status, body } = await upload(await bytes());
      assert.deepEqual([status, body], [400, { error }]);
    });

  test('more than 5 MiB', async () => {
    const { status, body } = await upload(Buffer.alloc(5 * 1024 * 1024 + 1));
    assert.deepEqual([status, body], [413, { error: 'file must be at most 5 MiB' }]);
  });

  test('another field, several files, and fields beside it', async () => {
    const bytes = await picture('png').toBuffer();
    assert.deepEqual((await upload(bytes, { field: 'image' })).body, { error: 'image is not a field of this request' });
    assert.deepEqual((await upload(bytes, { more: { file: bytes } })).body, { error: 'file must be one file' });
    assert.deepEqual((await upload(bytes, { more: { other: 'x' } })).body, { error: 'other is not a field of this request' });
    const empty = await fetch(`${server.url}/v1/uploads`, {
      method: 'POST',
      headers: { 'x-project-key': key },
      body: new FormData(),
    });
    assert.deepEqual([empty.status, await empty.json()], [400, { error: 'file is required' }]);
  });

  test('what is no multipart body', async () => {
    const send = async (type: string, body: string) => {
      const response = await fetch(`${server.url}/v1/uploads`, {
        method: 'POST',
        headers: { 'x-project-key': key, 'content-type': type },
        body,
      });
      return [response.status, await response.json()];
    };
    assert.equal((await send('application/json', '{}'))[0], 415);
    assert.equal((await send('image/png', 'x'))[0], 415);
    assert.equal((await send('multipart/form-data; boundary=x', 'nothing'))[0], 400);
    assert.equal((await send('multipart/form-data', 'nothing'))[0], 400);
  });

  test('a caller without a key', async () => {
    assert.equal((await upload(await picture('png').toBuffer(), { by: 'pk_x' })).status, 401);
  });
});

test('names that nobody has are not found, and lead nowhere else', async () => {
  const { body } = await upload(await picture('png').toBuffer());
  for (const name of [
    `${body.id}.jpg`,
    body.id,
    'upl_00000000000000000000000000.png',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    'x'.repeat(300),
  ]) {
    const { status } = await download(`${server.url}/v1/uploads/${name}`);
    assert.equal(status, 404, name);
  }
});

test('the same Idempotency-Key keeps one image; with another image it is a conflict', async () => {
  const headers = { 'idempotency-key': 'once' };
  const bytes = await picture('png').toBuffer();
  const [first, second] = [await upload(bytes, { headers }), await upload(bytes, { headers })];
  assert.equal(first.body.id, second.body.id);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal((await upload(await picture('gif').toBuffer(), { headers })).status, 409);
});

/** The hourly job of a server, to run at will. */
function cleaner({ db }: TestServer, env: Record<string, string>) {
  const jobs = { schedule: () => {} } as never;
  return removeUnused(jobs, { db, storage: createStorage(readConfig(env)), mentions: [inFeedback, inChangelog] });
}

const age = async (id: string, hours: number) =>
  sql`UPDATE uploads SET created_at = now() - make_interval(hours => ${hours}) WHERE id = ${parseId('upl', id)}`.execute(
    server.db,
  );

test('what no entry mentions after a day is removed, and the rest stays', async () => {
  const project = await server.createProject();
  const add = async () => (await upload(await picture('png').toBuffer(), { by: project.key })).body;
  const [unused, young, screenshot, described, commented, announced] = [
    await add(),
    await add(),
    await add(),
    await add(),
    await add(),
    await add(),
  ];
  const { call } = server;
  const { body: entry } = await call('POST', '/v1/feedback', {
    key: project.key,
    body: { title: 'Broken', image_url: screenshot.url, description: `See ![](${described.url})` },
  });
  await call('POST', `/v1/feedback/${entry.id}/comments`, { key: project.key, body: { body: `And ${commented.url}` } });
  await call('POST', '/v1/changelog', {
    token: project.token,
    query: { project_id: project.id },
    body: { title: 'Mended', content: `![](${announced.url})` },
  });
  for (const { id } of [unused, screenshot, described, commented, announced]) await age(id, 25);
  const clean = cleaner(server, { EARSHOT_DATA_DIR });
  await clean();
  assert.equal((await download(unused.url)).status, 404);
  assert.ok(!(await readdir(join(EARSHOT_DATA_DIR, 'uploads'))).includes(`${unused.id}.png`), 'its file is gone too');
  for (const { url } of [young, screenshot, described, commented, announced]) assert.equal((await download(url)).status, 200);

  await call('DELETE', `/v1/feedback/${entry.id}`, { token: project.token });
  await clean();
  for (const { url } of [screenshot, described, commented]) assert.equal((await download(url)).status, 404);
  assert.equal((await download(announced.url)).status, 200);
});

test('images of a deleted project are gone', async () => {
  const project = await server.createProject();
  const { body } = await upload(await picture('png').toBuffer(), { by: project.key });
  await server.call('DELETE', `/v1/projects/${project.id}`, { token: project.token, query: { confirm: project.slug } });
  assert.equal((await download(body.url)).status, 404);
});

test('uploads can live in a bucket', async () => {
  // @ts-expect-error It comes without types.
  const { default: S3rver } = await import('s3rver');
  const directory = await mkdtemp(join(tmpdir(), 'earshot-s3-'));
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'acme' }] });
  const { port } = (await s3.run()) as AddressInfo;
  after(async () => {
    await s3.close().catch(() => {});
    await rm(directory, { recursive: true });
  });
  const env = {
    EARSHOT_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    EARSHOT_S3_BUCKET: 'acme',
    EARSHOT_S3_REGION: 'us-east-1',
    EARSHOT_S3_ACCESS_KEY_ID: 'S3RVER',
    EARSHOT_S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const on = await startTestServer(env);
  const project = await on.createProject();
  const { status, body } = await upload(await picture('webp').toBuffer(), { on, by: project.key });
  assert.equal(status, 201);
  const served = await download(body.url);
  assert.deepEqual([served.status, served.bytes.length, served.headers.get('content-type')], [200, body.size, 'image/webp']);
  assert.ok((await readdir(join(directory, 'acme', 'uploads'))).some((name) => name.startsWith(body.id)));
  await sql`UPDATE uploads SET created_at = now() - interval '25 hours'`.execute(on.db);
  await cleaner(on, env)();
  assert.equal((await download(body.url)).status, 404);
  assert.deepEqual(
    (await readdir(join(directory, 'acme', 'uploads')).catch(() => [])).filter((name) => name.startsWith(body.id)),
    [],
  );

  await s3.close();
  const away = await upload(await picture('webp').toBuffer(), { on, by: project.key });
  assert.equal(away.status, 503);
  assert.ok(away.headers.get('retry-after'));
});
