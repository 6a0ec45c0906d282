import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { transact } from '../../platform/postgres/database.ts';
import { enforceRetention } from '../people/retention.ts';
import { changedFields, recordAudit } from './audit.ts';
import { auditRetention } from './people.ts';
import type { Json } from '../../testing/server.ts';
import { createAuditedProject } from './fixtures/audited-project.ts';

const { server, project, owner, must, create, readLog } = await createAuditedProject();
const { call, db } = server;
const { id, token, email } = project;
const projectId = parseId('prj', id) as string;

test('names the personal token of the request', async () => {
  const made = await create('/v1/auth/tokens', { name: 'Terraform', scopes: ['projects:write'] });
  await must('PATCH', `/v1/projects/${id}`, { token: made.token, body: { name: 'By token' } });
  assert.equal((await readLog()).data[0].token_name, 'Terraform');
});

test('records the revocation of a token by itself', async () => {
  for (const revoke of [
    (secret: string) => call('DELETE', '/v1/auth/session', { token: secret }),
    (secret: string) => call('POST', '/v1/auth/revoke', { body: { token: secret } }),
  ]) {
    const made = await create('/v1/auth/tokens', { name: 'Short-lived', project_ids: [id], scopes: ['feedback:read'] });
    assert.equal((await revoke(made.token)).status, 200);
    const [{ action, target_id, token_name, actor_id }] = (await readLog()).data;
    assert.deepEqual([action, target_id, token_name, actor_id], ['token.revoked', made.id, 'Short-lived', owner.user_id]);
  }
});

test('unchanged settings, failed changes and refused requests add no entry', async () => {
  const { total } = await readLog();
  await must('PATCH', `/v1/projects/${id}`, { body: { name: 'By token' } });
  const other = await server.createProject();
  assert.equal((await call('PATCH', `/v1/projects/${id}`, { token, body: { name: 'No', slug: other.slug } })).status, 409);
  assert.equal((await call('PATCH', `/v1/projects/${id}`, { token: other.token, body: { name: 'No' } })).status, 403);
  assert.equal((await call('DELETE', '/v1/feedback/fb_01kaga0zrefb8tqs3yh4kx9m2d', { token })).status, 404);
  await assert.rejects(
    transact(db, async (tx) => {
      await recordAudit(tx, {
        projectId,
        actor: { id: projectId, is_service_account: false, name: null, tokenName: null },
        action: 'goal.deleted',
      });
      throw new Error('The change fails');
    }),
  );
  assert.equal((await readLog()).total, total);
});

test('a transfer of the project is recorded for both members', async () => {
  const made = await server.createProject();
  const heir = await server.signIn();
  const member = (
    await call('POST', `/v1/projects/${made.id}/members`, { token: made.token, body: { email: heir.email, role: 'member' } })
  ).body;
  await sql`UPDATE users SET issuer = 'test', subject = id::text WHERE email = ${heir.email}`.execute(db);
  const path = `/v1/projects/${made.id}/members/${member.user_id}`;
  assert.equal((await call('PATCH', path, { token: made.token, body: { role: 'owner' } })).status, 200);
  const { body } = await call('GET', `/v1/projects/${made.id}/audit-log`, {
    token: heir.token,
    query: { action: 'member.role_changed' },
  });
  assert.deepEqual(
    body.data.map(({ target_name, before, after }: Json) => [target_name, before.role, after.role]),
    [
      [heir.email, 'member', 'owner'],
      [made.email, 'owner', 'admin'],
    ],
  );
});

test('filters by action, user and time, and pages', async () => {
  const all = (await readLog()).data;
  assert.deepEqual(
    all.map(({ created_at }: Json) => created_at),
    all
      .map(({ created_at }: Json) => created_at)
      .toSorted()
      .toReversed(),
  );
  const [newest, second] = all;
  assert.equal((await readLog({ actor_id: owner.user_id })).total, all.length);
  assert.equal((await readLog({ actor_id: 'usr_01kaga0zrefb8tqs3yh4kx9m2d' })).total, 0);
  assert.deepEqual((await readLog({ limit: 1, page: 2 })).data, [second]);
  const since = (await readLog({ since: newest.created_at })).data;
  const until = (await readLog({ until: newest.created_at })).data;
  assert.deepEqual([...since, ...until], all);
  for (const [name, value] of Object.entries({ action: 'unknown', actor_id: 'usr_1', since: 'yesterday' }))
    assert.equal((await call('GET', `/v1/projects/${id}/audit-log`, { token, query: { [name]: value } })).status, 400);
});

