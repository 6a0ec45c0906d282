import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { BOARD_ACCESS, type BoardAccess } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import { createVisitor, readField } from '../../../instance/end-users/fixtures/visitor.ts';
import { connectClient, callTool } from '../../../instance/mcp/fixtures/client.ts';
import { openEventStream } from '../../../platform/api/fixtures/event-stream.ts';
import { parseId } from '../../../platform/ids.ts';
import { runJobs, runScheduled } from '../../../testing/jobs.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { startReceiver } from '../../../testing/receiver.ts';
import { type Call, type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createBoards, createMust, findIn, WORDS } from './fixtures/boards.ts';

// The table of access × surface × visitor for surfaces of the team, for widgets and for account pages. access.test.ts has lists, single
// entries and public pages, mails.test.ts has mails to followers, report.test.ts has reports. The rule for the team: every member,
// regardless of role, reads every board, and so do the endpoints and streams of the project; nobody else reaches these surfaces at all.

const smtp = await startMailServer();
after(() => smtp.close());
// A server of its own, because the test runs delayed jobs and receives mails.
const server = await startTestServer({
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  EARSHOT_TRUST_PROXY: '1',
  EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on',
});
const { call, db } = server;
const must = createMust(server);
const project = await server.createProject('Boards');
const { id: projectId, key, token, slug } = project;
const query = { project_id: projectId };
const asOwner = { token, query };

/** Adds a member who has signed in, and is mailed at the end of the day. */
async function join(role: string) {
  const { email, token: own } = await server.signIn();
  const { user_id: id } = await must('POST', `/v1/projects/${projectId}/members`, { token, body: { email, role } });
  await sql`UPDATE users SET issuer = 'https://id.example', subject = id::text WHERE id = ${parseId('usr', id)}`.execute(db);
  return { email, token: own, id: id as string };
}
const members = { viewer: await join('viewer'), member: await join('member'), admin: await join('admin') };
type Role = keyof typeof members;
const ROLES = Object.keys(members) as Role[];
const former = await join('member');

const { url: hookUrl, received } = await startReceiver();
await must('POST', '/v1/webhooks', { ...asOwner, body: { url: `${hookUrl}?plain` } });
await must('POST', '/v1/webhooks', { ...asOwner, body: { url: `${hookUrl}?personal`, include_personal_data: true } });
const rival = await server.createProject('Rival');
await must('POST', '/v1/webhooks', {
  token: rival.token,
  query: { project_id: rival.id },
  body: { url: `${hookUrl}?rival`, include_personal_data: true },
});
const listen = (path: string, more: object = {}) =>
  openEventStream(new URL(`${path}?${String(new URLSearchParams({ ...query, ...more }))}`, server.url), {
    authorization: `Bearer ${token}`,
  });
const streams = {
  plain: await listen('/v1/webhooks/events'),
  personal: await listen('/v1/webhooks/events', { include_personal_data: 'true' }),
  changes: await listen('/v1/webhooks/changes'),
};

await must('PUT', '/v1/people/u_submitter', { ...asOwner, body: { email: 'submitter@boards.example' } });
const { entries } = await createBoards(server, project);
for (const prefix of ['feedback.', 'webhooks.']) await runJobs(db, prefix);
const deliveredTo = (name: string) => received.filter(({ path }) => path.endsWith(`?${name}`)).map(({ body }) => body);
await until(
  () =>
    ['plain', 'personal'].every((name) => deliveredTo(name).join().includes(WORDS.team)) &&
    [streams.plain, streams.personal].every(({ text }) => text.includes(WORDS.team)) &&
    streams.changes.text.includes(entries.team.id),
);
assert.deepEqual(
  findIn((await call('GET', '/v1/notifications', { token: former.token, query: { ...query, limit: 100 } })).body),
  [...BOARD_ACCESS],
);
const mailsTo = async (email: string): Promise<string> => {
  const { rows } = await sql`SELECT subject, text_body, html_body FROM mails WHERE recipient = ${email}`.execute(db);
  return JSON.stringify(rows);
};
const mailedBefore = await mailsTo(former.email);
await must('DELETE', `/v1/projects/${projectId}/members/${former.id}`, { token });
await sql`UPDATE notifications SET created_at = created_at - interval '1 day'`.execute(db);
await runScheduled(db, 'notifications.daily');
await runJobs(db, 'notifications.mail');

const submitter: Json = (await must('GET', '/v1/people', { ...asOwner, query: { ...query, q: 'submitter@' } })).data[0];

