import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { transact } from '../../platform/postgres/database.ts';
import { readOperations } from '../../testing/openapi.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { FILES } from './fixtures/files.ts';
import { createImporting } from './fixtures/importing.ts';

const server = await sharedTestServer();
const { call, db } = server;

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

/** Sends a request about an import, and changes the import when the request has read it and waits to change it. */
async function callDuringChange(
  id: string,
  change: RawBuilder<unknown>,
  [method, path, body]: [string, string, object?],
  token: string,
) {
  const isImport = sql`id = ${parseId('imp', id)}`;
  const { answer } = await transact(db, async (tx) => {
    await sql`SELECT FROM imports WHERE ${isImport} FOR UPDATE`.execute(tx);
    const calling = call(method, `/v1/imports/${id}${path}`, { token, ...(body && { body }) });
    await until(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ '(UPDATE|DELETE FROM) imports '`.execute(db);
      return rows.length > 0;
    });
    await sql`UPDATE imports SET ${change} WHERE ${isImport}`.execute(tx);
    return { answer: calling };
  });
  return await answer;
}

test('requests about an import that another one changes at the same moment are refused with its status', async () => {
  const { token, upload, get } = await createProject();
  const CASES: [before: string, request: [method: string, path: string, body?: object], meanwhile: string][] = [
    ['ready', ['PATCH', '', { options: { collection: 'waitlist' } }], 'running'],
    ['ready', ['DELETE', ''], 'running'],
    ['ready', ['POST', '/run'], 'checking'],
    ['running', ['POST', '/stop'], 'finished'],
  ];
  const operations = await readOperations(server);
  for (const [before, request, meanwhile] of CASES) {
    const { id } = await upload('csv', { 'ideas.csv': 'title\nOne' });
    await sql`UPDATE imports SET status = ${before} WHERE id = ${parseId('imp', id)}`.execute(db);
    const { status, body } = await callDuringChange(id, sql`status = ${meanwhile}`, request, token);
    assert.deepEqual(
      [status, body.code, body.error],
      [409, 'imports.not_possible', `This is not possible while the import is ${meanwhile}`],
      `${request[0]} ${request[1]}`,
    );
    const documented = operations.find(({ method, path }) => method === request[0] && path === `/v1/imports/{id}${request[1]}`);
    assert.ok(documented?.errorCodes.includes(body.code), documented?.id);
    const left = await get(id);
    assert.equal(left.status, meanwhile);
    assert.notEqual(left.options.collection, 'waitlist');
  }
});

test('a change of options replaces the results of a check that ends meanwhile, and recognizes the columns of an undone import', async () => {
  const { token, upload } = await createProject();
  const { id, options } = await upload('csv', { 'ideas.csv': 'title,email\nOne,ada@example.com' });
  const counts = JSON.stringify({ feedback: { created: 1, updated: 0, unchanged: 0, failed: 0 } });
  const suggested: Json[] = [];
  for (const [status, collection] of [
    ['ready', 'waitlist'],
    ['undone', 'feedback'],
  ]) {
    const request: [string, string, object] = ['PATCH', '', { options: { collection } }];
    const { body } = await callDuringChange(id, sql`status = ${status}, check_counts = ${counts}`, request, token);
    assert.deepEqual([body.status, body.check_counts, body.options.collection], ['ready', null, collection]);
    suggested.push(body.options.columns);
  }
  assert.notDeepEqual(suggested[0], options.columns);
  assert.deepEqual(suggested[1], options.columns);
});
