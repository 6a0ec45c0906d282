import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { type Project, findProject } from '../../../instance/projects/store.ts';
import { newId, parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createWaitlist } from '../../../testing/waitlist.ts';
import { createWaitlistImporter } from './importer.ts';
import { runJobs } from '../../../testing/jobs.ts';

const server = await sharedTestServer();
const { call, db } = server;

async function open(settings: object = {}) {
  const list = await createWaitlist(server, settings, 'Acme');
  const projectId = parseId('prj', list.id) as string;
  const send = (records: object[], more: object = {}, query: Record<string, string> = list.query) =>
    call('POST', '/v1/waitlist/batch', { token: list.token, query, body: { records, ...more } });
  return {
    ...list,
    projectId,
    send,
    /** Imports records of which none may fail. Returns the outcomes. */
    outcomes: async (records: object[], more: object = {}) => {
      const { status, body } = await send(records, more);
      assert.equal(status, 200, JSON.stringify(body));
      return body.results
        .map(({ outcome, fields }: Json) => (fields ? `${fields[0].path} ${fields[0].code}` : outcome))
        .join(', ');
    },
    names: async (query = {}) =>
      (await list.list({ limit: 100, ...query })).data.map(({ email }: Json) => email.split('@')[0]).join(' '),
    one: async (external_id: string) => (await list.list({ external_id })).data[0],
    /** Compares the counters with the entries. */
    check: async () => {
      const { rows } = await sql<Json>`
        SELECT (SELECT row_to_json(l) FROM (SELECT unconfirmed::int, waiting::int, invited::int, joined::int, removed::int
            FROM waitlist_lines WHERE project_id = p.id) l) AS line,
          (SELECT json_build_object('unconfirmed', count(*) FILTER (WHERE status = 'waiting' AND confirmed_at IS NULL),
            'waiting', count(*) FILTER (WHERE status = 'waiting' AND confirmed_at IS NOT NULL),
            'invited', count(*) FILTER (WHERE status = 'invited'), 'joined', count(*) FILTER (WHERE status = 'joined'),
            'removed', count(*) FILTER (WHERE status = 'removed')) FROM waitlist_entries WHERE project_id = p.id) AS counted,
          (SELECT coalesce(json_agg(json_build_array(bucket, count) ORDER BY bucket), '[]') FROM waitlist_rank_buckets
            WHERE project_id = p.id AND count <> 0) AS buckets,
          (SELECT coalesce(json_agg(json_build_array(bucket, count) ORDER BY bucket), '[]') FROM (SELECT rank >> 10 AS bucket, count(*)
            FROM waitlist_entries WHERE project_id = p.id AND status = 'waiting' AND rank IS NOT NULL GROUP BY 1) b) AS counted_buckets
        FROM projects p WHERE p.id = ${projectId}`.execute(db);
      const [{ line, counted, buckets, counted_buckets }] = rows;
      assert.deepEqual(line, counted);
      assert.deepEqual(buckets, counted_buckets);
    },
  };
}

const person = (name: string, more: object = {}) => ({ external_id: `old:${name}`, email: `${name}@example.com`, ...more });

