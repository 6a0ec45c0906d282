import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { newId, parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { untilBlocked } from '../../../testing/until.ts';
import { insertChanges } from '../history-store.ts';
import { createBoard, type Kind } from './fixtures/board.ts';

const server = await sharedTestServer();
const { call } = server;

const ENTRY = {
  external_id: 'canny:1',
  title: 'Export as CSV',
  type: 'feature',
  description: 'Monthly',
  status: 'done',
  status_changed_at: '2024-06-01T10:00:00.000Z',
  tags: ['reports', 'CSV'],
  visibility: 'public',
  pinned: true,
  image_url: 'https://cdn.example/1.png',
  submitter_name: 'Ada',
  submitter_email: 'Ada@customer.example',
  submitter_user_id: 'u_1',
  metadata: { seats: 3, plan: { name: 'pro', monthly: true } },
  created_at: '2024-05-01T10:00:00.000Z',
};

describe('entries', () => {
  test('keep all fields, and a record that is sent again changes nothing', async () => {
    const board = await createBoard(server);
    const { status, body } = await board.send('feedback', [ENTRY, { title: 'Without id' }]);
    assert.equal(status, 200);
    const { created, updated, unchanged, failed, results } = body;
    assert.deepEqual([created, updated, unchanged, failed], [2, 0, 0, 0]);
    const entry = await board.find('canny:1');
    assert.equal(entry.id, results[0].id);
    const { submitter_user_id: _user, status_changed_at, submitter_email, ...fields } = ENTRY;
    assert.deepEqual(Object.fromEntries(Object.keys(fields).map((name) => [name, entry[name]])), fields);
    assert.deepEqual([entry.submitter_email, entry.updated_at], [submitter_email, status_changed_at]);
    assert.deepEqual(await board.store('feedback', [ENTRY, { title: 'Without id' }]), ['unchanged', 'created']);
    assert.ok(await board.isCounted());
    const mine = await call('GET', '/v1/feedback', {
      key: board.key,
      headers: { 'x-user-token': await server.signUser(board, { id: 'u_1' }) },
      query: { mine: 'true' },
    });
    assert.deepEqual(
      mine.body.data.map(({ id }: Json) => id),
      [entry.id],
    );
  });

  test('have a history with the true dates', async () => {
    const board = await createBoard(server);
    const historyOf = async (externalId: string): Promise<string[]> =>
      (await board.read(`/v1/feedback/${(await board.find(externalId)).id}/history`)).data.map(
        ({ field, old, new: value, created_at }: Json) => `${created_at.slice(0, 10)} ${field} ${old} ${value}`,
      );
    const open = { external_id: 'open', title: 'Open', status: 'new', status_changed_at: '2024-06-01T10:00:00Z' };
    const undated = { external_id: 'undated', title: 'Undated', status: 'planned', created_at: '2024-05-01T10:00:00Z' };
    await board.store('feedback', [ENTRY, { ...open, created_at: '2024-05-01' }, undated]);
    assert.deepEqual(await historyOf('canny:1'), ['2024-06-01 status new done']);
    assert.deepEqual([await historyOf('open'), await historyOf('undated')], [[], []]);
    // A corrected time, a time that was unknown, and a later change.
    const corrected = [
      { ...ENTRY, status_changed_at: '2024-06-02T10:00:00.000Z' },
      { ...undated, status_changed_at: '2024-05-03' },
    ];
    assert.deepEqual(await board.store('feedback', corrected), ['updated', 'updated']);
    assert.deepEqual(await board.store('feedback', corrected), ['unchanged', 'unchanged']);
    assert.deepEqual(await historyOf('canny:1'), ['2024-06-02 status new done']);
    assert.deepEqual(await historyOf('undated'), ['2024-05-03 status new planned']);
    const later = { ...undated, status: 'declined', status_changed_at: '2025-01-01' };
    assert.deepEqual(await board.store('feedback', [later]), ['updated']);
    assert.deepEqual(await board.store('feedback', [later]), ['unchanged']);
    assert.deepEqual(await historyOf('undated'), ['2025-01-01 status planned declined', '2024-05-03 status new planned']);
    const done = await board.titles({ status: 'done', status_changed_since: '2024-06-02', status_changed_until: '2024-06-03' });
    assert.deepEqual(done, ['Export as CSV']);
  });

  test('are updated by the fields of a record, and keep the others', async () => {
    const board = await createBoard(server);
    await board.store('feedback', [ENTRY]);
    const cases: [change: object, outcome: string][] = [
      [{}, 'unchanged'],
      [{ metadata: { plan: { monthly: true, name: 'pro' }, seats: 3 } }, 'unchanged'],
      [{ tags: ['reports', 'CSV', 'csv'] }, 'unchanged'],
      [{ title: 'CSV' }, 'updated'],
      [{ tags: [] }, 'updated'],
      [{ pinned: false }, 'updated'],
      [{ visibility: 'private' }, 'updated'],
      [{ type: 'bug' }, 'updated'],
      [{ metadata: {} }, 'updated'],
      [{ submitter_email: 'grace@customer.example' }, 'updated'],
      [{ image_url: null, submitter_name: null, submitter_email: null }, 'updated'],
      [{ created_at: '2020-01-01T00:00:00.000Z' }, 'updated'],
    ];
    let title = ENTRY.title;
    for (const [change, outcome] of cases) {
      const record = { external_id: 'canny:1', title, ...change };
      ({ title } = record);
      assert.deepEqual(await board.store('feedback', [record]), [outcome], JSON.stringify(change));
      assert.deepEqual(await board.store('feedback', [record]), ['unchanged'], JSON.stringify(change));
    }
    const entry = await board.find('canny:1');
    assert.deepEqual([entry.description, entry.status, entry.title, entry.tags], ['Monthly', 'done', 'CSV', []]);
    assert.ok(await board.isCounted());
    assert.deepEqual(await board.titles({ q: 'csv' }), ['CSV']);
  });

  test('keep changes of the same moment, and their history', async () => {
    const board = await createBoard(server);
    const record = { external_id: 'a', title: 'Export', created_at: '2024-05-01' };
    await board.store('feedback', [record]);
    const { id } = await board.find('a');
    const { storing } = await transact(server.db, async (tx) => {
      const entry_id = parseId('fb', id) ?? '';
      await sql`
        UPDATE feedback_entries SET description = 'Weekly', status = 'planned'
        WHERE project_id = ${board.projectId} AND id = ${entry_id}`.execute(tx);
      const change = { id: newId(), entry_id, at: new Date(), field: 'status', old: 'new', new: 'planned' };
      await insertChanges(tx, board.projectId, [change], null);
      const request = board.store('feedback', [{ ...record, tags: ['csv'], status: 'planned', status_changed_at: '2024-06-01' }]);
      await untilBlocked(server.db);
      return { storing: request };
    });
    assert.deepEqual(await storing, ['updated']);
    const { description, status, tags } = await board.find('a');
    assert.deepEqual([description, status, tags], ['Weekly', 'planned', ['csv']]);
    const { data } = await board.read(`/v1/feedback/${id}/history`);
    assert.deepEqual(
      data.map(({ field, new: value, created_at: at }: Json) => [field, value, at.slice(0, 4) === '2024']),
      [
        ['tags', ['csv'], false],
        ['status', 'planned', true],
      ],
    );
  });

  test('are refused one by one, with the field', async () => {
    const board = await createBoard(server);
    const cases: [record: unknown, refused: string][] = [
      [{}, 'title required'],
      ['text', ' type'],
      [null, ' type'],
      [{ title: 'x', color: 'red' }, 'color unknown'],
      [{ title: 'x', status: 'duplicate' }, 'status choice'],
      [{ title: 'x', created_at: '0000-01-01T00:00:00Z' }, 'created_at too_small'],
      [{ title: 'x', created_at: '1989-12-31T23:59:59Z' }, 'created_at too_small'],
      [{ title: 'x', created_at: '9999-12-31T00:00:00Z' }, 'created_at too_large'],
      [{ title: 'x', created_at: new Date(Date.now() + 3_600_000).toISOString() }, 'created_at too_large'],
      [{ title: 'x', created_at: 'yesterday' }, 'created_at format'],
      [{ title: 'x', created_at: '2024-05-01', status_changed_at: '2024-04-30' }, 'status_changed_at too_small'],
      [{ title: 'x', metadata: { text: 'x'.repeat(5_000) } }, 'metadata too_large'],
      [{ title: 'x', external_id: '' }, 'external_id required'],
      [{ title: 'x', merged_into_external_id: 'nowhere' }, 'merged_into_external_id not_found'],
      [{ title: 'x', submitter_email: 'ada' }, 'submitter_email format'],
      [{ title: 'first', external_id: 'twice' }, 'created'],
      [{ title: 'second', external_id: 'twice' }, 'external_id duplicate'],
    ];
    const { body } = await board.send(
      'feedback',
      cases.map(([record]) => record),
    );
    const found = body.results.map(({ outcome, fields }: Json) => (fields ? `${fields[0].path} ${fields[0].code}` : outcome));
    assert.deepEqual(
      found,
      cases.map(([, refused]) => refused),
    );
    assert.deepEqual([body.created, body.failed], [1, cases.length - 1]);
    assert.deepEqual(await board.titles(), ['first']);
  });

  test('are public with moderation, and nobody follows them', async () => {
    const board = await createBoard(server);
    await call('PATCH', `/v1/projects/${board.id}`, {
      token: board.token,
      body: { settings: { feedback: { moderation: 'all' } } },
    });
    await board.store('feedback', [ENTRY, { title: 'Follow', submitter_email: 'ada@customer.example', follow: true }]);
    assert.deepEqual(await board.titles({ visibility: 'public' }), ['Export as CSV', 'Follow']);
    assert.deepEqual(await board.sent(), [[], 0]);
  });

  test('are followed on request by people who confirmed emails of the project', async () => {
    const board = await createBoard(server);
    const token = await server.signUser(board, { id: 'u_1', email: 'ada@customer.example' });
    await call('POST', '/v1/feedback', { key: board.key, headers: { 'x-user-token': token }, body: { title: 'Own' } });
    const by = (title: string, fields: object) => ({ external_id: title, title, ...fields });
    await board.store('feedback', [
      by('known', { submitter_email: 'ADA@customer.example', follow: true }),
      by('merged', { submitter_email: 'ada@customer.example', follow: true, merged_into_external_id: 'known' }),
      by('silent', { submitter_email: 'ada@customer.example' }),
      by('unknown', { submitter_email: 'lin@customer.example', follow: true }),
    ]);
    const { rows } = await sql<{ title: string; email: string }>`
      SELECT e.title, s.email FROM feedback_subscribers s JOIN feedback_entries e ON e.project_id = s.project_id AND e.id = s.entry_id
      WHERE s.project_id = ${board.projectId} AND s.confirmed_at IS NOT NULL ORDER BY title`.execute(server.db);
    assert.deepEqual(
      rows.map(({ title, email }) => `${title} ${email}`),
      ['Own ada@customer.example', 'known ada@customer.example'],
    );
  });
});

describe('merges', () => {
  const merged = (id: string, into: string) => ({ external_id: id, title: id, merged_into_external_id: into });

  test('refer to records of the same batch in any order, and are repeated without a change', async () => {
    const board = await createBoard(server);
    const records = [
      { ...merged('c', 'b'), status: 'planned', status_changed_at: '2025-02-01', created_at: '2025-01-01' },
      merged('b', 'a'),
      { external_id: 'a', title: 'a' },
    ];
    assert.deepEqual(await board.store('feedback', records), ['created', 'created', 'created']);
    assert.deepEqual(await board.store('feedback', records), ['unchanged', 'unchanged', 'unchanged']);
    const root = await board.find('a');
    const entries = await board.list({ status: 'duplicate', sort: 'oldest' });
    assert.deepEqual(
      entries.map(({ title, merged_into }) => [title, merged_into]),
      [
        ['c', root.id],
        ['b', root.id],
      ],
    );
    const [item] = (await board.read(`/v1/feedback/${entries[0]?.id}/history`)).data;
    assert.deepEqual([item.field, item.new, item.created_at], ['merged_into', root.id, '2025-02-01T00:00:00.000Z']);
    const { body } = await call('POST', `/v1/feedback/${entries[0]?.id}/unmerge`, { token: board.token });
    assert.equal(body.status, 'planned');
    assert.ok(await board.isCounted());
  });

  test('refuse cycles and unknown targets, and everything that needs them', async () => {
    const board = await createBoard(server);
    const conflict = 'merged_into_external_id conflict';
    const missing = 'merged_into_external_id not_found';
    await board.store('feedback', [{ external_id: 'stored', title: 'stored' }, merged('child', 'stored')]);
    const cases: [records: object[], outcomes: string[]][] = [
      [[merged('self', 'self')], [conflict]],
      [
        [merged('p', 'q'), merged('q', 'p'), merged('r', 'p')],
        [conflict, conflict, missing],
      ],
      [
        [merged('x', 'y'), merged('y', 'z'), merged('z', 'x')],
        [conflict, conflict, conflict],
      ],
      [
        [merged('l1', 'l2'), merged('l2', 'nowhere'), { external_id: 'fine', title: 'fine' }],
        [missing, missing, 'created'],
      ],
      [[merged('stored', 'child')], [conflict]],
      [[merged('child', 'fine')], [conflict]],
      [
        [merged('late', 'stored'), merged('stored', 'fine')],
        ['created', 'updated'],
      ],
    ];
    for (const [records, outcomes] of cases)
      assert.deepEqual(await board.store('feedback', records), outcomes, JSON.stringify(records));
    assert.deepEqual(await board.titles(), ['fine']);
    const other = await createBoard(server);
    assert.deepEqual(await other.store('feedback', [merged('foreign', 'fine')]), [missing]);
    assert.ok(await board.isCounted());
  });

  test('move the activity of stored entries, and later activity goes to the target', async () => {
    const board = await createBoard(server);
    await board.store('feedback', [
      { external_id: 'a', title: 'a' },
      { external_id: 'b', title: 'b' },
    ]);
    await board.store('votes', [
      { feedback_external_id: 'a', user_id: 'both' },
      { feedback_external_id: 'b', user_id: 'both' },
      { feedback_external_id: 'b', user_id: 'only b' },
    ]);
    assert.deepEqual(await board.store('feedback', [merged('b', 'a')]), ['updated']);
    const more = [
      { feedback_external_id: 'b', user_id: 'late' },
      { feedback_external_id: 'b', user_id: 'both' },
      { feedback_external_id: 'a', user_id: 'late' },
    ];
    assert.deepEqual(await board.store('votes', more), ['created', 'unchanged', 'created']);
    assert.deepEqual(await board.store('votes', more), ['unchanged', 'unchanged', 'unchanged']);
    await board.store('comments', [{ feedback_external_id: 'b', body: 'On b' }]);
    const entry = await board.find('a');
    assert.deepEqual([entry.upvote_count, entry.comment_count], [3, 1]);
    await call('POST', `/v1/feedback/${(await board.find('b')).id}/unmerge`, { token: board.token });
    const [a, b] = [await board.find('a'), await board.find('b')];
    assert.deepEqual([a.upvote_count, a.comment_count, b.upvote_count, b.comment_count], [2, 0, 3, 1]);
    assert.ok(await board.isCounted());
  });
});

test('sends neither webhooks nor mails, unless the batch notifies', async () => {
  const board = await createBoard(server);
  const batches: [kind: Kind, records: object[]][] = [
    ['feedback', [{ external_id: '1', title: 'One', submitter_email: 'ada@customer.example' }]],
    ['votes', [{ feedback_external_id: '1', user_id: 'u_1' }]],
    ['comments', [{ external_id: 'c', feedback_external_id: '1', body: 'Reply', by_team: true }]],
  ];
  for (const [kind, records] of batches) for (const _ of [1, 2]) await board.store(kind, records, { notify: false });
  assert.deepEqual(await board.sent(), [[], 0]);
  await board.store('feedback', [{ title: 'Two' }], { notify: true });
  await board.store('comments', [{ feedback_external_id: '1', body: 'News', by_team: true }], { notify: true });
  // Updates are no news.
  await board.store('feedback', [{ external_id: '1', title: 'Renamed' }], { notify: true });
  assert.deepEqual(await board.sent(), [['feedback.commented', 'feedback.created'], 0]);
});

test('takes 1,000 records at a time', { timeout: 60_000 }, async () => {
  const board = await createBoard(server);
  const entries = Array.from({ length: 1_000 }, (_, n) => ({
    external_id: `${n}`,
    title: `Entry ${n}`,
    created_at: '2024-01-01',
  }));
  assert.equal((await board.send('feedback', entries)).body.created, 1_000);
  assert.equal(
    (
      await board.send(
        'votes',
        entries.map(({ external_id }) => ({ feedback_external_id: external_id, user_id: 'u' })),
      )
    ).body.created,
    1_000,
  );
  for (const records of [[], [...entries, entries[0]]]) {
    const { status, body } = await board.send('feedback', records);
    assert.deepEqual([status, body.fields[0].path], [400, 'records']);
  }
  assert.equal((await call('POST', '/v1/feedback/batch', { key: board.key, body: { records: entries } })).status, 403);
  assert.ok(await board.isCounted());
});
