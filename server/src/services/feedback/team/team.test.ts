import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;
const acme = await server.createProject();
const by = { token: acme.token };
const onAcme = { ...by, query: { project_id: acme.id } };
const { body: session } = await call('GET', '/v1/auth/session', by);
const owner = session.user as { id: string; email: string };

const submit = async (title = 'Export') =>
  (await call('POST', '/v1/feedback', { key: acme.key, body: { title } })).body.id as string;
const add = (body: object) => call('POST', '/v1/feedback/by-team', { ...onAcme, body });
const voteFor = (id: string, body: object) => call('POST', `/v1/feedback/${id}/voters`, { ...by, body });
const historyOf = async (id: string, token = acme.token) =>
  (await call('GET', `/v1/feedback/${id}/history`, { token })).body.data as Json[];
const votesOf = async (id: string) => (await call('GET', `/v1/feedback/${id}`, { key: acme.key })).body.upvote_count;
const invite = async (role: string) => {
  const user = await server.signIn();
  const { body } = await call('POST', `/v1/projects/${acme.id}/members`, { ...by, body: { email: user.email, role } });
  return { ...user, id: body.user_id as string };
};
/** Tokens of tests precede the first sign-in, so that the address is not verified yet. */
const verify = (email: string) =>
  sql`UPDATE users SET issuer = 'https://id.example', subject = id::text WHERE email = ${email}`.execute(server.db);
const viewer = await invite('viewer');
const grace = await invite('member');
for (const { email } of [owner, grace]) await verify(email);

test('adds an entry of a person, with status, tags, assignee and due date', async () => {
  const { status, body } = await add({
    title: 'Export as CSV',
    type: 'feature',
    tags: ['sales'],
    submitter_name: 'Ada',
    submitter_email: 'ada@customer.example',
    submitter_user_id: 'u_1',
    status: 'planned',
    assignee_id: grace.id,
    due_on: '2026-12-24',
  });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.submitter_name, body.submitter_email, body.status, body.tags, body.assignee_id, body.due_on, body.visibility],
    ['Ada', 'ada@customer.example', 'planned', ['sales'], grace.id, '2026-12-24', 'public'],
  );
  const changes = (await historyOf(body.id)).map(({ field, new: value, actor_id }) => `${field} ${value} ${actor_id}`);
  assert.deepEqual(
    new Set(changes),
    new Set([`assignee_id ${grace.id} ${owner.id}`, `due_on 2026-12-24 ${owner.id}`, `status planned ${owner.id}`]),
  );
  const own = await server.signUser(acme, { id: 'u_1' });
  const mine = await call('GET', '/v1/feedback', { key: acme.key, headers: { 'x-user-token': own }, query: { mine: 'true' } });
  assert.deepEqual(
    mine.body.data.map(({ id }: Json) => id),
    [body.id],
    'the person sees the entry in the product',
  );
  const mails = (await call('GET', `/v1/projects/${acme.id}/mails`, by)).body.data as Json[];
  assert.ok(
    mails.some(({ recipient }) => recipient === 'ada@customer.example'),
    'is asked to confirm updates',
  );
});

test('adds an entry of the member when no person is named, without approval', async () => {
  await call('PATCH', `/v1/projects/${acme.id}`, { ...by, body: { settings: { feedback: { moderation: 'all' } } } });
  const { body } = await add({ title: 'Own idea' });
  assert.deepEqual([body.submitter_email, body.visibility, body.status], [owner.email, 'public', 'new']);
  await call('PATCH', `/v1/projects/${acme.id}`, { ...by, body: { settings: { feedback: { moderation: 'off' } } } });
  const refused = await call('POST', '/v1/feedback/by-team', {
    token: viewer.token,
    query: { project_id: acme.id },
    body: { title: 'Of a viewer' },
  });
  assert.equal(refused.status, 403);
});

