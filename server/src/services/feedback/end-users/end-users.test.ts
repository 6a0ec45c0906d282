import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startMailServer } from '../../../testing/mail-server.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createVisitor, readField, type Visitor } from '../../../instance/end-users/fixtures/visitor.ts';

const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
const { call } = server;

/** Counts the mails to an address that a project has queued. */
const countMails = async ({ id, token }: { id: string; token: string }, to: string): Promise<number> =>
  (await call('GET', `/v1/projects/${id}/mails`, { token })).body.data.filter(({ recipient }: Json) => recipient === to).length;

/** Creates a project, with functions for its visitors. */
async function createBoard() {
  const project = await server.createProject();
  const { key, token } = project;
  const base = `/p/${project.slug}`;
  const submit = async (title: string, visitor?: string): Promise<string> =>
    (await call('POST', '/v1/feedback', { key, body: { title }, ...(visitor && { visitor }) })).body.id;
  return {
    project,
    base,
    submit,
    get: async (id: string): Promise<Json> => (await call('GET', `/v1/feedback/${id}`, { token })).body,
    votersOf: async (id: string): Promise<Json[]> => (await call('GET', `/v1/feedback/${id}/voters`, { token })).body.data,
    vote: (visitor: string, id: string, path = 'upvote') => call('POST', `/v1/feedback/${id}/${path}`, { key, visitor }),
    voteOnPage: (visitor: Visitor, id: string) => visitor.call('POST', `/v1/feedback/${id}/upvote`, { key }),
    merge: (id: string, into: string) => call('POST', `/v1/feedback/${id}/merge`, { token, body: { into } }),
    unmerge: (id: string) => call('POST', `/v1/feedback/${id}/unmerge`, { token }),
    /** Signs in with the token of the product. */
    withToken: async (user: { id: string; [claim: string]: string }): Promise<Visitor> => {
      const visitor = createVisitor(server.url);
      await visitor.visit(`${base}/sso?token=${await server.signUser(project, user)}`);
      return visitor;
    },
    /** Signs in by a mailed code. */
    withCode: async (email: string): Promise<Visitor> => {
      const visitor = createVisitor(server.url);
      const before = smtp.count();
      const { text } = await visitor.visit(`${base}/sign-in`, { form: { email } });
      const isCode = ({ recipients, subject }: { recipients: string[]; subject?: string | undefined }) =>
        recipients.includes(email) && /^\d{6} /.test(subject ?? '');
      await until(async () => (await smtp.mails(before)).some(isCode));
      const code = (await smtp.mails(before)).find(isCode)?.subject?.slice(0, 6) ?? '';
      const form = { attempt: readField(text, 'attempt'), email, code };
      assert.equal((await visitor.visit(`${base}/sign-in/code`, { form })).status, 303);
      return visitor;
    },
    /** Tells the visitor id of the browser, like the script of the page. */
    takeOver: async (visitor: Visitor, id?: string): Promise<number> =>
      JSON.parse((await visitor.visit(`${base}/account/visitor`, { form: id ? { visitor_id: id } : {} })).text).votes,
  };
}

const counts = ({ upvote_count, downvote_count }: Json) => [upvote_count, downvote_count];

test('a person is one voter in widgets with a signed token and on public pages', async () => {
  const { project, submit, withToken, get, votersOf } = await createBoard();
  const id = await submit('Dark mode');
  const person = { id: 'u_1', name: 'Ada', email: 'ada@acme.example' };
  const userToken = await server.signUser(project, person);
  const inWidget = await call('POST', `/v1/feedback/${id}/upvote`, { key: project.key, headers: { 'x-user-token': userToken } });
  assert.equal(inWidget.status, 200);
  const page = await withToken(person);
  // The page sends the id of the browser as well.
  const onPage = await page.call('POST', `/v1/feedback/${id}/upvote`, { key: project.key, visitor: randomUUID() });
  assert.deepEqual([onPage.status, onPage.body.viewer_vote, onPage.body.upvote_count], [200, 'up', 1]);
  assert.equal((await page.call('GET', `/v1/feedback/${id}`, { key: project.key })).body.viewer_vote, 'up');
  assert.deepEqual(
    (await votersOf(id)).map(({ user_id, email }) => [user_id, email]),
    [['u_1', 'ada@acme.example']],
  );
  assert.deepEqual(counts(await get(id)), [1, 0]);
});

