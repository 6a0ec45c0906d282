import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { S3mini } from 's3mini';
import { createTestDatabase } from '../../testing/database.ts';
import { runScheduled } from '../../testing/jobs.ts';
import { parseId } from '../../platform/ids.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { startBucket } from '../uploads/fixtures/bucket.ts';

test('archives are stored in the bucket of uploads, which each node reads', { timeout: 120_000 }, async () => {
  const bucket = await startBucket();
  const folder = await mkdtemp(join(tmpdir(), 'earshot-exports-'));
  after(() => rm(folder, { recursive: true }));
  const { call, db, createProject } = await startTestServer({ ...bucket.env, EARSHOT_DATA_DIR: folder });
  const { id, token } = await createProject();
  const path = `/v1/projects/${id}/exports`;
  const createExport = async (): Promise<Json> => {
    const { body: created } = await call('POST', path, { token, body: {} });
    return await until(async () => {
      const { body } = await call('GET', `${path}/${created.id}`, { token });
      return body.status === 'ready' && body;
    }, 60_000);
  };
  const ready = await createExport();
  const bytes = Buffer.from(await (await fetch(ready.url)).arrayBuffer());
  assert.equal(createHash('sha256').update(bytes).digest('hex'), ready.sha256);
  const part = await fetch(ready.url, { headers: { range: 'bytes=7-99' } });
  assert.equal(part.status, 206);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(7, 100));
  assert.deepEqual(await readdir(join(folder, 'exports')), []);

  const { env } = bucket;
  const s3 = new S3mini({
    accessKeyId: env.EARSHOT_S3_ACCESS_KEY_ID,
    secretAccessKey: env.EARSHOT_S3_SECRET_ACCESS_KEY,
    region: env.EARSHOT_S3_REGION,
    endpoint: `${env.EARSHOT_S3_ENDPOINT}/${env.EARSHOT_S3_BUCKET}`,
  });
  const abandoned = `exports/${randomUUID()}.zip`;
  const foreign = ['invoices.zip', 'exports/report.zip', `exports/${randomUUID()}.csv`, `exports/2025/${randomUUID()}.zip`];
  for (const key of [abandoned, ...foreign]) await s3.putObject(key, 'PK');
  await runScheduled(db, 'exports.clean');
  assert.equal((await fetch(ready.url)).status, 200, 'an archive that is valid remains');
  assert.equal(await s3.objectExists(abandoned), false, 'an archive without its export is deleted');
  for (const key of foreign) assert.equal(await s3.objectExists(key), true, `${key} is not of Earshot`);
  assert.equal((await call('DELETE', `${path}/${ready.id}`, { token })).status, 200);
  assert.equal((await fetch(ready.url)).status, 404);

  const { url } = await createExport();
  await bucket.stop();
  const refused = await fetch(url);
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /storage/i);
});

test('a node deletes the files that its killed predecessor left in its folder', { timeout: 120_000 }, async () => {
  const bucket = await startBucket();
  const folder = await mkdtemp(join(tmpdir(), 'earshot-exports-'));
  after(() => rm(folder, { recursive: true }));
  const { url } = await createTestDatabase();
  const env = { ...bucket.env, DATABASE_URL: url, EARSHOT_DATA_DIR: folder };
  const first = await startTestServer(env);
  const { id, token } = await first.createProject();
  const path = `/v1/projects/${id}/exports`;
  const { body: created } = await first.call('POST', path, { token, body: {} });
  const ready: Json = await until(async () => {
    const { body } = await first.call('GET', `${path}/${created.id}`, { token });
    return body.status === 'ready' && body;
  }, 60_000);
  await first.stop();
  const exported = parseId('exp', created.id);
  const left = [`${exported}.zip`, `${randomUUID()}.zip.part`, `${randomUUID()}.import`];
  const names = [...left, 'notes.txt'];
  await mkdir(join(folder, 'exports'), { recursive: true });
  const before = new Date(Date.now() - 60_000);
  for (const name of names) {
    await writeFile(join(folder, 'exports', name), 'PK');
    await utimes(join(folder, 'exports', name), before, before);
  }
  const next = await startTestServer(env);
  await until(async () => (await readdir(join(folder, 'exports'))).join() === 'notes.txt');
  const { pathname } = new URL(ready.url);
  assert.equal((await fetch(next.url + pathname)).status, 200, 'its archive in the bucket remains');
});
