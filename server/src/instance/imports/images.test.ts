import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { newId, parseId } from '../../platform/ids.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { picture } from '../uploads/fixtures/images.ts';
import { createImporting } from './fixtures/importing.ts';
import { packZip } from './fixtures/zip.ts';
import { createRehosting } from './images.ts';

const server = await sharedTestServer();
const { call, db } = server;
const png = await picture('png').toBuffer();
const gif = await picture('gif').toBuffer();

/** Starts a host of images that counts requests by path. */
async function startHost(): Promise<{ host: string; port: string; requests: Record<string, number> }> {
  const requests: Record<string, number> = {};
  const { url, answer } = await startReceiver();
  const { host, port } = new URL(url);
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/ok.png': (response) => response.end(png),
    '/ok.gif': (response) => response.end(gif),
    '/moved.png': (response) => response.writeHead(302, { location: `http://localhost:${port}/ok.png` }).end(),
    '/large.png': (response) => response.end(Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)])),
    '/page.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<html></html>'),
    '/half.png': (response) => response.end(png.subarray(0, png.length / 2)),
    '/slow.png': () => {},
  };
  answer((response, { path }) => {
    const [name = ''] = path.split('?');
    requests[name] = (requests[name] ?? 0) + 1;
    if (answers[name]) answers[name](response);
    else response.writeHead(404).end();
  });
  return { host, port, requests };
}

async function createProject() {
  const project = await server.createProject('Acme');
  const { id, token } = project;
  const query = { project_id: id };
  await call('POST', '/v1/indexes', { token, query, body: { name: 'Help' } });
  const list = async (path: string): Promise<Json[]> =>
    (await call('GET', `/v1/${path}`, { token, query: { ...query, limit: 100 } })).body.data;
  return {
    ...project,
    ...createImporting(server, project),
    list,
    problems: async (importId: string): Promise<Json[]> => await list(`imports/${importId}/problems`),
  };
}

test('images of the named hosts become uploads, once, and are deleted with the import', async () => {
  const { host, requests } = await startHost();
  const { host: other, requests: others } = await startHost();
  const { upload, finish, list, problems } = await createProject();
  const url = (path: string, on = host) => `http://${on}${path}`;
  const posts = [
    { id: 'p1', title: 'One', details: `![a](${url('/ok.png')}) and ![a](${url('/ok.png#part')})`, imageURLs: [url('/ok.gif')] },
    { id: 'p2', title: 'Two', details: `![a][1] \`![b](${url('/ok.gif')})\`\n\n[1]: ${url('/ok.png')}` },
    { id: 'p3', title: 'Three', details: `![a](${url('/ok.png', other)}) [link](${url('/ok.png')})` },
    {
      id: 'p4',
      title: 'Four',
      details: ['moved', 'large', 'page', 'half', 'gone'].map((name) => `![](${url(`/${name}.png`)})`).join('\n'),
    },
    { id: 'p5', title: 'Five', details: `![](${url('/page.png')})` },
  ].map((post) => ({ status: 'open', created: '2025-03-01T09:00:00.000Z', ...post }));
  const comments = [{ id: 'c1', post: { id: 'p1' }, value: `![](${url('/ok.png')})`, created: '2025-03-02T09:00:00.000Z' }];
  const files = { 'posts.json': JSON.stringify({ posts, comments }) };
  const { id } = await upload('canny', files, { image_hosts: [host] });
  await finish(id, 'check');
  assert.deepEqual(requests, {}, 'a check fetches nothing');

  const imported = await finish(id, 'run');
  assert.deepEqual([imported.status, imported.counts.feedback.created, imported.counts.feedback.failed], ['finished', 5, 0]);
  assert.deepEqual(
    [requests, others],
    [{ '/ok.png': 1, '/ok.gif': 1, '/moved.png': 1, '/large.png': 1, '/page.png': 1, '/half.png': 1, '/gone.png': 1 }, {}],
  );
  const uploads = await list('uploads');
  assert.deepEqual(
    uploads.map(({ content_type }) => content_type as string).toSorted((a, b) => (a < b ? -1 : 1)),
    ['image/gif', 'image/png'],
  );
  const findUrl = (type: string) => uploads.find(({ content_type }) => content_type === type)?.url;
  const entries = Object.fromEntries((await list('feedback')).map((entry) => [entry.title, entry]));
  assert.equal(entries.One.description, `![a](${findUrl('image/png')}) and ![a](${findUrl('image/png')})`);
  assert.equal(entries.One.image_url, findUrl('image/gif'));
  assert.equal(entries.Two.description, `![a][1] \`![b](${url('/ok.gif')})\`\n\n[1]: ${findUrl('image/png')}`);
  assert.equal(entries.Three.description, posts[2]?.details);
  assert.equal(entries.Four.description, posts[3]?.details);
  assert.deepEqual(
    (await problems(id))
      .map(({ code, message }) => [code, message.replace(/^.*\/(\w+)\.png keeps its URL: /, '$1: ').replace(/http.*/, '…')])
      .toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
    [
      ['warning', 'gone: The endpoint responded with 404'],
      ['warning', 'half: The image is damaged: it must be a complete image'],
      ['warning', 'large: The response has more than 5242880 bytes'],
      ['warning', 'moved: The endpoint redirects (302) to …'],
      ['warning', 'page: The image must be a PNG, JPEG, WebP or GIF image'],
      ['warning', 'page: The image must be a PNG, JPEG, WebP or GIF image'],
    ],
  );

  const again = await upload('canny', files, { image_hosts: [host] });
  assert.equal((await finish(again.id, 'check')).check_counts.feedback.unchanged, 5);
  assert.equal((await finish(again.id, 'run')).counts.feedback.unchanged, 5);
  assert.equal(requests['/ok.png'], 1, 'a repetition fetches known images no more');
  assert.equal((await list('uploads')).length, 2);

  await finish(id, 'undo');
  assert.deepEqual([await list('uploads'), await list('feedback')], [[], []]);
});

