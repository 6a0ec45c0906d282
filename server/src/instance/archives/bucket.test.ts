import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runScheduled } from '../../testing/jobs.ts';
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

  await runScheduled(db, 'exports.clean');
  assert.equal((await fetch(ready.url)).status, 200, 'an archive that is valid remains');
  assert.equal((await call('DELETE', `${path}/${ready.id}`, { token })).status, 200);
  assert.equal((await fetch(ready.url)).status, 404);

  const { url } = await createExport();
  await bucket.stop();
  const refused = await fetch(url);
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /storage/i);
});
