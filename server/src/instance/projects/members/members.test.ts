import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { runScheduled, settleJobs } from '../../../testing/jobs.ts';
import { digestTables } from '../../../testing/tables.ts';

const server = await sharedTestServer();
const { call } = server;

/** Creates a project with one person in each role. */
async function team() {
  const { id, key, token } = await server.createProject();
  const invite = (email: string, role: string, by = token) =>
    call('POST', `/v1/projects/${id}/members`, { token: by, body: { email, role } });
  const join = async (role: string) => {
    const { email, token: own } = await server.signIn();
    const { body } = await invite(email, role);
    return { email, token: own, id: body.user_id as string };
  };
  const list = async (by = token) => (await call('GET', `/v1/projects/${id}/members`, { token: by })).body;
  const owner = { token, id: (await list()).data[0].user_id as string };
  return {
    id,
    key,
    invite,
    list,
    people: { owner, admin: await join('admin'), member: await join('member'), viewer: await join('viewer') },
    setRole: (user: string, role: string, by = token) =>
      call('PATCH', `/v1/projects/${id}/members/${user}`, { token: by, body: { role } }),
    remove: (user: string, by = token) => call('DELETE', `/v1/projects/${id}/members/${user}`, { token: by }),
    roles: async () => Object.fromEntries((await list()).data.map(({ user_id: user, role }: Json) => [user, role])),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

test('an invitation is mailed, can be sent again, and expires after 14 days', async () => {
  const { id, invite, list, people } = await team();
  const { body: invited } = await invite('mia@example.com', 'admin');
  const mails = async () =>
    ((await call('GET', `/v1/projects/${id}/mails`, { token: people.owner.token })).body.data as Json[]).filter(
      ({ recipient }) => recipient === 'mia@example.com',
    );
  const [mail] = await mails();
  assert.match(mail?.subject, /added you to/);
  assert.ok(mail?.text.includes('as an admin') && mail.text.includes(invited.invitation.url));
  const days = (Date.parse(invited.invitation.expires_at) - Date.now()) / DAY_MS;
  assert.ok(days > 13.9 && days <= 14);

  const again = (user: string, token = people.owner.token) =>
    call('POST', `/v1/projects/${id}/members/${user}/invitation`, { token });
  await sql`UPDATE project_members SET invited_at = now() - interval '13 days' WHERE user_id = ${parseId('usr', invited.user_id)}`.execute(
    server.db,
  );
  const { body: renewed } = await again(invited.user_id);
  assert.ok(Date.parse(renewed.invitation.expires_at) >= Date.parse(invited.invitation.expires_at));
  assert.equal((await mails()).length, 2);
  assert.equal((await again(invited.user_id, people.admin.token)).status, 403);
  await hasSignedIn(people.viewer.id);
  assert.equal((await again(people.viewer.id)).body.code, 'members.already_signed_in');
  assert.equal((await again('usr_01kaga0zrefb8tqs3yh4kx9m2d')).body.code, 'members.not_found');

  await sql`UPDATE project_members SET invited_at = now() - interval '15 days' WHERE project_id = ${parseId('prj', id)}`.execute(
    server.db,
  );
  await runScheduled(server.db, 'members.expire-invitations');
  assert.equal((await list()).total, 4);
  assert.ok(
    (await list()).data.every(({ email }: Json) => email !== 'mia@example.com'),
    'others have signed in or have tokens',
  );
});

/** Tokens of tests are made without a sign-in; this is what one leaves behind. */
const hasSignedIn = (user: string) =>
  sql`UPDATE users SET issuer = 'https://id.example', subject = id::text WHERE id = ${parseId('usr', user)}`.execute(server.db);

test('invited members are active after their first sign-in', async () => {
  const { id, invite, list } = await team();
  const email = `New.${crypto.randomUUID()}@Example.com`;
  const { status, body } = await invite(email, 'member');
  assert.equal(status, 201);
  const { user_id: user, created_at, updated_at, ...rest } = body;
  assert.equal(created_at, updated_at);
  assert.match(user, /^usr_/);
  assert.deepEqual(rest, {
    project_id: id,
    email,
    name: null,
    avatar_url: null,
    role: 'member',
    state: 'invited',
    invitation: { ...rest.invitation, is_mailed: false },
  });
  assert.match(rest.invitation.url, /^http.*\/projects\/[\w-]+$/);
  const { data, total, page, limit } = await list();
  assert.deepEqual([data.length, total, page, limit], [5, 5, 1, 20]);
  await hasSignedIn(user);
  assert.equal((await list()).data.at(-1).state, 'active');
});

test('repeated invitations return 409, regardless of spelling', async () => {
  const { invite, people, list } = await team();
  await invite('grace@example.com', 'member');
  for (const email of ['grace@example.com', 'GRACE@example.com', people.viewer.email]) {
    const { status, body } = await invite(email, 'admin');
    assert.deepEqual([status, body.error], [409, 'A member with this email address already exists']);
  }
  assert.equal((await list()).total, 5);
});

test('concurrent invitations add one member', async () => {
  const { invite, list } = await team();
  const answers = await Promise.all(Array.from({ length: 6 }, () => invite('everyone@example.com', 'viewer')));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal((await list()).total, 5);
});

test('an invalid invitation returns 400 with the field', async () => {
  const { invite, id, people, list } = await team();
  assert.equal((await invite('grace', 'member')).body.error, 'email must be a valid email address');
  assert.equal((await invite('g@example.com', 'owner')).body.error, 'role must be one of viewer, member, admin');
  const { body } = await call('POST', `/v1/projects/${id}/members`, { token: people.owner.token, body: { role: 'viewer' } });
  assert.equal(body.error, 'email is required');
  assert.equal((await list()).total, 4, 'nobody was invited');
});

describe('roles', () => {
  const allowed: [what: string, least: 'viewer' | 'member' | 'admin' | 'owner', method: string, path: string, body?: object][] = [
    ['read the project', 'viewer', 'GET', '/v1/projects/:project'],
    ['read its members', 'viewer', 'GET', '/v1/projects/:project/members'],
    ['read entries', 'viewer', 'GET', '/v1/feedback?project_id=:project'],
    ['change an entry', 'member', 'PATCH', '/v1/feedback/:entry', { status: 'planned' }],
    ['comment on an entry', 'member', 'POST', '/v1/feedback/:entry/comments', { body: 'x', internal: true }],
    ['change settings', 'admin', 'PATCH', '/v1/projects/:project', { settings: { feedback: { moderation: 'all' } } }],
    ['rotate the key', 'admin', 'POST', '/v1/projects/:project/keys/rotate', {}],
    ['read the outbox', 'admin', 'GET', '/v1/projects/:project/mails'],
    ['invite', 'owner', 'POST', '/v1/projects/:project/members', { email: 'new@example.com', role: 'viewer' }],
    ['change a role', 'owner', 'PATCH', '/v1/projects/:project/members/:viewer', { role: 'viewer' }],
    ['delete the project', 'owner', 'DELETE', '/v1/projects/:project?confirm=wrong'],
    ['vote', 'member', 'POST', '/v1/feedback/:entry/upvote'],
  ];
  const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
  for (const role of ROLES)
    test(`${role} may do what it says, and no more`, async () => {
      const { id, key, people } = await team();
      const { id: entry } = (await call('POST', '/v1/feedback', { key, body: { title: 'Export' } })).body;
      for (const [what, least, method, path, body] of allowed) {
        await settleJobs(server.db, parseId('prj', id) as string);
        const url = path.replace(':project', id).replace(':entry', entry).replace(':viewer', people.viewer.id);
        const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(least);
        const before = await digestTables(server.db, parseId('prj', id) as string);
        const answer = await call(method, url, { token: people[role].token, body });
        if (!isAllowed) {
          assert.deepEqual(
            [answer.status, answer.body.error],
            [403, `This action requires the role ${least}; your role is ${role}`],
            what,
          );
          assert.deepEqual(await digestTables(server.db, parseId('prj', id) as string), before, what);
        } else assert.ok([200, 201, 400].includes(answer.status), `${what}: ${answer.status}`);
      }
    });

  test('change immediately', async () => {
    const { id, people, setRole } = await team();
    const rename = async () =>
      (await call('PATCH', `/v1/projects/${id}`, { token: people.viewer.token, body: { name: 'Renamed' } })).status;
    assert.equal(await rename(), 403);
    const { status, body } = await setRole(people.viewer.id, 'admin');
    assert.deepEqual([status, body.role], [200, 'admin']);
    assert.equal(await rename(), 200);
    await setRole(people.viewer.id, 'viewer');
    assert.equal(await rename(), 403);
    assert.equal((await setRole(people.viewer.id, 'king')).body.error, 'role must be one of viewer, member, admin, owner');
  });
});

describe('transferring ownership', () => {
  test('makes the previous owner an admin', async () => {
    const { id, people, setRole, roles } = await team();
    await hasSignedIn(people.member.id);
    const { status, body } = await setRole(people.member.id, 'owner');
    assert.deepEqual([status, body.role], [200, 'owner']);
    const after = await roles();
    assert.deepEqual([after[people.owner.id], after[people.member.id]], ['admin', 'owner']);
    const remove = (token: string) => call('DELETE', `/v1/projects/${id}`, { token, query: { confirm: 'wrong' } });
    assert.equal((await remove(people.owner.token)).status, 403);
    assert.equal((await remove(people.member.token)).status, 400, 'allowed, but for the wrong slug');
  });

  test('returns 409 for members who have not signed in', async () => {
    const { people, setRole, roles } = await team();
    const { status, body } = await setRole(people.admin.id, 'owner');
    assert.deepEqual([status, body.error], [409, 'The member has not signed in yet; transfer the project to a member who has']);
    assert.equal((await roles())[people.owner.id], 'owner');
  });

  test('returns 409 for members at their project quota', async () => {
    const { people, setRole, roles } = await team();
    const { token, id } = people.member;
    await hasSignedIn(id);
    // Concurrent requests do not exceed the limit either.
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) => call('POST', '/v1/projects', { token, body: { name: `Project ${n}` } })),
    );
    assert.deepEqual(
      made.map(({ status }) => status).toSorted((a, b) => a - b),
      [...Array<number>(20).fill(201), ...Array<number>(4).fill(409)],
    );
    assert.equal(
      made.find(({ status }) => status === 409)?.body.error,
      'You own 20 projects, the maximum on this instance; delete or transfer a project, or ask your administrator for a higher limit',
    );
    assert.equal((await call('POST', '/v1/projects/sample', { token })).body.code, 'projects.quota_exceeded');
    assert.equal(
      (await call('GET', '/v1/projects', { token, query: { limit: 100 } })).body.data.filter(({ role }: Json) => role === 'owner')
        .length,
      20,
    );

    const { status, body } = await setRole(id, 'owner');
    assert.deepEqual(
      [status, body.error],
      [409, 'The member owns 20 projects, the maximum on this instance; ask your administrator for a higher limit'],
    );
    assert.equal((await roles())[people.owner.id], 'owner');
    const { id: one, slug } = made.find(({ status: created }) => created === 201)?.body ?? {};
    await call('DELETE', `/v1/projects/${one}`, { token, query: { confirm: slug } });
    assert.equal((await setRole(id, 'owner')).status, 200);
  });

  test('is the only way to change the role of the owner', async () => {
    const { people, setRole } = await team();
    assert.equal((await setRole(people.owner.id, 'admin')).status, 409);
    assert.equal((await setRole(people.owner.id, 'owner')).status, 200, 'nothing to do');
  });

  test('concurrently to two members leaves one owner', async () => {
    const { people, setRole, roles } = await team();
    await Promise.all([people.admin, people.member].map(({ id }) => hasSignedIn(id)));
    const answers = await Promise.all([people.admin, people.member].map(({ id }) => setRole(id, 'owner')));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 403],
    );
    assert.equal(Object.values(await roles()).filter((role) => role === 'owner').length, 1);
  });
});

