import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { parseId } from '../platform/ids.ts';
import { type Json, sharedTestServer } from '../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const { id, slug, key, token } = await server.createProject();
const query = { project_id: id };
const inProject = { token, query };

/** Returns the body of a request that must succeed. */
async function must(method: string, path: string, input: Parameters<typeof call>[2]): Promise<Json> {
  const { status, body } = await call(method, path, input);
  assert.ok(status < 300, `${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

const planned = await must('POST', '/v1/feedback', {
  key,
  body: { title: '=1+1', description: 'Zoë, “ja”\nund 😀', tags: ['csv', 'data'], submitter_email: 'zoë@example.com' },
});
await must('PATCH', `/v1/feedback/${planned.id}`, { token, body: { status: 'planned' } });
const other = await must('POST', '/v1/feedback', { key, body: { title: 'Other' } });
for (const [entry, body, more] of [
  [planned, 'Public', {}],
  [planned, '@note', { internal: true }],
  [other, 'Elsewhere', {}],
] as const)
  await must('POST', `/v1/feedback/${entry.id}/comments`, { token, body: { body, ...more } });
await must('POST', `/v1/feedback/${planned.id}/voters`, { token, body: { name: 'Ada', email: 'ada@example.com' } });
await must('POST', `/v1/feedback/${other.id}/downvote`, { key, visitor: crypto.randomUUID() });
for (const [author_name, rating] of [
  ['Ada', 5],
  ['+Grace', 4],
] as const)
  await must('POST', '/v1/testimonials', {
    key,
    body: { author_name, author_email: 'ada@example.com', content: '-5 hours', rating, tags: rating === 5 ? ['a', 'b'] : [] },
  });
await must('POST', '/v1/changelog', {
  ...inProject,
  body: { title: 'Spring', version: '1.0', content: '**New**', published: true },
});
await must('POST', '/v1/changelog', { ...inProject, body: { title: 'Draft', feedback_ids: [planned.id] } });
const index = await must('POST', '/v1/indexes', { ...inProject, body: { name: 'Help' } });
// More than one query returns.
const documents = Array.from({ length: 45 }, (_, number) => ({
  content: `# Article ${number}\n\nText, with "quotes"`,
  external_id: `article-${number}`,
  metadata: { number },
}));
await must('POST', `/v1/indexes/${index.id}/documents/batch`, { token, body: { documents } });
for (const email of ['b@example.com', 'a@example.com']) await must('POST', '/v1/waitlist', { key, body: { email } });