describe('the team reads every board', () => {
  for (const role of ROLES) {
    const { token: own, email } = members[role];
    const on = { token: own, query };
    const SURFACES: Record<string, () => Promise<unknown>> = {
      'the list of notifications': () => must('GET', '/v1/notifications', { ...on, query: { ...query, limit: '100' } }),
      'mails about notifications': () => mailsTo(email),
      'the export of entries': () => must('GET', '/v1/feedback/export.csv', on),
      'the export of comments': () => must('GET', '/v1/feedback/comments/export.csv', on),
      'the MCP tool': async () => {
        const client = await connectClient(server, own);
        const listed = await callTool(client, 'list_feedback', query);
        const read = await Promise.all(
          BOARD_ACCESS.map((access) => callTool(client, 'get_feedback', { id: entries[access].id })),
        );
        await client.close();
        assert.deepEqual(
          read.map(findIn),
          BOARD_ACCESS.map((access) => [access]),
        );
        return listed;
      },
      'the timeline of a person': () => must('GET', `/v1/people/${submitter.id}/timeline`, { ...on, query: { limit: '100' } }),
    };
    for (const [name, read] of Object.entries(SURFACES))
      test(`${name}: ${role}`, async () => {
        if (role === 'viewer' && name.includes('person')) await assert.rejects(read, /403/);
        else assert.deepEqual(findIn(await read()), [...BOARD_ACCESS]);
      });
  }

  test('webhooks and the stream of events, in which personal data depends on the endpoint and not on the board', () => {
    for (const [name, texts] of [
      ['webhook', { plain: deliveredTo('plain'), personal: deliveredTo('personal') }],
      ['stream', { plain: [streams.plain.text], personal: [streams.personal.text] }],
    ] as const) {
      assert.deepEqual(findIn(texts.plain), [...BOARD_ACCESS], name);
      assert.deepEqual(findIn(texts.personal), [...BOARD_ACCESS], name);
      assert.doesNotMatch(texts.plain.join(), /submitter_name|Sam Submitter/, name);
      assert.match(texts.personal.join(), /Sam Submitter/, name);
    }
    assert.deepEqual(deliveredTo('rival'), []);
  });

  test('the stream of changes names ids, and no text of an entry', () => {
    assert.deepEqual(findIn(streams.changes.text), []);
    for (const access of BOARD_ACCESS) assert.ok(streams.changes.text.includes(entries[access].id), access);
  });
});

/** Signs in a person within a widget by a mailed code. */
async function signInWidget(email: string): Promise<Call> {
  const { attempt } = await must('POST', '/v1/end-users/codes', { key, body: { email } });
  const person = await must('POST', '/v1/end-users/sessions', { key, body: { attempt, code: await codeTo(email) } });
  return { key, headers: { 'x-user-token': person.token } };
}

const codes = new Map<string, number>();

/** Returns the next code that was mailed to an address. */
async function codeTo(email: string): Promise<string> {
  const number = codes.get(email) ?? 0;
  codes.set(email, number + 1);
  const list = async () => (await smtp.mails()).filter(({ recipients }) => recipients.includes(email));
  await until(async () => (await list()).length > number);
  return /^(\d{6}) /.exec((await list())[number]?.subject ?? '')?.[1] ?? '';
}

/** Signs in a person on the public pages by a mailed code. */
async function signInPage(email: string) {
  const page = createVisitor(server.url);
  const { text } = await page.visit(`/p/${slug}/sign-in`, { form: { email, return_to: '' } });
  const fields = Object.fromEntries(['attempt', 'email', 'return_to'].map((name) => [name, readField(text, name)]));
  await page.visit(`/p/${slug}/sign-in/code`, { form: { ...fields, code: await codeTo(email) } });
  return page;
}