describe('leaving', () => {
  test('is possible for everyone except the owner, and ends access', async () => {
    const { id, people, remove } = await team();
    for (const role of ['viewer', 'member', 'admin'] as const) {
      const { token, id: user } = people[role];
      assert.deepEqual((await remove(user, token)).body, { ok: true });
      assert.equal((await call('GET', `/v1/projects/${id}`, { token })).status, 403);
    }
    const { status, body } = await remove(people.owner.id);
    assert.deepEqual([status, body.error], [409, 'The owner can’t leave the project: transfer or delete it first']);
  });

  test('admins and owners remove others, viewers and members cannot', async () => {
    const { people, remove, list } = await team();
    for (const role of ['viewer', 'member'] as const) {
      const { status, body } = await remove(people.admin.id, people[role].token);
      assert.deepEqual([status, body.error], [403, `This action requires the role admin; your role is ${role}`]);
    }
    assert.equal((await remove(people.owner.id, people.admin.token)).status, 409);
    assert.equal((await list()).total, 4, 'nobody is off yet');
    assert.equal((await remove(people.viewer.id, people.admin.token)).status, 200);
    assert.equal((await remove(people.admin.id)).status, 200);
    assert.equal((await remove(people.admin.id)).status, 404);
    assert.equal((await list()).total, 2);
  });
});

