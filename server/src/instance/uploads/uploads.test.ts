import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { type Json, sharedTestServer, startTestServer } from '../../testing/server.ts';
import { download, picture, type Upload, uploadTo } from './fixtures/images.ts';

const EARSHOT_DATA_DIR = await mkdtemp(join(tmpdir(), 'earshot-uploads-'));
after(() => rm(EARSHOT_DATA_DIR, { recursive: true }));
const server = await startTestServer({ EARSHOT_DATA_DIR });
const { key } = await server.createProject();

const upload = (bytes: Buffer, options: Partial<Upload> = {}) => uploadTo(server, bytes, { by: key, ...options });

describe('stores and serves', () => {
  for (const [format, extension] of [
    ['png', 'png'],
    ['jpeg', 'jpg'],
    ['webp', 'webp'],
    ['gif', 'gif'],
  ] as const)
    test(format, async () => {
      // The name and the type are those of a PNG: only the content counts.
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
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      const etag = headers.get('etag') ?? '';
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await download(body.url, { 'if-none-match': known });
        assert.deepEqual([again.status, again.bytes.length], [304, 0], known);
        assert.equal(again.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      }
      assert.equal((await download(body.url, { 'if-none-match': '"other"' })).status, 200);
    });
});

test('removes metadata and rotates images upright', async () => {
  const exif = { IFD0: { Copyright: 'Ada', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const bytes = await picture('jpeg').withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
  assert.ok((await sharp(bytes).metadata()).exif);
  const { body } = await upload(bytes);
  assert.deepEqual([body.width, body.height], [20, 40]);
  const { bytes: served } = await download(body.url);
  const { exif: left, orientation, xmp, icc } = await sharp(served).metadata();
  assert.deepEqual([left, orientation, xmp, icc], [undefined, undefined, undefined, undefined]);
});

test('removes data after the end of an image', async () => {
  const bytes = Buffer.concat([await picture('png').toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  const { body } = await upload(bytes);
  assert.ok(!(await download(body.url)).bytes.includes('<script>'));
});

test('accepts concurrent uploads', async () => {
  const fresh = await sharedTestServer();
  const project = await fresh.createProject();
  const bytes = await picture('png').toBuffer();
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => uploadTo(fresh, bytes, { by: project.key })));
    assert.deepEqual(
      answers.filter(({ status }) => status !== 201).map(({ body }) => body),
      [],
    );
  }
});

test('accepts nearly 5 MiB', async () => {
  const bytes = await picture('png', { width: 1400, height: 1240, isNoise: true }).toBuffer();
  assert.ok(bytes.length > 4.8 * 1024 * 1024 && bytes.length < 5 * 1024 * 1024, `${bytes.length} bytes`);
  const { status, body } = await upload(bytes);
  assert.deepEqual([status, body.width], [201, 1400]);
});

test('shrinks large images, keeps small ones, and keeps animations', async () => {
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

test('shrinks large animations frame by frame', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 3000, height: 1500, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  for (const format of ['gif', 'webp'] as const) {
    const { body } = await upload(
      await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer(),
    );
    assert.deepEqual([body.width, body.height], [2000, 1000]);
    const { pages, pageHeight } = await sharp((await download(body.url)).bytes, { animated: true }).metadata();
    assert.deepEqual([pages, pageHeight], [3, 1000]);
  }
});

/** Creates a GIF with tiny frames. */
function flicker(frames: number, side = 16): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const frame = Buffer.concat([Buffer.from('21f90400000000002c00000000', 'hex'), size, Buffer.from('000202440100', 'hex')]);
  const start = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from('800000000000ffffff', 'hex')]);
  return Buffer.concat([start, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}

test('accepts a thousand frames, and rejects more', async () => {
  assert.equal((await upload(flicker(1_000))).status, 201);
  const { status, body } = await upload(flicker(1_001));
  assert.deepEqual([status, body.error], [400, 'file must have at most 1,000 frames']);
});

describe('rejects', () => {
  const cases: [name: string, bytes: () => Promise<Buffer> | Buffer, error: string][] = [
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file must be a PNG, JPEG, WebP or GIF image'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'file must be a PNG, JPEG, WebP or GIF image'],
    ['TIFF', () => picture('png').tiff().toBuffer(), 'file must be a PNG, JPEG, WebP or GIF image'],
    ['nothing', () => Buffer.alloc(0), 'file must be a PNG, JPEG, WebP or GIF image'],
    [
      'HTML that begins like a GIF',
      () => Buffer.from('GIF89a<script>alert(1)</script>'),
      'file is damaged: it must be a complete image',
    ],
    ...(['png', 'jpeg', 'webp', 'gif'] as const).flatMap((format): [string, () => Promise<Buffer>, string][] => {
      const part = async (share: number) => {
        const bytes = await picture(format, { width: 300, height: 300, isNoise: true }).toBuffer();
        return bytes.subarray(0, bytes.length * share);
      };
      return [
        [`half a ${format}`, () => part(0.5), 'file is damaged: it must be a complete image'],
        [`most of a ${format}`, () => part(0.99), 'file is damaged: it must be a complete image'],
      ];
    }),
    [
      'a bomb',
      () => picture('png', { width: 12_000, height: 12_000 }).toBuffer(),
      'file must have at most 64 million pixels in all frames',
    ],
    ['a bomb of many frames', () => flicker(8, 3_000), 'file must have at most 64 million pixels in all frames'],
  ];
  for (const [name, bytes, error] of cases)
    test(name, async () => {
      const { status, body } = await upload(await bytes());
      assert.deepEqual([status, body.error], [400, error]);
    });

  test('more than 5 MiB', async () => {
    const { status, body } = await upload(Buffer.alloc(5 * 1024 * 1024 + 1));
    assert.deepEqual([status, body.error], [413, 'file must be at most 5 MiB']);
  });

  test('other fields, several files, and additional fields', async () => {
    const bytes = await picture('png').toBuffer();
    assert.deepEqual((await upload(bytes, { field: 'image' })).body.error, 'image is not a known field');
    assert.deepEqual((await upload(bytes, { more: { file: bytes } })).body.error, 'file must be a single file');
    assert.deepEqual((await upload(bytes, { more: { other: 'x' } })).body.error, 'other is not a known field');
    const empty = await fetch(`${server.url}/v1/uploads`, {
      method: 'POST',
      headers: { 'x-project-key': key },
      body: new FormData(),
    });
    assert.deepEqual([empty.status, ((await empty.json()) as Json).error], [400, 'file is required']);
  });

  test('non-multipart bodies', async () => {
    const send = async (type: string, body: string) => {
      const response = await fetch(`${server.url}/v1/uploads`, {
        method: 'POST',
        headers: { 'x-project-key': key, 'content-type': type },
        body,
      });
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    assert.equal((await send('application/json', '{}'))[0], 415);
    assert.equal((await send('image/png', 'x'))[0], 415);
    const none = await server.call('POST', '/v1/uploads', { key });
    assert.deepEqual([none.status, none.body.error], [415, 'Content-Type must be multipart/form-data']);
    assert.equal((await send('multipart/form-data; boundary=x', 'nothing'))[0], 400);
    assert.equal((await send('multipart/form-data', 'nothing'))[0], 400);
    const part = (disposition: string) =>
      send('multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data${disposition}\r\n\r\nabc\r\n--x--\r\n`);
    assert.deepEqual(await part('; filename="a.png"'), [400, 'A part without a name is not a known field']);
    assert.deepEqual(await part('; name="file"'), [400, 'file must be a file']);
    assert.equal((await part('; name="__proto__"; filename="a.png"'))[0], 400);
  });

  test('requests without a key', async () => {
    assert.equal((await upload(await picture('png').toBuffer(), { by: 'pk_x' })).status, 401);
  });
});

test('returns 404 for unknown names, without path traversal', async () => {
  const { body } = await upload(await picture('png').toBuffer());
  for (const name of [
    `${body.id}.jpg`,
    body.id,
    'upl_00000000000000000000000000.png',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    'x'.repeat(300),
  ]) {
    const { status, headers, bytes } = await download(`${server.url}/v1/uploads/${name}`);
    assert.equal(status, 404, name);
    assert.deepEqual(Object.keys(JSON.parse(bytes.toString())), ['error', 'code'], name);
    assert.equal(headers.get('cache-control'), null, 'no cache keeps a refusal');
  }
});

test('an Idempotency-Key stores one image; a different image is a conflict', async () => {
  const headers = { 'idempotency-key': 'once' };
  const bytes = await picture('png').toBuffer();
  const [first, second] = [await upload(bytes, { headers }), await upload(bytes, { headers })];
  assert.equal(first.body.id, second.body.id);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal((await upload(await picture('gif').toBuffer(), { headers })).status, 409);
});

test('concurrent requests with one Idempotency-Key store one image', async () => {
  const headers = { 'idempotency-key': 'race' };
  const bytes = await picture('png').toBuffer();
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(bytes, { headers })));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
});

test('returns an uncached 503 while the folder is unavailable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-uploads-'));
  after(() => rm(folder, { recursive: true }));
  const on = await startTestServer({ EARSHOT_DATA_DIR: folder });
  const project = await on.createProject();
  const bytes = await picture('png').toBuffer();
  const { body } = await uploadTo(on, bytes, { by: project.key });
  await rm(join(folder, 'uploads'), { recursive: true });
  const gone = await download(body.url);
  assert.deepEqual([gone.status, gone.headers.get('cache-control'), gone.headers.get('etag')], [404, null, null]);

  await writeFile(join(folder, 'uploads'), 'in its way');
  for (const { status, headers } of [await uploadTo(on, bytes, { by: project.key }), await download(body.url)]) {
    assert.deepEqual([status, headers.get('cache-control')], [503, null]);
    assert.ok(headers.get('retry-after'));
  }
});