for (const [voting, byCode] of [
  ['confirmed', 200],
  ['signed_in', 403],
] as const)
  test(`with the setting ${voting}, a vote after a mailed code gets ${byCode}`, async () => {
    const { project, submit, vote, withCode, withToken, voteOnPage, votersOf } = await createBoard();
    const { id: projectId, token } = project;
    await call('PATCH', `/v1/projects/${projectId}`, { token, body: { settings: { feedback: { voting } } } });
    const id = await submit('Dark mode');
    assert.equal((await vote(randomUUID(), id)).status, 403);
    assert.equal((await voteOnPage(await withCode('grace@acme.example'), id)).status, byCode);
    assert.equal((await voteOnPage(await withToken({ id: 'u_1' }), id)).status, 200);
    assert.deepEqual(
      (await votersOf(id)).map(({ proof }) => proof),
      ['signed_in', ...(byCode === 200 ? ['confirmed'] : [])],
    );
  });

test('a mailed code signs in the user of the product to whom the address is proven to belong', async () => {
  const { project, submit, vote, withCode, voteOnPage, votersOf } = await createBoard();
  const id = await submit('Dark mode');
  const userToken = await server.signUser(project, { id: 'u_1', name: 'Ada', email: 'Ada@acme.example' });
  await call('POST', `/v1/feedback/${id}/upvote`, { key: project.key, headers: { 'x-user-token': userToken } });
  const people = () => call('GET', '/v1/people', { token: project.token, query: { project_id: project.id } });
  await until(async () => (await people()).body.data.length === 1);
  const ada = await withCode('ada@acme.example');
  assert.equal((await voteOnPage(ada, id)).body.upvote_count, 1);
  // Nothing proves that this address belongs to a user.
  assert.equal((await voteOnPage(await withCode('grace@acme.example'), id)).body.upvote_count, 2);
  await vote(randomUUID(), id);
  assert.deepEqual(
    (await votersOf(id)).map(({ user_id, proof }) => [user_id, proof]),
    [
      [null, 'anonymous'],
      [null, 'confirmed'],
      ['u_1', 'signed_in'],
    ],
  );
});

test('a person with a mailed code is the voter for whom members vote', async () => {
  const { project, submit, withCode, votersOf, get } = await createBoard();
  const id = await submit('Dark mode');
  const voteFor = (email: string) => call('POST', `/v1/feedback/${id}/voters`, { token: project.token, body: { email } });
  assert.equal((await voteFor('Grace@acme.example')).status, 201);
  const page = await withCode('grace@acme.example');
  assert.equal((await page.call('POST', `/v1/feedback/${id}/upvote`, { key: project.key })).body.upvote_count, 1);
  assert.equal((await votersOf(id)).length, 1);
  assert.equal((await page.call('DELETE', `/v1/feedback/${id}/upvote`, { key: project.key })).body.upvote_count, 0);

  // A user of the product, too, whose first request proves the address.
  assert.equal((await voteFor('ada@acme.example')).status, 201);
  const headers = { 'x-user-token': await server.signUser(project, { id: 'u_1', email: 'ada@acme.example' }) };
  await call('POST', `/v1/feedback/${id}/upvote`, { key: project.key, headers });
  await until(async () => counts(await get(id))[0] === 1);
});