async function read(path: string, more: object = {}, by = token): Promise<Record<string, string>[]> {
  const { status, headers, body } = await call('GET', `/v1/${path}/export.csv`, { token: by, query: { ...query, ...more } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(headers.get('content-disposition') ?? '', new RegExp(`^attachment; filename="\\w+-${slug}\\.csv"$`));
  return parse(body as string, { columns: true, bom: true });
}

const viewer = await server.signIn();
await must('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
const HELP = `indexes/${index.id}`;

/** Path, filters, and one column of the rows in order. */
const CASES: [path: string, filters: object, column: string, expected: string[]][] = [
  ['feedback', {}, 'title', ['Other', "'=1+1"]],
  ['feedback', { sort: 'oldest' }, 'title', ["'=1+1", 'Other']],
  ['feedback', { status: 'planned' }, 'tags', ['csv, data']],
  ['feedback', { status_not: 'planned' }, 'title', ['Other']],
  ['feedback', { q: 'zoë' }, 'description', ['Zoë, “ja”\nund 😀']],
  ['feedback', { assignee: 'none', tag: 'data' }, 'submitter_email', ['zoë@example.com']],
  ['feedback', { q: '…' }, 'id', []],
  ['feedback/comments', {}, 'body', ['Public', "'@note", 'Elsewhere']],
  ['feedback/comments', { feedback_id: planned.id }, 'internal', ['false', 'true']],
  ['feedback/comments', { feedback_id: other.id }, 'feedback_title', ['Other']],
  ['feedback/comments', { feedback_id: 'fb_00000000000000000000000000' }, 'body', []],
  ['feedback/votes', {}, 'vote', ['up', 'down']],
  ['feedback/votes', { feedback_id: planned.id }, 'email', ['ada@example.com']],
  ['testimonials', {}, 'author_name', ["'+Grace", 'Ada']],
  ['testimonials', { sort: 'rating' }, 'tags', ['a, b', '']],
  ['testimonials', { tag: 'A' }, 'content', ["'-5 hours"]],
  ['testimonials', { status: 'approved' }, 'id', []],
  ['changelog', {}, 'title', ['Draft', 'Spring']],
  ['changelog', { status: 'published' }, 'content', ['**New**']],
  ['changelog', { q: 'draft' }, 'feedback_ids', [planned.id]],
  [HELP, {}, 'external_id', documents.map(({ external_id }) => external_id).toReversed()],
  [HELP, { external_id: 'article-7' }, 'content', ['# Article 7\n\nText, with "quotes"']],
  [HELP, { external_id: 'article-8' }, 'metadata', ['{"number":8}']],
  ['waitlist', {}, 'email', ['b@example.com', 'a@example.com']],
  ['waitlist', { sort: 'newest' }, 'position', ['2', '1']],
  ['waitlist', { q: 'a@' }, 'position', ['2']],
];

for (const [path, filters, column, expected] of CASES)
  test(`exports ${column} of ${path.replace(index.id, '{id}')} with ${JSON.stringify(filters)}`, async () => {
    for (const bom of [false, true])
      assert.deepEqual(
        (await read(path, { ...filters, bom })).map((row) => row[column]),
        expected,
      );
  });

test('every table begins with a byte order mark on request only', async () => {
  const tables = [
    'feedback',
    'feedback/comments',
    'feedback/votes',
    'waitlist',
    'testimonials',
    'changelog',
    HELP,
    'people',
    'analytics',
  ];
  for (const path of tables)
    for (const bom of [false, true]) {
      const parameters = new URLSearchParams({ ...query, bom: String(bom) });
      const response = await fetch(`${server.url}/v1/${path}/export.csv?${String(parameters)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(response.status, 200, path);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(bytes.subarray(0, 3).toString('hex') === 'efbbbf', bom, path);
    }
});

test('columns of personal data are empty for viewers', async () => {
  for (const [path, columns] of [
    ['feedback', ['submitter_email', 'metadata', 'from_query']],
    ['feedback/votes', ['user_id', 'name', 'email']],
    ['testimonials', ['author_email', 'consent', 'external_id']],
  ] as const) {
    const rows = await read(path, {}, viewer.token);
    assert.ok(rows.length > 1);
    for (const row of rows) for (const column of columns) assert.equal(row[column], '', `${path} ${column}`);
  }
});

test('rejects filters that viewers may not use, and ids of another form', async () => {
  const filtered = await call('GET', '/v1/testimonials/export.csv', {
    token: viewer.token,
    query: { ...query, external_id: 'x' },
  });
  assert.deepEqual([filtered.status, filtered.body.code], [403, 'auth.role_required']);
  for (const feedback_id of ['', 'fb_1', index.id])
    for (const path of ['comments', 'votes']) {
      const { status, body } = await call('GET', `/v1/feedback/${path}/export.csv`, { token, query: { ...query, feedback_id } });
      assert.deepEqual([status, body.error], [400, 'feedback_id must be the id of a feedback entry']);
    }
  for (const [path, wrong] of [
    ['feedback', { mine: 'true' }],
    ['testimonials', { sort: 'worst' }],
    ['changelog', { bom: 'maybe' }],
  ] as const) {
    const { status } = await call('GET', `/v1/${path}/export.csv`, { token, query: { ...query, ...wrong } });
    assert.equal(status, 400, path);
  }
});

test('contains each vote once when there are more than one query returns', async () => {
  await sql`
    INSERT INTO feedback_votes (project_id, entry_id, voter, origin_id, value, created_at)
    SELECT ${parseId('prj', id)}, ${parseId('fb', other.id)}, 'end:u_' || n, ${parseId('fb', other.id)}, 1, now()
    FROM generate_series(1, 4500) AS n`.execute(server.db);
  const rows = await read('feedback/votes', { feedback_id: other.id });
  assert.equal(new Set(rows.map(({ user_id }) => user_id).filter(Boolean)).size, 4500);
  assert.equal(rows.length, 4501);
});
