import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { moveMemberships } from '../projects/members/store.ts';
import { moveSubscriptions } from './store.ts';
import { transact } from '../../platform/postgres/database.ts';
import { parseId } from '../../platform/ids.ts';
import { runScheduled } from '../../testing/jobs.ts';
import { type Json, startTestServer } from '../../testing/server.ts';

// Recipients of reports. On a server of its own, because confirmation links expire by the clock of the process.

const server = await startTestServer();
const { call, db } = server;

async function setUp() {
  const project = await server.createProject();
  const { id, token } = project;
  const path = `/v1/projects/${id}/report-subscriptions`;
  const join = async (role: string) => {
    const person = await server.signIn();
    const { body } = await call('POST', `/v1/projects/${id}/members`, { token, body: { email: person.email, role } });
    return { ...person, id: body.user_id as string };
  };
  const list = async (as = token) => (await call('GET', path, { token: as })).body.data as Json[];
  return {
    ...project,
    path,
    join,
    list,
    add: (body: object, as = token) => call('POST', path, { token: as, body }),
    mails: async () => (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data as Json[],
    audit: async () => {
      const { data } = (await call('GET', `/v1/projects/${id}/audit-log`, { token })).body;
      return (data as Json[]).filter(({ action }) => action.startsWith('report_subscription'));
    },
  };
}

const linkIn = ({ text }: Json, action: string): string =>
  new RegExp(`http\\S+/v1/reports/${action}\\?token=\\S+`).exec(text)?.[0] ?? '';

test('the creator of a project is subscribed to the weekly report, and can leave and return', async () => {
  const { list, path, token, email, add, audit, mails } = await setUp();
  const [own] = await list();
  assert.match(own.id, /^rps_[0-9a-z]{26}$/);
  assert.deepEqual([own.email, own.frequency, own.state], [email, 'weekly', 'confirmed']);
  assert.deepEqual((await call('DELETE', `${path}/${own.id}`, { token })).body, { ok: true });
  assert.deepEqual(await list(), []);
  assert.equal((await call('DELETE', `${path}/${own.id}`, { token })).body.code, 'report_subscriptions.not_found');
  const { status, body } = await add({ frequency: 'monthly' });
  assert.deepEqual([status, body.frequency, body.state, body.email], [201, 'monthly', 'confirmed', email]);
  const again = await add({});
  assert.deepEqual([again.status, again.body.id, again.body.frequency], [201, body.id, 'weekly'], 'changes the frequency');
  assert.equal((await list()).length, 1);
  assert.deepEqual([await audit(), await mails()], [[], []], 'members decide for themselves');
});

test('members of every role subscribe themselves, and see and change only their own subscription', async () => {
  const { list, path, join, add } = await setUp();
  const [owners] = await list();
  for (const role of ['viewer', 'member', 'admin']) {
    const { token, email, id } = await join(role);
    const { status, body } = await add({ frequency: 'monthly' }, token);
    assert.deepEqual([status, body.email, body.user_id, body.state], [201, email, id, 'confirmed'], role);
    const visible = (await list(token)).map(({ id: one }) => one);
    assert.equal(visible.includes(owners.id), role === 'admin');
    const changed = await call('PATCH', `${path}/${body.id}`, { token, body: { frequency: 'weekly' } });
    assert.deepEqual([changed.status, changed.body.frequency], [200, 'weekly']);
    for (const [method, options] of [
      ['PATCH', { body: { frequency: 'monthly' } }],
      ['DELETE', {}],
    ] as const) {
      if (role === 'admin' && method === 'DELETE') continue;
      const { status: refused } = await call(method, `${path}/${owners.id}`, { token, ...options });
      assert.equal(refused, role === 'admin' ? 200 : 404, `${role} ${method}`);
    }
    const outside = await add({ email: 'investor@example.com' }, token);
    assert.equal(outside.status, role === 'admin' ? 201 : 403, role);
    if (role !== 'admin') assert.equal(outside.body.code, 'auth.role_required');
  }
});

test('a removed member loses the subscription, and does not regain it', async () => {
  const { id, token, list, join, add } = await setUp();
  const member = await join('viewer');
  await add({}, member.token);
  assert.equal((await list()).length, 2);
  assert.equal((await call('DELETE', `/v1/projects/${id}/members/${member.id}`, { token })).status, 200);
  assert.equal((await list()).length, 1);
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: member.email, role: 'viewer' } });
  assert.equal((await list()).length, 1);
});