test('forms on pages use the session, without fields for name and address', async () => {
  const { project, base, withCode, get } = await createBoard();
  await call('PATCH', `/v1/projects/${project.id}`, {
    token: project.token,
    body: { settings: { feedback: { moderation: 'anonymous' } } },
  });
  const page = await withCode('ada@acme.example');
  await page.visit(`${base}/account`, { form: { name: 'Ada' } });
  const board = await page.visit(`${base}/feedback`);
  assert.doesNotMatch(board.text, /submitter_name|submitter_email/);
  assert.match(board.text, /You post as <strong dir="auto">Ada<\/strong>/);
  assert.match(board.text, /earshot-feedback [^>]*sign-in="[^"]+" signed-in/);
  const sent = await page.visit(`${base}/feedback`, { form: { title: 'Export as CSV', follow: 'on' } });
  const id = /feedback\/(fb_\w+)/.exec(sent.text)?.[1] ?? '';
  assert.match(sent.text, /Your entry has been published/, 'a person who is signed in needs no approval');
  assert.doesNotMatch(sent.text, /confirm your address/);
  const entry = await get(id);
  assert.deepEqual([entry.submitter_name, entry.submitter_email], ['Ada', 'ada@acme.example']);

  const shown = await page.visit(`${base}/feedback/${id}`);
  assert.doesNotMatch(shown.text, /author_name|type="email"/);
  await page.visit(`${base}/feedback/${id}/comments`, { form: { body: 'Please' } });
  const { body: comments } = await call('GET', `/v1/feedback/${id}/comments`, { token: project.token });
  assert.deepEqual(
    comments.data.map(({ author_name, author_role }: Json) => [author_name, author_role]),
    [['Ada', 'user']],
  );

  const mails = await countMails(project, 'ada@acme.example');
  const { body: second } = await call('POST', '/v1/feedback', { key: project.key, body: { title: 'Two' } });
  await call('PATCH', `/v1/feedback/${second.id}`, { token: project.token, body: { visibility: 'public' } });
  const followed = await page.visit(`${base}/feedback/${second.id}/subscribe`, { form: { email: 'ada@acme.example' } });
  assert.match(followed.text, /You follow this entry/);
  assert.equal(await countMails(project, 'ada@acme.example'), mails, 'a confirmed address needs no confirmation');
  const outsider = await createVisitor(server.url).visit(`${base}/feedback/${second.id}/subscribe`, {
    form: { email: 'ada@acme.example' },
  });
  assert.match(outsider.text, /Check your inbox/, 'others do not learn who follows');
});

test('votes before the sign-in are taken over once, at most one for an entry', async () => {
  const { base, submit, vote, voteOnPage, withToken, takeOver, get, votersOf } = await createBoard();
  const browser = randomUUID();
  const [both, own, against] = [await submit('Both'), await submit('Own', browser), await submit('Against')];
  const other = randomUUID();
  for (const id of [both, own, against]) await vote(other, id);
  await vote(browser, both);
  await vote(browser, own);
  await vote(browser, against, 'downvote');
  const page = await withToken({ id: 'u_1', name: 'Ada' });
  await voteOnPage(page, both);
  assert.deepEqual(counts(await get(both)), [3, 0], 'as two voters');

  assert.match((await page.visit(`${base}/feedback`)).text, /widgets\/take-over\.js/);
  assert.equal(await takeOver(page, browser.toUpperCase()), 3);
  assert.deepEqual(counts(await get(both)), [2, 0]);
  assert.deepEqual(counts(await get(own)), [2, 0]);
  assert.deepEqual(counts(await get(against)), [1, 1]);
  for (const id of [both, own, against])
    assert.deepEqual(new Set((await votersOf(id)).map(({ user_id }) => user_id)), new Set(['u_1', null]), id);
  assert.match(
    (await page.visit(`${base}/account`)).text,
    /My requests<\/h2><ul><li class="entry"><div><h3 dir="auto"><a[^>]*>Own/,
  );
  assert.doesNotMatch((await page.visit(`${base}/feedback`)).text, /take-over\.js/);

  // A session asks once, and another person in this browser finds nothing.
  assert.equal(await takeOver(page, other), 0);
  assert.equal(await takeOver(await withToken({ id: 'u_2' }), browser), 0);
  assert.deepEqual(counts(await get(both)), [2, 0]);
});

test('votes on merged entries are taken over, and return to them when the merge is undone', async () => {
  const { submit, vote, voteOnPage, withToken, takeOver, merge, unmerge, get } = await createBoard();
  const browser = randomUUID();
  const [target, origin, third] = [await submit('Target'), await submit('Origin'), await submit('Third')];
  const page = await withToken({ id: 'u_1' });
  await voteOnPage(page, target);
  await vote(browser, origin);
  await vote(browser, third);
  for (const id of [origin, third]) assert.equal((await merge(id, target)).status, 200);
  assert.deepEqual(counts(await get(target)), [2, 0]);
  assert.equal(await takeOver(page, browser), 2);
  assert.deepEqual(counts(await get(target)), [1, 0], 'one person');
  for (const id of [origin, third]) assert.equal((await unmerge(id)).status, 200);
  assert.deepEqual(counts(await get(target)), [1, 0]);
  assert.deepEqual(counts(await get(origin)), [1, 0]);
  assert.deepEqual(counts(await get(third)), [1, 0]);
});

