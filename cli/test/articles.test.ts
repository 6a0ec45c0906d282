import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '@earshot/server/platform/ids';
import { picture } from '@earshot/server/instance/uploads/fixtures/images';
import { startTestServer } from '@earshot/server/testing/server';
import { untilBlocked } from '@earshot/server/testing/until';
import { createEnvironment, runOnTerminal, runSuccessfully, runWith, start } from './processes.ts';

const root = mkdtempSync(join(tmpdir(), 'earshot-articles-'));
after(() => rmSync(root, { recursive: true, force: true }));
const server = await startTestServer();

/** Creates a project with an index, and an empty folder. */
async function startProject(name: string) {
  const { id, slug, token: owner, key } = await server.createProject(name);
  // The scopes of the example workflow.
  const scopes = ['projects:read', 'knowledge_base:write'];
  const { body: limited } = await server.call('POST', '/v1/auth/tokens', {
    token: owner,
    body: { name: 'CI', scopes, expires_in_days: 1 },
  });
  const token = limited.token as string;
  const variables = { ...createEnvironment(root), EARSHOT_URL: server.url, EARSHOT_TOKEN: token };
  const env = { ...variables, EARSHOT_PROJECT: slug };
  const { body: index } = await server.call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name: 'Help' } });
  const folder = join(root, name);
  mkdirSync(folder);
  const documents = `/v1/indexes/${index.id}/documents`;
  const list = async () =>
    (await server.call('GET', documents, { token, query: { limit: 100 } })).body.data as Record<string, string>[];
  return {
    index,
    folder,
    key,
    help: `${server.url}/p/${slug}/help`,
    list,
    save: async (body: object) => (await server.call('POST', documents, { token, body })).body,
    /** Returns the article with an external id, with its content. */
    read: async (externalId: string) => {
      const found = (await list()).find(({ external_id }) => external_id === externalId);
      return (await server.call('GET', `${documents}/${found?.id}`, { token })).body;
    },
    write: (path: string, content: string | Buffer) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    push: (...args: string[]) => runSuccessfully(env, 'articles', 'push', folder, ...args),
    pull: (to: string, ...args: string[]) => runSuccessfully(env, 'articles', 'pull', to, ...args),
    start: (...args: string[]) => start(root, env, 'articles', ...args),
    run: (...args: string[]) => runWith(env, 'articles', ...args),
    onTerminal: (...args: string[]) => runOnTerminal(env, 'articles', ...args),
  };
}

