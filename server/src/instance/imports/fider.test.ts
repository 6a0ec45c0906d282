import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { picture } from '../uploads/fixtures/images.ts';
import { createImporting } from './fixtures/importing.ts';
import { packZip } from './fixtures/zip.ts';

const server = await sharedTestServer();
const { call } = server;

const at = (day: number) => `2025-03-0${day}T09:00:00.123456Z`;
const user = (id: number, name: string, role: number) => ({
  id,
  name,
  email: `${name.toLowerCase()}@example.com`,
  role,
  status: 1,
  tenant_id: 1,
});
const post = (id: number, more: object) => ({
  id,
  number: id + 100,
  slug: `post-${id}`,
  description: '',
  tenant_id: 1,
  user_id: 1,
  status: 0,
  response: null,
  response_user_id: null,
  response_date: null,
  original_id: null,
  created_at: at(id),
  ...more,
});

/** Rows as Fider exports them: a text of digits is a number. */
const TABLES = {
  users: [user(1, 'Ada', 1), user(2, 'Grace', 3), user(3, 'Linus', 1)],
  posts: [
    post(1, { title: 'CSV download', status: 5, original_id: 2, response: '', response_user_id: 2, response_date: at(5) }),
    post(2, {
      title: 2024,
      description: 'See ![](fider-image:attachments/a.png)',
      status: 1,
      response: 'Soon',
      response_user_id: 2,
      response_date: at(4),
    }),
    post(3, { title: 'Deleted', status: 6 }),
    post(4, { title: 'Waiting', is_approved: false }),
  ],
  comments: [
    { id: 1, post_id: 2, user_id: 3, content: 'Yes, please', created_at: at(3), deleted_at: null },
    { id: 2, post_id: 2, user_id: 2, content: 'Which format?', created_at: at(4), deleted_at: null },
    { id: 3, post_id: 2, user_id: 3, content: 'Spam', created_at: at(4), deleted_at: at(5) },
    { id: 4, post_id: 3, user_id: 3, content: 'On a deleted post', created_at: at(4), deleted_at: null },
    { id: 5, post_id: 2, user_id: 3, content: 'Not approved', created_at: at(4), deleted_at: null, is_approved: false },
  ],
  post_votes: [
    { post_id: 1, user_id: 1, created_at: at(1) },
    { post_id: 2, user_id: 1, created_at: at(2) },
    { post_id: 2, user_id: 3, created_at: at(3) },
    { post_id: 3, user_id: 3, created_at: at(3) },
  ],
  tags: [{ id: 9, name: 'reports', slug: 'reports' }],
  post_tags: [{ post_id: 2, tag_id: 9 }],
  attachments: [
    { id: 1, post_id: 2, comment_id: null, attachment_bkey: 'attachments/a.png' },
    { id: 2, post_id: 2, comment_id: 1, attachment_bkey: 'attachments/b.png' },
  ],
};

test('imports a backup of Fider, repeats and undoes it', async () => {
  const project = await server.createProject('Acme');
  const { id: projectId, token } = project;
  const { upload, finish } = createImporting(server, project);
  const list = async (path: string, query: object = {}): Promise<Json[]> =>
    (await call('GET', `/v1/${path}`, { token, query: { project_id: projectId, limit: 100, ...query } })).body.data;
  const png = await picture('png').toBuffer();
  const tables = Object.entries(TABLES).map(([name, rows]) => [`${name}.json`, JSON.stringify(rows)]);
  const zip = await packZip({
    ...Object.fromEntries(tables),
    'tenants.json': '[]',
    'blobs/attachments/a.png': png,
    'blobs/attachments/b.png': png,
  });
  const files = { 'backup.zip': zip };
  const { id, status, error } = await upload('fider', files);
  assert.equal(status, 'ready', error);
  const of = (created: number, unchanged = 0) => ({ created, updated: 0, unchanged, failed: 0 });
  const counts = { feedback: of(3), comments: of(3), votes: of(3) };
  assert.deepEqual((await finish(id, 'check')).check_counts, counts);
  assert.deepEqual((await finish(id, 'run')).counts, counts);
  const [upload_] = await list('uploads');
  const entries = await list('feedback', { sort: 'oldest' });
  assert.deepEqual(
    entries.map(({ title, status: state, description, tags, upvote_count, visibility }) => [
      title,
      state,
      description,
      tags,
      upvote_count,
      visibility,
    ]),
    [
      ['2024', 'in_progress', `See ![](${upload_?.url})`, ['reports'], 2, 'public'],
      ['Waiting', 'new', '', [], 0, 'private'],
    ],
  );
  assert.deepEqual(
    (await list('feedback', { status: 'duplicate' })).map(({ title }) => title),
    ['CSV download'],
  );
  const comments = await list(`feedback/${entries[0]?.id}/comments`);
  assert.deepEqual(
    comments
      .map(({ body, author_name, author_role }) => [body, author_name, author_role])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [
      ['Soon', 'Grace', 'team'],
      ['Which format?', 'Grace', 'team'],
      [`Yes, please\n\n![](${upload_?.url})`, 'Linus', 'user'],
    ],
  );
  const again = await finish((await upload('fider', files)).id, 'run');
  assert.deepEqual(again.counts, { feedback: of(0, 3), comments: of(0, 3), votes: of(0, 3) });
  await finish(id, 'undo');
  assert.deepEqual([await list('feedback'), await list('uploads')], [[], []]);
});

test('refuses other files as a backup', async () => {
  const project = await server.createProject('Acme');
  const { upload, finish } = createImporting(server, project);
  for (const [rows, expected] of [
    ['[{"id": 1}]', /not the table of posts/],
    ['{', /not valid JSON/],
  ] as const) {
    const { id } = await upload('fider', { 'backup.zip': await packZip({ 'posts.json': rows }) });
    assert.match((await finish(id, 'check')).error, expected);
  }
  const { error } = await upload('fider', { 'backup.zip': await packZip({ 'notes.txt': 'x' }) });
  assert.match(error, /posts\.csv|no column/);
});