test('votes that arrive while they are taken over leave one vote', async () => {
  const { submit, vote, voteOnPage, withToken, takeOver, get, votersOf } = await createBoard();
  const browser = randomUUID();
  const ids = await Promise.all(Array.from({ length: 5 }, (_, index) => submit(`Entry ${index}`)));
  await Promise.all(ids.map((id) => vote(browser, id)));
  const page = await withToken({ id: 'u_1' });
  await Promise.all([takeOver(page, browser), ...ids.map((id) => voteOnPage(page, id))]);
  for (const id of ids) {
    assert.deepEqual(counts(await get(id)), [1, 0]);
    assert.deepEqual(
      (await votersOf(id)).map(({ user_id }) => user_id),
      ['u_1'],
    );
  }
});

test('the account page lists what the person did, and nothing of others', async () => {
  const { base, project, submit, voteOnPage, withCode, withToken } = await createBoard();
  const page = await withCode('ada@acme.example');
  const outsider = await withToken({ id: 'u_2', email: 'eve@acme.example' });
  const empty = (await page.visit(`${base}/account`)).text;
  assert.match(empty, /You have not posted yet/);
  const entry = await submit('Voted for');
  await voteOnPage(page, entry);
  await page.visit(`${base}/feedback`, { form: { title: 'Requested', follow: 'on' } });
  await page.visit(`${base}/feedback/${entry}/comments`, { form: { body: 'My comment' } });
  await outsider.visit(`${base}/feedback`, { form: { title: 'Of Eve' } });
  await outsider.visit(`${base}/feedback/${entry}/comments`, { form: { body: 'Comment of Eve' } });
  const { body: list } = await call('GET', '/v1/feedback', { key: project.key, query: { q: 'Requested' } });
  const requested = list.data[0].id;
  const answer = { token: project.token, body: { body: 'Between **us**', private: true } };
  assert.equal((await call('POST', `/v1/feedback/${requested}/comments`, answer)).status, 201);

  const { text, headers } = await page.visit(`${base}/account`);
  assert.equal(headers.get('cache-control'), 'private, no-store');
  const section = (title: string) => new RegExp(`<h2>${title}</h2>(.*?)</section>`, 's').exec(text)?.[1] ?? '';
  assert.match(section('My requests'), /Requested/);
  assert.match(section('My votes'), /Voted for[\s\S]*Upvote/);
  assert.match(section('My comments'), /My comment/);
  assert.match(section('Private answers'), /Between <strong>us<\/strong>/);
  assert.match(section('Entries that I follow'), /Requested/);
  assert.doesNotMatch(text, /Of Eve|Comment of Eve/);
  assert.match((await page.visit(`${base}/feedback/${requested}`)).text, /Only you see this[\s\S]*Between/);
  for (const other of [outsider, createVisitor(server.url)])
    assert.doesNotMatch((await other.visit(`${base}/feedback/${requested}`)).text, /Between/);

  const unfollowed = await page.visit(`${base}/feedback/${requested}/unsubscribe`, { form: {} });
  assert.equal(unfollowed.location, `${base}/account`);
  assert.match((await page.visit(`${base}/account`)).text, /You follow no entries/);
});

test('people subscribe to the changelog without a confirmation, and unsubscribe on the account page', async () => {
  const { base, project, withCode } = await createBoard();
  const page = await withCode('news@acme.example');
  const before = await countMails(project, 'news@acme.example');
  assert.match((await page.visit(`${base}/changelog`)).text, /Updates are sent to <strong>news@acme\.example/);
  const form = { email: 'news@acme.example' };
  assert.match((await page.visit(`${base}/changelog`, { form })).text, /You are subscribed/);
  assert.equal(await countMails(project, 'news@acme.example'), before);
  assert.match((await page.visit(`${base}/account`)).text, /<button class="quiet">Unsubscribe/);
  const { location } = await page.visit(`${base}/changelog/unsubscribe`, { form: {} });
  assert.equal(location, `${base}/account`);
  assert.match((await page.visit(`${base}/account`)).text, /You receive no product updates by email/);
  const { body: added } = await call('POST', '/v1/changelog/subscribers', {
    token: project.token,
    query: { project_id: project.id },
    body: { emails: [form.email] },
  });
  assert.equal(added.asked, 0, 'the team cannot ask who unsubscribed');
  const outsider = await createVisitor(server.url).visit(`${base}/changelog`, { form });
  assert.match(outsider.text, /Confirm your email address/);
});

