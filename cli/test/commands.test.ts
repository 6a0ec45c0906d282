import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { signedIn } from '@earshot/server/instance/identity/fixtures/browser';
import { startReceiver } from '@earshot/server/testing/receiver';
import { startTestServer } from '@earshot/server/testing/server';
import { until } from '@earshot/server/testing/until';
import { createEnvironment, runIn, runOnTerminal, runSuccessfully, runWith } from './processes.ts';
import { createRepository } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await startTestServer({ EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' });
const acme = await server.createProject();
const base = createEnvironment(folder);
const env = { ...base, EARSHOT_URL: server.url, EARSHOT_TOKEN: acme.token, EARSHOT_PROJECT: acme.slug };

const earshot = (...args: string[]) => runSuccessfully(env, ...args);
const onTerminal = (...args: string[]) => runOnTerminal(env, ...args);

test('feedback is created, listed, changed, merged and exported', async () => {
  const id = await earshot('feedback', 'create', '--title', 'Export as CSV', '--type', 'feature', '--tag', 'data,csv');
  const other = await earshot('feedback', 'create', '--title', 'CSV files', '--body', 'Please \u001B[31mred');
  assert.match(id, /^fb_/);
  const lines = (await earshot('feedback', 'list', '--sort', 'oldest')).split('\n').map((line) => line.split('\t'));
  assert.deepEqual(
    lines.map((cells) => cells.slice(0, 5)),
    [
      [id, 'Export as CSV', 'feature', 'new', '0'],
      [other, 'CSV files', 'feedback', 'new', '0'],
    ],
  );
  assert.equal(
    await earshot('feedback', 'list', '--sort', 'oldest', '--limit', '1', '--json', 'id,tags'),
    JSON.stringify([{ id, tags: ['data', 'csv'] }]),
  );
  assert.equal(await earshot('feedback', 'list', '--sort', 'oldest', '--jq', '.[].title'), 'Export as CSV\nCSV files');
  assert.equal(await earshot('feedback', 'status', id, 'planned'), id);
  assert.match(await earshot('feedback', 'comment', id, '--body', 'In May.', '--internal'), /^cmt_/);
  assert.equal(await earshot('feedback', 'vote', id), '1');
  assert.equal(await earshot('feedback', 'vote', id, '--remove'), '0');
  assert.equal(
    await earshot('feedback', 'edit', id, '--title', 'CSV export', '--pin', '--assignee', 'me', '--due', '2026-12-24'),
    id,
  );
  const list = (...filters: string[]) => earshot('feedback', 'list', ...filters, '--json', 'id', '--jq', '.[].id');
  assert.equal(await list('--assignee', 'me'), id);
  assert.deepEqual((await list('--assignee', 'me', '--assignee', 'none')).split('\n').toSorted(), [id, other].toSorted());
  assert.equal(await list('--not-assignee', 'me'), other);
  assert.deepEqual((await list('--unanswered')).split('\n').toSorted(), [id, other].toSorted());
  assert.match(
    await earshot('feedback', 'view', id, '--comments'),
    /title\tCSV export\n[\s\S]*status\tplanned[\s\S]*due\t2026-12-24[\s\S]*, internal\nIn May\./,
  );
  assert.ok(!(await earshot('feedback', 'view', other)).includes('\u001B'));
  assert.equal(await earshot('feedback', 'merge', other, id), id);
  assert.equal(await earshot('feedback', 'unmerge', other), other);
  assert.equal(await earshot('feedback', 'not-duplicate', id, other), other);
  assert.equal(await earshot('feedback', 'not-duplicate', id, other, '--undo'), other);
  const { body: asked } = await server.call('POST', '/v1/feedback', {
    key: acme.key,
    visitor: '6f1c2f9a-0f0e-4b0a-9a53-2f1f0f7e9a11',
    body: { title: 'Why?', submitter_name: 'Ada' },
  });
  const answer = ['feedback', 'comment', '--body', 'Between us.', '--private'];
  assert.match(await earshot(...answer, asked.id), /^cmt_/);
  assert.match(await earshot('feedback', 'view', asked.id, '--comments'), /, private to Ada\nBetween us\./);
  assert.match((await runWith(env, ...answer, '--internal', asked.id)).stderr, /cannot be used with option '--internal'/);
  assert.match((await runWith(env, ...answer, id)).stderr, /^private must be false: the submitter of this entry has no/);
  await server.call('DELETE', `/v1/feedback/${asked.id}`, { token: acme.token });
  const file = join(folder, 'feedback.csv');
  await earshot('feedback', 'export', '--output', file);
  assert.match(readFileSync(file, 'utf8'), /^id,type,.*\nfb_.*CSV export/);
  for (const [records, first] of [
    ['comments', /^id,feedback_id,feedback_title,[^\n]*\ncmt_/],
    ['votes', /^feedback_id,feedback_title,vote,/],
  ] as const)
    assert.match(await earshot('feedback', 'export', '--records', records), first);
  assert.match(await earshot('feedback', 'export', '--format', 'jsonl'), /^\{"id":"fb_/);
  const mixed = await runWith(env, 'feedback', 'export', '--format', 'jsonl', '--records', 'votes');
  assert.match(mixed.stderr, /^JSON lines contain entries/);

  // Instead of a browser: a program that writes the URL into a file.
  const browser = join(folder, 'browser');
  writeFileSync(browser, `#!/bin/sh\necho "$1" > "${browser}.url"\n`, { mode: 0o700 });
  assert.equal((await runWith({ ...env, BROWSER: browser }, 'feedback', 'view', id, '--web')).code, 0);
  const opened = await until(() => existsSync(`${browser}.url`) && readFileSync(`${browser}.url`, 'utf8'));
  assert.equal(opened, `${server.url}/projects/${acme.slug}/feedback/${id}\n`);

  const table = await onTerminal('feedback', 'list');
  assert.match(table, /Showing 2 of 2 entries/);
  assert.match(table, /TITLE +TYPE +STATUS/);
});

test('wrong usage, missing credentials and errors of the server have their exit codes', async () => {
  const cases: [Record<string, string>, string[], number, RegExp][] = [
    [env, ['feedback', 'lists'], 2, /unknown command 'lists'/],
    [env, ['feedback', 'list', '--json', 'id,color'], 2, /Unknown JSON field: color\nAvailable fields: id, /],
    [env, ['feedback', 'list', '--jq', '.['], 2, /jq: /],
    [env, ['feedback', 'list', '--status', 'open'], 2, /Allowed choices are new/],
    [env, ['feedback', 'create'], 2, /Pass --title/],
    [base, ['feedback', 'list'], 4, /Not signed in to http:\/\/127\.0\.0\.1:4000/],
    [{ ...env, EARSHOT_TOKEN: 'earshot_pat_x' }, ['feedback', 'list', '-p', acme.id], 4, /\(auth\.token_invalid\)\nRequest id: /],
    [env, ['feedback', 'view', 'fb_01k0q6v3e8f5ntgjx1s6d2p9ra'], 1, /\(feedback\.not_found\)\nRequest id: /],
    [env, ['feedback', 'list', '-p', 'nowhere'], 2, /Project nowhere not found/],
    [base, ['login', '--url', 'ftp://acme.example/?x'], 2, /is not the URL of an instance/],
    [env, ['token', 'create', '--email', 'ada@example.com'], 1, /requires its code and data folder/],
  ];
  for (const [variables, args, code, message] of cases) {
    const result = await runWith(variables, ...args);
    assert.deepEqual([result.code, result.stdout], [code, ''], args.join(' ') + result.stderr);
    assert.match(result.stderr, message);
  }
});

test('login waits for the approval, stores the token, and logout revokes it', async () => {
  const { access_token: browser } = await signedIn(server, 'grace@example.com');
  const login = runWith(base, 'login', '--base-url', server.url, '--insecure-storage', '--profile', 'local');
  const { user_code: code } = await until(() =>
    server.db.selectFrom('device_authorizations').select('user_code').executeTakeFirst(),
  );
  await server.call('POST', '/v1/auth/device/decide', { token: browser, body: { user_code: code, allow: true } });
  const { code: exit, stdout, stderr } = await login;
  assert.deepEqual([exit, stdout], [0, 'local\n'], stderr);
  assert.match(stderr, /one-time code: [A-Z]{4}-[A-Z]{4}/);
  assert.equal(statSync(join(folder, 'credentials.json')).mode & 0o777, 0o600);

  const status = await runWith(base, 'auth', 'status', '--jq', '.[0].user');
  assert.deepEqual([status.code, status.stdout], [0, 'grace@example.com\n']);
  const token = (await runWith(base, 'auth', 'token')).stdout.trim();
  const language = async (...args: string[]) => (await runWith(base, 'auth', 'language', ...args)).stdout;
  assert.deepEqual([await language(), await language('ja'), await language()], ['browser\n', 'ja\n', 'ja\n']);
  assert.equal((await runWith(base, 'auth', 'language', 'xx')).code, 2);
  const elsewhere = await runWith({ ...base, EARSHOT_URL: 'http://127.0.0.1:9' }, 'project', 'list');
  assert.equal(elsewhere.code, 4, 'a token is not sent to another instance');
  assert.equal((await runWith(base, 'logout')).code, 0);
  assert.equal((await server.call('GET', '/v1/auth/session', { token })).status, 401);
});

test('the other groups list, create and change', async () => {
  assert.match(await earshot('project', 'list'), new RegExp(`^${acme.id}\tAcme\t${acme.slug}\towner$`));
  assert.match(await earshot('project', 'keys'), new RegExp(`^${acme.key}\t`));
  const keys = (...args: string[]) =>
    earshot('project', 'keys', ...args, '--jq', 'map([.name] + .allowed_origins | join(" ")) | join(", ")');
  assert.equal(
    await keys('--create', 'Shop', '--origins', 'https://a.example,https://b.example'),
    'Default, Shop https://a.example https://b.example',
  );
  assert.equal(await keys('--edit', 'shop', '--name', 'Store', '--origins', ''), 'Default, Store');
  assert.equal(await keys('--revoke', 'Store', '--yes'), 'Default');
  const created = await earshot('project', 'create', 'Second', '--slug', 'second');
  assert.equal(await earshot('project', 'list', '--jq', 'length'), '2');
  assert.match(created, /^prj_/);

  assert.match((await runWith(env, 'project', 'empty', '--yes')).stderr, /projects\.not_a_test_project/);
  const settings = { test: { enabled: true } };
  await server.call('PATCH', `/v1/projects/${created}`, { token: acme.token, body: { settings } });
  assert.equal(await earshot('project', 'empty', '--yes', '--project', created), created);

  const member = await earshot('member', 'add', 'lin@example.com', '--role', 'viewer');
  assert.equal(await earshot('member', 'list', '--jq', 'map(.role) | sort | join(" ")'), 'owner viewer');
  const renamed = await earshot('member', 'add', 'Lin@münchen.example', '--role', 'viewer');
  assert.equal(await earshot('member', 'remove', 'lin@xn--mnchen-3ya.example', '--yes'), renamed);
  assert.equal(await earshot('member', 'remove', 'ＬＩＮ@example.com', '--yes'), member);
  assert.match(
    await earshot('audit-log', 'list', '--since', '2026-01-01', '--limit', '1'),
    /^\d{4}-\S+\t\S+\t[^\t]*\tmember\.removed\tlin@example\.com$/,
  );
  assert.equal(await earshot('audit-log', 'list', '--action', 'member.added', '--jq', '.[].after.role'), 'viewer\nviewer');
  assert.match(
    await earshot('request-log', 'list', '--method', 'DELETE', '--status', '2xx', '--since', '2026-01-01', '--limit', '1'),
    /^\d{4}-\S+\tDELETE\t\/v1\/projects\/prj_\w+\/members\/usr_\w+\t200\t\t[\d.]+\t1\t[^\t]+\treq_\S+$/,
  );

  const reader = await earshot('report', 'subscribe', 'Board@example.com', '--frequency', 'monthly');
  assert.match(await earshot('report', 'list'), new RegExp(`^${reader}\tboard@example\\.com\tmonthly\tpending$`, 'm'));
  assert.equal(await earshot('report', 'unsubscribe', 'BOARD@example.com'), reader);
  const own = await earshot('report', 'subscribe', '--frequency', 'monthly');
  assert.equal(await earshot('report', 'list', '--jq', '.[] | .id + " " + .frequency'), `${own} monthly`);
  assert.equal(await earshot('report', 'unsubscribe', own), own);
  assert.match((await runWith(env, 'report', 'unsubscribe', own)).stderr, /Recipient rps_\w+ not found/);
  assert.match(await earshot('report', 'preview', '--frequency', 'monthly'), /^Monthly report\n/);
  assert.match(await earshot('report', 'preview', '--jq', '.subject'), /^Acme: weekly report, /);

  await server.call('POST', '/v1/waitlist', { key: acme.key, body: { email: 'ada@example.com' } });
  const told = await until(async () => await earshot('notification', 'list', '--kind', 'waitlist.joined'));
  assert.match(told, /^ntf_\w+\t\S+\tunread\tNew sign-ups\t1 sign-up on /);
  const [notification = ''] = told.split('\t');
  assert.equal(await earshot('notification', 'read', notification), notification);
  assert.equal(await earshot('notification', 'list', '--kind', 'waitlist.joined'), '');
  assert.match(await earshot('notification', 'list', '--all', '--kind', 'waitlist.joined'), /\tread\t/);
  assert.match(await earshot('notification', 'prefer', 'waitlist.joined', '--mail', 'off'), /^waitlist\.joined\toff\t/m);
  assert.equal(
    await earshot('notification', 'preferences', '--jq', '.[] | select(.preference != .default) | .kind'),
    'waitlist.joined',
  );
  assert.match((await runWith(env, 'notification', 'limit')).stderr, /Name either a segment or --everyone/);
  assert.match((await runWith(env, 'notification', 'limit', 'Nobody')).stderr, /Nobody/);
  assert.equal(await earshot('notification', 'limit', '--everyone'), 'everyone');
  assert.match(await earshot('waitlist', 'list'), /^wl_\w+\t1\tada@example\.com\t/);
  assert.match(await earshot('waitlist', 'stats'), /^total\t1$/m);
  const unlinked = await runWith(env, 'waitlist', 'invite', '--count', '1');
  assert.deepEqual([unlinked.code, /The invitation mail has no link/.test(unlinked.stderr)], [2, true]);
  await server.call('PATCH', `/v1/projects/${acme.id}`, {
    token: acme.token,
    body: { settings: { waitlist: { invitation_url: 'https://acme.example/start' } } },
  });
  assert.match(await earshot('waitlist', 'invite', '--count', '1', '--yes'), /^wl_/);
  assert.match(await earshot('waitlist', 'export'), /ada@example\.com/);

  const said = { author_name: 'Ada', content: 'It works.', rating: 5 };
  const { body: testimonial } = await server.call('POST', '/v1/testimonials', { key: acme.key, body: said });
  assert.equal(await earshot('testimonial', 'approve', testimonial.id), testimonial.id);
  assert.equal(await earshot('testimonial', 'feature', testimonial.id), testimonial.id);
  assert.match(await earshot('testimonial', 'list'), /\tapproved\tfeatured\tIt works\./);
  const guided = ['--question', 'What changed, and why?', '--remind-after', '7'];
  const praiseRule = await earshot(
    'testimonial',
    'rule',
    'create',
    'A',
    '--event',
    'export',
    '--times',
    '3',
    '--disable',
    ...guided,
  );
  const asked = await earshot('testimonial', 'rule', 'list', '--json', 'questions,reminder_days');
  assert.equal(asked, '[{"questions":["What changed, and why?"],"reminder_days":7}]');
  const unguided = ['--name', 'Users', '--channel', 'widget', '--no-questions', '--no-reminder'];
  assert.equal(await earshot('testimonial', 'rule', 'edit', praiseRule, ...unguided, '--jq', '.questions | length'), '0');
  assert.match(await earshot('testimonial', 'rule', 'list'), /\tUsers\texport 3×\twidget\tdisabled\t0\t0\t0/);
  assert.equal(await earshot('testimonial', 'rule', 'delete', praiseRule, '--yes'), praiseRule);
  assert.equal(await earshot('testimonial', 'reject', testimonial.id, '--json', 'status'), '[{"status":"rejected"}]');

  const entry = await earshot('changelog', 'create', '--title', 'CSV export', '--body', '**Here**', '--version', '1.2.0');
  assert.equal(await earshot('changelog', 'edit', entry, '--type', 'fix'), entry);
  assert.equal(await earshot('changelog', 'schedule', entry, '2099-01-01', '--jq', '.status'), 'scheduled');
  assert.equal(await earshot('changelog', 'publish', entry, '--jq', '.status'), 'published');
  assert.match(await earshot('changelog', 'list', '--status', 'published'), /\tCSV export\t1\.2\.0\tfix\tpublished\t/);
  assert.match(await earshot('changelog', 'view', entry), /\*\*Here\*\*/);
  const success = async (value: string) =>
    await earshot('changelog', 'edit', entry, '--success', value, '--window-days', '30', '--jq', '.success');
  assert.deepEqual([await success('/exports'), await success('none')], ['{"page":"/exports"}', 'null']);
  assert.equal(await success('exported'), '{"event":"exported"}');
  assert.equal(
    await earshot('changelog', 'edit', entry, '--announce', 'popup', '--announce-until', '2099-01-01', '--jq', '.announcement'),
    'popup',
  );
  assert.equal(
    await earshot('changelog', 'edit', entry, '--announce', 'none', '--announce-until', 'none', '--jq', '.announcement'),
    'null',
  );
  const limit = ['--page', '/billing/*', '--language', 'de', '--jq', '.pages + .languages | join(" ")'];
  assert.equal(await earshot('changelog', 'edit', entry, ...limit), '/billing/* de');
  assert.equal(await earshot('changelog', 'edit', entry, '--page', 'none', '--language', 'none', '--jq', '.pages | length'), '0');
  assert.equal(await earshot('changelog', 'add-subscribers', 'lin@example.com', 'kay@example.com'), '2');
  assert.match(await earshot('changelog', 'subscribers'), /\tkay@example\.com\t/);
  assert.match(await earshot('changelog', 'adoption', entry), /^title\tCSV export\nasked\t0\n/);
  assert.equal(await earshot('changelog', 'adoption', entry, '--people', 'silent', '--json', 'id'), '[]');

  const receiver = await startReceiver();
  const rule = ['--metric', 'events', '--condition', 'above', '--threshold', '10', '--filter', 'event:is:error'];
  const alert = await earshot('alert', 'create', 'Errors', ...rule, '--window', '15');
  assert.match(alert, /^alr_\w+$/);
  assert.match(await earshot('alert', 'list'), /^alr_\w+\tErrors\tevents\tabove 10\tlearning/);
  assert.match(await earshot('alert', 'preview', ...rule), /^0 triggers in \d+ windows/);
  assert.equal(await earshot('alert', 'history', alert), '');
  assert.equal(await earshot('alert', 'disable', alert), alert);
  assert.equal(JSON.parse(await earshot('alert', 'enable', alert, '--json')).enabled, true);
  assert.equal((await runWith(env, 'alert', 'preview', ...rule, '--threshold', 'many')).code, 2);
  assert.equal(await earshot('alert', 'delete', alert, '--yes'), alert);
  const [webhook = ''] = (await earshot('webhook', 'create', receiver.url, '--events', 'feedback.created')).split('\t');
  assert.match(await earshot('webhook', 'test', webhook), /\tsucceeded\tstatus 2\d\d$/);
  const [delivery = ''] = (await earshot('webhook', 'deliveries', webhook)).split('\t');
  assert.match(await earshot('webhook', 'retry', webhook, delivery), /\tsucceeded\t/);
  assert.equal(await earshot('webhook', 'replay', webhook, '--since', '2026-01-01', '--status', 'all'), '0', 'only a test event');
  assert.match(await earshot('webhook', 'list'), /\tfeedback\.created\tenabled$/);
});

test('a changelog draft lists the commits of a range and links their feedback', async () => {
  const repository = join(folder, 'repository');
  const { git, commit } = createRepository(repository);
  commit('feat: before the range');
  git('tag', 'v1.2.0');
  const id = await earshot('feedback', 'create', '--title', 'Faster exports');
  const unknown = 'fb_01k0q6v3e8f5ntgjx1s6d2p9ra';
  commit('feat(export): write `__proto__` columns as *text* (#12)', `Fixes ${id}, ${unknown}`);
  commit('fix: keep filters');
  commit('chore: update dependencies');
  commit('widgets: load later');
  git('switch', '-q', '-c', 'topic');
  commit('wip');
  commit('fix typo');
  git('switch', '-q', 'main');
  git('merge', '-q', '--no-ff', 'topic', '-m', 'Merge pull request #13 from acme/topic', '-m', 'perf: read exports in parallel');
  git('switch', '-q', '-c', 'other');
  commit('fix(api)!: reject unknown fields');
  git('switch', '-q', 'main');
  git('merge', '-q', '--no-ff', 'other', '-m', "Merge branch 'other'");
  git('tag', 'v1.3.0');

  const content = `## Breaking changes

- **api:** Reject unknown fields

## New

- **export:** Write \`__proto__\` columns as \\*text\\*

## Improved

- Read exports in parallel

## Fixed

- Keep filters

## Other changes

- **widgets:** Load later`;
  const draft = (range: string, ...args: string[]) => runIn(repository, env, 'changelog', 'draft', '--from-git', range, ...args);
  const preview = await draft('v1.2.0..v1.3.0', '--dry-run');
  assert.equal(preview.stdout, `# Version 1.3.0\n\n${content}\n`);
  const { code, stdout, stderr } = await draft('v1.2.0..v1.3.0', '--jq', '[.status, .type, .version, .title, .feedback_ids[0]]');
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), ['draft', 'breaking', '1.3.0', 'Version 1.3.0', id]);
  assert.equal(stderr, `${unknown} was not found and is not linked\n`);

  commit('analytics: count visits');
  commit('dashboard: show dates');
  commit('Analytics engine was rewritten: twice');
  commit('analytics: join visits (#7)');
  commit('docs: explain visits');
  commit('tests: count less');
  commit('fixup! analytics: count visits');
  commit("Merge branch 'squashed'");
  assert.match(
    (await draft('v1.3.0..HEAD', '--dry-run')).stdout,
    /^# Update of \w+ \d+, 20\d\d\n\n## Analytics\n\n- Join visits\n- Count visits\n\n## Other changes\n\n- Analytics engine was rewritten: twice\n- \*\*dashboard:\*\* Show dates\n$/,
  );
  git('tag', 'v1.4.0');
  assert.match((await draft('v1.3.0..HEAD', '--dry-run')).stdout, /^# Version 1\.4\.0\n/);
  for (let count = 0; count < 101; count++) commit(`widgets: change ${count}`);
  const long = await draft('v1.4.0..', '--dry-run');
  assert.equal(long.stdout.match(/^- /gm)?.length, 100);
  assert.match(long.stderr, /^The draft lists the last 100 of 101 changes/);
  assert.match((await draft('--no-editor')).stderr, /^error: option '--from-git <range>' argument missing\nRun `/);

  assert.match((await draft('v1.3.0..v1.3.0')).stderr, /contains no commits for a changelog/);
  assert.match((await draft('v9..HEAD')).stderr, /^git: bad revision 'v9\.\.HEAD'/);
  assert.match((await draft('--output=x')).stderr, /^git: bad revision/);
});

test('completion offers commands, options and values', async () => {
  assert.match(await earshot('completion', 'bash'), /complete -o default -F _earshot earshot/);
  for (const shell of ['zsh', 'fish']) assert.match(await earshot('completion', shell), /earshot __complete/);
  assert.equal(await earshot('__complete', '--', 'feed'), 'feedback');
  assert.equal(await earshot('__complete', '--', 'feedback', 'list', '--status', 'pl'), 'planned');
  assert.equal(await earshot('__complete', '--', 'feedback', 'list', '--visi'), '--visibility');
});
