import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Command } from 'commander';
import { IS_LONG } from '@earshot/server/testing/long';
import { startReceiver } from '@earshot/server/testing/receiver';
import { sharedTestServer } from '@earshot/server/testing/server';
import { until } from '@earshot/server/testing/until';
import { createProgram } from '../src/program.ts';
import { CTRL_C, runIn, start, useTerminal } from './processes.ts';
import { plant, type Seed } from './terminal-seed.ts';

// Every command, on a terminal and piped: people see tables and sentences, scripts receive tab-separated values, ids or files. The short version
// runs every command piped, and on a terminal those with an output of their own and one of each kind.

const root = mkdtempSync(join(tmpdir(), 'earshot-terminal-'));
after(() => rmSync(root, { recursive: true, force: true }));
const grounds = { server: await sharedTestServer(), receiver: await startReceiver(), root };

interface Case {
  args?: (seed: Seed) => string[];
  /** Columns of a list: a table with a head on a terminal, tab-separated values without one otherwise. */
  columns?: string[];
  terminal?: RegExp;
  piped?: RegExp;
  code?: number;
  /** Uses the profiles of the folder instead of environment variables. */
  hasProfile?: boolean;
}

/** A sentence with a check mark on a terminal, maybe after a removed progress; one value such as an id otherwise. */
const DONE: Case = { terminal: /(?:^|\[K)✓ \S+ /m, piped: /^\S+\n$/ };
/** The same output in both. */
const same = (output: RegExp): Case => ({ terminal: output, piped: output });
const change = (args: NonNullable<Case['args']>, more: Case = {}): Case => ({ ...DONE, ...more, args });
const TRANSACTION = { terminal: /^✓ .* status 204/m, piped: /^dlv_\w+\tsucceeded\tstatus 204\n$/ };
const ARTICLES = ['-i', 'Help'];

const CASES: Record<string, Case> = {
  'auth status': { hasProfile: true, terminal: /^✓ http\S+\r\nProfile: +first/m, piped: /^. http\S+\nProfile\tfirst\n/ },
  'auth token': { hasProfile: true, ...same(/^earshot_pat_\w+\r?\n$/) },
  'auth switch': change(() => ['second'], { hasProfile: true }),
  'auth language': change(() => ['en']),
  logout: change(() => ['--profile', 'leaving'], { hasProfile: true }),
  'project list': { columns: ['id', 'name', 'slug', 'role'] },
  'project create': change(() => ['Third']),
  'project use': change(({ slug }) => [slug], { hasProfile: true }),
  'project empty': change(({ staging }) => ['--yes', '--project', staging.id]),
  'project keys': { columns: ['key', 'name', 'origins', 'created', 'last used', 'expires'] },
  'notification list': { args: () => ['--all'], columns: ['id', 'time', 'state', 'what', 'title'] },
  'notification read': change(() => []),
  'notification preferences': { columns: ['kind', 'mail', 'when'] },
  'notification limit': change(() => ['--everyone']),
  'notification prefer': { args: () => ['feedback.created', '--mail', 'off'], columns: ['kind', 'mail', 'when'] },
  'member list': { columns: ['id', 'email', 'name', 'role', 'state'] },
  'member invite-again': change(({ name }) => [`${name}-waiting@example.com`]),
  'member add': change(({ name }) => [`${name}-new@example.com`]),
  'member remove': change(({ name }) => [`${name}-leaving@example.com`, '--yes']),
  'report list': { columns: ['id', 'email', 'frequency', 'state'] },
  'report subscribe': change(({ name }) => [`${name}-reader@example.com`, '--frequency', 'monthly']),
  'report unsubscribe': change(({ email }) => [email]),
  'report preview': same(/^Weekly report\r?\n/),
  'service-account list': { columns: ['id', 'name', 'scopes', 'created by', 'expires', 'last used'] },
  'service-account create': {
    args: () => ['Third', '--scopes', 'feedback:read'],
    terminal: /^✓ Created .*\r\nToken: earshot_sat_/m,
    piped: /^svc_\w+\tearshot_sat_\w+\n$/,
  },
  'service-account edit': change(() => ['Other', '--scopes', 'changelog:read']),
  'service-account rotate': {
    args: () => ['Other'],
    terminal: /^✓ Rotated .*\r\nToken: earshot_sat_/m,
    piped: /^svc_\w+\tearshot_sat_\w+\n$/,
  },
  'service-account tokens': { args: () => ['Bot'], columns: ['id', 'token', 'created', 'expires', 'last used'] },
  'service-account revoke': change(({ oldToken }) => ['Revoked', oldToken, '--yes']),
  'service-account delete': change(() => ['Deleted', '--yes']),
  'audit-log list': { columns: ['time', 'user', 'token', 'action', 'target'] },
  'request-log list': {
    columns: ['time', 'method', 'path', 'status', 'code', 'ms', 'count', 'credential', 'request'],
  },
  'feedback list': { columns: ['id', 'title', 'type', 'status', 'votes', 'created'] },
  'feedback view': {
    args: ({ feedback }) => [String(feedback[0])],
    terminal: /^Entry 0\r\n\r\nid: +fb_/,
    piped: /^id\tfb_\w+\ntitle\tEntry 0\n/,
  },
  'feedback create': change(() => ['--title', 'Dark mode']),
  'feedback edit': change(({ feedback }) => [String(feedback[1]), '--title', 'Other title']),
  'feedback status': change(({ feedback }) => [String(feedback[2]), 'planned']),
  'feedback comment': change(({ feedback }) => [String(feedback[3]), '--body', 'In May.']),
  'feedback merge': change(({ feedback }) => [String(feedback[4]), String(feedback[5]), '--yes']),
  'feedback unmerge': change(({ feedback }) => [String(feedback[6])]),
  'feedback not-duplicate': change(({ feedback }) => [String(feedback[0]), String(feedback[1])]),
  'feedback vote': change(({ feedback }) => [String(feedback[0])]),
  // No entry has unusually many votes.
  'feedback bursts': { args: ({ feedback }) => [String(feedback[0])], piped: /^$/ },
  'feedback demand': {
    args: ({ feedback }) => [String(feedback[0]), '--score', 'votes'],
    columns: ['term', 'value', 'points', 'share', 'unknown'],
  },
  'score list': { columns: ['name', 'terms', 'computed'] },
  'score set': change(() => ['demand', '--term', 'active,days=30,weight=2']),
  'score delete': change(() => ['gone', '--yes']),
  'feedback export': same(/^id,type,[^\n]*\nfb_/),
  'board list': { columns: ['id', 'name', 'slug', 'access', 'entries'] },
  'board create': change(() => ['News']),
  'board edit': change(() => ['ideas', '--access', 'team']),
  'board delete': change(() => ['gone', '--yes']),
  'person list': { columns: ['id', 'user id', 'email', 'name', 'company', 'last seen'] },
  'person view': { args: ({ people }) => [String(people[0])], terminal: /^id: +per_/, piped: /^id\tper_/ },
  'person timeline': { args: ({ people }) => [String(people[0])], columns: ['time', 'kind', 'id', 'title', 'text'] },
  'person set': change(() => ['u_9', 'plan=pro']),
  'person merge': change(({ people }) => [String(people[1]), String(people[2]), '--yes']),
  'person separate': change(({ people, name }) => [String(people[3]), `${name}3@example.com`]),
  'company list': { columns: ['id', 'name', 'people', 'attributes'] },
  'company view': { args: () => ['acme'], terminal: /^id: +acme/, piped: /^id\tacme/ },
  'person export': same(/u_0/),
  'segment list': { columns: ['id', 'name', 'match', 'conditions'] },
  'segment view': { args: () => ['Voters'], terminal: /^id: +psg_/, piped: /^id\tpsg_/ },
  'segment create': change(() => ['Exporters', '--event', 'export:3:30']),
  'segment edit': change(() => ['Voters', '--any', '--page', '/pricing']),
  'segment preview': { args: () => ['--page', '/pricing'], terminal: /^0 people\r\n$/, piped: /^0 people\n$/ },
  'segment delete': change(() => ['Gone', '--yes']),
  'waitlist list': { columns: ['id', 'position', 'email', 'name', 'status', 'referrals', 'joined'] },
  'waitlist stats': { terminal: /^total: +2\r$/m, piped: /^total\t2$/m },
  'waitlist invite': change(({ waitlist }) => [String(waitlist[0]), '--yes']),
  'waitlist broadcast list': {
    columns: ['id', 'subject', 'status', 'recipients', 'delivered', 'failed', 'unsubscribed', 'sent'],
  },
  'waitlist broadcast preview': {
    ...same(/^\d recipients?\r?\n\r?\nHi\r?\n/),
    args: () => ['--subject', 'Hi', '--body', 'Soon'],
  },
  'waitlist broadcast test': change(() => ['--subject', 'Hi', '--body', 'Soon']),
  'waitlist broadcast send': change(() => ['--subject', 'Hi', '--body', 'Soon', '--yes']),
  'waitlist broadcast resume': change(({ broadcast }) => [broadcast]),
  'waitlist export': same(/@example\.com/),
  'testimonial list': { columns: ['id', 'author', 'rating', 'status', 'featured', 'text', 'created'] },
  'testimonial export': same(/^id,status,content,[^\n]*\ntm_/),
  'testimonial asked': { columns: ['id', 'person', 'subject', 'status', 'asked'] },
  'testimonial rule list': {
    columns: ['id', 'name', 'trigger', 'channel', 'enabled', 'asked', 'answered', 'declined'],
  },
  'testimonial rule create': change(({ name }) => [name, '--trigger', 'answer_helpful', '--channel', 'widget', '--disable']),
  'testimonial rule edit': change(({ rules }) => [String(rules[0]), '--message', 'Thanks']),
  'testimonial rule preview': {
    ...same(/^The rule would ask 0 people now\./),
    args: ({ rules }) => [String(rules[0])],
  },
  'testimonial rule delete': change(({ rules }) => [String(rules[1]), '--yes']),
  'testimonial collection list': { columns: ['id', 'slug', 'name', 'testimonials', 'rating', 'url'] },
  'testimonial collection create': change(() => ['Agencies']),
  'testimonial collection edit': change(() => ['wall-0', '--name', 'Partners']),
  'testimonial collection add': change(({ testimonials }) => ['wall-0', String(testimonials[0])]),
  'testimonial collection delete': change(() => ['wall-1', '--yes']),
  'testimonial approve': change(({ testimonials }) => [String(testimonials[0])]),
  'testimonial reject': change(({ testimonials }) => [String(testimonials[1])]),
  'testimonial feature': change(({ testimonials }) => [String(testimonials[2])]),
  'changelog list': { columns: ['id', 'title', 'version', 'type', 'status', 'published', 'views', 'reactions'] },
  'changelog export': same(/^id,status,title,[^\n]*\ncl_/),
  'changelog view': {
    args: ({ changelog }) => [String(changelog[0])],
    terminal: /^Release 0\r\n\r\nid: /,
    piped: /^id\t\w+\ntitle\tRelease 0\n/,
  },
  'changelog create': change(() => ['--title', 'Release', '--body', 'Text']),
  'changelog edit': change(({ changelog }) => [String(changelog[0]), '--version', '1.0.0']),
  'changelog publish': change(({ changelog }) => [String(changelog[1]), '--yes']),
  'changelog effect': {
    args: ({ release }) => [release],
    columns: ['figure', 'after', 'low', 'high', 'verdict'],
  },
  'changelog subscribers': { columns: ['id', 'email', 'confirmed', 'subscribed'] },
  'changelog add-subscribers': change(({ name }) => [`${name}-asked@example.com`]),
  'changelog schedule': change(({ changelog }) => [String(changelog[2]), '2099-01-01']),
  'changelog adoption': {
    args: ({ release }) => [release],
    terminal: /^title: +Release 3\r\nasked: +0\r$/m,
    piped: /^title\tRelease 3\nasked\t0\n/,
  },
  'changelog draft': change(({ name }) => ['--from-git', 'HEAD~1..HEAD', '--no-editor', '--title', name]),
  'articles push': {
    args: ({ folder }) => [join(folder, 'articles'), ...ARTICLES],
    terminal: /^\+ new\.md +New page\r$/m,
    piped: /^add\tnew\.md\tNew page\n$/,
  },
  'articles pull': {
    args: ({ folder }) => [join(folder, 'pulled'), ...ARTICLES],
    // The progress that is removed before is shown only if it takes a while.
    terminal: /(?:^|\[K)\+ old\.md +Old page\r$/m,
    piped: /^add\told\.md\tOld page$/m,
  },
  'articles list': {
    args: () => ARTICLES,
    columns: ['id', 'title', 'status', 'category', 'views', 'helpful', 'searches', 'updated'],
  },
  'articles order': { args: () => ARTICLES, columns: ['category', 'id', 'title'] },
  'articles publish': change(() => ['draft.md', ...ARTICLES]),
  'articles unpublish': change(() => ['other.md', ...ARTICLES]),
  'articles export': { args: () => ARTICLES, ...same(/^id,external_id,title,[^\n]*\ndoc_/) },
  'articles search': { args: () => ['exports', ...ARTICLES], columns: ['id', 'title', 'section', 'score', 'text'] },
  // The instance has no language model.
  'articles ask': { args: () => ['exports', ...ARTICLES], code: 1, ...same(/The instance requires a language model/) },
  'search-cluster list': { columns: ['id', 'query', 'searches', 'status', 'last searched'] },
  'search-cluster show': { args: ({ clusters }) => [String(clusters[0])], terminal: /^id: +scl_/, piped: /^id\tscl_/ },
  'search-cluster link': change(({ clusters, feedback }) => [String(clusters[0]), '--feedback', String(feedback[0])]),
  'search-cluster dismiss': change(({ clusters }) => [String(clusters[1])]),
  'search-cluster reopen': change(({ clusters }) => [String(clusters[2])]),
  'proposal list': { columns: ['id', 'kind', 'state', 'about', 'proposal'] },
  'proposal create': { args: () => ['--kind', 'release_notes'], code: 1, ...same(/has no language model/) },
  'proposal accept': change(({ proposals }) => [String(proposals[0])]),
  'proposal dismiss': change(({ proposals }) => [String(proposals[1])]),
  'analytics overview': {
    terminal: /^METRIC +VALUE +PREVIOUS +CHANGE[\s\S]*^page views +0/m,
    piped: /^visitors\t\d+\t\d+\npage_views\t0\t/,
  },
  'analytics breakdown': {
    args: () => ['event'],
    columns: ['value', 'visitors', 'visits', 'page views', 'events', 'bounce rate'],
  },
  'analytics pivot': {
    args: () => ['event', 'source'],
    terminal: /^EVENT +VISITORS +\(NONE\)[\s\S]*^signed_up +1 +1/im,
    piped: /^signed_up\t\(none\)\t1\t/m,
  },
  'analytics goal list': { columns: ['id', 'name', 'counts', 'visitors', 'conversions', 'rate'] },
  'analytics goal create': change(() => ['Paid', '--event', 'paid']),
  'analytics goal delete': change(({ goals }) => [String(goals[0]), '--yes']),
  'analytics share list': { columns: ['id', 'name', 'url', 'embed url', 'opened'] },
  'analytics share create': change(() => ['Open', '--embed']),
  'analytics share delete': change(({ shares }) => [String(shares[0]), '--yes']),
  'analytics funnel': { args: () => ['signed_up'], columns: ['step', 'count', 'of first', 'of previous'] },
  'analytics funnels': { columns: ['id', 'name', 'steps'] },
  'analytics vitals': { columns: ['metric', 'p75', 'rating', 'good', 'needs improvement', 'poor', 'measurements'] },
  'analytics revenue': { columns: ['revenue', 'currency', 'events', 'visitors'] },
  'analytics search-terms': { piped: /^$/ },
  'analytics users': { columns: ['user id', 'name', 'visits', 'page views', 'events', 'first seen', 'last seen'] },
  'analytics visits': { columns: ['start', 'user id', 'entry page', 'exit page', 'page views', 'source', 'country'] },
  'analytics export': same(/signed_up/),
  'analytics accept-loss': { code: 1, ...same(/requires its code and data folder/) },
  export: change(({ folder }) => ['--output', join(folder, 'archive.zip')]),
  'import files': { args: ({ folder }) => ['csv', join(folder, 'ideas.csv'), '--yes'], ...same(/^feedback: 1 created\r?\n/m) },
  'import list': { columns: ['id', 'source', 'status', 'records', 'created'] },
  'import problems': { args: ({ imports }) => [imports.wrong], columns: ['file', 'line', 'field', 'problem'] },
  'import resume': { args: ({ imports }) => [imports.ready], ...same(/^feedback: 1 created\r?\n/) },
  'import undo': change(({ imports }) => [imports.finished, '--yes']),
  'event send': change(() => ['opened', '--user-id', 'u_2']),
  'webhook list': { columns: ['id', 'url', 'format', 'events', 'state'] },
  'webhook create': {
    args: () => [grounds.receiver.url],
    terminal: /^✓ Created webhook whk_\w+\r\nSecret: whsec_/m,
    piped: /^whk_\w+\twhsec_\S+\n$/,
  },
  'webhook test': { args: ({ webhook }) => [webhook.id], ...TRANSACTION },
  'webhook deliveries': { args: ({ webhook }) => [webhook.id], columns: ['id', 'event', 'status', 'attempts', 'created'] },
  'webhook retry': { args: ({ webhook, delivery }) => [webhook.id, delivery], ...TRANSACTION },
  'webhook replay': change(({ webhook }) => [webhook.id, '--since', '2026-11-01']),
  api: { args: () => ['GET', '/v1/auth/session'], terminal: /^\{\r\n {2}"user": /, piped: /^\{"user":\{.*\}\n$/ },
  'alert list': { columns: ['id', 'name', 'metric', 'condition', 'state', 'last'] },
  'alert create': change(() => ['Few visitors', '-m', 'visitors', '-c', 'below', '-t', '5']),
  'alert preview': {
    args: () => ['-m', 'visitors', '-c', 'below', '-t', '5'],
    piped: /^\d+ triggers in \d+ windows/,
  },
  // Nothing has been triggered.
  'alert history': { args: ({ alerts }) => [String(alerts[0])], piped: /^$/ },
  'alert disable': change(({ alerts }) => [String(alerts[1])]),
  'alert enable': change(({ alerts }) => [String(alerts[1])]),
  'alert delete': change(({ alerts }) => [String(alerts[2]), '--yes']),
  init: { args: () => ['--write'], ...DONE, piped: /^index\.html\n$/ },
  completion: { args: () => ['bash'], ...same(/complete -o default/) },
  version: {
    terminal: /^Command line: +\d+\.\d+\.\d+\r\nInstance: +\d+\.\d+\.\d+\r\nAPI: +v1\r\n/,
    piped: /^Command line\t\d+\.\d+\.\d+\nInstance\t\d+\.\d+\.\d+\nAPI\tv1\n/,
  },
  'token create': { args: () => ['--email', 'ada@example.com'], code: 1, ...same(/requires its code and data folder/) },
  'backup create': { args: () => ['backups'], code: 1, ...same(/requires its code and data folder/) },
  'backup verify': { args: () => ['backup.tar'], code: 1, ...same(/requires its code and data folder/) },
  restore: { args: () => ['backup.tar'], code: 1, ...same(/requires its code and data folder/) },
  'setup-link': { code: 1, ...same(/requires its code and data folder/) },
  migrate: { args: () => ['--plan'], code: 1, ...same(/requires its code and data folder/) },
  rollback: { args: () => ['--yes'], code: 1, ...same(/requires its code and data folder/) },
  'user recover': { args: () => ['--email', 'ada@example.com'], code: 1, ...same(/requires its code and data folder/) },
};

/** Commands that wait for somebody or run until they are stopped, tested below and in the files named like them or prompts.test.ts. */
const OTHERS = ['login', 'mcp', 'doctor', 'analytics live', 'webhook listen'];

/** Commands that the short version runs on a terminal: one with a list, with a check mark and with an error. */
const KINDS = new Set(['project list', 'project create', 'backup create']);
const isOnTerminal = (name: string, { terminal, code }: Case) =>
  IS_LONG || KINDS.has(name) || (terminal && terminal !== DONE.terminal && !code);

const [onTerminal, piped] = await Promise.all([plant(grounds, 'shown'), plant(grounds, 'piped')]);
const variablesOf = (seed: Seed, { hasProfile }: Case) => (hasProfile ? seed.profiles : seed.env);

test('every command has a case', () => {
  const visit = (command: Command, path: string[]): string[] =>
    command.commands.length ? command.commands.flatMap((child) => visit(child, [...path, child.name()])) : [path.join(' ')];
  const names = visit(createProgram(), []).filter((name) => !name.startsWith('__'));
  assert.deepEqual(names.toSorted(), [...Object.keys(CASES), ...OTHERS].toSorted());
});

describe('on a terminal and piped', { concurrency: 3 }, () => {
  for (const [name, command] of Object.entries(CASES))
    test(name, async () => {
      const { args = () => [], columns = [], terminal, piped: expected, code = 0 } = command;
      const words = (seed: Seed) => [...name.split(' '), ...args(seed)];
      const result = await runIn(piped.folder, variablesOf(piped, command), ...words(piped));
      assert.equal(result.code, code, result.stdout + result.stderr);
      const output = code ? result.stderr : result.stdout;
      if (!code) assert.equal(result.stderr, '');
      if (expected) assert.match(output, expected);
      if (columns.length) {
        const lines = output.replace(/\n$/, '').split('\n');
        for (const line of lines) assert.equal(line.split('\t').length, columns.length, line);
        assert.notEqual(lines[0]?.split('\t')[0], columns[0]?.toUpperCase());
      }

      if (!isOnTerminal(name, command)) return;
      const shown = await useTerminal(variablesOf(onTerminal, command), words(onTerminal), {
        columns: 250,
        cwd: onTerminal.folder,
      });
      assert.equal(shown.code, code, shown.output);
      if (terminal) assert.match(shown.output, terminal);
      if (!columns.length) return;
      const head = columns.map((column) => column.toUpperCase()).join(' +');
      assert.match(shown.output, new RegExp(`^${head}\r\n[^\r\n]+`, 'm'));
      assert.ok(!shown.output.includes('\t'), 'a table has no tabs');
    });
});

for (const [name, args, happen, shown, line] of [
  [
    'analytics live',
    [],
    (seed: Seed) => seed.post('/v1/analytics/events', { name: 'seen_live', user_id: 'u_9' }, { key: seed.key }),
    /Current visitors: \d+/,
    /\tseen_live/,
  ],
  [
    'webhook listen',
    ['--events', 'feedback.created'],
    (seed: Seed) => seed.post('/v1/feedback', { title: 'Seen' }, { key: seed.key }),
    /Waiting for events/,
    /feedback\.created/,
  ],
] as const)
  test(`${name} prints events until Ctrl+C, on a terminal and piped`, async () => {
    const words = [...name.split(' '), ...args];
    let repeated: NodeJS.Timeout | undefined;
    const repeat = (seed: Seed) => (repeated = setInterval(() => void happen(seed), 500));
    const terminal = await useTerminal(onTerminal.env, words, {
      steps: [
        [shown, async () => (repeat(onTerminal), '')],
        [line, CTRL_C],
      ],
    });
    clearInterval(repeated);
    const command = start(piped.folder, piped.env, ...words);
    repeat(piped);
    await until(() => line.test(command.output()), 30_000);
    clearInterval(repeated);
    command.interrupt();
    const { code, stderr } = await command.result;
    assert.deepEqual([code, stderr], [terminal.code, '']);
  });

test('tables on a terminal of 80 columns show ids whole, and fit', async () => {
  for (const [list, id] of [
    [['feedback', 'list'], onTerminal.feedback[0]],
    [['waitlist', 'list'], onTerminal.waitlist[0]],
    [['testimonial', 'list', '--status', 'pending'], onTerminal.testimonials[2]],
  ] as const) {
    const { output } = await useTerminal(onTerminal.env, [...list]);
    assert.ok(output.includes(id ?? 'missing'), output);
    for (const line of output.split('\r\n')) assert.ok(line.length <= 80, line);
  }
});
