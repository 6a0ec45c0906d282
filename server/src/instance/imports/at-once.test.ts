import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { FILES } from './fixtures/files.ts';
import { createImporting } from './fixtures/importing.ts';

const server = await sharedTestServer();
const { call } = server;

async function createProject() {
  const project = await server.createProject('Acme');
  const { id, token } = project;
  return {
    ...project,
    ...createImporting(server, project),
    countFeedback: async (): Promise<number> =>
      (await call('GET', '/v1/feedback', { token, query: { project_id: id, limit: 1 } })).body.total,
  };
}

const ROWS = 1_500;
/** More records than a batch has. */
const IDEAS = `id,title,created,votes\n${Array.from({ length: ROWS }, (_, n) => `${n},Idea ${n},2025-01-01,1`).join('\n')}`;

const sum = (imports: Json[], collection: string, outcome: string): number =>
  imports.reduce((total, { counts }) => total + (counts[collection]?.[outcome] ?? 0), 0);

test('two imports of the same file at once, and a batch of the API, store each record once', { timeout: 120_000 }, async () => {
  const { id, token, upload, finish, countFeedback } = await createProject();
  const options = { collection: 'feedback' };
  const uploads = [await upload('csv', { 'a.csv': IDEAS }, options), await upload('csv', { 'b.csv': IDEAS }, options)];
  const records = Array.from({ length: 1_000 }, (_, n) => ({ external_id: String(n), title: `Idea ${n}` }));
  const batch = call('POST', '/v1/feedback/batch', { token, query: { project_id: id }, body: { records } });
  const finished = await Promise.all(uploads.map((one) => finish(one.id, 'run')));
  const { status, body } = await batch;
  assert.equal(status, 200, body.error);
  assert.deepEqual(
    finished.map((one) => [one.status, one.error, one.processed]),
    [
      ['finished', null, 2 * ROWS],
      ['finished', null, 2 * ROWS],
    ],
  );
  const ofBatch = body.results.filter(({ outcome }: Json) => outcome === 'created').length;
  assert.equal(sum(finished, 'feedback', 'created') + ofBatch, ROWS);
  assert.equal(sum(finished, 'feedback', 'failed') + sum(finished, 'votes', 'failed'), 0);
  assert.equal(sum(finished, 'votes', 'created'), ROWS);
  assert.equal(sum(finished, 'votes', 'unchanged'), ROWS);
  assert.equal(await countFeedback(), ROWS);

  const undone = await Promise.all(uploads.map((one) => finish(one.id, 'undo')));
  assert.deepEqual(
    undone.map((one) => one.status),
    ['undone', 'undone'],
  );
  assert.equal(await countFeedback(), ofBatch, 'records of the API remain');
});

test('imports of two sources at once store the records of both, and are undone one by one', { timeout: 120_000 }, async () => {
  const { upload, finish, countFeedback } = await createProject();
  const sources = ['canny', 'github_issues'] as const;
  const uploads = await Promise.all(sources.map((source) => upload(source, FILES[source].files)));
  const finished = await Promise.all(uploads.map(({ id }) => finish(id, 'run')));
  for (const [index, source] of sources.entries())
    for (const [collection, count] of Object.entries(FILES[source].counts))
      assert.equal(finished[index]?.counts[collection].created, count, `${source}: ${collection}`);
  const [ofCanny = 0, ofGithub = 0] = sources.map((source) => FILES[source].counts.feedback ?? 0);
  assert.equal(await countFeedback(), ofCanny + ofGithub);
  await finish(uploads[0]?.id, 'undo');
  assert.equal(await countFeedback(), ofGithub);
});