test('images of a folder become uploads; those that are missing stay', async () => {
  const { upload, finish, list, problems, token } = await createProject();
  const files = {
    'a.md': '# A\n\n![](img/a%20b.png) ![](/logo.gif) ![](img/none.png) ![](../../outside.png) <img src="img/a b.png">\n',
    'sub/b.html': '<h1>B</h1><img src="../img/a b.png"><img src="../a.md"><img src="data:image/png;base64,AAAA">',
    'img/a b.png': png,
    'static/logo.gif': gif,
  };
  const { id } = await upload('articles', { 'docs.zip': await packZip(files) });
  assert.equal((await finish(id, 'run')).counts.articles.created, 2);
  const uploads = await list('uploads');
  assert.equal(uploads.length, 2);
  const [index] = await list('indexes');
  const read = async (name: string): Promise<string> =>
    (await call('GET', `/v1/indexes/${index?.id}/documents/${encodeURIComponent(name)}`, { token })).body.content;
  const [png_, gif_] = ['image/png', 'image/gif'].map((type) => uploads.find(({ content_type }) => content_type === type)?.url);
  assert.equal(
    await read('a.md'),
    `# A\n\n![](${png_}) ![](${gif_}) ![](img/none.png) ![](../../outside.png) <img src="${png_}">`,
  );
  assert.equal(
    await read('sub/b.html'),
    `<h1>B</h1><img src="${png_}"><img src="../a.md"><img src="data:image/png;base64,AAAA">`,
  );
  assert.deepEqual(
    (await problems(id)).map(({ file, message }) => [file, message]),
    [
      ['a.md', 'The image img/none.png keeps its URL: The file does not exist'],
      ['a.md', 'The image ../../outside.png keeps its URL: The file does not exist'],
      ['sub/b.html', 'The image ../a.md keeps its URL: The image must be a PNG, JPEG, WebP or GIF image'],
    ],
  );
  await finish(id, 'undo');
  assert.deepEqual(await list('uploads'), []);
});

test('private addresses, slow hosts and other hosts keep their images', async () => {
  const { host, port, requests } = await startHost();
  const { id } = await server.createProject('Acme');
  const rehost = async (allowPrivate: boolean, urls: string[], hosts = [host]) => {
    const running = { project_id: parseId('prj', id), id: newId(), options: { image_hosts: hosts } };
    const options = { allowPrivate, denied: [], timeoutMs: 50 };
    const deps = { db, storage: undefined, publicUrl: () => '', uploads: undefined, options };
    const process = createRehosting(deps as never, running as never, { isFetching: true });
    const record = { content: urls.map((url) => `![](${url})`).join('\n') };
    const item = await process({ collection: 'changelog', file: 'a', line: 1, record });
    assert.deepEqual(item.record, record);
    return item.warnings?.map((warning) => warning.replace(/^.* keeps its URL: /, ''));
  };
  const [refused = ''] = (await rehost(false, [`http://${host}/ok.png`])) ?? [];
  assert.match(refused, /is not a public address/);
  assert.deepEqual(
    await rehost(true, [
      `http://localhost:${port}/ok.png`,
      `http://a@${host}/ok.png`,
      `ftp://${host}/ok.png`,
      '/ok.png',
      '//x/a.png',
    ]),
    [],
  );
  assert.deepEqual(requests, {});
  const slow =
    (await rehost(
      true,
      Array.from({ length: 12 }, (_, n) => `http://${host}/slow.png?${n}`),
    )) ?? [];
  assert.deepEqual([slow.length, slow.filter((text) => /did not respond to 5 requests/.test(text)).length >= 4], [12, true]);
  assert.ok((requests['/slow.png'] ?? 0) <= 8, 'a host that does not respond is given up');
});
