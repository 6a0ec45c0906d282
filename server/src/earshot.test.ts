import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { useLink } from './instance/identity/accounts/fixtures/sign-in.ts';
import { signedIn } from './instance/identity/fixtures/browser.ts';
import { createTestDatabase } from './testing/database.ts';
import { freePort, runEarshot, startServerProcess } from './testing/process.ts';
import { callerOf, startTestServer } from './testing/server.ts';

const folder = await mkdtemp(join(tmpdir(), 'earshot-command-'));
after(() => rm(folder, { recursive: true, force: true }));

const earshot = (...args: string[]) => earshotWith({}, ...args);
const earshotWith = (more: Record<string, string>, ...args: string[]) => runEarshot({ EARSHOT_DATA_DIR: folder, ...more }, args);

test('commands refuse a folder and a database that no server has used, and create nothing', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const database = await createTestDatabase({ isEmpty: true });
  const commands = [
    ['token', 'create', '--email', 'ada@example.com'],
    ['setup-link'],
    ['user', 'recover', '--email', 'ada@example.com'],
    ['analytics', 'accept-loss'],
    ['backup', 'create', join(folder, 'backup.tar')],
    ['migrate', '--plan'],
  ];
  for (const args of commands) {
    const { code, stdout, stderr } = await earshotWith({ EARSHOT_DATA_DIR: elsewhere, EARSHOT_ACCOUNTS: 'on' }, ...args);
    assert.deepEqual([code, stdout], [1, ''], args.join(' '));
    assert.match(
      stderr,
      /^No server has used the data folder \S+elsewhere\.\nStart the server first, or set EARSHOT_DATA_DIR or /,
    );
  }
  assert.equal(existsSync(elsewhere), false);
  const external = await earshotWith({ DATABASE_URL: database.url }, 'token', 'create', '--email', 'ada@example.com');
  assert.match(external.stderr, /^No server has used the database at DATABASE_URL\./);
  assert.equal((await earshotWith({ DATABASE_URL: database.url }, 'migrate')).code, 0);
  assert.equal((await earshotWith({ DATABASE_URL: database.url }, 'token', 'create', '--email', 'ada@example.com')).code, 0);
});

test('links explain where they are not used', async () => {
  const provider = { EARSHOT_GITHUB_CLIENT_ID: 'a', EARSHOT_GITHUB_CLIENT_SECRET: 'b' };
  for (const args of [['setup-link'], ['user', 'recover', '--email', 'ada@example.com']]) {
    assert.match((await earshot(...args)).stderr, /^Sign-in on a loopback address .*\n.*set EARSHOT_PUBLIC_URL/);
    assert.match((await earshotWith(provider, ...args)).stderr, /identity provider.*\nSet EARSHOT_ACCOUNTS=on/);
  }
});

test('token create prints only a token, with or without a running server', async () => {
  assert.equal((await earshot('migrate')).code, 0);
  const before = await earshot('token', 'create', '--email', 'ada@example.com');
  assert.deepEqual([before.code, before.stderr], [0, '']);
  assert.match(before.stdout, /^earshot_pat_[0-9A-Za-z]{43}\n$/);

  const server = await startServerProcess({ EARSHOT_DATA_DIR: folder, EARSHOT_LOG_LEVEL: 'warn' });
  after(() => server.end('SIGTERM'));
  const during = await earshot('token', 'create', '--email', 'Ada@example.com', '--name', 'Script', '--expires-in', '1');
  assert.deepEqual([during.code, during.stderr], [0, '']);
  for (const { stdout } of [before, during]) {
    const response = await fetch(`${server.url}/v1/projects`, { headers: { authorization: `Bearer ${stdout.trim()}` } });
    const { data } = (await response.json()) as { data: { name: string; role: string; api_key: string }[] };
    assert.deepEqual(data, [{ ...data[0], name: 'My first project', role: 'owner', api_key: server.key }]);
  }
});

