import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TIMELINE_KINDS } from '@earshot/contract/instance/values';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { linkIn } from '../../testing/waitlist.ts';
import { createPeople } from './fixtures/people.ts';

const server = await sharedTestServer();
const { call } = server;
const project = await createPeople(server);
const { id, key, token, query, put, track } = project;

const EMAIL = 'ada@example.com';
const headers = { 'x-user-token': await server.signUser(project, { id: 'u_1', email: EMAIL }) };
const asAda = { key, headers };
const asVisitor = { key, visitor: crypto.randomUUID() };

// Traces of Ada in all services.
const { body: proven } = await call('POST', '/v1/feedback', { ...asAda, body: { title: 'Proven', description: 'Please' } });
const { body: typed } = await call('POST', '/v1/feedback', { key, body: { title: 'Typed', submitter_email: 'ADA@example.com' } });
await call('POST', `/v1/feedback/${typed.id}/upvote`, asAda);
await call('POST', `/v1/feedback/${proven.id}/comments`, { ...asAda, body: { body: 'Soon?' } });
const { body: place } = await call('POST', '/v1/waitlist', { key, body: { email: EMAIL } });
const { body: praise } = await call('POST', '/v1/testimonials', {
  key,
  body: { author_name: 'Ada', author_email: EMAIL, content: 'Good', rating: 5 },
});
await call('POST', '/v1/changelog/subscribe', { key, body: { email: EMAIL } });
await track({ url: 'https://acme.example/pricing', user_id: 'u_1' });
await track({ name: 'signup', url: 'https://acme.example/', user_id: 'u_1' });
// Traces of others.
await call('POST', '/v1/feedback', { ...asVisitor, body: { title: 'Other' } });
await call('POST', `/v1/feedback/${typed.id}/upvote`, asVisitor);
await call('POST', `/v1/feedback/${proven.id}/comments`, { ...asVisitor, body: { body: 'Me too' } });
const elsewhere = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' } };
await track({ url: 'https://acme.example/other' }, elsewhere);
const onPhone = {
  headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36' },
};
await track({ url: 'https://acme.example/other', user_id: 'u_2' }, onPhone);

const { body: person } = await put('u_1', { email: EMAIL });
const read = async (more: Record<string, string | number | string[]> = {}): Promise<Json> =>
  (await call('GET', `/v1/people/${person.id}/timeline`, { token, query: { limit: 100, ...more } })).body;
const all = await until(async () => {
  const { data } = await read();
  // The welcome and both requests to confirm the address, which are sent later.
  return (
    data.filter(({ kind }: Json) => kind === 'event').length === 2 &&
    data.filter(({ kind }: Json) => kind === 'mail').length >= 3 &&
    data
  );
});

test('a timeline has the traces of a person in all services, and of nobody else', () => {
  const of = (kind: string) =>
    all
      .filter((entry: Json) => entry.kind === kind)
      .map(({ id: about, title, text, proven: isProven }: Json) => [about, title, text, isProven])
      .toSorted((a: string[], b: string[]) => (String(a) < String(b) ? -1 : 1));
  assert.deepEqual(of('feedback'), [
    [proven.id, 'Proven', 'Please', true],
    [typed.id, 'Typed', null, false],
  ]);
  assert.deepEqual(of('vote'), [[typed.id, 'Typed', 'up', true]]);
  assert.deepEqual(of('comment'), [[proven.id, 'Proven', 'Soon?', true]]);
  assert.deepEqual(of('waitlist'), [[place.id, 'waiting', null, false]]);
  assert.deepEqual(of('testimonial'), [[praise.id, '5', 'Good', false]]);
  assert.deepEqual(
    of('subscription').map(([, ...rest]: unknown[]) => rest),
    [['changelog', null, false]],
  );
  assert.deepEqual(of('event'), [
    [null, 'page_view', '/pricing', true],
    [null, 'signup', '/', true],
  ]);
  assert.ok(of('mail').some(([, title]: string[]) => title?.startsWith('Confirm your subscription')));
  assert.deepEqual(
    all.map((entry: Json) => entry.occurred_at),
    all
      .map((entry: Json) => entry.occurred_at)
      .toSorted()
      .toReversed(),
  );
});

test('pages of a timeline continue without gaps and repetitions, also among entries of one time', async () => {
  for (const limit of [1, 2, 5]) {
    const seen: Json[] = [];
    for (let before: string | undefined, isOver = false; !isOver;) {
      const page = await read({ limit, ...(before && { before }) });
      assert.ok(page.data.length <= limit);
      seen.push(...page.data);
      before = page.next_before ?? undefined;
      isOver = !before;
    }
    assert.deepEqual(seen, all, `${limit} entries`);
  }
});

