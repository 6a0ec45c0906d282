import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { callTool, connectClient } from '../../../instance/mcp/fixtures/client.ts';
import { parseId } from '../../../platform/ids.ts';
import { type Call, type Json, sharedTestServer } from '../../../testing/server.ts';

// The table of custom fields × surface × visitor. The values are words of their own, so that a leak anywhere in a response is found.

const server = await sharedTestServer();
const { call, db } = server;

const FIELDS = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['publicpro', 'publicfree'], public: true },
  { key: 'seats', label: 'Seats', type: 'number', public: true },
  { key: 'account', label: 'Account', type: 'text' },
];

async function createBoard(fields: object[] = FIELDS) {
  const project = await server.createProject('Fields');
  const { id: projectId, token, key } = project;
  const setFields = (given: object[]) =>
    call('PATCH', `/v1/projects/${projectId}`, { token, body: { settings: { feedback: { fields: given } } } });
  assert.equal((await setFields(fields)).status, 200);
  return {
    ...project,
    projectId,
    setFields,
    submit: (body: object) => call('POST', '/v1/feedback', { key, body: { title: 'Export as CSV', ...body } }),
    change: (id: string, fieldValues: object) => call('PATCH', `/v1/feedback/${id}`, { token, body: { fields: fieldValues } }),
    invite: async (role: string): Promise<Call> => {
      const user = await server.signIn();
      await call('POST', `/v1/projects/${projectId}/members`, { token, body: { email: user.email, role } });
      return { token: user.token, query: { project_id: projectId } };
    },
  };
}

const board = await createBoard();
const { key, token, slug, projectId } = board;
const entry: string = (await board.submit({ fields: { plan: 'publicpro', seats: 12 } })).body.id;
assert.equal((await board.change(entry, { account: 'internalacme' })).status, 200);
const VISITORS: Record<string, Call> = {
  anonymous: { key },
  viewer: await board.invite('viewer'),
  member: await board.invite('member'),
};

const text = async (path: string, options: Call = {}, method = 'GET'): Promise<string> => {
  const { body } = await call(method, path, options);
  return typeof body === 'string' ? body : JSON.stringify(body);
};

/** Surfaces of the API that return entries. */
const READS: Record<string, (visitor: Call) => Promise<string>> = {
  entry: (visitor) => text(`/v1/feedback/${entry}`, visitor),
  list: (visitor) => text('/v1/feedback', visitor),
  roadmap: (visitor) => text('/v1/feedback', { ...visitor, query: { ...visitor.query, sort: 'top' } }),
  similar: (visitor) => text('/v1/feedback/similar', { ...visitor, query: { ...visitor.query, title: 'Export CSV' } }),
};

