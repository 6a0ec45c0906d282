import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestServer } from '../../testing/server.ts';
import { age, cleaner, download, picture, uploadTo } from './fixtures/images.ts';

const EARSHOT_DATA_DIR = await mkdtemp(join(tmpdir(), 'earshot-uploads-'));
after(() => rm(EARSHOT_DATA_DIR, { recursive: true }));
const FOLDER = join(EARSHOT_DATA_DIR, 'uploads');
const server = await startTestServer({ EARSHOT_DATA_DIR });
const { call } = server;
const clean = cleaner(server, { EARSHOT_DATA_DIR });

const add = async ({ key }: { key: string }) => (await uploadTo(server, await picture('png').toBuffer(), { by: key })).body;
const files = () => readdir(FOLDER);

async function isOld(name: string): Promise<void> {
  const then = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(FOLDER, name), then, then);
}

test('deletes unmentioned uploads after a day, and keeps others', async () => {
  const project = await server.createProject();
  const { key, token } = project;
  const unused = await add(project);
  const young = await add(project);
  const mentioned = await Promise.all(Array.from({ length: 8 }, () => add(project)));
  const [screenshot, described, commented, shot, face, announced, explained, logo] = mentioned;
  await call('PATCH', `/v1/projects/${project.id}`, { token, body: { settings: { pages: { logo_url: logo.url } } } });
  const { body: entry } = await call('POST', '/v1/feedback', {
    key,
    body: { title: 'Broken', image_url: screenshot.url, description: `See ![](${described.url})` },
  });
  await call('POST', `/v1/feedback/${entry.id}/comments`, { key, body: { body: `And ${commented.url}` } });
  const { body: praise } = await call('POST', '/v1/testimonials', {
    key,
    body: { author_name: 'Ada', content: 'Good', rating: 5, image_url: shot.url, author_avatar_url: face.url },
  });
  await call('POST', '/v1/changelog', {
    token,
    query: { project_id: project.id },
    body: { title: 'Mended', content: `![](${announced.url})` },
  });
  const { body: index } = await call('POST', '/v1/indexes', { token, query: { project_id: project.id }, body: { name: 'Help' } });
  const { body: article } = await call('POST', `/v1/indexes/${index.id}/documents`, {
    token,
    body: { content: `# Steps\n\n![](${explained.url})` },
  });
  await age(
    server,
    [unused, ...mentioned].map(({ id }) => id),
    25,
  );
  await age(server, [young.id], 23);
  await clean();
  assert.equal((await download(unused.url)).status, 404);
  assert.ok(!(await files()).includes(`${unused.id}.png`), 'its file is gone too');
  for (const { url } of [young, ...mentioned]) assert.equal((await download(url)).status, 200);

  await call('DELETE', `/v1/feedback/${entry.id}`, { token });
  await call('PATCH', `/v1/testimonials/${praise.id}`, { token, body: { author_avatar_url: null } });
  await clean();
  for (const { url } of [screenshot, described, commented, face]) assert.equal((await download(url)).status, 404);
  for (const { url } of [shot, announced, explained]) assert.equal((await download(url)).status, 200);
  await call('DELETE', `/v1/testimonials/${praise.id}`, { token });
  await call('DELETE', `/v1/indexes/${index.id}/documents/${article.id}`, { token });
  await clean();
  for (const { url } of [shot, explained]) assert.equal((await download(url)).status, 404);
});

test('a mention in another project does not count', async () => {
  const [mine, theirs] = [await server.createProject(), await server.createProject()];
  const image = await add(mine);
  await call('POST', '/v1/feedback', { key: theirs.key, body: { title: 'Look', image_url: image.url } });
  await age(server, [image.id], 25);
  await clean();
  assert.equal((await download(image.url)).status, 404);
});

test('images of a deleted project are inaccessible immediately, their files deleted after a day', async () => {
  const [deleted, other] = [await server.createProject(), await server.createProject()];
  const [first, young, kept] = [await add(deleted), await add(deleted), await add(other)];
  await call('DELETE', `/v1/projects/${deleted.id}`, { token: deleted.token, query: { confirm: deleted.slug } });
  for (const { url } of [first, young]) assert.equal((await download(url)).status, 404);
  for (const { id } of [first, kept]) await isOld(`${id}.png`);
  await clean();
  const left = await files();
  assert.ok(!left.includes(`${first.id}.png`));
  assert.ok(left.includes(`${young.id}.png`), 'its row might have been just about to come');
  assert.ok(left.includes(`${kept.id}.png`));
  assert.equal((await download(kept.url)).status, 200);
});

test('deletes incomplete files of a crash, and keeps foreign files and folders', async () => {
  const { id } = await add(await server.createProject());
  const half = `.${id.slice(0, -3)}zzz.png`;
  const others = ['holiday.png', '.gitkeep', 'upl_1.png', `${id}.png.bak`];
  for (const name of [half, ...others]) await writeFile(join(FOLDER, name), 'x');
  await mkdir(join(FOLDER, 'lost+found'));
  for (const name of [half, ...others, 'lost+found']) await isOld(name);
  await clean();
  const left = await files();
  assert.ok(!left.includes(half));
  for (const name of [...others, 'lost+found']) assert.ok(left.includes(name), name);
});

test('deletes more than one batch, across projects', async () => {
  const projects = [await server.createProject(), await server.createProject()];
  const bytes = await picture('png', { width: 1, height: 1 }).toBuffer();
  const ids: string[] = [];
  for (let round = 0; round < 26; round++)
    ids.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const by = projects[index % 2]?.key ?? '';
          return (await uploadTo(server, bytes, { by })).body.id as string;
        }),
      )),
    );
  assert.ok(ids.length > 500);
  await age(server, ids, 25);
  await clean();
  const left = new Set(await files());
  assert.deepEqual(
    ids.filter((id) => left.has(`${id}.png`)),
    [],
  );
});

test('does nothing before the first upload', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-uploads-'));
  after(() => rm(dataDir, { recursive: true }));
  await cleaner(server, { EARSHOT_DATA_DIR: dataDir })();
});