test('nobody else reaches a surface of the team', async () => {
  const outsider = await server.signIn();
  const insider = await server.signUser(project, { id: 'u_insider' });
  const CALLERS: Record<string, Call> = {
    nobody: {},
    key: { key },
    'a user in the segment': { key, headers: { 'x-user-token': insider } },
    'a person in a widget': await signInWidget('widget@boards.example'),
    'a user without membership': { token: outsider.token },
    'a former member': { token: former.token },
  };
  const { id } = entries.team;
  const REQUESTS: [method: string, path: string, body?: object][] = [
    ['GET', '/v1/notifications'],
    ['GET', '/v1/webhooks'],
    ['GET', '/v1/webhooks/events'],
    ['GET', '/v1/webhooks/changes'],
    ['GET', '/v1/feedback/export.csv'],
    ['GET', '/v1/feedback/comments/export.csv'],
    ['GET', '/v1/feedback/votes/export.csv'],
    ['GET', '/v1/feedback/tags'],
    ['POST', '/v1/feedback/counts', { filters: [{}] }],
    ['GET', `/v1/feedback/${id}/history`],
    ['GET', `/v1/feedback/${id}/voters`],
    ['GET', '/v1/people'],
    ['GET', `/v1/people/${submitter.id}/timeline`],
    ['GET', `/v1/projects/${projectId}/report-preview`],
    ['GET', `/v1/projects/${projectId}/mails`],
    ['POST', `/v1/projects/${projectId}/exports`, {}],
    ['GET', `/v1/projects/${projectId}/exports`],
  ];
  for (const [caller, by] of Object.entries(CALLERS)) {
    for (const [method, path, body] of REQUESTS) {
      const { status, body: answer } = await call(method, path, { ...by, query, ...(body && { body }) });
      assert.ok([401, 403, 404].includes(status), `${path}: ${caller} got ${status}`);
      assert.deepEqual(findIn(answer), [], `${path}: ${caller}`);
    }
    const headers = { authorization: `Bearer ${by.token ?? by.key ?? ''}` };
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_feedback', arguments: { id } },
    });
    const answer = await fetch(new URL('/mcp', server.url), {
      method: 'POST',
      headers: { ...headers, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: initialize,
    });
    assert.deepEqual(findIn(await answer.text()), [], `MCP: ${caller}`);
  }
  assert.equal(await mailsTo(former.email), mailedBefore, 'no mail after the membership ended');
});

describe('widgets and account pages follow the person who signed in', () => {
  const READ: Record<string, (by: (path: string) => Promise<Json>) => Promise<Json>> = {
    list: (read) => read('/v1/feedback?limit=100'),
    search: (read) => read('/v1/feedback?q=export'),
    'similar titles': (read) => read('/v1/feedback/similar?title=Export+reports'),
    roadmap: (read) => read('/v1/feedback/roadmap'),
  };
  const PEOPLE: [name: string, plan: string | undefined, listed: BoardAccess[]][] = [
    ['a person', undefined, ['public', 'signed_in']],
    ['a person in the segment', 'pro', ['public', 'signed_in', 'segment']],
  ];
  for (const [index, [name, plan, listed]] of PEOPLE.entries())
    test(`${name} with a mailed code`, async () => {
      const email = `person-${index}@boards.example`;
      if (plan) await must('PUT', `/v1/people/u_${index}`, { ...asOwner, body: { email, attributes: { plan } } });
      const widget = await signInWidget(email);
      const page = await signInPage(email);
      const READERS: Record<string, (path: string) => Promise<Json>> = {
        'a widget on another site': async (path) => await call('GET', path, widget),
        'a widget on a public page': async (path) => await page.call('GET', path, { key }),
      };
      for (const [reader, read] of Object.entries(READERS)) {
        for (const [surface, ask] of Object.entries(READ)) {
          const { status, body } = await ask(read);
          assert.deepEqual([status, findIn(body)], [200, listed], `${surface}: ${reader}`);
        }
        for (const access of BOARD_ACCESS)
          for (const path of ['', '/comments']) {
            const { status } = await read(`/v1/feedback/${entries[access].id}${path}`);
            assert.equal(status, listed.includes(access) ? 200 : 404, `${access}${path}: ${reader}`);
          }
      }
      assert.deepEqual(findIn((await page.visit(`/p/${slug}/roadmap`)).text), listed);
    });

  test('private answers do not name an entry that the person may not read, into which theirs was merged', async () => {
    const person = await server.signUser(project, { id: 'u_asker', email: 'asker@boards.example' });
    const by = { key, headers: { 'x-user-token': person } };
    const page = createVisitor(server.url);
    await page.visit(`/p/${slug}/sso?token=${person}`);
    const account = async () => (await page.visit(`/p/${slug}/account`)).text;
    for (const access of BOARD_ACCESS) {
      const { id } = await must('POST', '/v1/feedback', { ...by, body: { title: `Asked ${access}` } });
      const { body } = await call('POST', `/v1/feedback/${id}/comments`, {
        token,
        body: { body: `For ${access}`, private: true },
      });
      assert.equal(body.private, true);
      await must('POST', `/v1/feedback/${id}/merge`, { token, body: { into: entries[access].id } });
    }
    const text = await account();
    for (const access of BOARD_ACCESS) assert.ok(text.includes(`For ${access}`), access);
    assert.deepEqual(findIn(text), ['public', 'signed_in']);
  });
});
