import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { createImporting } from './fixtures/importing.ts';
import { packZip, patch } from './fixtures/zip.ts';

const server = await sharedTestServer();
const { call } = server;

async function createHelpCenter() {
  const project = await server.createProject('Acme');
  const { id, token } = project;
  const query = { project_id: id };
  const createIndex = async (name: string): Promise<string> =>
    (await call('POST', '/v1/indexes', { token, query, body: { name } })).body.id;
  const index = await createIndex('Help');
  const listDocuments = async (): Promise<Json[]> =>
    (await call('GET', `/v1/indexes/${index}/documents`, { token, query: { limit: 100 } })).body.data;
  return {
    ...project,
    ...createImporting(server, project),
    createIndex,
    index,
    listDocuments,
    getDocument: async (externalId: string): Promise<Json> => {
      const path = `/v1/indexes/${index}/documents/${encodeURIComponent(externalId)}`;
      return (await call('GET', path, { token })).body;
    },
    problems: async (importId: string): Promise<Json[]> =>
      (await call('GET', `/v1/imports/${importId}/problems`, { token })).body.data,
  };
}

test('a ZIP file and its folder are the same import, and links lead to imported articles', async () => {
  const { upload, finish, listDocuments, getDocument, problems } = await createHelpCenter();
  const files = {
    'intro.md':
      '---\nslug: /start\n---\n\n# Intro\n\nSee [export](guides/02-export.md#csv), [its route](/docs/guides/export) and [itself](intro.md).\n',
    'guides/02-export.md': '# Export\n\n## CSV\n\nBack to [the start](/docs/start).\n',
    'guides/soon.md': '---\ndraft: true\n---\n\n# Soon\n',
    'guides/broken.md': '---\ntitle: "open\n---\n\n# Broken\n',
  };
  const zipped = Object.fromEntries(Object.entries(files).map(([name, content]) => [`docs-main/${name}`, content]));
  const { id, status, error } = await upload('articles', { 'docs.zip': await packZip({ ...zipped, '__MACOSX/._x': '' }) });
  assert.equal(status, 'ready', error);
  assert.deepEqual((await finish(id, 'check')).check_counts, { articles: { created: 3, updated: 0, unchanged: 0, failed: 1 } });
  await finish(id, 'run');
  assert.deepEqual(
    (await problems(id)).map(({ file, message }) => [file, message.replace(/: [A-Z].*/, '')]),
    [['guides/broken.md', 'The front matter is not valid YAML']],
  );
  const again = await finish((await upload('articles', files)).id, 'run');
  assert.deepEqual(again.counts, { articles: { created: 0, updated: 0, unchanged: 3, failed: 1 } });
  const documents = new Map((await listDocuments()).map((document) => [document.external_id, document.slug]));
  const { content_html: html } = await getDocument('intro.md');
  const targets = Array.from(String(html).matchAll(/href="[^"]*\/help\/([\w-]+)(#\w+)?"/g), ([, target, fragment]) => [
    target,
    fragment,
  ]);
  const [intro, guide] = [documents.get('intro.md'), documents.get('guides/02-export.md')];
  assert.deepEqual(targets, [
    [guide, '#csv'],
    [guide, undefined],
    [intro, undefined],
  ]);
});

test('articles need an index if the project has several', async () => {
  const { upload, finish, createIndex, index, listDocuments, problems } = await createHelpCenter();
  await createIndex('Second');
  const files = { 'a.md': '# A' };
  const { id } = await upload('articles', files);
  await finish(id, 'run');
  assert.deepEqual(
    (await problems(id)).map(({ field, message }) => [field, message]),
    [['index_id', 'index_id is required, unless the project has one index']],
  );
  await finish((await upload('articles', files, { index_id: index })).id, 'run');
  assert.equal((await listDocuments()).length, 1);
});

test('refuses hostile ZIP files, and says why', async () => {
  const { upload, finish, problems } = await createHelpCenter();
  const good = await packZip({ 'aaaaaaaa.md': '# A', 'bbbbbbbb.md': '# B' });
  const bomb = Buffer.alloc(64 * 1024 * 1024, 'x');
  for (const [name, bytes, expected] of [
    ['a path out of the folder', patch(good, 'aaaaaaaa.md', '../../../a.m'.slice(0, 11)), /invalid relative path/],
    ['an absolute path', patch(good, 'aaaaaaaa.md', '/aaaaaaa.md'), /absolute path/],
    ['a path of Windows', patch(good, 'aaaaaaaa.md', String.raw`..\aaaaa.md`), /invalid characters/],
    ['a file twice', patch(good, 'bbbbbbbb.md', 'aaaaaaaa.md'), /in the archive twice/],
    ['a bomb', await packZip({ 'bomb.md': bomb }), /compressed more/],
    ['half a file', good.subarray(0, good.length / 2), /not a complete ZIP file/],
    ['no ZIP file', Buffer.from('PK'), /not a complete ZIP file/],
    ['nothing to read', await packZip({ 'a.exe': 'MZ' }), /no Markdown, HTML or JSON file/],
  ] as const) {
    const { status, error } = await upload('articles', { 'docs.zip': bytes });
    assert.deepEqual([status, expected.test(error)], ['failed', true], `${name}: ${error}`);
  }
  const damaged = await packZip({ 'a.md': '# Unpacked'.repeat(50) });
  // The data of the file begins after its header and name.
  damaged.fill(0xff, 34, 44);
  const { id } = await upload('articles', { 'docs.zip': damaged });
  const failed = await finish(id, 'check');
  assert.deepEqual([failed.status, failed.check_counts.articles.failed], ['ready', 1]);
  assert.match((await problems(id))[0]?.message, /docs\.zip: a\.md: /);
});
