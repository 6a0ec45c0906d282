import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call, db } = server;

async function createEntry(body: object) {
  const { id, token } = await server.createProject();
  const { body: entry } = await call('POST', '/v1/changelog', { token, query: { project_id: id }, body });
  const path = `/v1/changelog/${entry.id}`;
  return {
    path,
    token,
    id: entry.id as string,
    project: id,
    update: (fields: object, by = token) => call('PATCH', path, { token: by, body: fields }),
    list: async (by = token): Promise<Json[]> =>
      (await call('GET', `${path}/versions`, { token: by, query: { limit: 100 } })).body.data,
  };
}

test('changes of a draft by one person within ten minutes are one version, and later ones are not', async () => {
  const { update, list, id } = await createEntry({ title: 'Dark mode', content: 'It' });
  for (const content of ['It is', 'It is here.']) await update({ content });
  const [first, ...others] = await list();
  assert.deepEqual([first.title, others.length], ['Dark mode', 0]);
  const uuid = parseId('cl', id);
  await sql`UPDATE content_versions SET created_at = created_at - interval '11 minutes' WHERE content_id = ${uuid}`.execute(db);
  await update({ content: 'It is here now.' });
  assert.equal((await list()).length, 2);
});

test('a version is restored with an update, and shows who saved it', async () => {
  const { path, token, project, update, list } = await createEntry({ title: 'Dark mode', content: 'Old', published: true });
  const colleague = await server.signIn();
  await call('POST', `/v1/projects/${project}/members`, { token, body: { email: colleague.email, role: 'member' } });
  await update({ content: 'New', title: 'Light mode' }, colleague.token);
  const [newest, oldest] = await list();
  assert.equal(newest.actor_id, (await call('GET', '/v1/auth/session', { token: colleague.token })).body.user.id);
  const { status, body } = await call('GET', `${path}/versions/${oldest.id}`, { token: colleague.token });
  assert.deepEqual([status, body.title, body.content], [200, 'Dark mode', 'Old']);
  await update({ title: body.title, content: body.content });
  assert.equal((await list()).length, 3);
  // Changes of other fields are no versions.
  await update({ tags: ['ui'] });
  assert.equal((await list()).length, 3);
  const unknown = await call('GET', `${path}/versions/ver_01kaga0zrefb8tqs3yh4kx9m2d`, { token });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'versions.not_found']);
  assert.equal((await call('DELETE', path, { token })).status, 200);
  const { rows } = await sql`SELECT FROM content_versions WHERE project_id = ${parseId('prj', project)}`.execute(db);
  assert.equal(rows.length, 0);
});

test('the last 50 versions of a text are kept', async () => {
  const { update, list } = await createEntry({ title: 'Dark mode', published: true });
  for (let number = 1; number <= 55; number++) await update({ content: `Text ${number}` });
  const versions = await list();
  assert.equal(versions.length, 50);
});

test('documents have versions from their first change, which survive replacing and end with the document', async () => {
  const { id: project, token } = await server.createProject();
  const { body: index } = await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name: 'Help' } });
  const documents = `/v1/indexes/${index.id}/documents`;
  const batch = { documents: [{ external_id: 'a.md', content: '# A\n\nOld' }] };
  const { body: imported } = await call('POST', `${documents}/batch`, { token, body: batch });
  const path = `${documents}/${imported.results[0].document.id}`;
  const list = async (): Promise<Json[]> => (await call('GET', `${path}/versions`, { token })).body.data;
  assert.deepEqual(await list(), []);
  await call('POST', `${documents}/batch`, { token, body: batch });
  assert.deepEqual(await list(), [], 'an import without changes is no version');
  for (const content of ['# A\n\nNew', '# A\n\nNewer'])
    await call('PUT', `${documents}/by-external-id/a.md`, { token, body: { content } });
  const versions = await list();
  assert.equal(versions.length, 3);
  assert.deepEqual([versions[2].actor_name, versions[2].actor_id], [null, null], 'the import has an unknown author');
  const { body } = await call('GET', `${path}/versions/${versions[2].id}`, { token });
  assert.equal(body.content, '# A\n\nOld');
  const gone = await call('GET', `${path}/versions/ver_01kaga0zrefb8tqs3yh4kx9m2d`, { token });
  assert.deepEqual([gone.status, gone.body.code], [404, 'versions.not_found']);
  const nothing = `${documents}/doc_01kaga0zrefb8tqs3yh4kx9m2d/versions`;
  for (const missing of [nothing, `${nothing}/${versions[0].id}`])
    assert.equal((await call('GET', missing, { token })).body.code, 'documents.not_found');
  await call('DELETE', path, { token });
  const { rows } = await sql`SELECT FROM content_versions WHERE project_id = ${parseId('prj', project)}`.execute(db);
  assert.equal(rows.length, 0);
});

test('an entry is changed only if it has the expected time of its last change', async () => {
  const { path, token } = await createEntry({ title: 'Dark mode', content: 'Old' });
  const read = async () => (await call('GET', path, { token })).body;
  const { updated_at: known } = await read();
  const mine = { content: 'Mine', expected_updated_at: known };
  const first = await call('PATCH', path, { token, body: mine });
  assert.deepEqual([first.status, first.body.content], [200, 'Mine']);
  const late = await call('PATCH', path, { token, body: { content: 'Theirs', expected_updated_at: known } });
  assert.deepEqual([late.status, late.body.code], [409, 'changelog.edit_conflict']);
  assert.equal((await read()).content, 'Mine', 'a refused change changes nothing');
  const next = { content: 'Theirs', expected_updated_at: first.body.updated_at };
  assert.equal((await call('PATCH', path, { token, body: next })).status, 200);
  assert.equal((await call('PATCH', path, { token, body: { content: 'Any' } })).status, 200, 'without an expectation');
});

test('a document is changed only if it, or its pending changes, has the expected time', async () => {
  const { id: project, token } = await server.createProject();
  const { body: index } = await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name: 'Help' } });
  const documents = `/v1/indexes/${index.id}/documents`;
  const { body: created } = await call('POST', documents, { token, body: { content: '# A\n\nOld' } });
  const path = `${documents}/${created.id}`;
  const save = (text: string, expected: string) =>
    call('PATCH', path, {
      token,
      body: { pending_changes: { title: 'A', content: text }, expected_edited_at: expected },
    });
  const first = await save('Mine', created.edited_at);
  assert.equal(first.status, 200);
  const late = await save('Theirs', created.edited_at);
  assert.deepEqual([late.status, late.body.code], [409, 'documents.edit_conflict']);
  const { body: stored } = await call('GET', path, { token });
  assert.deepEqual([stored.pending_changes.content, stored.edited_at], ['Mine', stored.pending_changes.updated_at]);
  assert.equal(stored.edited_at, first.body.edited_at, 'the answer of a change has the next expected time');
  assert.equal((await save('Theirs', stored.edited_at)).status, 200);
  const published = await call('PATCH', path, { token, body: { status: 'published' } });
  assert.equal(published.body.edited_at, published.body.updated_at);
});
