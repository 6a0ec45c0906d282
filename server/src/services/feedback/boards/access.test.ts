import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { BOARD_ACCESS, type BoardAccess } from '@earshot/contract/services/feedback/values';
import { createVisitor } from '../../../instance/end-users/fixtures/visitor.ts';
import { connectClient, callTool } from '../../../instance/mcp/fixtures/client.ts';
import { type Call, type Json, sharedTestServer } from '../../../testing/server.ts';
import { createBoards, createMust, findIn, WORDS } from './fixtures/boards.ts';

// The table of access × surface × visitor. Each entry has a word of its own, so that a leak of its text anywhere in a response is found.

const server = await sharedTestServer();
const { call } = server;
const must = createMust(server);
const project = await server.createProject('Boards');
const { id: projectId, key, token, slug } = project;
const asOwner = { token, query: { project_id: projectId } };

const submitterToken = await server.signUser(project, { id: 'u_submitter', email: 'submitter@boards.example' });
const userToken = await server.signUser(project, { id: 'u_other', email: 'other@boards.example' });
const insiderToken = await server.signUser(project, { id: 'u_insider', attributes: { plan: 'pro' } });
const invite = async (role: string) => {
  const user = await server.signIn();
  await must('POST', `/v1/projects/${projectId}/members`, { token, body: { email: user.email, role } });
  return { token: user.token };
};

/** Visitors of each kind: what they send with a request. */
const VISITORS = {
  anonymous: { key },
  visitor: { key, visitor: randomUUID() },
  user: { key, headers: { 'x-user-token': userToken } },
  submitter: { key, headers: { 'x-user-token': submitterToken } },
  insider: { key, headers: { 'x-user-token': insiderToken } },
  viewer: await invite('viewer'),
  member: await invite('member'),
} satisfies Record<string, Call>;
type Visitor = keyof typeof VISITORS;
const isMember = (visitor: Visitor) => visitor === 'viewer' || visitor === 'member';

/** The boards whose entries each visitor finds in lists. */
const LISTED: Record<Visitor, BoardAccess[]> = {
  anonymous: ['public'],
  visitor: ['public'],
  user: ['public', 'signed_in'],
  submitter: ['public', 'signed_in'],
  insider: ['public', 'signed_in', 'segment'],
  viewer: [...BOARD_ACCESS],
  member: [...BOARD_ACCESS],
};
/** The boards whose entries, all submitted by the submitter, each visitor can open. */
const OPENED: Record<Visitor, BoardAccess[]> = { ...LISTED, submitter: ['public', 'signed_in', 'submit_only'] };
/** The boards that each visitor can name and submit to. */
const KNOWN: Record<Visitor, BoardAccess[]> = {
  anonymous: ['public', 'submit_only'],
  visitor: ['public', 'submit_only'],
  user: ['public', 'signed_in', 'submit_only'],
  submitter: ['public', 'signed_in', 'submit_only'],
  insider: ['public', 'signed_in', 'segment', 'submit_only'],
  viewer: [...BOARD_ACCESS],
  member: [...BOARD_ACCESS],
};

const { boards, entries, hidden } = await createBoards(server, project);

const inProject = (visitor: Visitor): Record<string, string> => (isMember(visitor) ? { project_id: projectId } : {});
const VISITOR_NAMES = Object.keys(VISITORS) as Visitor[];

/** Reads that return several entries. */
const LISTS: Record<string, (visitor: Visitor) => [path: string, query?: Record<string, string>]> = {
  list: () => ['/v1/feedback', { limit: '100' }],
  'list by votes': () => ['/v1/feedback', { sort: 'top' }],
  'list by trend': () => ['/v1/feedback', { sort: 'trending' }],
  'manual order': () => ['/v1/feedback', { sort: 'manual' }],
  'list of a status': () => ['/v1/feedback', { status: 'planned' }],
  search: () => ['/v1/feedback', { q: 'export' }],
  'similar titles': () => ['/v1/feedback/similar', { title: 'Export reports' }],
  roadmap: () => ['/v1/feedback/roadmap'],
};