test('people of another waitlist follow those on the list, with their dates, status and referrals', async () => {
  const list = await open();
  await list.join({ email: 'first@example.com' });
  const records = [
    person('ada', {
      name: 'Ada',
      referral_code: 'ADA-1',
      referral_count: 2,
      notes: 'From the fair',
      referral_source: 'news',
      metadata: { plan: 'pro' },
      created_at: '2024-02-29T12:00:00.000Z',
    }),
    person('bob', { referred_by: 'ada-1', created_at: '2024-03-01T00:00:00.000Z' }),
    person('cid', {
      status: 'invited',
      referred_by: 'old:bob',
      created_at: '2024-03-02T00:00:00.000Z',
      invited_at: '2024-05-01T00:00:00.000Z',
    }),
    person('dee', { status: 'joined', referred_by: 'eve@example.com' }),
    person('eve', { confirmed: false }),
    person('fay', { status: 'removed', referred_by: 'ada-1' }),
  ];
  assert.equal(await list.outcomes(records), 'created, created, created, created, created, created');
  await list.check();
  assert.equal(await list.names({ status: 'waiting' }), 'first ada bob eve');
  const { id: _, project_id, updated_at, referral_url, ...ada } = await list.one('old:ada');
  assert.match(referral_url, /ref=ada-1$/);
  assert.ok(project_id && updated_at);
  assert.deepEqual(ada, {
    email: 'ada@example.com',
    name: 'Ada',
    status: 'waiting',
    position: 2,
    referral_code: 'ada-1',
    referral_count: 3,
    referral_source: 'news',
    referred_by: null,
    notes: 'From the fair',
    metadata: { plan: 'pro' },
    answers: {},
    reached_rewards: [],
    on_leaderboard: true,
    unsubscribed_at: null,
    external_id: 'old:ada',
    country: null,
    confirmed_at: '2024-02-29T12:00:00.000Z',
    invited_at: null,
    created_at: '2024-02-29T12:00:00.000Z',
  });
  const cid = await list.one('old:cid');
  assert.deepEqual(
    [cid.status, cid.invited_at, cid.referred_by],
    ['invited', '2024-05-01T00:00:00.000Z', (await list.one('old:bob')).id],
  );
  assert.equal((await list.one('old:bob')).referral_count, 1);
  assert.equal((await list.one('old:eve')).referral_count, 1);
  assert.equal(await list.names({ sort: 'newest' }).then((names) => names.split(' ').slice(-3).join(' ')), 'cid bob ada');
  await runJobs(db, 'waitlist.joined/');
  assert.deepEqual(await list.mails().then((mails) => mails.map(({ recipient }) => recipient)), ['first@example.com']);

  assert.equal(await list.outcomes(records), 'unchanged, unchanged, unchanged, unchanged, unchanged, unchanged');
  await list.check();
  // A person who returns to the line gets the place of the import.
  await list.update(await list.one('old:cid'), { status: 'waiting' });
  assert.equal(await list.names({ status: 'waiting' }), 'first ada bob cid eve');
  await list.check();
});

describe('a record that is sent again', () => {
  test('changes the fields that it has, and no status backwards', async () => {
    const list = await open();
    await list.outcomes([
      person('ada', { name: 'Ada', notes: 'a' }),
      person('bob', { status: 'invited' }),
      person('cid', { confirmed: false }),
    ]);
    assert.equal(await list.outcomes([person('bob', { status: 'invited' })]), 'unchanged');
    assert.equal(
      await list.outcomes([
        person('ada', { name: null, email: 'ADA.new@example.com', created_at: '2023-01-01T00:00:00.000Z' }),
        person('bob', { status: 'waiting', referred_by: 'old:ada' }),
        person('cid', { confirmed: true, referred_by: 'old:bob', referral_count: 4 }),
      ]),
      'updated, updated, updated',
    );
    await list.check();
    const ada = await list.one('old:ada');
    assert.deepEqual(
      [ada.name, ada.notes, ada.email, ada.created_at, ada.referral_count],
      [null, 'a', 'ADA.new@example.com', '2023-01-01T00:00:00.000Z', 1],
    );
    assert.equal((await list.one('old:bob')).status, 'invited');
    assert.deepEqual((({ position, referral_count }) => [position, referral_count])(await list.one('old:cid')), [2, 4]);
    assert.equal(
      await list.outcomes([person('bob', { status: 'joined' }), person('cid', { status: 'removed' })]),
      'updated, updated',
    );
    await list.check();
    assert.equal((await list.one('old:bob')).referral_count, 0);
    await list.join({ email: 'new@example.com', referral_code: ada.referral_code });
    assert.equal(await list.outcomes([person('ada', { email: 'ada.new@example.com', referral_count: 5 })]), 'updated');
    assert.equal((await list.one('old:ada')).referral_count, 7);
  });

  test('fills empty fields of a person who joined here', async () => {
    const list = await open({ double_opt_in: true });
    const joined = (await list.join({ email: 'Ada@Example.com', name: 'Ada' })).body;
    const record = {
      email: 'ada@example.COM',
      external_id: 'x:1',
      name: 'Countess',
      notes: 'VIP',
      status: 'joined',
      referral_code: 'vip',
    };
    assert.equal(await list.outcomes([record]), 'updated');
    assert.equal(await list.outcomes([record, person('bob', { referred_by: 'VIP' })]), 'unchanged, created');
    const [ada] = (await list.list({ q: 'ada' })).data;
    assert.deepEqual(
      [ada.id, ada.name, ada.notes, ada.status, ada.referral_code, ada.external_id, ada.confirmed_at],
      [joined.id, 'Ada', 'VIP', 'waiting', joined.referral_code, null, null],
    );
    assert.equal(await list.outcomes([{ ...record, confirmed: true }]), 'updated');
    await list.check();
    assert.equal(await list.names({ status: 'waiting' }), 'bob Ada');
  });
});