test('the team lists and deletes the images of its project', async () => {
  const [acme, rival] = [await server.createProject(), await server.createProject()];
  const made = [];
  for (const format of ['png', 'jpeg', 'webp'] as const)
    made.push((await upload(await picture(format).toBuffer(), { by: acme.key })).body);
  await upload(await picture('png').toBuffer(), { by: rival.key });
  const onAcme = { token: acme.token, query: { project_id: acme.id } };
  const { body: list } = await server.call('GET', '/v1/uploads', onAcme);
  assert.deepEqual([list.total, list.data], [3, made.toReversed()]);
  const { body: last } = await server.call('GET', '/v1/uploads', { ...onAcme, query: { ...onAcme.query, limit: 2, page: 2 } });
  assert.deepEqual([last.total, last.data], [3, made.slice(0, 1)]);

  const [first] = made;
  const name = first.url.split('/').at(-1);
  const onRival = { token: rival.token, query: { project_id: rival.id } };
  assert.equal((await server.call('DELETE', `/v1/uploads/${name}`, onRival)).status, 404, 'it is of another project');
  assert.equal((await download(first.url)).status, 200);
  assert.deepEqual((await server.call('DELETE', `/v1/uploads/${name}`, onAcme)).body, { ok: true });
  assert.equal((await download(first.url)).status, 404);
  assert.equal((await server.call('DELETE', `/v1/uploads/${name}`, onAcme)).status, 404);
  assert.equal((await server.call('DELETE', '/v1/uploads/../../x', onAcme)).status, 404);
  assert.equal((await server.call('GET', '/v1/uploads', onAcme)).body.total, 2);
});