test('an unknown member returns 404', async () => {
  const { setRole, remove, people } = await team();
  const outsider = await server.createProject();
  const { data } = (await call('GET', `/v1/projects/${outsider.id}/members`, { token: outsider.token })).body;
  for (const user of [data[0].user_id, 'usr_00000000000000000000000000', 'usr_', people.viewer.id.replace('usr', 'prj')]) {
    assert.equal((await setRole(user, 'viewer')).status, 404);
    assert.equal((await remove(user)).status, 404);
  }
});

test('an Idempotency-Key creates one invitation', async () => {
  const { id, people } = await team();
  const invite = (role: string) =>
    call('POST', `/v1/projects/${id}/members`, {
      token: people.owner.token,
      headers: { 'idempotency-key': 'invite-1' },
      body: { email: 'once@example.com', role },
    });
  const [first, second] = [await invite('viewer'), await invite('viewer')];
  assert.deepEqual([second.status, second.body], [201, first.body]);
  assert.equal((await invite('admin')).status, 409);
});

test('lists members and mails in pages', async () => {
  const { id, people } = await team();
  const list = (path: string, query: object) =>
    call('GET', `/v1/projects/${id}/${path}`, { token: people.owner.token, query: { ...query } });
  const page = (await list('members', { page: 2, limit: 3 })).body;
  assert.deepEqual([page.data.length, page.total, page.page, page.limit], [1, 4, 2, 3]);
  // Each of them got an invitation.
  assert.deepEqual((await list('mails', { page: 3 })).body, { data: [], total: 3, page: 3, limit: 20, next_cursor: null });
  for (const path of ['members', 'mails'])
    for (const query of [{ page: 0 }, { limit: 101 }, { limit: 'x' }]) assert.equal((await list(path, query)).status, 400);
});