test('each record is refused for its own reason', async () => {
  const list = await open();
  const other = await open();
  await other.outcomes([person('foreign', { referral_code: 'foreign' })]);
  await list.outcomes([person('ada', { referral_code: 'taken' }), person('bob')]);
  const cases: [object, string][] = [
    [person('c1', { created_at: '0000-01-01T00:00:00.000Z' }), 'created_at too_small'],
    [person('c2', { created_at: '9999-12-31T00:00:00.000Z' }), 'created_at too_large'],
    [person('c3', { created_at: '31.12.2024' }), 'created_at format'],
    [person('c4', { invited_at: '2024-01-01T00:00:00.000Z', created_at: '2024-01-02T00:00:00.000Z' }), 'invited_at too_small'],
    [person('c5', { referred_by: 'foreign' }), 'referred_by not_found'],
    [person('c6', { referred_by: 'old:c5' }), 'referred_by not_found'],
    [person('c7', { status: 'lost' }), 'status choice'],
    [person('c8', { email: 'nobody' }), 'email format'],
    [person('c9', { metadata: { long: 'x'.repeat(5000) } }), 'metadata too_large'],
    [person('ada', { email: 'BOB@example.com' }), 'email taken'],
    [person('ada', { email: 'other@example.com' }), 'external_id duplicate'],
    [person('bob', { external_id: 'other' }), 'email duplicate'],
    [person('c10', { plan: 'pro' }), 'plan unknown'],
    [person('c11', { referral_code: 'a b' }), 'referral_code format'],
    [[], ' type'],
    [person('c12', { referral_code: 'TAKEN' }), 'created'],
    [person('c13', { referred_by: 'c13@example.com' }), 'created'],
  ];
  const outcomes = await list.outcomes(cases.map(([record]) => record));
  assert.equal(outcomes, cases.map(([, outcome]) => outcome).join(', '));
  await list.check();
  assert.notEqual((await list.one('old:c12')).referral_code, 'taken');
  for (const [body, path] of [
    [{ records: [] }, 'records'],
    [{ records: [person('x')], notify: 'yes' }, 'notify'],
    [{ records: [person('x')], more: 1 }, 'more'],
  ] as const)
    assert.equal(
      (await call('POST', '/v1/waitlist/batch', { token: list.token, query: list.query, body })).body.fields[0].path,
      path,
    );
});

test('sign-ups during a batch keep the counters exact', async () => {
  const list = await open();
  const records = Array.from({ length: 300 }, (_, index) =>
    person(`p${index}`, index ? { referred_by: `old:p${index - 1}` } : {}),
  );
  await Promise.all([
    list.outcomes(records.slice(0, 150)).then(() => list.outcomes(records.slice(150))),
    list.send(records.slice(0, 150)),
    ...Array.from({ length: 20 }, (_, index) => list.join({ email: `live-${index}@example.com` })),
  ]);
  await list.check();
  const { total, data } = await list.list({ status: 'waiting', limit: 100, page: 4 });
  assert.equal(total, 320);
  assert.deepEqual(
    data.map(({ position }: Json) => position),
    Array.from({ length: 20 }, (_, index) => 301 + index),
  );
});