describe('lists contain the entries of the boards that a visitor may read, and count no others', () => {
  for (const [name, build] of Object.entries(LISTS))
    for (const visitor of VISITOR_NAMES)
      test(`${name}: ${visitor}`, async () => {
        const [path, query = {}] = build(visitor);
        const body = await must('GET', path, { ...VISITORS[visitor], query: { ...query, ...inProject(visitor) } });
        assert.deepEqual(findIn(body), LISTED[visitor]);
        if (isMember(visitor)) return;
        assert.doesNotMatch(JSON.stringify(body), /Hidden/);
        const { total } = body.planned ?? body;
        assert.equal(total, LISTED[visitor].length);
      });

  for (const access of BOARD_ACCESS)
    for (const visitor of VISITOR_NAMES)
      test(`entries of the board ${access}: ${visitor}`, async () => {
        const query = { board_id: boards[access].id, status: 'planned', ...inProject(visitor) };
        const body = await must('GET', '/v1/feedback', { ...VISITORS[visitor], query });
        const isListed = LISTED[visitor].includes(access);
        assert.deepEqual(findIn(body), isListed ? [access] : []);
        assert.equal(body.total, isMember(visitor) ? 3 : Number(isListed));
      });

  for (const visitor of ['visitor', 'user', 'submitter'] as const)
    test(`own entries: ${visitor}`, async () => {
      const body = await must('GET', '/v1/feedback', { ...VISITORS[visitor], query: { mine: 'true', limit: '100' } });
      assert.deepEqual(findIn(body), visitor === 'submitter' ? OPENED.submitter : []);
      // Pending entries of three boards, besides the public ones.
      assert.equal(body.total, visitor === 'submitter' ? 6 : 0);
    });

  for (const visitor of VISITOR_NAMES)
    test(`boards: ${visitor}`, async () => {
      const { data } = await must('GET', '/v1/feedback/boards', { ...VISITORS[visitor], query: inProject(visitor) });
      assert.deepEqual(
        BOARD_ACCESS.filter((access) => data.some(({ id }: Json) => id === boards[access].id)),
        KNOWN[visitor],
      );
      for (const board of data)
        for (const field of ['feedback_count', 'segment_id']) assert.equal(field in board, isMember(visitor));
    });

  test('the list without a credential', async () => {
    const body = await must('GET', `/v1/feedback/by-project/${slug}`, {});
    assert.deepEqual([findIn(body), body.total], [['public'], 1]);
    for (const access of BOARD_ACCESS) {
      const query = { board_id: boards[access].id };
      assert.equal((await must('GET', `/v1/feedback/by-project/${slug}`, { query })).total, Number(access === 'public'));
    }
  });

  test('exports and tools of members', async () => {
    for (const visitor of ['viewer', 'member'] as const) {
      const by = { ...VISITORS[visitor], query: { project_id: projectId } };
      for (const path of ['/v1/feedback/export.csv', '/v1/feedback/comments/export.csv'])
        assert.deepEqual(findIn(await must('GET', path, by)), [...BOARD_ACCESS]);
      const client = await connectClient(server, VISITORS[visitor].token);
      const found = await callTool(client, 'list_feedback', { project_id: projectId });
      await client.close();
      assert.deepEqual(findIn(found), [...BOARD_ACCESS]);
    }
  });
});

/** Requests about one entry. */
const SINGLE: Record<string, (id: string, visitor: Visitor) => [method: string, path: string, body?: object]> = {
  read: (id) => ['GET', `/v1/feedback/${id}`],
  'read comments': (id) => ['GET', `/v1/feedback/${id}/comments`],
  vote: (id) => ['POST', `/v1/feedback/${id}/upvote`],
  'withdraw a vote': (id) => ['DELETE', `/v1/feedback/${id}/upvote`],
  comment: (id, visitor) => ['POST', `/v1/feedback/${id}/comments`, { body: `By ${visitor}` }],
  follow: (id) => ['POST', `/v1/feedback/${id}/subscribe`, { email: `${randomUUID()}@boards.example` }],
};

describe('an entry of a board that a visitor may not read does not exist', () => {
  for (const [name, build] of Object.entries(SINGLE))
    for (const access of BOARD_ACCESS)
      for (const visitor of VISITOR_NAMES) {
        // Viewers only read, subscriptions take a key, and anonymous requests cannot vote.
        const isRead = name.startsWith('read');
        if ((visitor === 'viewer' && !isRead) || (name === 'follow' && isMember(visitor))) continue;
        if (visitor === 'anonymous' && name.includes('vote')) continue;
        test(`${name}, board ${access}: ${visitor}`, async () => {
          const [method, path, body] = build(entries[access].id, visitor);
          const { status, body: answer } = await call(method, path, { ...VISITORS[visitor], ...(body && { body }) });
          if (OPENED[visitor].includes(access)) assert.ok(status < 300, JSON.stringify(answer));
          else assert.deepEqual([status, answer.code], [404, 'feedback.not_found']);
        });
      }

  test('entries that are not public are hidden on every board', async () => {
    for (const { id } of hidden)
      for (const visitor of ['anonymous', 'user', 'submitter'] as const)
        assert.equal((await call('GET', `/v1/feedback/${id}`, VISITORS[visitor])).status, 404);
  });

  test('a board that a visitor may not know of does not exist, as for submissions', async () => {
    for (const access of BOARD_ACCESS)
      for (const visitor of VISITOR_NAMES) {
        const board = boards[access].id;
        const isKnown = KNOWN[visitor].includes(access);
        assert.equal((await call('GET', `/v1/feedback/boards/${board}`, VISITORS[visitor])).status, isKnown ? 200 : 404);
        if (isMember(visitor)) continue;
        const { status, body } = await call('POST', '/v1/feedback', {
          ...VISITORS[visitor],
          body: { title: 'Try', board_id: board },
        });
        assert.equal(status, isKnown ? 201 : 404, JSON.stringify(body));
        if (isKnown) assert.equal(body.board_id, board);
        else assert.equal(body.code, 'feedback.board_not_found');
      }
  });
});