test('a subscription moves with its user, unless the other account has one', async () => {
  const { list, join, add, id } = await setUp();
  const [invited, known, other] = [await join('viewer'), await join('member'), await server.signIn()];
  await add({ frequency: 'monthly' }, invited.token);
  await add({ frequency: 'weekly' }, known.token);
  const { rows } = await sql<{ id: string }>`SELECT id FROM users WHERE email = ${other.email}`.execute(db);
  const move = (from: string, into: string) =>
    transact(db, async (tx) => {
      const users = { from, into };
      await moveSubscriptions(tx, users, () => moveMemberships(tx, users));
    });
  const uuid = (user: string) => parseId('usr', user) as string;
  const subscriptions = async () =>
    (await list())
      .slice(1)
      .map(({ email, frequency }) => `${email} ${frequency}`)
      .toSorted();
  await move(uuid(invited.id), rows[0]?.id ?? '');
  assert.deepEqual(await subscriptions(), [`${known.email} weekly`, `${other.email} monthly`].toSorted());
  await move(rows[0]?.id ?? '', uuid(known.id));
  assert.deepEqual(await subscriptions(), [`${known.email} weekly`]);
  assert.equal((await call('GET', `/v1/projects/${id}/members`, { token: known.token })).body.total, 2);
});

test('addresses outside of the project confirm with a link, by POST and not by GET', async () => {
  const { list, add, mails, audit, path, token } = await setUp();
  for (const [email, spelling] of [
    ['Investor@Example.com', 'investor@example.com'],
    ['über@münchen.example', 'über@münchen.example'],
    ['board+acme@example.com', 'BOARD+acme@example.com'],
  ] as const) {
    const { status, body } = await add({ email, frequency: 'monthly' });
    assert.deepEqual([status, body.state, body.user_id, body.frequency], [201, 'pending', null, 'monthly']);
    const again = await add({ email: spelling, frequency: 'monthly' });
    assert.deepEqual([again.status, again.body.id], [201, body.id], 'one subscription for a mailbox');
    const sent = (await mails()).filter(({ text }) => text.includes('monthly report'));
    const mail = sent.find(({ recipient }) => recipient.toLowerCase() === email.toLowerCase());
    assert.ok(mail, email);
    const link = linkIn(mail, 'confirm');
    const page = await fetch(link, { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /<form method="post"><button>Confirm<\/button><\/form>/);
    const stateOf = async () => (await list()).find(({ id }) => id === body.id)?.state;
    assert.equal(await stateOf(), 'pending', 'a mail scanner opened it');
    for (let n = 0; n < 2; n++) assert.equal((await fetch(link, { method: 'POST' })).status, 200);
    assert.equal(await stateOf(), 'confirmed');
    const count = (await mails()).length;
    await add({ email, frequency: 'weekly' });
    assert.deepEqual([(await mails()).length, await stateOf()], [count, 'confirmed'], 'a change needs no confirmation');
    assert.deepEqual((await call('DELETE', `${path}/${body.id}`, { token })).body, { ok: true });
    assert.equal((await fetch(link, { method: 'POST' })).status, 404, 'the subscription is gone');
    const [removed, added] = await audit();
    assert.deepEqual([removed.action, added.action], ['report_subscription.removed', 'report_subscription.added']);
    assert.deepEqual([added.target_id, added.after], [body.id, { frequency: 'monthly' }]);
  }
});

test('links without a valid token are refused', async () => {
  for (const action of ['confirm', 'unsubscribe']) {
    assert.equal((await call('POST', `/v1/reports/${action}`)).status, 400, action);
    for (const forged of ['x', 'e30.x', `${btoa('{}')}.${btoa('signature')}`]) {
      const { status, body } = await call('POST', `/v1/reports/${action}`, { query: { token: forged } });
      assert.deepEqual([status, body.code], [404, 'mails.link_target_not_found'], action);
    }
  }
});

test('a link neither confirms after its expiry, nor a subscription that was added later', async () => {
  const { id, token, list, add, mails, path } = await setUp();
  const { body } = await add({ email: 'late@example.com' });
  const link = linkIn((await mails())[0], 'confirm');
  try {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 7 * 86_400_000 + 1000 });
    const page = await fetch(link, { method: 'POST', headers: { accept: 'text/html' } });
    assert.deepEqual([page.status, /Ask the project to add your address again/.test(await page.text())], [404, true]);
    const { code } = (await (await fetch(link, { method: 'POST' })).json()) as Json;
    assert.equal(code, 'mails.link_expired');
  } finally {
    mock.timers.reset();
  }
  await call('DELETE', `${path}/${body.id}`, { token });
  await add({ email: 'late@example.com' });
  await sql`
    UPDATE report_subscriptions SET created_at = now() + interval '1 hour'
    WHERE project_id = ${parseId('prj', id)} AND email IS NOT NULL`.execute(db);
  const { code } = (await (await fetch(link, { method: 'POST' })).json()) as Json;
  assert.equal(code, 'mails.link_target_not_found');
  assert.equal((await list())[1].state, 'pending');
});