test('an instance that gets a public address keeps its projects, keys and data for the account of the setup link', async () => {
  const dataDir = join(folder, 'public');
  const local = await startServerProcess({ EARSHOT_DATA_DIR: dataDir, EARSHOT_LOG_LEVEL: 'warn' });
  await signedIn({ url: local.url, call: callerOf(local.url) }, 'you@example.com');
  const key = { 'x-project-key': local.key };
  const entry = await callerOf(local.url)('POST', '/v1/feedback', { headers: key, body: { title: 'Made locally' } });
  assert.equal(entry.status, 201, JSON.stringify(entry.body));
  await local.end('SIGTERM');

  const PORT = String(await freePort());
  const url = `http://localhost:${PORT}`;
  const env = { EARSHOT_DATA_DIR: dataDir, EARSHOT_ACCOUNTS: 'on', EARSHOT_PUBLIC_URL: url, PORT };
  const open = await startServerProcess({ ...env, EARSHOT_LOG_LEVEL: 'warn' });
  after(() => open.end('SIGTERM'));
  const [, printed] = /(http:\S+\/setup#\w+)/.exec(open.output()) ?? [];
  assert.ok(printed);
  const recovery = await earshotWith(env, 'user', 'recover', '--email', 'you@example.com');
  assert.match(recovery.stdout, /\/recover#/);
  const call = callerOf(url);
  const token = await useLink({ url, call }, (await earshotWith(env, 'setup-link')).stdout.trim(), { email: 'ada@acme.example' });
  const { data } = (await call('GET', '/v1/projects', { token })).body;
  assert.deepEqual(
    data.map(({ name, role, api_key }: { name: string; role: string; api_key: string }) => [name, role, api_key]),
    [['My first project', 'owner', local.key]],
  );
  const list = await call('GET', '/v1/feedback', { token, query: { project_id: data[0].id } });
  assert.deepEqual(
    list.body.data.map(({ id }: { id: string }) => id),
    [entry.body.id],
  );
  const ended = await earshotWith(env, 'setup-link');
  assert.match(ended.stderr, /^A user has signed in already\.\n.*earshot user recover/);
});

test('errors are printed to standard error with the help', async () => {
  const cases: [string[], RegExp][] = [
    [['token', 'create'], /required option '--email <address>' not specified/],
    [['token', 'create', '--email', 'nobody'], /It must be an email address\./],
    [['token', 'create', '--email', 'a@b.co', '--expires-in', '1000'], /It must be a whole number from 1 to 365\./],
    [['tokens'], /unknown command 'tokens'/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await earshot(...args);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, message);
  }
  const help = await earshot('token', 'create', '--help');
  assert.equal(help.code, 0);
  assert.match(help.stdout, /--expires-in <days> +days until expiry, at most 365 \(default: 90\)/);
});

test('token create uses DATABASE_URL, and the token belongs to the user of the address', async () => {
  const database = await createTestDatabase();
  const server = await startTestServer({ DATABASE_URL: database.url });
  const { access_token } = await signedIn(server, 'ada@example.com');
  const session = (token: string) => server.call('GET', '/v1/auth/session', { token });
  const create = (email: string) => earshotWith({ DATABASE_URL: database.url }, 'token', 'create', '--email', email);

  const { code, stdout, stderr } = await create('ADA@example.com');
  assert.deepEqual([code, stderr], [0, '']);
  const { body } = await session(stdout.trim());
  assert.deepEqual([body.user, body.kind], [(await session(access_token)).body.user, 'personal']);
  const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000;
  assert.equal(Math.round(days), 90);

  const newcomer = await create('grace@example.com');
  const { user } = (await session(newcomer.stdout.trim())).body;
  const claimed = await signedIn(server, 'Grace@example.com');
  assert.equal((await session(claimed.access_token)).body.user.id, user.id, 'the first sign-in claims the account');
});

test('an unreachable database and an invalid variable are reported on one line, without a stack', async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: 'postgres://earshot@127.0.0.1:9/earshot' }, /^connect ECONNREFUSED 127\.0\.0\.1:9\n$/],
    [{ DATABASE_URL: 'postgres://earshot@localhost:9/earshot' }, /^(connect ECONNREFUSED \S+:9\n)+$/],
    [{ DATABASE_URL: 'mysql://localhost' }, /^DATABASE_URL must be a URL that starts with .*\n$/],
    [{ EARSHOT_ACCOUNTS: 'no' }, /^EARSHOT_ACCOUNTS must be "on" or "off"\n$/],
  ];
  for (const [more, message] of cases) {
    const { code, stdout, stderr } = await earshotWith(more, 'token', 'create', '--email', 'ada@example.com');
    assert.deepEqual([code, stdout], [1, ''], JSON.stringify(more));
    assert.match(stderr, message);
  }
});
