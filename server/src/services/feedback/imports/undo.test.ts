import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportContext } from '../../../instance/imports/importer.ts';
import { getProject } from '../../../instance/projects/projects.ts';
import { newId, parseId } from '../../../platform/ids.ts';
import { createDomainEvents } from '../../../platform/jobs/events.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { sharedTestServer } from '../../../testing/server.ts';
import { createBoard } from './fixtures/board.ts';
import { createFeedbackImporters } from './routes.ts';

const server = await sharedTestServer();
const { call, db } = server;
// Without listeners, as events without webhooks have.
const importers = createFeedbackImporters(createDomainEvents({} as JobQueue));
const [feedback, comments, votes] = importers;

async function createImport() {
  const board = await createBoard(server);
  const { body } = await call('GET', '/v1/auth/session', { token: board.token });
  const context: ImportContext = {
    project: await getProject(db, board.projectId),
    actor: { id: parseId('usr', body.user.id) as string, is_service_account: false, name: 'Ada' },
    importId: newId(),
    notify: false,
  };
  type Importer = (typeof importers)[number];
  const save = async (importer: Importer, records: object[]) =>
    (await transact(db, (tx) => importer.save(tx, context, records as never[]))).map((result) =>
      'outcome' in result ? result.outcome : result.code,
    );
  const plan = async (importer: Importer, records: object[], upcoming?: Set<string>) =>
    (await importer.plan(db, context, records as never[], upcoming)).map((result) =>
      'outcome' in result ? result.outcome : result.code,
    );
  /** Undoes the import in small parts. Returns the numbers of removed records. */
  const undo = async () => {
    const removed = [];
    for (const importer of [votes, comments, feedback]) {
      let count = 0;
      for (let part = 1; part; count += part)
        part = await transact(db, (tx) => importer.undo(tx, board.projectId, context.importId as string, 2));
      removed.push(count);
    }
    return removed;
  };
  return { ...board, save, plan, undo };
}

test('removes what an import created, and leaves counts as before', async () => {
  const board = await createImport();
  const { body: own } = await call('POST', '/v1/feedback', { key: board.key, body: { title: 'Own' } });
  await board.addVoter(own.id, 'u_1');
  await board.store('feedback', [{ external_id: 'batch', title: 'Of a batch' }]);
  const before = await board.digest();
  const entries = Array.from({ length: 5 }, (_, n) => ({
    external_id: `${n}`,
    title: `Imported ${n}`,
    status: n % 2 ? 'done' : 'new',
  }));
  const on = [{ feedback_id: own.id }, ...entries.map(({ external_id }) => ({ feedback_external_id: external_id }))];
  assert.deepEqual(await board.save(feedback, entries), Array(5).fill('created'));
  assert.deepEqual(
    await board.save(
      comments,
      on.map((entry) => ({ ...entry, body: 'Text' })),
    ),
    Array(6).fill('created'),
  );
  const ballots = on.flatMap((entry) => [
    { ...entry, user_id: 'u_1' },
    { ...entry, user_id: 'u_2', value: -1 },
  ]);
  assert.deepEqual(await board.save(votes, ballots), ['unchanged', ...Array(11).fill('created')]);
  assert.ok(await board.isCounted());
  assert.deepEqual(await board.undo(), [11, 6, 5]);
  assert.deepEqual(await board.digest(), before);
  assert.ok(await board.isCounted());
  assert.deepEqual(await board.undo(), [0, 0, 0]);
});

test('separates own entries from removed ones, and keeps what people added to merged entries', async () => {
  const board = await createImport();
  const submit = async (title: string) =>
    (await call('POST', '/v1/feedback', { key: board.key, body: { title } })).body.id as string;
  const merge = (id: string, into: string) => call('POST', `/v1/feedback/${id}/merge`, { token: board.token, body: { into } });
  const [target, source] = [await submit('Target'), await submit('Source')];
  await board.addVoter(source, 'of source');
  await board.save(feedback, [
    { external_id: 'a', title: 'a' },
    { external_id: 'b', title: 'b', merged_into_external_id: 'a' },
    { external_id: 'c', title: 'c' },
  ]);
  const [a, c] = [(await board.find('a')).id, (await board.find('c')).id];
  await board.addVoter(c, 'of c');
  assert.equal((await merge(source, a)).status, 200);
  assert.equal((await merge(c, target)).status, 200);
  assert.ok(await board.isCounted());
  assert.deepEqual(await board.undo(), [0, 0, 3]);
  const entries = await board.list({ sort: 'oldest' });
  assert.deepEqual(
    entries.map(({ title, upvote_count, merged_into }) => [title, upvote_count, merged_into]),
    [
      ['Target', 1, null],
      ['Source', 1, null],
    ],
  );
  assert.ok(await board.isCounted());
});

test('gives way to the vote of the same person on a merged entry', async () => {
  const board = await createImport();
  const [a, b] = await Promise.all(
    ['a', 'b'].map(async (title) => (await call('POST', '/v1/feedback', { key: board.key, body: { title } })).body.id as string),
  );
  await board.addVoter(b as string, 'u_1');
  await board.save(votes, [{ feedback_id: a, user_id: 'u_1' }]);
  await call('POST', `/v1/feedback/${b}/merge`, { token: board.token, body: { into: a } });
  assert.deepEqual(await board.undo(), [1, 0, 0]);
  const [entry] = await board.list();
  assert.deepEqual([entry?.title, entry?.upvote_count], ['a', 1]);
  assert.ok(await board.isCounted());
});

test('a dry run has the outcomes of the import, and changes nothing', async () => {
  const board = await createImport();
  await board.store('feedback', [{ external_id: 'known', title: 'Known' }]);
  const entries = [
    { external_id: 'known', title: 'Known' },
    { external_id: 'new', title: 'New' },
    { external_id: 'merged', title: 'Merged', merged_into_external_id: 'new' },
    { title: 'Lost', merged_into_external_id: 'nowhere' },
  ];
  const on = ['known', 'new', 'nowhere'].map((id) => ({ feedback_external_id: id }));
  const remarks = on.map((entry) => ({ ...entry, body: 'Text' }));
  const ballots = [...on, ...on].map((entry) => ({ ...entry, email: 'ada@customer.example' }));
  const upcoming = new Set(['known', 'new', 'merged']);
  const before = await board.digest();
  const planned = [
    await board.plan(feedback, entries),
    await board.plan(comments, remarks, upcoming),
    await board.plan(votes, ballots, upcoming),
  ];
  assert.deepEqual(await board.digest(), before);
  assert.deepEqual(planned, [
    ['unchanged', 'created', 'created', 'validation'],
    ['created', 'created', 'validation'],
    ['created', 'created', 'validation', 'unchanged', 'unchanged', 'validation'],
  ]);
  assert.deepEqual(
    [await board.save(feedback, entries), await board.save(comments, remarks), await board.save(votes, ballots)],
    planned,
  );
  assert.deepEqual(await board.plan(feedback, [{ external_id: 'later', title: 'x' }], new Set(['later'])), ['updated']);
});
