import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { picture } from '@earshot/server/instance/uploads/fixtures/images';
import { sharedTestServer } from '@earshot/server/testing/server';
import { decodeText } from '../src/text-file.ts';
import { createEnvironment, runSuccessfully, runWith } from './processes.ts';

const root = mkdtempSync(join(tmpdir(), 'earshot-text-'));
after(() => rmSync(root, { recursive: true, force: true }));
const server = await sharedTestServer();
const acme = await server.createProject('Texts');
const env = {
  ...createEnvironment(root),
  EARSHOT_URL: server.url,
  EARSHOT_TOKEN: acme.token,
  EARSHOT_PROJECT: acme.slug,
};
const earshot = (...args: string[]) => runSuccessfully(env, ...args);
const write = (path: string, content: string | Buffer) => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
};

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

test('texts in other encodings than UTF-8 are recognized', () => {
  const cases: [Buffer, string | undefined][] = [
    [Buffer.from('Café ☕'), undefined],
    [Buffer.from('\uFEFFCafé'), undefined],
    [Buffer.from('A character � that was replaced'), undefined],
    [Buffer.alloc(0), undefined],
    [Buffer.from('Café', 'latin1'), 'must be UTF-8'],
    [Buffer.from([0x93, 0x41, 0x94]), 'must be UTF-8'],
    [Buffer.from('日本語').subarray(0, -1), 'must be UTF-8'],
    [Buffer.from([0xed, 0xa0, 0x80]), 'must be UTF-8'],
    [utf16('Café'), 'must be UTF-8, but is UTF-16'],
    [utf16('Café').swap16(), 'must be UTF-8, but is UTF-16'],
    [Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), 'must be UTF-8, but is UTF-32'],
    [Buffer.from('Text', 'utf16le'), 'must be UTF-8 without NUL characters'],
  ];
  for (const [bytes, problem] of cases) assert.equal(decodeText(bytes).problem, problem, bytes.toString('hex'));
  assert.equal(decodeText(Buffer.from('\uFEFFCafé')).text, 'Café');
});

test('every command that reads a text file refuses other encodings, and drops a byte order mark', async () => {
  const entry = await earshot('feedback', 'create', '--title', 'Encodings');
  const latin = write('latin.md', Buffer.from('Café', 'latin1'));
  const wide = write('wide.md', utf16('Café'));
  const marked = write('marked.md', '\uFEFFCafé');
  const commands = (file: string) => [
    ['feedback', 'create', '--title', 'A', '--body-file', file],
    ['feedback', 'edit', entry, '--body-file', file],
    ['feedback', 'comment', entry, '-F', file],
    ['changelog', 'create', '--title', 'A', '-F', file],
    ['event', 'send', 'opened', '--property', `drink=@${file}`],
    ['api', 'POST', '/v1/changelog', '-f', 'title=A', '-F', `content=@${file}`],
  ];
  for (const [file, problem] of [
    [latin, 'must be UTF-8'],
    [wide, 'must be UTF-8, but is UTF-16'],
  ] as const)
    for (const args of [...commands(file), ['api', 'POST', '/v1/changelog', '--input', file]]) {
      const { code, stdout, stderr } = await runWith(env, ...args);
      assert.deepEqual([code, stdout, stderr], [2, '', `${file} ${problem}\n`], args.join(' '));
    }
  for (const args of commands(marked)) await earshot(...args);
  assert.equal(await earshot('feedback', 'view', entry, '--jq', '.description'), 'Café');
  const json = write('marked.json', '\uFEFF{"title":"Café","content":"Text"}');
  assert.equal(await earshot('api', 'POST', '/v1/changelog', '--input', json, '--jq', '.title'), 'Café');
});

test('articles push and pull compare names in the composed form of Unicode', async () => {
  const { body: index } = await server.call('POST', '/v1/indexes', {
    token: acme.token,
    query: { project_id: acme.id },
    body: { name: 'Names' },
  });
  const folder = join(root, 'articles');
  const on = ['--index', index.id];
  const decomposed = (text: string) => text.normalize('NFD');
  const image = await picture('png').toBuffer();
  write(decomposed('articles/Über uns.md'), '# Über uns\n');
  write(decomposed('articles/Straße/Größe.md'), '# Größe\n');
  write(decomposed('articles/bilder/Café.png'), image);
  write(decomposed('articles/Entwürfe/Idee.md'), '# Idee\n');
  write('articles/.earshotignore', 'Entwürfe/*\n');
  write('articles/한글.md'.normalize('NFD'), '# 한글\n');
  write(
    'articles/start.md',
    `# Start\n\n[a](%C3%9Cber%20uns.md) [b](<${decomposed('Straße/Größe.md')}>) [c](한글.md#x) ![d](bilder/Caf%C3%A9.png)\n`,
  );
  const added = (await earshot('articles', 'push', folder, ...on)).split('\n').map((line) => line.split('\t')[1]);
  assert.deepEqual(new Set(added), new Set(['start.md', 'Straße/Größe.md', 'Über uns.md', '한글.md']));
  assert.equal(await earshot('articles', 'push', folder, ...on), '', 'a second push changes nothing');
  const content = JSON.parse(await earshot('api', 'GET', `/v1/indexes/${index.id}/documents`, '--jq', '[.data[].external_id]'));
  for (const path of content as string[]) assert.equal(path, path.normalize('NFC'));

  const names = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const before = names();
  assert.equal(await earshot('articles', 'pull', folder, ...on), '');
  await server.call('POST', `/v1/indexes/${index.id}/documents`, {
    token: acme.token,
    body: { external_id: 'Straße/Neu.md', content: '# Neu' },
  });
  assert.equal(await earshot('articles', 'pull', folder, ...on), 'add\tStraße/Neu.md\tNeu');
  assert.deepEqual(names(), [...before, decomposed('Straße/') + 'Neu.md'].toSorted(), 'no second folder of the same name');
  write(decomposed('articles/Über uns.md'), '# Über uns\n\nEdited\n');
  assert.equal(await earshot('articles', 'pull', folder, ...on, '--force'), 'change\tÜber uns.md\tÜber uns');
  assert.equal(readFileSync(join(folder, decomposed('Über uns.md')), 'utf8'), '# Über uns\n');
  assert.equal(await earshot('articles', 'push', folder, ...on), '');

  write('articles/Über uns.md'.normalize('NFC'), '# Other\n');
  const { code, stderr } = await runWith(env, 'articles', 'push', folder, ...on);
  assert.equal(code, 1);
  assert.match(stderr, /Über uns\.md: Another file has the same name in another form of Unicode/u);
});