test('votes on behalf of a person once, and revokes the vote', async () => {
  const id = await submit();
  const { status, body } = await voteFor(id, { name: 'Grace', email: 'Grace@customer.example' });
  assert.equal(status, 201);
  assert.deepEqual([body.role, body.name, body.email, body.vote], ['user', 'Grace', 'Grace@customer.example', 'up']);
  const again = await voteFor(id, { email: 'grace@customer.example' });
  assert.equal(again.body.on_behalf_id, body.on_behalf_id);
  assert.equal(await votesOf(id), 1);
  const [item] = await historyOf(id);
  assert.deepEqual(
    [item?.field, item?.old, item?.new.email, item?.actor_id],
    ['vote_on_behalf', null, 'Grace@customer.example', owner.id],
  );
  const [seen] = await historyOf(id, viewer.token);
  assert.deepEqual(seen?.new, {}, 'viewers see no person');

  assert.equal((await call('DELETE', `/v1/feedback/${id}/voters/${body.on_behalf_id}`, by)).status, 200);
  assert.equal(await votesOf(id), 0);
  assert.equal((await historyOf(id))[0]?.old.name, 'Grace');
  const unknown = await call('DELETE', `/v1/feedback/${id}/voters/${body.on_behalf_id}`, by);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'feedback.vote_not_found']);
  assert.equal((await voteFor(id, { name: 'Nobody' })).body.error, 'email or user_id is required');
});

test('counts a vote on behalf of a user of the product once, and keeps the vote of the user', async () => {
  const id = await submit();
  const user = await server.signUser(acme, { id: 'u_7', email: 'kay@customer.example' });
  const headers = { 'x-user-token': user };
  await call('POST', `/v1/feedback/${await submit('Other')}/upvote`, { key: acme.key, headers });
  // The directory writes people a moment later.
  await until(
    async () => (await call('GET', '/v1/people', { ...onAcme, query: { ...onAcme.query, user_id: 'u_7' } })).body.total,
  );
  assert.equal((await voteFor(id, { email: 'kay@customer.example' })).body.user_id, 'u_7');
  await call('POST', `/v1/feedback/${id}/upvote`, { key: acme.key, headers });
  assert.equal(await votesOf(id), 1);
  const turned = await call('POST', `/v1/feedback/${id}/downvote`, { key: acme.key, headers });
  assert.deepEqual([turned.body.upvote_count, turned.body.downvote_count], [0, 1]);
  const kept = await voteFor(id, { user_id: 'u_7' });
  assert.deepEqual([kept.body.vote, kept.body.on_behalf_id], ['down', null]);

  const merged = await submit('Merged');
  const cast = await voteFor(merged, { user_id: 'u_7' });
  await call('POST', `/v1/feedback/${merged}/merge`, { ...by, body: { into: id } });
  for (const { status, body } of [
    await voteFor(merged, { user_id: 'u_8' }),
    await call('DELETE', `/v1/feedback/${merged}/voters/${cast.body.on_behalf_id}`, by),
  ])
    assert.deepEqual([status, body.code], [409, 'feedback.merged']);
});

test('finds people by parts of names and addresses, without members', async () => {
  await add({ title: 'Search', submitter_name: 'Zoë Quinn', submitter_email: 'zq@customer.example' });
  const id = await submit();
  await voteFor(id, { name: 'Zoë Q.', email: 'ZQ@customer.example', user_id: 'u_zq' });
  const find = async (q: string) => (await call('GET', '/v1/feedback/people', { ...by, query: { project_id: acme.id, q } })).body;
  assert.deepEqual((await find('zoë q')).data, [{ user_id: 'u_zq', name: 'Zoë Q.', email: 'zq@customer.example' }]);
  assert.deepEqual((await find('100%')).data, []);
  assert.deepEqual((await find(owner.email.slice(0, 20))).data, []);
});

test('erases people from votes and their history', async () => {
  const id = await submit();
  await voteFor(id, { name: 'Erased Person', email: 'erased@customer.example' });
  await call('POST', `/v1/projects/${acme.id}/people/erase`, { ...by, body: { email: 'erased@customer.example' } });
  assert.equal(await votesOf(id), 1);
  const voters = await call('GET', `/v1/feedback/${id}/voters`, by);
  assert.deepEqual([voters.body.data[0].name, voters.body.data[0].email], [null, null]);
  assert.deepEqual((await historyOf(id))[0]?.new, {});
});