test('a timeline is filtered by kind', async () => {
  for (const kind of TIMELINE_KINDS) {
    const { data } = await read({ kind });
    assert.deepEqual(
      data,
      all.filter((entry: Json) => entry.kind === kind),
      kind,
    );
  }
  const { data } = await read({ kind: ['vote', 'comment'] });
  assert.equal(data.length, 2);
  const paged = await read({ kind: ['vote', 'comment'], limit: 1 });
  assert.equal(paged.data.length, 1);
  const position = (...parts: unknown[]) => ({ before: Buffer.from(JSON.stringify(parts)).toString('base64url') });
  const AT = '2026-01-01T00:00:00Z';
  const INVALID: Record<string, string>[] = [
    { kind: 'visit' },
    { before: 'x' },
    position(1, 2, 3),
    position(AT, 'vote', 1),
    position(AT, 'vote', ['a']),
    position(AT, 'vote', 'a\0'),
    position(AT, 'vote', '\ud800'),
  ];
  for (const more of INVALID)
    assert.equal(
      (await call('GET', `/v1/people/${person.id}/timeline`, { token, query: more })).status,
      400,
      JSON.stringify(more),
    );
});

test('the confirmation of an address proves what was typed', async () => {
  const mails = (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data as Json[];
  const mail = mails.find(({ recipient, text }) => recipient === EMAIL && text.includes('/v1/changelog/confirm?'));
  assert.equal((await fetch(linkIn(mail ?? {}, 'confirm'), { method: 'POST' })).status, 200);
  assert.equal((await read({ kind: 'subscription' })).data[0].proven, true);
});

test('the timeline of a company has the records of its people', async () => {
  await put('u_1', { company: { id: 'acme', name: 'Acme' } });
  const ofCompany = async (companyId: string, more: object = {}) =>
    await call('GET', `/v1/companies/${companyId}/timeline`, { token, query: { ...query, limit: 100, ...more } });
  const { body } = await ofCompany('acme', { kind: ['feedback', 'vote'] });
  assert.deepEqual(
    body.data.map(({ kind, id: about }: Json) => [kind, about]),
    all.filter(({ kind }: Json) => kind === 'feedback' || kind === 'vote').map(({ kind, id: about }: Json) => [kind, about]),
  );
  await call('PUT', '/v1/companies/empty', { token, query, body: {} });
  assert.deepEqual((await ofCompany('empty')).body.data, []);
  assert.equal((await ofCompany('unknown')).body.code, 'companies.not_found');
});

test('a merged person has the timelines of both, an erased one none', async () => {
  const { body: other } = await put('u_2', {});
  const { body: merged } = await project.merge(person.id, other.id);
  const timeline = async () => (await call('GET', `/v1/people/${merged.id}/timeline`, { token, query: { kind: 'event' } })).body;
  assert.equal((await until(async () => (await timeline()).data.length === 3 && (await timeline()))).data.length, 3);
  const { body } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { user_id: 'u_1' } });
  assert.deepEqual([body.erased.people, body.erased.analytics_events], [1, 3]);
  assert.equal((await call('GET', `/v1/people/${merged.id}/timeline`, { token })).status, 404);
  const { body: again } = await put('u_1', { email: EMAIL });
  const left = (await call('GET', `/v1/people/${again.id}/timeline`, { token, query: { limit: 100 } })).body.data;
  assert.deepEqual(left, []);
  assert.equal((await call('GET', '/v1/people', { token, query: { ...query, user_id: 'u_2' } })).body.total, 0);
});

test('a person without a name has the latest one that was given with a proven address', async () => {
  const other = await createPeople(server);
  const email = 'grace@example.com';
  const { body: unnamed } = await other.put('u_9', { email });
  const findName = async () => {
    const { body } = await call('GET', `/v1/people/${unnamed.id}`, { token: other.token, query: other.query });
    return [body.name, body.given_name];
  };
  await call('POST', '/v1/testimonials', {
    key: other.key,
    body: { author_name: 'Somebody else', author_email: email, content: 'Bad', rating: 1 },
  });
  assert.deepEqual(await findName(), [null, null], 'anybody can enter the address');
  const { body: entry } = await call('POST', '/v1/feedback', { key: other.key, body: { title: 'Export' } });
  await call('POST', `/v1/feedback/${entry.id}/voters`, {
    token: other.token,
    body: { email, name: 'Grace Jansen' },
  });
  assert.deepEqual(await findName(), [null, 'Grace Jansen']);
  await other.put('u_9', { name: 'Grace Hopper' });
  assert.deepEqual(await findName(), ['Grace Hopper', null]);
});
