import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { signedIn } from '@earshot/server/instance/identity/fixtures/browser';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment, CTRL_C, ENTER, runWith, type Step, useTerminal } from './processes.ts';
import { createRepository } from './repository.ts';

// Questions that commands ask on a terminal. Scripts get an error instead, which other tests cover.

const folder = mkdtempSync(join(tmpdir(), 'earshot-prompts-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const server = await sharedTestServer();
const acme = await server.createProject('Acme');
const base = createEnvironment(folder);
const env = { ...base, EARSHOT_URL: server.url, EARSHOT_TOKEN: acme.token, EARSHOT_PROJECT: acme.slug };

/** An editor that saves the text before it, and writes its first argument. */
const editor = join(folder, 'editor');
writeFileSync(editor, '#!/bin/sh\ncp "$2" "$0.seen"\nprintf "%s" "$1" > "$2"\n', { mode: 0o700 });

const DOWN = '\u001B[B';
const ask = (args: string[], steps: Step[], variables: Record<string, string> = {}) =>
  useTerminal({ ...env, ...variables }, args, { steps });
const create = async (title: string): Promise<string> =>
  (await server.call('POST', '/v1/feedback', { key: acme.key, body: { title } })).body.id;
const read = async (path: string) => (await server.call('GET', path, { token: acme.token })).body;

test('commands ask for missing values', async () => {
  const { code, output } = await ask(['feedback', 'create'], [[/Title/, `Dark mode${ENTER}`]]);
  assert.equal(code, 0, output);
  assert.match(output, /✓ Created fb_\w+ “Dark mode”/);

  const id = await create('Status');
  const chosen = await ask(['feedback', 'status', id], [[/Status[\s\S]*new/, `${DOWN}${DOWN}${ENTER}`]]);
  assert.match(chosen.output, /“Status” is planned/);
});

test('commands ask before changes that cannot be undone, and Ctrl+C cancels', async () => {
  const [from, into] = [await create('From'), await create('Into')];
  const merge = (keys: string) => ask(['feedback', 'merge', from, into], [[/Merge “From” into “Into”\?/, keys]]);
  const canceled = await merge(CTRL_C);
  assert.equal(canceled.code, 130, canceled.output);
  const refused = await merge('n');
  assert.equal(refused.code, 130, refused.output);
  assert.equal((await read(`/v1/feedback/${from}`)).merged_into, null);
  assert.equal((await merge('y')).code, 0);
  assert.equal((await read(`/v1/feedback/${from}`)).merged_into, into);
});

test('a merge asks before it reveals comments, and requires an option without a terminal', async () => {
  const [from, into] = [await create('Bank'), await create('Into')];
  const on = { token: acme.token };
  await server.call('POST', `/v1/feedback/${from}/comments`, { ...on, body: { body: 'Which bank?' } });
  await server.call('PATCH', `/v1/feedback/${from}`, { ...on, body: { visibility: 'private' } });
  const refused = await runWith(env, 'feedback', 'merge', from, into, '--yes');
  assert.match(refused.stderr, /would make comments readable for more people/);
  const { code, output } = await ask(
    ['feedback', 'merge', from, into],
    [[/\? 1 comment will be readable for more people\./, 'y']],
  );
  assert.equal(code, 0, output);
  assert.equal((await read(`/v1/feedback/${from}`)).merged_into, into);
});

test('the project is chosen from a list', async () => {
  const { token } = await server.signIn('many-projects@example.com');
  for (const name of ['One', 'Two']) await server.call('POST', '/v1/projects', { token, body: { name } });
  const { code, output } = await ask(['feedback', 'create', '--title', 'x'], [[/Project[\s\S]*One/, ENTER]], {
    EARSHOT_TOKEN: token,
    EARSHOT_PROJECT: '',
  });
  assert.equal(code, 0, output);
  assert.match(output, /✓ Created/);
});

test('a draft of the changelog opens in $EDITOR, and an editor that fails creates nothing', async () => {
  const repository = join(folder, 'repository');
  const { commit } = createRepository(repository);
  commit('chore: start');
  commit('feat: dark mode');
  const args = ['changelog', 'draft', '--from-git', 'HEAD~1..HEAD', '--title', 'Edited'];
  const draft = (variable: string) => useTerminal({ ...env, EDITOR: variable }, args, { cwd: repository });
  const { code, output } = await draft(`${editor} 'From the editor'`);
  assert.equal(code, 0, output);
  assert.match(readFileSync(`${editor}.seen`, 'utf8'), /Dark mode/);
  const entries = async () => (await read(`/v1/changelog?project_id=${acme.id}`)).data;
  assert.deepEqual(
    (await entries()).map(({ title, content }: Record<string, string>) => [title, content]),
    [['Edited', 'From the editor']],
  );
  const failed = await draft('false');
  assert.equal(failed.code, 1);
  assert.match(failed.output, /false ended with code 1; nothing was changed/);
  const empty = await draft(`${editor} ''`);
  assert.match(empty.output, /The draft is empty; nothing was created/);
  assert.equal((await entries()).length, 1);
});

test('an edited text is kept when the request fails, and removed when it succeeds', async () => {
  const temporary = mkdtempSync(join(folder, 'texts-'));
  const comment = (id: string, text: string) =>
    ask(['feedback', 'comment', id], [], { EDITOR: `${editor} '${text}'`, TMPDIR: temporary });
  const listTexts = () => readdirSync(temporary).filter((name) => name.startsWith('earshot-'));
  const failed = await comment(`fb_${'0'.repeat(26)}`, 'Half an hour of work');
  assert.equal(failed.code, 1, failed.output);
  const [, file = ''] = /Your text is in (\S+)/.exec(failed.output) ?? [];
  assert.equal(readFileSync(file, 'utf8'), 'Half an hour of work');
  rmSync(dirname(file), { recursive: true });

  const id = await create('Commented');
  const empty = await comment(id, '');
  assert.match(empty.output, /The comment is empty/);
  assert.doesNotMatch(empty.output, /Your text is in/);
  const added = await comment(id, 'Planned for May');
  assert.equal(added.code, 0, added.output);
  assert.deepEqual(listTexts(), []);
});

test('Ctrl+C in the editor does not end the command', async () => {
  const file = join(folder, 'interrupted');
  writeFileSync(file, `#!/bin/sh\ntrap '' INT\necho ready\nread -r answer\nprintf "%s" "$answer" > "$1"\n`, { mode: 0o700 });
  const id = await create('Interrupted');
  const keys = `${CTRL_C}Planned for June${ENTER}`;
  const { code, output } = await ask(['feedback', 'comment', id], [[/ready/, keys]], { EDITOR: file });
  assert.equal(code, 0, output);
  const { data } = await read(`/v1/feedback/${id}/comments`);
  assert.deepEqual(
    data.map(({ body }: Record<string, string>) => body),
    ['Planned for June'],
  );
});

test('login shows a code, and without a keyring stores the token in a file that only the user can read', async () => {
  const { access_token: browser } = await signedIn(server, 'grace@example.com');
  const home = mkdtempSync(join(folder, 'home-'));
  const approve = async (output: string): Promise<string> => {
    const [user_code] = /[A-Z]{4}-[A-Z]{4}/.exec(output) ?? [];
    await server.call('POST', '/v1/auth/device/decide', { token: browser, body: { user_code, allow: true } });
    return ENTER;
  };
  // No bus of the session, so no keyring.
  const variables = { ...createEnvironment(home), BROWSER: 'true', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  const { code, output } = await useTerminal({ ...variables, EARSHOT_URL: server.url }, ['login', '--profile', 'local'], {
    steps: [[/Press Enter/, approve]],
  });
  assert.equal(code, 0, output);
  assert.match(output, /✓ Signed in to http\S+ as grace@example\.com \(profile local\)/);
  assert.match(output, /No keyring is available: the token is stored in a file that only you can read\./);
  const stored = join(home, 'credentials.json');
  assert.equal(statSync(stored).mode & 0o777, 0o600);
  assert.match(readFileSync(stored, 'utf8'), /"local": "earshot_pat_/);
  assert.equal((await runWith(variables, 'auth', 'status', '--jq', '.[0].user')).stdout, 'grace@example.com\n');
});

for (const [shell, option] of [
  ['bash', '-n'],
  ['zsh', '-n'],
  ['fish', '--no-execute'],
] as const) {
  const isInstalled = !spawnSync(shell, ['--version']).error;
  test(`${shell} can parse its completion script`, { skip: !isInstalled && `${shell} is not installed` }, async () => {
    const { stdout } = await runWith(base, 'completion', shell);
    const file = join(folder, `completion.${shell}`);
    writeFileSync(file, stdout);
    // A shell warns of a locale that is not installed.
    const { status, stderr } = spawnSync(shell, [option, file], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
    assert.deepEqual([status, stderr], [0, '']);
  });
}