test('push saves 200 files once, then only what differs', async () => {
  const { folder, index, list, push, write, run, start: startCommand, onTerminal, read } = await startProject('many');
  for (let number = 0; number < 200; number++)
    write(
      `part-${number % 4}/page-${number}.md`,
      `---\nsection: ${number % 4}\n---\n\n# Page ${number}\n\nText of page ${number}.\n`,
    );
  assert.equal((await push('--dry-run')).split('\n').length, 200);
  assert.deepEqual(await list(), [], 'a dry run changes nothing');

  const started = await server.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM knowledge_indexes WHERE id = ${parseId('idx', index.id)} FOR UPDATE`.execute(tx);
    const command = startCommand('push', folder);
    // On another connection: a transaction does not see connections that are opened after its first look.
    await untilBlocked(server.db);
    command.interrupt();
    return command;
  });
  const interrupted = await started.result;
  assert.deepEqual([interrupted.code, interrupted.stdout], [130, '']);
  assert.equal(interrupted.stderr, 'Stopped after 50 of 200 articles. Push again to continue.\n');
  assert.equal((await list()).length, 50, 'Ctrl+C completes the current batch');
  assert.equal((await push()).split('\n').length, 150);
  const { updated_at: before } = await read('part-1/page-1.md');

  assert.equal(await push(), '');
  assert.equal((await read('part-1/page-1.md')).updated_at, before);

  write('part-1/page-1.md', '# Page 1\n\nNew text.\n');
  write('new.md', '---\ntitle: "A: new page"\nurl: https://acme.example/new\norder: 9007199254740993\n---\nHello\n');
  rmSync(join(folder, 'part-2/page-2.md'));
  const expected = 'add\tnew.md\tA: new page\nchange\tpart-1/page-1.md\tPage 1';
  assert.equal(await push('--dry-run'), expected);
  assert.equal(await push('--dry-run', '--prune'), `${expected}\nremove\tpart-2/page-2.md\tPage 2`);
  const refused = await run('push', folder, '--prune');
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /Pass --yes/);
  assert.equal((await read('part-1/page-1.md')).updated_at, before, 'nothing changes before the confirmation');
  assert.deepEqual(JSON.parse(await push('--prune', '--yes', '--json')), [
    { action: 'add', path: 'new.md', title: 'A: new page' },
    { action: 'change', path: 'part-1/page-1.md', title: 'Page 1' },
    { action: 'remove', path: 'part-2/page-2.md', title: 'Page 2' },
  ]);
  const { title, url, metadata, content } = await read('new.md');
  assert.deepEqual(
    [title, url, metadata, content],
    ['A: new page', 'https://acme.example/new', { order: '9007199254740993' }, 'Hello'],
  );
  assert.equal((await read('part-2/page-2.md')).code, 'documents.not_found');
  assert.deepEqual((await read('part-3/page-3.md')).metadata, { section: 3 });

  write('new.md', 'Changed');
  assert.match(await onTerminal('push', folder), /~ new\.md {2}new\r\n[^]*0 added, 1 changed, 0 removed, 199 unchanged/);
});

test('push turns links into article URLs and uploads images once', async () => {
  const { folder, help, list, push, read, run, save, write } = await startProject('links');
  const image = await picture('png').toBuffer();
  write('img/screen (1).png', image);
  write(
    'start.md',
    '# Start\n\n[Export](guides/export.md#as-csv), [itself](#top), [web](https://acme.example/x.md)\n\n`[a](b.md)`\n',
  );
  write(
    'guides/export.md',
    '# Export\n\nBack to [start][s]. ![Screen](<../img/screen (1).png>) <img src="../img/screen%20(1).png">\n\n[s]: ../start.md "Start"\n',
  );
  await push();
  const [start_, exported] = [await read('start.md'), await read('guides/export.md')];
  assert.equal(
    start_.content,
    `# Start\n\n[Export](${help}/${exported.id}#as-csv), [itself](#top), [web](https://acme.example/x.md)\n\n\`[a](b.md)\``,
  );
  assert.ok(exported.content.endsWith(`[s]: ${help}/${start_.id} "Start"`), exported.content);
  const hash = createHash('sha256').update(image).digest('hex').slice(0, 16);
  const urls = [...exported.content.matchAll(/(http:\S+?)#sha256=(\w+)/g)].map(([, url, found]) => [url, found]);
  assert.equal(urls.length, 2);
  assert.deepEqual(urls[0], urls[1]);
  assert.deepEqual([urls[0]?.[1], (await fetch(String(urls[0]?.[0]))).status], [hash, 200]);
  assert.equal((await fetch(`${help}/${exported.id}`)).status, 200);
  assert.equal(await push(), '');

  write('guides/export.md', `${readFileSync(join(folder, 'guides/export.md'), 'utf8')}\nMore.\n`);
  assert.equal(await push(), 'change\tguides/export.md\tExport');
  assert.ok((await read('guides/export.md')).content.includes(urls[0]?.[0]), 'an image is uploaded once');
  write('img/screen (1).png', await picture('png', { width: 60 }).toBuffer());
  assert.equal(await push(), 'change\tguides/export.md\tExport');
  assert.ok(!(await read('guides/export.md')).content.includes(urls[0]?.[0]), 'a changed image changes its article');

  await save({ external_id: 'start.md', title: 'Other', content: '# Start\n\nEdited in the dashboard' });
  assert.equal(await push(), 'change\tstart.md\tStart');
  assert.deepEqual([(await read('start.md')).content, (await read('start.md')).title], [start_.content, 'Start']);

  write('broken.md', '---\ntitle: A\n---\n\n# A\n\n[x](missing.md) [y](../outside.md)\n![z](notes.txt)\n');
  write('notes.txt', 'no image');
  const broken = await run('push', folder);
  assert.deepEqual([broken.code, broken.stdout], [1, '']);
  assert.equal(
    broken.stderr,
    `broken.md:7: missing.md does not exist
broken.md:7: ../outside.md is outside of the folder. Pass --source-url to link to the repository
broken.md:8: notes.txt is neither an article nor a PNG, JPEG, WebP or GIF image
Nothing was changed
`,
  );
  write('broken.md', '---\ntitle: A\ntags: [a\n---\nText\n');
  write('same.md', '---\nexternal_id: start.md\nid: 7\nurl: ftp://x\n---\nText\n');
  const unclear = await run('push', folder);
  assert.match(
    unclear.stderr,
    /^broken\.md:\d: [^\n]+\nsame\.md:4: url must be [^\n]+\nsame\.md:3: id must be [^\n]+\nstart\.md: The external id start\.md is already used by same\.md\nNothing was changed\n$/,
  );
  assert.equal((await list()).length, 2);
  assert.match((await run('push', join(root, 'nowhere'))).stderr, /is not a readable folder/);
});

test('push leaves out files of .earshotignore, and links to files that are not published with --source-url', async () => {
  const { folder, help, list, push, read, run, write } = await startProject('ignored');
  write('.earshotignore', '# Notes for developers\nnotes/*\n!notes/public.md\n*.draft.md\n');
  write('start.md', '# Start\n\n[n](notes/a%20b.md#one) [p](notes/public.md) [l](../LICENSE) [s](run.sql) [c](../)\n');
  write('notes/a b.md', '# Note\n');
  write('notes/public.md', '# Public\n');
  write('guides/x.draft.md', '# Draft\n');
  write('run.sql', 'SELECT 1');
  write('../LICENSE', 'MIT');
  const refused = await run('push', folder);
  assert.equal(
    refused.stderr,
    `start.md:3: notes/a%20b.md#one is excluded by .earshotignore. Pass --source-url to link to the repository
start.md:3: ../LICENSE is outside of the folder. Pass --source-url to link to the repository
start.md:3: run.sql is neither an article nor a PNG, JPEG, WebP or GIF image
start.md:3: ../ is outside of the folder. Pass --source-url to link to the repository
Nothing was changed
`,
  );
  assert.match((await run('push', folder, '--source-url', 'docs')).stderr, /--source-url must be a URL/);

  const source = ['--source-url', 'https://git.example/acme/app/blob/main/docs'];
  assert.equal(await push(...source), 'add\tnotes/public.md\tPublic\nadd\tstart.md\tStart');
  const shown = (await list()).find(({ external_id: path }) => path === 'notes/public.md')?.id;
  const base = 'https://git.example/acme/app/blob/main';
  assert.equal(
    (await read('start.md')).content,
    `# Start\n\n[n](${base}/docs/notes/a%20b.md#one) [p](${help}/${shown}) [l](${base}/LICENSE) [s](${base}/docs/run.sql) [c](${base}/)`,
  );
  assert.equal(await push(...source), '', 'a second push changes nothing');
  write('start.md', '# Start\n\n[n](notes/missing.md) ![x](../missing.png)\n');
  assert.match(
    (await run('push', folder, ...source)).stderr,
    /^start\.md:3: notes\/missing\.md does not exist\n.*missing\.png is outside of the folder\n/,
  );

  write('.earshotignore', '');
  write('start.md', '# Start\n');
  assert.match(await push(...source), /^add\tguides\/x\.draft\.md\tDraft\nadd\tnotes\/a b\.md\tNote\nchange\tstart\.md\tStart$/);
});

test('pull writes all articles below the folder, and a push of them changes nothing', async () => {
  const { folder, help, list, pull, push, save, run, write } = await startProject('pull');
  const plain = await save({ content: '# Export your data\n\nEvery list has a button.', external_id: 'guides/export.md' });
  const hostile = ['../../evil.md', '/etc/evil.md', 'C:\\evil.md', '.git/hooks/evil.md', 'a/../../evil', 'CON.md', 'x\ny.md'];
  for (const external_id of hostile) await save({ content: 'Text', title: `Evil ${external_id.length}`, external_id });
  await save({
    external_id: 'linked',
    title: 'Links: “all”',
    content: `[Export](${help}/${plain.id}#csv) [by name](${help}/${plain.id}/export-your-data) [gone](gone.md)`,
    metadata: { title: 'x', tags: ['a', '007'], draft: null, since: 1.5, date: '2027-01-01' },
    url: 'https://acme.example/linked',
  });
  await save({ title: 'Idea', content: 'Not ready.', external_id: 'idea.md', status: 'draft' });
  await save({ title: 'No id', content: '---\nraw: yes\n---\n\nText\r\nwith returns' });
  await save({ title: 'A page', content: '<h1>A page</h1>', content_type: 'html', external_id: 'guides/EXPORT.md' });
  await save({ title: 'New', content: '# New', external_id: `article-${crypto.randomUUID()}` });
  const before = await list();

  const added = (await pull(folder)).split('\n').toSorted();
  assert.equal(added.length, before.length);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  assert.equal(files.length, before.length, 'each article has a file below the folder');
  assert.ok(!existsSync(join(root, 'evil.md')) && !existsSync('/etc/evil.md'));
  assert.equal(readFileSync(join(folder, 'guides/export.md'), 'utf8'), '# Export your data\n\nEvery list has a button.\n');
  assert.equal(
    readFileSync(join(folder, 'linked.md'), 'utf8'),
    `---
title: Links: “all”
url: https://acme.example/linked
external_id: linked
date: 2027-01-01
tags:
  - a
  - "007"
since: 1.5
metadata:
  draft: null
  title: x
---

[Export](guides/export.md#csv) [by name](${help}/${plain.id}/export-your-data) [gone](gone.md)
`.replace('title: Links: “all”', 'title: "Links: “all”"'),
  );
  assert.equal(readFileSync(join(folder, 'idea.md'), 'utf8'), '---\ntitle: Idea\ndraft: true\n---\n\nNot ready.\n');
  assert.ok(files.includes('new.md') && files.includes('no-id.md'));
  assert.equal(await push(), '');
  assert.equal(await pull(folder), '');
  assert.deepEqual(await list(), before);

  write('guides/export.md', '# Export your data\n\nEdited.\n');
  const refused = await run('pull', folder);
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.equal(await pull(folder, '--dry-run'), 'change\tguides/export.md\tExport your data');
  assert.match(readFileSync(join(folder, 'guides/export.md'), 'utf8'), /Edited/);
  assert.equal(await pull(folder, '--force'), 'change\tguides/export.md\tExport your data');
  assert.match(readFileSync(join(folder, 'guides/export.md'), 'utf8'), /Every list/);

  // An article without an external id cannot be replaced, but the folder still wins.
  write('no-id.md', readFileSync(join(folder, 'no-id.md'), 'utf8').replace('Text', 'Other text'));
  assert.equal(await push(), 'change\tno-id.md\tNo id');
  assert.equal((await list()).length, before.length);
  assert.equal(await push(), '');

  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  const other = join(root, 'linked-folder');
  mkdirSync(other);
  symlinkSync(elsewhere, join(other, 'guides'));
  assert.match((await run('pull', other)).stderr, /guides is not a folder/);
  assert.deepEqual(readdirSync(elsewhere), []);
});

test('search finds sections', async () => {
  const { onTerminal, run, save } = await startProject('search');
  const { id } = await save({ content: '# Export\n\nEvery list has a button.', external_id: 'export.md' });
  assert.match((await run('search', 'button')).stdout, new RegExp(`^${id}\tExport\t\t[\\d.]+\tEvery list has a button\\.\n$`));
  assert.equal((await run('search', 'button', '--index', 'Help', '--json', 'title')).stdout, '[{"title":"Export"}]\n');
  assert.match((await run('search', 'button', '--json', 'color')).stderr, /Unknown JSON field: color/);
  assert.match(await onTerminal('search', 'button'), /Showing 1 of 1 result for “button”[^]*TITLE/);
});
