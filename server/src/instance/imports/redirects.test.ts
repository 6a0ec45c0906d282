import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { createImporting } from './fixtures/importing.ts';

const server = await sharedTestServer();
const { call, db, url } = server;

const post = { status: 'open', created: '2025-03-01T09:00:00.000Z' };
const release = { tag_name: 'v1', created_at: '2025-01-01T00:00:00Z', published_at: '2025-01-02T00:00:00Z' };
const FIDER =
  'number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags\n';

/** Files with the old URLs of their records, and the paths of their public pages. */
const CASES: [source: string, files: Record<string, string>, expected: [from: string, to: RegExp][], options?: object][] = [
  [
    'canny',
    {
      'posts.json': JSON.stringify({
        posts: [
          { ...post, id: 'p1', title: 'One', url: 'https://acme.canny.io/ideas/p/one' },
          { ...post, id: 'p2', title: 'Two' },
          { ...post, id: 'p3', title: '', url: 'https://acme.canny.io/ideas/p/refused' },
        ],
      }),
    },
    [['https://acme.canny.io/ideas/p/one', /\/feedback\/fb_\w+$/]],
  ],
  [
    'fider',
    { 'posts.csv': `${FIDER}7,Export,,2025-03-01T09:00:00Z,Ada,0,0,open,,,,,,\n` },
    [['/posts/7', /\/feedback\/fb_\w+$/]],
  ],
  [
    'csv',
    { 'ideas.csv': 'title,url,visibility\nA,https://old.example/a?b=1,public\nB,"/b,c",\nC,,\nD,/d,private\n' },
    [
      ['https://old.example/a?b=1', /\/feedback\/fb_\w+$/],
      ['/b,c', /\/feedback\/fb_\w+$/],
    ],
  ],
  [
    'github_releases',
    {
      'releases.json': JSON.stringify([
        { ...release, id: 1, name: 'Größer', html_url: 'https://github.com/a/b/releases/tag/v1' },
        { ...release, id: 2, draft: true, html_url: 'https://github.com/a/b/releases/tag/untagged' },
      ]),
    },
    [['https://github.com/a/b/releases/tag/v1', /\/changelog\/[\w%-]+$/]],
  ],
  [
    'articles',
    {
      'docs/a.md': '---\nslug: /start\n---\n\n# A\n',
      'b.html': '<h1>B</h1>',
      'c.md': '---\nurl: https://old.example/c\n---\n\n# C\n',
    },
    [
      ['/b.html', /\/help\/doc_\w+$/],
      ['https://old.example/c', /\/help\/doc_\w+$/],
      ['/docs/start', /\/help\/doc_\w+$/],
    ],
  ],
];

async function createProject() {
  const project = await server.createProject('Acme');
  const { id, token } = project;
  await call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name: 'Help' } });
  return {
    ...project,
    ...createImporting(server, project),
    redirects: async (importId: string): Promise<Json> => await call('GET', `/v1/imports/${importId}/redirects.csv`, { token }),
  };
}

for (const [source, files, expected, options] of CASES)
  test(`redirects of ${source} lead to public pages`, async () => {
    const { upload, finish, redirects } = await createProject();
    const { id } = await upload(source, files, options);
    assert.equal((await redirects(id)).body, 'from,to\n', 'nothing is imported yet');
    await finish(id, 'run');
    const { status, body } = await redirects(id);
    assert.equal(status, 200);
    const rows = String(body)
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => /^(.*),([^,]*)$/.exec(line)?.slice(1) ?? []);
    assert.deepEqual(
      rows.map(([from = '']) => from.replaceAll('"', '')),
      expected.map(([from]) => from),
    );
    for (const [index, [, to = '']] of rows.entries()) {
      assert.match(to, expected[index]?.[1] as RegExp);
      assert.equal((await fetch(to.replace(/^https?:\/\/[^/]+/, url))).status, 200, to);
    }
    await finish(id, 'undo');
    assert.equal((await redirects(id)).body, 'from,to\n', 'nothing is left');
  });

test('redirects need complete files', async () => {
  const { id: projectId, token, upload, finish, redirects } = await createProject();
  const { body } = await call('POST', '/v1/imports', {
    token,
    query: { project_id: projectId },
    body: { source: 'csv', files: [{ name: 'a.csv', size_bytes: 5 }] },
  });
  assert.equal((await redirects(body.id)).body.code, 'imports.not_possible');
  const { id } = await upload('canny', {
    'posts.json': JSON.stringify({ posts: [{ ...post, id: 'p', title: 'A', url: '/a' }] }),
  });
  await finish(id, 'run');
  await sql`DELETE FROM import_chunks WHERE import_id = ${parseId('imp', id)}`.execute(db);
  const { status, body: refused } = await redirects(id);
  assert.deepEqual([status, refused.code], [409, 'imports.unreadable']);
});