describe('values of custom fields', () => {
  for (const [name, read] of Object.entries(READS))
    for (const [who, visitor] of Object.entries(VISITORS))
      test(`${name}: ${who}`, async () => {
        const answer = await read(visitor);
        assert.match(answer, /publicpro/);
        assert.equal(answer.includes('internalacme'), who === 'member');
      });

  const PUBLIC: Record<string, { read: () => Promise<string>; hasPublic: boolean }> = {
    'list without a credential': { read: () => text(`/v1/feedback/by-project/${slug}`), hasPublic: true },
    'page of the entry': { read: () => text(`/p/${slug}/feedback/${entry}`), hasPublic: true },
    'form of the board': { read: () => text(`/p/${slug}/feedback`), hasPublic: true },
    appearance: { read: () => text('/v1/projects/appearance', { key }), hasPublic: true },
    'front page': { read: () => text(`/p/${slug}`), hasPublic: false },
    'page of the roadmap': { read: () => text(`/p/${slug}/roadmap`), hasPublic: false },
    sitemap: { read: () => text(`/p/${slug}/sitemap.xml`), hasPublic: false },
    search: { read: () => text('/v1/feedback', { key, query: { q: 'internalacme' } }), hasPublic: false },
    'webhooks without personal data': {
      read: async () => {
        const { rows } = await sql<{ content: string }>`
          SELECT content::text FROM webhook_events WHERE project_id = ${parseId('prj', projectId)}`.execute(db);
        assert.ok(rows.some(({ content }) => content.includes('fields.account')));
        // Endpoints receive `personal` only with personal data.
        return rows.map(({ content }) => JSON.stringify({ ...JSON.parse(content), personal: undefined })).join('\n');
      },
      hasPublic: false,
    },
  };
  for (const [surface, { read, hasPublic }] of Object.entries(PUBLIC))
    test(surface, async () => {
      const answer = await read();
      assert.ok(!/internalacme|"account"|>Account|name="fields\.account/.test(answer), answer);
      assert.equal(answer.includes('publicpro'), hasPublic);
    });

  test('the export has a column for each field that the caller may read', async () => {
    const rows = async (visitor: Call) => (await text('/v1/feedback/export.csv', visitor)).replace('\uFEFF', '').split(/\r?\n/);
    const [head = '', row = ''] = await rows(VISITORS.member as Call);
    assert.match(head, /,fields\.plan,fields\.seats,fields\.account$/);
    assert.match(row, /,publicpro,12,internalacme$/);
    const viewed = (await rows(VISITORS.viewer as Call)).join('\n');
    assert.ok(viewed.includes('fields.seats') && !/account|internalacme/.test(viewed));
  });

  test('history names the fields, and has their values for members', async () => {
    const read = (visitor: Call) => text(`/v1/feedback/${entry}/history`, visitor);
    assert.match(await read(VISITORS.member as Call), /"fields\.account","old":null,"new":"internalacme"/);
    assert.match(await read(VISITORS.viewer as Call), /"fields\.account","old":null,"new":null/);
  });

  test('tools of assistants return the fields of an entry', async () => {
    const client = await connectClient(server, token);
    const answer = JSON.stringify(await callTool(client, 'get_feedback', { id: entry }));
    await client.close();
    assert.match(answer, /publicpro.*internalacme/);
  });
});

describe('validation', () => {
  test('names the field', async () => {
    const { submit } = await createBoard([
      { key: 'plan', label: 'Plan', type: 'select', options: ['pro'], public: true, required: true },
      { key: 'seats', label: 'Seats', type: 'number', public: true },
      { key: 'beta', label: 'Beta', type: 'boolean', public: true },
      { key: 'since', label: 'Since', type: 'date', public: true },
      { key: 'site', label: 'Site', type: 'url', public: true },
      { key: 'note', label: 'Note', type: 'text', public: true },
      { key: 'account', label: 'Account', type: 'text' },
    ]);
    const cases: [fields: object, path: string, code: string][] = [
      [{}, 'fields.plan', 'required'],
      [{ plan: '' }, 'fields.plan', 'required'],
      [{ plan: 'free' }, 'fields.plan', 'choice'],
      [{ plan: 'pro', seats: '12' }, 'fields.seats', 'format'],
      [{ plan: 'pro', beta: 1 }, 'fields.beta', 'format'],
      [{ plan: 'pro', since: '2026-02-30' }, 'fields.since', 'format'],
      [{ plan: 'pro', since: '2026-02-03T00:00:00Z' }, 'fields.since', 'format'],
      [{ plan: 'pro', site: 'javascript:alert(1)' }, 'fields.site', 'format'],
      [{ plan: 'pro', note: 'x'.repeat(1001) }, 'fields.note', 'format'],
      // An internal field is as unknown to visitors as any other name.
      [{ plan: 'pro', account: 'acme' }, 'fields.account', 'unknown'],
      [{ plan: 'pro', other: 'acme' }, 'fields.other', 'unknown'],
    ];
    for (const [fields, path, code] of cases) {
      const { status, body } = await submit({ fields });
      assert.deepEqual([status, body.fields?.[0]?.path, body.fields?.[0]?.code], [400, path, code], JSON.stringify(fields));
    }
    const fields = { plan: 'pro', seats: 1.5, beta: false, since: '2026-02-03', site: 'https://acme.example/a', note: 'Hi' };
    assert.deepEqual((await submit({ fields })).body.fields, fields);
  });

  test('of declarations names the property', async () => {
    const { setFields } = await createBoard();
    const text1 = { key: 'a', label: 'A', type: 'text' };
    const cases: [fields: object[], path: string][] = [
      [[text1, { ...text1, label: 'B' }], 'settings.feedback.fields[1].key'],
      [[text1, { ...text1, key: 'b', label: 'a ' }], 'settings.feedback.fields[1].label'],
      [[{ ...text1, type: 'select' }], 'settings.feedback.fields[0].options'],
      [[{ ...text1, options: ['x'] }], 'settings.feedback.fields[0].options'],
      [[{ ...text1, required: true }], 'settings.feedback.fields[0].required'],
      [[{ ...text1, key: 'A b' }], 'settings.feedback.fields[0].key'],
    ];
    for (const [fields, path] of cases) {
      const { status, body } = await setFields(fields);
      assert.deepEqual([status, body.fields?.[0]?.path], [400, path], JSON.stringify(body));
    }
  });
});

test('members change and remove values, and keep the others', async () => {
  const { submit, change } = await createBoard();
  const { id } = (await submit({ fields: { plan: 'publicpro', seats: 2 } })).body;
  assert.deepEqual((await change(id, { seats: 3 })).body.fields, { plan: 'publicpro', seats: 3 });
  assert.deepEqual((await change(id, { plan: null, account: 'acme' })).body.fields, { seats: 3, account: 'acme' });
  assert.equal((await change(id, { seats: 'three' })).body.fields[0].path, 'fields.seats');
});

test('a removed field hides its values, which return with it unless they have another type', async () => {
  const { submit, change, setFields, key: apiKey } = await createBoard();
  const { id } = (await submit({ fields: { plan: 'publicpro', seats: 2 } })).body;
  const read = async () => (await call('GET', `/v1/feedback/${id}`, { key: apiKey })).body.fields;
  await setFields(FIELDS.slice(0, 1));
  assert.deepEqual(await read(), { plan: 'publicpro' });
  await setFields([{ key: 'seats', label: 'Seats', type: 'text', public: true }]);
  assert.deepEqual(await read(), {});
  await setFields(FIELDS);
  assert.deepEqual(await read(), { plan: 'publicpro', seats: 2 });
  assert.equal((await change(id, { seats: null })).status, 200);
});

describe('filters', () => {
  const find = async (credential: Call, ...field: string[]): Promise<Json> => {
    const { status, body } = await call('GET', '/v1/feedback', { ...credential, query: { ...credential.query, field } });
    return status === 200 ? body.data.map(({ title }: Json) => title).toSorted() : body.fields[0];
  };

  test('compare values with the grammar of attributes of people', async () => {
    const { submit, change, key: apiKey, projectId: id, token: session } = await createBoard();
    await submit({ title: 'Small', fields: { plan: 'publicfree', seats: 2 } });
    const large = (await submit({ title: 'Large', fields: { plan: 'publicpro', seats: 20 } })).body.id;
    await submit({ title: 'None' });
    await change(large, { account: 'acme' });
    const visitor = { key: apiKey };
    assert.deepEqual(await find(visitor, 'plan:is:publicpro'), ['Large']);
    assert.deepEqual(await find(visitor, 'plan:is_not:publicpro'), ['None', 'Small']);
    assert.deepEqual(await find(visitor, 'seats:gt:1', 'plan:is:publicfree'), ['Small']);
    assert.deepEqual(await find(visitor, 'seats:is_not_set'), ['None']);
    const member = { token: session, query: { project_id: id } };
    assert.deepEqual(await find(member, 'account:is:acme'), ['Large']);
    const { path, message } = await find(visitor, 'seats:gt:many');
    assert.deepEqual([path, message], ['field', 'field must compare seats with a number']);
    // Nobody can guess values of internal fields.
    assert.equal((await find(visitor, 'account:is:acme')).message, 'field names account, which is no field of the project');
    const { body } = await call('GET', `/v1/feedback/export.csv`, {
      ...member,
      query: { ...member.query, field: 'seats:gt:10' },
    });
    assert.ok(body.includes('Large') && !body.includes('Small'));
  });

  test('of viewers know no internal fields', async () => {
    assert.equal((await find(VISITORS.viewer as Call, 'account:is_set')).path, 'field');
  });

  test('are saved in views', async () => {
    const body = { name: 'Pro', filters: { field: ['plan:is:publicpro'] } };
    const { status, body: view } = await call('POST', '/v1/feedback/views', { token, query: { project_id: projectId }, body });
    assert.deepEqual([status, view.filters], [201, body.filters]);
  });
});

test('the form of a page accepts values, and the page of the entry shows them', async () => {
  const { slug: name, projectId: id } = await createBoard([
    ...FIELDS,
    { key: 'beta', label: 'Beta', type: 'boolean', public: true },
  ]);
  const page = await text(`/p/${name}/feedback`);
  assert.match(
    page,
    /<label for="fields.seats"><bdi>Seats<\/bdi> \(optional\)<\/label><input id="fields.seats"[^>]* type="number"/,
  );
  const form = { title: 'From a page', 'fields.plan': 'publicpro', 'fields.seats': '7', 'fields.beta': 'true' };
  const sent = await fetch(`${server.url}/p/${name}/feedback`, { method: 'POST', body: new URLSearchParams(form) });
  const [, path = ''] = /href="([^"]*\/feedback\/fb_[^"]*)"/.exec(await sent.text()) ?? [];
  const shown = await text(path);
  for (const item of ['Plan</dt><dd dir="auto">publicpro', 'Seats</dt><dd dir="auto">7', 'Beta</dt><dd dir="auto">Yes'])
    assert.ok(shown.includes(item), item);
  const internal = new URLSearchParams({ title: 'Sneaky', 'fields.account': 'acme' });
  const second = await fetch(`${server.url}/p/${name}/feedback`, { method: 'POST', body: internal });
  assert.equal(second.status, 200);
  const { rows } = await sql<{
    fields: object;
  }>`SELECT fields FROM feedback_entries WHERE project_id = ${parseId('prj', id)} AND title = 'Sneaky'`.execute(db);
  assert.deepEqual(
    rows.map(({ fields }) => fields),
    [{}],
  );
});

test('members add entries with values, also as a batch', async () => {
  const { token: session, projectId: id } = await createBoard();
  const asMember = { token: session, query: { project_id: id } };
  const fields = { plan: 'publicpro', account: 'acme' };
  const added = await call('POST', '/v1/feedback/by-team', { ...asMember, body: { title: 'By team', fields } });
  assert.deepEqual([added.status, added.body.fields], [201, fields]);
  const batch = (records: object[]) => call('POST', '/v1/feedback/batch', { ...asMember, body: { records } });
  const record = { external_id: 'a:1', title: 'Imported' };
  await batch([{ ...record, fields }]);
  const again = await batch([
    { ...record, fields: { plan: null } },
    { external_id: 'a:2', title: 'Wrong', fields: { seats: 'x' } },
  ]);
  assert.match(JSON.stringify(again.body), /fields\.seats/);
  const { body } = await call('GET', '/v1/feedback', { ...asMember, query: { ...asMember.query, external_id: 'a:1' } });
  assert.deepEqual(body.data[0].fields, { account: 'acme' });
});

test('an erasure of the submitter clears values and their history', async () => {
  const { submit, change, token: session, projectId: id, key: apiKey } = await createBoard();
  const { body } = await submit({ submitter_email: 'ada@fields.example', fields: { plan: 'publicpro' } });
  await change(body.id, { account: 'Ada Lovelace' });
  await call('POST', `/v1/feedback/${body.id}/upvote`, { key: apiKey, visitor: crypto.randomUUID() });
  const exported = await call('POST', `/v1/projects/${id}/people/export`, {
    token: session,
    body: { email: 'ada@fields.example' },
  });
  assert.match(JSON.stringify(exported.body), /Ada Lovelace/);
  await call('POST', `/v1/projects/${id}/people/erase`, { token: session, body: { email: 'ada@fields.example' } });
  const { rows } = await sql<{ fields: object; history: string | null }>`
    SELECT fields, (SELECT string_agg(h.field, ',') FROM feedback_history h WHERE h.entry_id = e.id AND h.field LIKE 'fields.%') AS history
    FROM feedback_entries e WHERE id = ${parseId('fb', body.id)}`.execute(db);
  assert.deepEqual(rows, [{ fields: {}, history: null }]);
});