test('requires the role admin and the scope audit_log:read', async () => {
  const path = `/v1/projects/${id}/audit-log`;
  const reader = await create('/v1/auth/tokens', { name: 'Reader', scopes: ['audit_log:read'] });
  const writer = await create('/v1/auth/tokens', { name: 'Writer', scopes: ['projects:write', 'feedback:write'] });
  assert.equal((await call('GET', path, { token: reader.token })).status, 200);
  assert.equal((await call('GET', path, { token: writer.token })).body.code, 'auth.scope_required');
  const member = await server.signIn();
  await must('POST', `/v1/projects/${id}/members`, { body: { email: member.email, role: 'member' } });
  assert.equal((await call('GET', path, { token: member.token })).body.code, 'auth.role_required');
  const outsider = await server.createProject();
  assert.equal((await call('GET', path, { token: outsider.token })).body.code, 'auth.not_a_member');
});

test('PostgreSQL refuses to change, delete or truncate entries', async () => {
  const mine = sql`project_id = ${projectId}`;
  const refused = /append-only/;
  await assert.rejects(sql`UPDATE audit_entries SET actor_name = 'Nobody' WHERE ${mine}`.execute(db), refused);
  await assert.rejects(sql`DELETE FROM audit_entries WHERE ${mine}`.execute(db), refused);
  await assert.rejects(sql`TRUNCATE audit_entries`.execute(db), refused);
  for (const change of [sql`SET actor_name = 'Nobody'`, sql`SET action = 'goal.deleted'`, sql`SET created_at = now()`])
    await assert.rejects(
      transact(db, async (tx) => {
        await sql`SELECT set_config('earshot.audit_log', 'erasure', true)`.execute(tx);
        await sql`UPDATE audit_entries ${change} WHERE ${mine}`.execute(tx);
      }),
      refused,
    );
});

test('deletes entries after the retention period of the project', async () => {
  const keeping = await server.createProject();
  const limited = await server.createProject();
  const insert = (to: string, days: number) =>
    sql`
    INSERT INTO audit_entries (project_id, id, action, created_at)
    VALUES (${parseId('prj', to)}, gen_random_uuid(), 'waitlist.exported', now() - make_interval(days => ${days}))`.execute(db);
  for (const { id: to } of [keeping, limited]) for (const days of [5, 20, 400]) await insert(to, days);
  const body = { settings: { retention: { audit_log_days: 10 } } };
  await call('PATCH', `/v1/projects/${limited.id}`, { token: limited.token, body });
  await enforceRetention({ db, retentions: [auditRetention] });
  const count = async (of: typeof keeping) =>
    (await call('GET', `/v1/projects/${of.id}/audit-log`, { token: of.token, query: { action: 'waitlist.exported' } })).body
      .total;
  assert.deepEqual([await count(keeping), await count(limited)], [2, 1]);
});

test('an erasure removes the address of the person, and keeps the entry', async () => {
  const address = 'ada@audited.example';
  for (const reply_to of [address, 'xada@audited.example'])
    await must('PATCH', `/v1/projects/${id}`, { body: { settings: { mail: { reply_to } } } });
  const { audit_entries } = await must('POST', `/v1/projects/${id}/people/export`, { body: { email: address } });
  assert.deepEqual(
    audit_entries.map(({ before, after }: Json) => [before, after]),
    [null, address, 'xada@audited.example']
      .map((value) => ({ 'settings.mail.reply_to': value }))
      .flatMap((value, index, all) => (index ? [[all[index - 1], value]] : [])),
  );
  const { erased } = await must('POST', `/v1/projects/${id}/people/erase`, { body: { email: address.toUpperCase() } });
  assert.equal(erased.audit_entries, 2);
  const { data } = await readLog({ action: 'project.updated', limit: 1 });
  assert.deepEqual(
    [data[0].before, data[0].after],
    [{ 'settings.mail.reply_to': '[removed]' }, { 'settings.mail.reply_to': 'xada@audited.example' }],
  );
  assert.equal(data[0].actor_name, email);
});

test('a deleted project takes its log with it', async () => {
  const gone = await server.createProject();
  await call('PATCH', `/v1/projects/${gone.id}`, { token: gone.token, body: { name: 'Gone' } });
  const path = `/v1/projects/${gone.id}`;
  assert.equal((await call('DELETE', path, { token: gone.token, query: { confirm: gone.slug } })).status, 200);
  const { rows } = await sql`SELECT FROM audit_entries WHERE project_id = ${parseId('prj', gone.id)}`.execute(db);
  assert.equal(rows.length, 0);
});

test('changedFields names nested fields by their path', () => {
  const before = { name: 'A', settings: { mail: { color: '#000', reply_to: null }, sections: ['a'] } };
  const after = { name: 'A', settings: { mail: { color: '#fff', reply_to: null }, sections: ['a', 'b'] } };
  assert.deepEqual(changedFields(before, after), {
    before: { 'settings.mail.color': '#000', 'settings.sections': ['a'] },
    after: { 'settings.mail.color': '#fff', 'settings.sections': ['a', 'b'] },
  });
  assert.equal(changedFields(before, structuredClone(before)), undefined);
});