test('unconfirmed addresses are deleted after the retention period', async () => {
  const { id, token, list, add } = await setUp();
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { retention: { unconfirmed_days: 5 } } } });
  for (const email of ['old@example.com', 'new@example.com', 'confirmed@example.com']) await add({ email });
  const projectId = parseId('prj', id);
  await sql`UPDATE report_subscriptions SET confirmed_at = now() WHERE project_id = ${projectId} AND email LIKE 'confirmed%'`.execute(
    db,
  );
  await sql`
    UPDATE report_subscriptions SET created_at = now() - interval '6 days'
    WHERE project_id = ${projectId} AND email NOT LIKE 'new%'`.execute(db);
  await runScheduled(db, 'retention.enforce');
  const left = (await list()).map(({ email }) => email as string);
  assert.deepEqual(left.filter((email) => /^(old|new|confirmed)@/.test(email)).toSorted(), [
    'confirmed@example.com',
    'new@example.com',
  ]);
});

test('a person is exported and erased with every spelling of the address', async () => {
  const { id, token, list, add } = await setUp();
  const { body } = await add({ email: 'Investor@Example.com' });
  const ask = async (what: string) =>
    (await call('POST', `/v1/projects/${id}/people/${what}`, { token, body: { email: 'INVESTOR@example.com' } })).body;
  const { report_subscriptions: exported } = await ask('export');
  assert.deepEqual(
    exported.map((row: Json) => [row.id, row.email]),
    [[body.id, 'investor@example.com']],
  );
  assert.equal((await ask('erase')).erased.report_subscriptions, 1);
  assert.equal((await list()).length, 1);
});

test('a project has at most 50 addresses outside of it, each mailbox once', async () => {
  const { id, add, token, path } = await setUp();
  await sql`
    INSERT INTO report_subscriptions (project_id, id, email, frequency)
    SELECT ${parseId('prj', id)}, gen_random_uuid(), 'reader-' || n || '@example.com', 'weekly' FROM generate_series(1, 49) AS n`.execute(
    db,
  );
  const parallel = await Promise.all(
    ['ada@example.com', 'bob@example.com', 'Ｚoe@münchen.example'].map((email) => add({ email })),
  );
  assert.deepEqual(parallel.map(({ status }) => `${status}`).toSorted(), ['201', '409', '409']);
  const refused = await add({ email: 'eve@example.com' });
  const field = { path: 'email', code: 'too_many', message: refused.body.error };
  assert.deepEqual([refused.body.code, refused.body.fields], ['report_subscriptions.limit_exceeded', [field]]);
  // Known mailboxes in any spelling, and members, are no further address.
  assert.equal((await add({ email: 'Reader-7@EXAMPLE.com', frequency: 'monthly' })).status, 201);
  assert.equal((await add({})).status, 201);
  const added = parallel.find(({ status }) => status === 201);
  assert.equal((await call('DELETE', `${path}/${added?.body.id}`, { token })).status, 200);
  assert.equal((await add({ email: 'eve@example.com' })).status, 201);
});

test('rejects invalid subscriptions', async () => {
  const { id, token, add, path, list } = await setUp();
  for (const [body, field] of [
    [{ email: 'nobody' }, 'email'],
    [{ email: '' }, 'email'],
    [{ frequency: 'daily' }, 'frequency'],
    [{ frequency: null }, 'frequency'],
    [{ email: 'a@example.com', user: 'me' }, 'user'],
  ] as const) {
    const answer = await add(body);
    assert.deepEqual([answer.status, answer.body.fields?.[0]?.path], [400, field], JSON.stringify(body));
  }
  const [own] = await list();
  assert.equal((await call('PATCH', `${path}/${own.id}`, { token, body: {} })).status, 400);
  for (const wrong of ['rps_01kaga0zrefb8tqs3yh4kx9m2d', 'x', own.id.toUpperCase()])
    assert.equal(
      (await call('PATCH', `${path}/${wrong}`, { token, body: { frequency: 'weekly' } })).body.code,
      'report_subscriptions.not_found',
    );
  // A service account has no address.
  const { body: account } = await call('POST', `/v1/projects/${id}/service-accounts`, {
    token,
    body: { name: 'CI', scopes: ['projects:write', 'projects:read'] },
  });
  const refused = await add({}, account.token);
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'email']);
  const added = await add({ email: 'ci@example.com' }, account.token);
  assert.deepEqual([added.status, added.body.email], [201, null], 'addresses require the scope personal_data:read');
});

test('sends a member the report at once', async () => {
  const { id, join, mails } = await setUp();
  const { token, email } = await join('viewer');
  for (const frequency of ['weekly', 'monthly']) {
    const { status, body } = await call('POST', `/v1/projects/${id}/report-preview/send`, { token, body: { frequency } });
    assert.deepEqual([status, body], [200, { ok: true }]);
  }
  const sent = (await mails()).filter(({ recipient }) => recipient === email);
  const subjects = sent.map(({ subject }) => subject as string).filter((subject) => subject.includes('report'));
  assert.deepEqual(subjects.map((subject) => /weekly|monthly/.exec(subject)?.[0] ?? '').toSorted(), ['monthly', 'weekly']);
});