describe('pages', () => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/p/${slug}${path}`, {
      headers: { accept: 'text/html', ...headers },
      redirect: 'manual',
    });
    return { status: response.status, text: await response.text() };
  };
  const WHO = {
    nobody: {},
    user: { 'x-user-token': userToken },
    submitter: { 'x-user-token': submitterToken },
    insider: { 'x-user-token': insiderToken },
  };
  const AS: Record<keyof typeof WHO, Visitor> = { nobody: 'anonymous', user: 'user', submitter: 'submitter', insider: 'insider' };

  for (const who of Object.keys(WHO) as (keyof typeof WHO)[]) {
    test(`of boards: ${who}`, async () => {
      for (const access of BOARD_ACCESS) {
        const { status, text } = await get(`/feedback/boards/${boards[access].slug}`, WHO[who]);
        assert.equal(status, KNOWN[AS[who]].includes(access) ? 200 : 404);
        assert.deepEqual(findIn(text), LISTED[AS[who]].includes(access) ? [access] : []);
        for (const other of BOARD_ACCESS)
          assert.equal(
            text.includes(`/feedback/boards/${boards[other].slug}"`),
            status === 200 && KNOWN[AS[who]].includes(other),
            `tab ${other} on ${access}`,
          );
      }
    });
    test(`of entries: ${who}`, async () => {
      for (const access of BOARD_ACCESS) {
        const { status, text } = await get(`/feedback/${entries[access].id}`, WHO[who]);
        const isOpened = OPENED[AS[who]].includes(access);
        assert.equal(status, isOpened ? 200 : 404);
        assert.deepEqual(findIn(text), isOpened ? [access] : []);
        // Search engines index public boards only.
        if (isOpened) assert.equal(text.includes('noindex'), access !== 'public');
      }
    });
    test(`the roadmap: ${who}`, async () => assert.deepEqual(findIn((await get('/roadmap', WHO[who])).text), LISTED[AS[who]]));
  }

  test('the account page, after votes, comments and subscriptions on boards that became unreadable', async () => {
    const person = await server.signUser(project, { id: 'u_lost', email: 'lost@boards.example' });
    const by = { key, headers: { 'x-user-token': person } };
    const moved: Json[] = [];
    for (const access of BOARD_ACCESS) {
      const { id } = await must('POST', '/v1/feedback', { key, body: { title: `Moved ${WORDS[access]}` } });
      const { id: own } = await must('POST', '/v1/feedback', { ...by, body: { title: `Own ${access}` } });
      await must('POST', `/v1/feedback/${id}/upvote`, by);
      await must('POST', `/v1/feedback/${id}/comments`, { ...by, body: { body: 'I too' } });
      await must('POST', `/v1/feedback/${id}/subscribe`, { ...by, body: { email: 'lost@boards.example' } });
      for (const one of [id, own]) await must('PATCH', `/v1/feedback/${one}`, { token, body: { board_id: boards[access].id } });
      moved.push(id);
    }
    const browser = createVisitor(server.url);
    await browser.visit(`/p/${slug}/sso?token=${person}`);
    const { text } = await browser.visit(`/p/${slug}/account`);
    assert.deepEqual(findIn(text), ['public', 'signed_in']);
    // Each of the four lists has the entries of readable boards, and the list of own entries those of submit_only.
    assert.deepEqual(
      BOARD_ACCESS.filter((access) => text.includes(`Own ${access}<`)),
      ['public', 'signed_in', 'submit_only'],
    );
    await must('PUT', '/v1/people/u_lost', { ...asOwner, body: { attributes: { plan: 'pro' } } });
    assert.deepEqual(findIn((await browser.visit(`/p/${slug}/account`)).text), ['public', 'signed_in', 'segment']);
    for (const id of moved) await must('DELETE', `/v1/feedback/${id}`, { token });
  });

  test('the front page and the sitemap', async () => {
    assert.deepEqual(findIn((await get('')).text), ['public']);
    const { text } = await get('/sitemap.xml');
    assert.deepEqual(
      BOARD_ACCESS.filter((access) => text.includes(entries[access].id)),
      ['public'],
    );
    assert.deepEqual(
      BOARD_ACCESS.filter((access) => text.includes(`/feedback/boards/${boards[access].slug}`)),
      ['public'],
    );
  });

  test('forms', async () => {
    const post = (path: string, fields: Record<string, string>) =>
      fetch(`${server.url}/p/${slug}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    for (const access of BOARD_ACCESS) {
      const expected = access === 'public' ? 200 : 404;
      assert.equal((await post(`/feedback/${entries[access].id}/comments`, { body: 'Hello' })).status, expected);
      const submitted = await post(`/feedback/boards/${boards[access].slug}`, { title: `Form of ${access}` });
      assert.equal(submitted.status, KNOWN.anonymous.includes(access) ? 200 : 404);
      const query = { project_id: projectId, q: 'form', board_id: boards[access].id };
      assert.equal((await must('GET', '/v1/feedback', { token, query })).total, Number(submitted.status === 200));
    }
  });
});