test('people erase themselves after a confirmation', async () => {
  const { base, project, submit, voteOnPage, withCode, get } = await createBoard();
  const page = await withCode('leaving@acme.example');
  const entry = await submit('Kept');
  await voteOnPage(page, entry);
  await page.visit(`${base}/feedback/${entry}/comments`, { form: { body: 'Mine' } });
  await page.visit(`${base}/feedback`, { form: { title: 'Own entry' } });
  const exported = async () =>
    JSON.stringify(
      (
        await call('POST', `/v1/projects/${project.id}/people/export`, {
          token: project.token,
          body: { email: 'leaving@acme.example' },
        })
      ).body,
    );
  assert.match(await exported(), /"end_user_sessions":\[\s*\{"user_id":null,"email":"leaving@acme.example"/);

  const refused = await page.visit(`${base}/account/erase`, { form: {} });
  assert.deepEqual([refused.status, /Check the box/.test(refused.text)], [400, true]);
  const { text: question } = await page.visit(`${base}/account/erase`);
  assert.match(question, /leaving@acme\.example/);
  for (const consequence of [
    /Entries that other people voted for.* remain/,
    /votes remain counted/,
    /Visits and events .* are deleted/,
  ])
    assert.match(question, consequence);
  const erased = await page.visit(`${base}/account/erase`, { form: { confirm: 'on' } });
  assert.match(erased.text, /Your data has been erased/);
  assert.equal(page.cookies.size, 0);
  assert.doesNotMatch((await exported()).replace(/"person":\{.*?\}/, ''), /leaving@acme/);
  const kept = await get(entry);
  assert.deepEqual([kept.upvote_count, kept.comment_count], [1, 0]);
  const { body: audit } = await call('GET', `/v1/projects/${project.id}/audit-log`, { token: project.token });
  const { actor_id, actor_name } = audit.data.find(({ action }: Json) => action === 'person.erased');
  assert.deepEqual([actor_id, actor_name], [null, null]);
});

test('votes by a mailed code become those of the user to whom the address is proven to belong, also of the open session', async () => {
  const { project, submit, withCode, voteOnPage, merge, get, votersOf } = await createBoard();
  const [own, both, against, merged, into] = await Promise.all(
    ['Own', 'Both', 'Against', 'Merged', 'Into'].map((title) => submit(title)),
  );
  const byCode = await withCode('grace@acme.example');
  for (const id of [own, both, against, merged]) await voteOnPage(byCode, id as string);
  const asUser = async (claims: object = {}) => ({
    key: project.key,
    headers: { 'x-user-token': await server.signUser(project, { id: 'u_1', ...claims }) },
  });
  // The user votes before the address is known.
  const anonymous = await asUser();
  await call('POST', `/v1/feedback/${both}/upvote`, anonymous);
  await call('POST', `/v1/feedback/${against}/downvote`, anonymous);
  await call('POST', `/v1/feedback/${into}/upvote`, anonymous);
  await merge(merged as string, into as string);
  assert.deepEqual(counts(await get(both as string)), [2, 0]);
  assert.deepEqual(counts(await get(into as string)), [2, 0]);

  // A signed token proves the address.
  await call('POST', `/v1/feedback/${own}/comments`, {
    ...(await asUser({ name: 'Grace', email: 'GRACE@acme.example' })),
    body: { body: 'Soon?' },
  });
  await until(async () => counts(await get(both as string))[0] === 1);
  assert.deepEqual(counts(await get(own as string)), [1, 0]);
  assert.deepEqual(counts(await get(against as string)), [0, 1], 'the vote of the user counts');
  assert.deepEqual(counts(await get(into as string)), [1, 0], 'also after a merge');
  const [voter, ...others] = await votersOf(own as string);
  assert.deepEqual([voter.name, voter.proof, others.length], ['Grace', 'signed_in', 0]);

  // The session of the code is one of the user now.
  await voteOnPage(byCode, both as string);
  assert.deepEqual(counts(await get(both as string)), [1, 0]);
});

test('votes of an address stay its own when the address belongs to another user', async () => {
  const { project, submit, withCode, voteOnPage, get } = await createBoard();
  const id = await submit('Own');
  const byCode = await withCode('team@acme.example');
  await voteOnPage(byCode, id);
  const put = (userId: string) =>
    call('PUT', `/v1/people/${userId}`, {
      token: project.token,
      query: { project_id: project.id },
      body: { email: 'team@acme.example' },
    });
  await put('u_1');
  await put('u_2');
  const asOther = { key: project.key, headers: { 'x-user-token': await server.signUser(project, { id: 'u_2' }) } };
  await call('POST', `/v1/feedback/${id}/upvote`, asOther);
  assert.deepEqual(counts(await get(id)), [2, 0]);
});