test('notify sends webhooks, and a mail to people who sign up now only', async () => {
  const list = await open();
  await list.outcomes(
    [person('now'), person('old', { created_at: '2024-01-01T00:00:00.000Z' }), person('in', { status: 'invited' })],
    {
      notify: true,
    },
  );
  await runJobs(db, 'waitlist.joined/');
  const mails = await list.mails();
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    ['now@example.com'],
  );
});

describe('an import', () => {
  const importer = createWaitlistImporter({ events: { record: async () => {} } as never });
  const start = async (projectId: string) => ({
    project: (await findProject(db, projectId)) as Project,
    actor: { id: newId(), is_service_account: false, name: null },
    importId: newId(),
    notify: false,
  });

  test('is planned without changes', async () => {
    const list = await open();
    await list.outcomes([person('ada', { name: 'Ada' })]);
    const records = [
      person('ada', { name: 'Countess' }),
      person('bob', { referred_by: 'old:ada' }),
      person('cid', { referred_by: 'old:later' }),
      person('dee', { referred_by: 'old:never' }),
      person('eve', { referred_by: 'LATER-1' }),
    ];
    const later = person('later', { referral_code: 'Later-1' });
    const planned = await importer.plan(db, await start(list.projectId), records, new Set(importer.listNames?.(later)));
    assert.deepEqual(
      planned.map((result) => ('outcome' in result ? result.outcome : result.fields?.[0]?.code)),
      ['updated', 'created', 'created', 'not_found', 'created'],
    );
    assert.equal(await list.names(), 'ada');
    assert.equal((await list.one('old:ada')).name, 'Ada');
  });

  test('is undone in steps, with the referrals and places of those who stay', async () => {
    const list = await open({ referral_boost: 2 });
    const first = (await list.join({ email: 'first@example.com' })).body;
    for (const name of ['second', 'third']) await list.join({ email: `${name}@example.com` });
    const third = (await list.list({ q: 'third' })).data[0];
    const context = await start(list.projectId);
    const records = [
      person('ada', { referral_code: 'ada', referred_by: 'first@example.com' }),
      person('bob', { referred_by: third.referral_code }),
      person('cid', { status: 'joined', referred_by: 'old:ada' }),
      person('dee', { confirmed: false, referred_by: 'old:bob' }),
    ];
    await transact(db, (tx) => importer.save(tx, context, records));
    // Counted again by the rules of this waitlist.
    await list.update(await list.one('old:bob'), { status: 'removed' });
    await list.update(await list.one('old:bob'), { status: 'waiting' });
    assert.equal(await list.names({ status: 'waiting' }), 'third first second ada bob dee');
    const late = (await list.join({ email: 'late@example.com', referral_code: 'ada' })).body;
    const undo = () => transact(db, (tx) => importer.undo(tx, list.projectId, context.importId, 3));
    assert.deepEqual([await undo(), await undo(), await undo()], [3, 1, 0]);
    await list.check();
    assert.equal(await list.names(), 'first second third late');
    for (const { id } of [first, third, late]) {
      const { referral_count, referred_by } = (await call('GET', `/v1/waitlist/${id}`, { token: list.token })).body;
      assert.deepEqual([referral_count, referred_by], [0, null]);
    }
  });
});

test('viewers cannot look up external ids', async () => {
  const list = await open();
  await list.outcomes([person('ada')]);
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${list.id}/members`, { token: list.token, body: { email: viewer.email, role: 'viewer' } });
  const read = (query: object) => call('GET', '/v1/waitlist', { token: viewer.token, query: { ...list.query, ...query } });
  assert.equal((await read({})).body.data[0].external_id, null);
  assert.equal((await read({ external_id: 'old:ada' })).body.code, 'auth.role_required');
});