test('assigns entries to members, and filters by assignee', async () => {
  const [id, other] = [await submit('Assigned'), await submit('Unassigned')];
  const change = (body: object) => call('PATCH', `/v1/feedback/${id}`, { ...by, body });
  assert.equal((await change({ assignee_id: grace.id, due_on: '2027-01-31' })).body.due_on, '2027-01-31');
  const listBy = async (filter: string, token = acme.token) =>
    (await call('GET', `/v1/feedback?project_id=${acme.id}&limit=100&${filter}`, { token })).body.data.map(
      ({ title }: Json) => title,
    );
  const titlesOf = (assignee: string, token = acme.token) => listBy(`assignee=${assignee}`, token);
  assert.ok((await titlesOf(grace.id)).includes('Assigned'));
  assert.deepEqual(await titlesOf('me'), []);
  assert.deepEqual(await titlesOf('me', grace.token), await titlesOf(grace.id));
  const free = await titlesOf('none');
  assert.deepEqual([free.includes('Assigned'), free.includes('Unassigned')], [false, true]);
  const sees = async (filter: string) => {
    const titles = await listBy(filter, grace.token);
    return [titles.includes('Assigned'), titles.includes('Unassigned')];
  };
  assert.deepEqual(await sees('assignee=me&assignee=none'), [true, true]);
  assert.deepEqual(await sees(`assignee=${owner.id}&assignee=${grace.id}`), [true, false]);
  assert.deepEqual(await sees('assignee_not=me'), [false, true]);
  assert.deepEqual(await sees('assignee_not=none'), [true, false]);
  assert.deepEqual(await sees(`assignee_not=none&assignee_not=${owner.id}`), [true, false]);
  assert.deepEqual(await sees('assignee=none&assignee_not=none'), [false, false]);
  const { body: shown } = await call('GET', `/v1/feedback/${id}`, { key: acme.key });
  assert.equal('assignee_id' in shown || 'due_on' in shown, false, 'not public');

  const outsider = await server.signIn();
  const { user } = (await call('GET', '/v1/auth/session', { token: outsider.token })).body;
  for (const [body, error] of [
    [{ assignee_id: user.id }, 'assignee_id must be the id of a member of the project'],
    [{ assignee_id: 'usr_x' }, 'assignee_id must be the id of a member of the project'],
    [{ due_on: '2027-02-30' }, 'due_on must be a date such as 2026-12-24 or null'],
  ] as const)
    assert.equal((await change(body)).body.error, error);
  for (const name of ['assignee', 'assignee_not']) {
    const { status, body } = await call('GET', '/v1/feedback', { ...onAcme, query: { ...onAcme.query, [name]: 'x' } });
    assert.deepEqual([status, body.error], [400, `${name} must be the id of a member, me, or none`]);
    assert.equal((await call('GET', '/v1/feedback', { key: acme.key, query: { [name]: 'me' } })).status, 400);
  }
  const cleared = await change({ assignee_id: null, due_on: null });
  assert.deepEqual([cleared.body.assignee_id, cleared.body.due_on], [null, null]);
  assert.ok(other);
});

test('mails mentioned members, who have signed in', async () => {
  const id = await submit('Mentioned here');
  // Has no other notifications, with which this one would be mailed.
  const linus = await invite('member');
  await verify(linus.email);
  const invited = 'invited@customer.example';
  const { body: guest } = await call('POST', `/v1/projects/${acme.id}/members`, {
    ...by,
    body: { email: invited, role: 'member' },
  });
  const comment = (body: object, caller: object = by) => call('POST', `/v1/feedback/${id}/comments`, { ...caller, body });
  const { body } = await comment({
    body: '@Grace **see** [this](/help)',
    internal: true,
    mentioned_ids: [linus.id, owner.id, guest.user_id],
  });
  assert.deepEqual(new Set(body.mentioned_ids), new Set([linus.id, owner.id, guest.user_id]));
  const sent = await until(async () => {
    const { data } = (await call('GET', `/v1/projects/${acme.id}/mails`, { ...by, query: { limit: 100 } })).body;
    const found = data.filter(
      ({ subject }: Json) => subject === `${owner.email} mentioned you in an internal note: Mentioned here`,
    );
    return found.length > 0 && found;
  });
  assert.deepEqual(
    sent.map(({ recipient }: Json) => recipient),
    [linus.email],
  );
  assert.ok(sent[0].text.includes(`an internal note\n\n@Grace see this (${server.url}/help)`));
  assert.match(sent[0].html, /<strong>see<\/strong> <a href="http[^"]*\/help"/);
  assert.equal(
    (await comment({ body: 'x', mentioned_ids: ['usr_x'] })).body.error,
    'mentioned_ids must be ids of members of the project',
  );
  const anyone = await comment({ body: 'x', mentioned_ids: [linus.id] }, { key: acme.key });
  assert.deepEqual([anyone.status, anyone.body.fields[0].code], [400, 'not_allowed']);
});
