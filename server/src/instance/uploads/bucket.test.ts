import assert from 'node:assert/strict';
import { test } from 'node:test';
import { S3mini } from 's3mini';
import { ConfigError, readConfig } from '../../platform/config/config.ts';
import { formatId, newId } from '../../platform/ids.ts';
import { startTestServer } from '../../testing/server.ts';
import { startBucket } from './fixtures/bucket.ts';
import { age, cleaner, download, picture, uploadTo } from './fixtures/images.ts';
import { createStorage } from './storage.ts';

const bucket = await startBucket();
const { env } = bucket;
const server = await startTestServer(env);
const { key } = await server.createProject();
const clean = cleaner(server, env);
const upload = async () => await uploadTo(server, await picture('webp').toBuffer(), { by: key });

test('stores uploads in a bucket', async () => {
  const { status, body } = await upload();
  assert.equal(status, 201);
  const served = await download(body.url);
  assert.deepEqual([served.status, served.bytes.length, served.headers.get('content-type')], [200, body.size, 'image/webp']);
  assert.deepEqual(await bucket.objects(), [`${body.id}.webp`]);
  await age(server, [body.id], 25);
  await clean();
  assert.equal((await download(body.url)).status, 404);
  assert.deepEqual(await bucket.objects(), []);
});

test('deletes only unused uploads from a shared bucket', async () => {
  const s3 = new S3mini({
    endpoint: `${env.EARSHOT_S3_ENDPOINT}/${env.EARSHOT_S3_BUCKET}`,
    region: env.EARSHOT_S3_REGION,
    accessKeyId: env.EARSHOT_S3_ACCESS_KEY_ID,
    secretAccessKey: env.EARSHOT_S3_SECRET_ACCESS_KEY,
  });
  const { body } = await upload();
  const [orphan, young] = [`${formatId('upl', newId())}.png`, `${formatId('upl', newId())}.png`];
  const others = ['holiday.png', `more/${orphan}`, `${body.id}.webp`];
  for (const name of [orphan, young, ...others.slice(0, 2)]) await s3.putObject(`uploads/${name}`, 'x');
  for (const name of [orphan, ...others]) await bucket.age(name, 25);
  await clean();
  const left = await bucket.objects();
  assert.deepEqual(new Set(left), new Set([young, ...others]));
});

test('lists all pages of a bucket', async () => {
  const storage = createStorage(readConfig(env));
  const names = Array.from({ length: 1_010 }, () => `${formatId('upl', newId())}.png`);
  for (let from = 0; from < names.length; from += 20)
    await Promise.all(names.slice(from, from + 20).map((name) => storage.put(name, Buffer.from('x'), 'image/png')));
  const found = new Set(await Array.fromAsync(storage.listOlderThan(-60_000)));
  assert.deepEqual(
    names.filter((name) => !found.has(name)),
    [],
  );
});

test('rejects an incomplete bucket configuration with the missing variables', () => {
  const { EARSHOT_S3_BUCKET: _bucket, EARSHOT_S3_SECRET_ACCESS_KEY: _secret, ...half } = env;
  assert.throws(
    () => readConfig(half),
    (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.message.split('\n'), [
        'EARSHOT_S3_BUCKET is required because EARSHOT_S3_ENDPOINT is set',
        'EARSHOT_S3_SECRET_ACCESS_KEY is required because EARSHOT_S3_ENDPOINT is set',
      ]);
      return true;
    },
  );
  const { EARSHOT_S3_REGION: _region, ...whole } = env;
  assert.equal(readConfig(whole).EARSHOT_S3_REGION, 'auto');
});

test('returns 503 for uploads and downloads while the bucket is unavailable', async () => {
  const { body } = await upload();
  await bucket.stop();
  for (const { status, headers } of [await upload(), await download(body.url)]) {
    assert.deepEqual([status, headers.get('cache-control')], [503, null]);
    assert.ok(headers.get('retry-after'));
  }
});
