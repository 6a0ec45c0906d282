import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createPeople } from '../../../instance/directory/fixtures/people.ts';
import { parseId } from '../../../platform/ids.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { randomRuns } from '../../../testing/long.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

/** Creates a project with rules, and people who reached the goal `export`. */
async function createAsking() {
  const project = await createPeople(server);
  const { token, query } = project;
  const rules = '/v1/testimonials/rules';
  const create = (rule: object) =>
    call('POST', rules, {
      token,
      query,
      body: { name: 'Exporters', trigger: 'goal_reached', event: 'export', channel: 'mail', ...rule },
    });
  const preview = async (id: string): Promise<number> => (await call('GET', `${rules}/${id}/preview`, { token })).body.people;
  return {
    ...project,
    create,
    preview,
    /** Tracks uses of some users, and waits until a rule would ask a number of people. */
    use: async (users: Record<string, number>, { rule, people }: { rule: string; people: number }) => {
      for (const [user, times] of Object.entries(users))
        for (let time = 0; time < times; time += 1) await project.track({ name: 'export', user_id: user });
      await until(async () => (await preview(rule)) === people);
    },
    change: (id: string, body: object) => call('PATCH', `${rules}/${id}`, { token, body }),
    results: async (): Promise<Json[]> =>
      (await call('GET', rules, { token, query })).body.data.map(({ asked, answered, approved, declined }: Json) => [
        asked,
        answered,
        approved,
        declined,
      ]),
    requests: async (more: object = {}): Promise<Json[]> =>
      (await call('GET', '/v1/testimonials/requests', { token, query: { ...query, ...more } })).body.data,
    asUser: async (id: string) => ({ key: project.key, headers: { 'x-user-token': await server.signUser(project, { id }) } }),
  };
}

const ask = () => runScheduled(db, 'testimonials.ask');
const linkIn = (text: string, path: string): string =>
  new RegExp(String.raw`(/v1/testimonials/requests/${path}\?token=[\w.-]+)`).exec(text)?.[1] ?? '';

test('people who reached a goal are asked by mail once, and their answers are results of the rule', async () => {
  const acme = await createAsking();
  for (const [user, body] of Object.entries({
    ada: { email: 'ada@example.com', name: 'Ada' },
    bob: { email: 'bob@example.com' },
    // Wrote a testimonial before.
    eve: { email: 'eve@example.com' },
    // Cannot be reached.
    joe: { name: 'Joe' },
    // Not often enough.
    kim: { email: 'kim@example.com' },
  }))
    await acme.put(user, body);
  const praise = { author_name: 'Eve', content: 'Good', rating: 5, author_email: 'EVE@example.com' };
  await call('POST', '/v1/testimonials', { key: acme.key, body: praise });
  const { body: rule } = await acme.create({ times: 2, message: 'We are a team of three.', enabled: false });
  await acme.use({ ada: 2, bob: 3, eve: 2, joe: 2, kim: 1 }, { rule: rule.id, people: 2 });
  await ask();
  assert.deepEqual(await acme.results(), [[0, 0, 0, 0]], 'a disabled rule asks nobody');

  await acme.change(rule.id, { enabled: true });
  const other = await acme.create({ name: 'Again', times: 1 });
  // The last events may arrive later than those that the first rule counts.
  await until(async () => (await acme.preview(other.body.id)) === 3);
  await ask();
  await ask();
  const asked = (await acme.requests()).map(({ person_name: name, subject, status }) => `${name} ${subject} ${status}`);
  assert.deepEqual(asked.toSorted(), ['Ada export open', 'null export open', 'null export open']);
  assert.equal(await acme.preview(rule.id), 0, 'nobody is asked twice in a year, also by another rule');
  assert.deepEqual(await acme.results(), [
    [1, 0, 0, 0],
    [2, 0, 0, 0],
  ]);

  const { rows: mails } = await sql<{ recipient: string; text_body: string; headers: Record<string, string> }>`
    SELECT recipient, text_body, headers FROM mails WHERE project_id = ${parseId('prj', acme.id)} AND cause LIKE 'testimonial.request:%'
    ORDER BY recipient`.execute(db);
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    ['ada@example.com', 'bob@example.com', 'kim@example.com'],
  );
  const [toAda, toBob] = mails;
  assert.match(toAda?.text_body ?? '', /We are a team of three\./);
  assert.equal(toAda?.headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');

  const answer = linkIn(toAda?.text_body ?? '', 'answer');
  const page = await call('GET', answer);
  assert.match(String(page.body), /value="Ada" required/);
  const form = { author_name: 'Ada L.', content: 'It saves us an hour.', rating: 5, consent: 'yes' };
  assert.equal((await call('POST', answer, { body: { ...form, consent: undefined } })).body.fields[0].path, 'consent');
  const refuse = async (body: string | Buffer, type: string) => {
    const response = await fetch(server.url + answer, { method: 'POST', headers: { 'content-type': type }, body });
    return ((await response.json()) as Json).code;
  };
  for (const [body, type, code] of [
    ['{', 'application/json', 'request.invalid_json'],
    [Buffer.from('{"content":"Größe"}', 'latin1'), 'application/json', 'request.invalid_encoding'],
    [JSON.stringify({ content: 'x'.repeat(65_536) }), 'application/json', 'request.body_too_large'],
    ['Good', 'text/plain', 'request.unsupported_media_type'],
  ] as const)
    assert.equal(await refuse(body, type), code);
  assert.deepEqual((await call('POST', answer, { body: form })).body, { ok: true });
  assert.equal((await call('POST', answer, { body: form })).body.code, 'testimonials.request_not_found');
  assert.equal((await call('GET', answer)).status, 404);
  const { data } = (await call('GET', '/v1/testimonials', { token: acme.token, query: acme.query })).body;
  const written = data.find(({ author_name: name }: Json) => name === 'Ada L.');
  assert.deepEqual([written.status, written.author_email, written.consent.version], ['pending', 'ada@example.com', 'page-1']);
  await call('PATCH', `/v1/testimonials/${written.id}`, { token: acme.token, body: { status: 'approved' } });

  const stop = linkIn(toBob?.text_body ?? '', 'stop');
  assert.equal((await call('GET', stop)).status, 200);
  assert.equal((await acme.requests({ status: 'declined' })).length, 0, 'opening the link declines nothing');
  for (let time = 0; time < 2; time += 1) assert.deepEqual((await call('POST', stop)).body, { ok: true });
  assert.deepEqual(await acme.results(), [
    [1, 0, 0, 0],
    [2, 1, 1, 1],
  ]);

  // A year later: Ada has a testimonial, Bob declined.
  await sql`
    UPDATE testimonial_requests SET created_at = now() - interval '366 days' WHERE project_id = ${parseId('prj', acme.id)}`.execute(
    db,
  );
  assert.deepEqual([await acme.preview(rule.id), await acme.preview(other.body.id)], [0, 1]);

  await call('POST', `/v1/projects/${acme.id}/people/erase`, { token: acme.token, body: { email: 'bob@example.com' } });
  assert.equal((await call('POST', stop)).body.code, 'mails.link_target_not_found');
  assert.equal((await call('POST', '/v1/testimonials/requests/stop')).status, 400);

  assert.deepEqual((await call('DELETE', `/v1/testimonials/rules/${rule.id}`, { token: acme.token })).body, { ok: true });
  assert.equal((await acme.requests()).length, 2, 'the requests of a deleted rule remain, those to erased people do not');
  assert.equal((await acme.requests({ rule_id: other.body.id })).length, 1);
});

test('the widget asks signed users, who answer or decline', async () => {
  const acme = await createAsking();
  const { body: rule } = await acme.create({ channel: 'widget', message: 'Thanks!' });
  await acme.use({ ann: 1, ben: 1 }, { rule: rule.id, people: 2 });
  const path = '/v1/testimonials/requests/own';
  const [ann, ben] = [await acme.asUser('ann'), await acme.asUser('ben')];
  assert.deepEqual((await call('GET', path, ann)).body, { request: null });
  assert.equal((await call('DELETE', path, ann)).body.code, 'testimonials.request_not_found');
  await ask();
  const { request } = (await call('GET', path, ann)).body;
  assert.deepEqual([request.subject, request.message], ['export', 'Thanks!']);
  const praise = { author_name: 'Ann', content: 'Good', rating: 4, consent: { text: 'Yes', version: '1' } };
  const once = { key: ann.key, headers: { ...ann.headers, 'idempotency-key': 'answer' } };
  const answered = await call('POST', path, { ...once, body: praise });
  assert.deepEqual([answered.status, answered.body.status], [201, 'pending']);
  assert.equal((await call('POST', path, { ...once, body: praise })).body.id, answered.body.id);
  assert.equal((await call('POST', path, { ...once, body: { ...praise, rating: 5 } })).status, 409);
  assert.equal((await call('POST', path, { ...ann, body: praise })).body.code, 'testimonials.request_not_found');
  assert.deepEqual((await call('DELETE', path, ben)).body, { ok: true });
  assert.deepEqual((await call('GET', path, ben)).body, { request: null });
  assert.deepEqual(await acme.results(), [[2, 1, 0, 1]]);

  // The request follows a merged person.
  const [first, second] = (await acme.list()).data;
  assert.equal((await acme.merge(first.id, second.id)).status, 200);
  assert.equal(await acme.preview(rule.id), 0);
});

test('people who rated their search as helpful are asked, not those who did not', async () => {
  const acme = await createAsking();
  const { token, query } = acme;
  const { body: rule } = await acme.create({ trigger: 'answer_helpful', event: undefined, channel: 'widget' });
  const { body: index } = await call('POST', '/v1/indexes', { token, query, body: { name: 'Help' } });
  await call('POST', `/v1/indexes/${index.id}/documents`, { token, body: { content: '# Export' } });
  for (const [user, helpful] of [
    ['pleased', true],
    ['annoyed', false],
  ] as const) {
    const asked = await acme.asUser(user);
    const { body: search } = await call('POST', `/v1/indexes/${index.id}/search`, { ...asked, body: { query: 'export' } });
    await call('POST', `/v1/indexes/${index.id}/search/${search.query_id}/helpful`, { ...asked, body: { helpful } });
  }
  await until(async () => (await acme.preview(rule.id)) === 1);
  await ask();
  assert.ok((await call('GET', '/v1/testimonials/requests/own', await acme.asUser('pleased'))).body.request);
});

/** Creates a project with a release, which a person asked for and used, and a rule that asks them in a channel. */
async function createReleased(channel: 'mail' | 'widget', release: object = {}) {
  const acme = await createAsking();
  const { key, token, query } = acme;
  await acme.put('used', { email: 'used@example.com' });
  const { body: wish } = await call('POST', '/v1/feedback', { key, body: { title: 'CSV' } });
  for (const user of ['used', 'silent']) await call('POST', `/v1/feedback/${wish.id}/upvote`, await acme.asUser(user));
  const { body: published } = await call('POST', '/v1/changelog', {
    token,
    query,
    body: { title: 'CSV export', feedback_ids: [wish.id], published: true, success: { event: 'export' }, ...release },
  });
  const { body: rule } = await acme.create({ trigger: 'release_used', event: undefined, channel });
  // Others use the release as well, and did not ask for it.
  await acme.use({ used: 1, other: 1 }, { rule: rule.id, people: 1 });
  return {
    ...acme,
    rule,
    changeRelease: async (body: object) =>
      assert.equal((await call('PATCH', `/v1/changelog/${published.id}`, { token, body })).status, 200),
  };
}

test('people who asked for a release and used it are asked, with its current title while everyone may know it', async () => {
  const acme = await createReleased('widget');
  const { token, query } = acme;
  const definition = { match: 'all', conditions: [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'beta' }] };
  await acme.put('insider', { attributes: { plan: 'beta' } });
  const { body: segment } = await call('POST', '/v1/people/segments', { token, query, body: { name: 'Beta', definition } });
  await acme.changeRelease({ segment_id: segment.id });
  await ask();
  const read = async () => {
    const { body } = await call('GET', '/v1/testimonials/requests/own', await acme.asUser('used'));
    const [listed] = await acme.requests();
    const { body: exported } = await call('POST', `/v1/projects/${acme.id}/people/export`, { token, body: { user_id: 'used' } });
    return [body.request.subject, listed.subject, exported.testimonial_requests[0].subject];
  };
  assert.deepEqual(await read(), [null, null, null]);
  for (const [change, title] of [
    [{ segment_id: null }, 'CSV export'],
    [{ title: 'CSV and Excel' }, 'CSV and Excel'],
    [{ published: false }, null],
    [{ published: true }, 'CSV and Excel'],
  ] as const) {
    await acme.changeRelease(change);
    assert.deepEqual(await read(), [title, title, title], JSON.stringify(change));
  }
  await call('DELETE', `/v1/testimonials/rules/${acme.rule.id}`, { token });
  assert.equal((await acme.requests())[0].subject, 'CSV and Excel', 'after the deletion of the rule');
});

test('requests that wait for a mail server are canceled while they name a release that was withdrawn', async () => {
  const acme = await createReleased('mail');
  await ask();
  const { token } = acme;
  const find = (status: string): Promise<Json> =>
    until(async () => {
      const { data } = (await call('GET', `/v1/projects/${acme.id}/mails`, { token })).body;
      return data.find((mail: Json) => mail.recipient === 'used@example.com' && mail.status === status);
    });
  const mail = await find('kept');
  assert.match(mail.text, /CSV export/);
  const retry = () => call('POST', `/v1/projects/${acme.id}/mails/${mail.id}/retry`, { token });
  await acme.changeRelease({ published: false });
  await retry();
  assert.match((await find('canceled')).error, /^The release was unpublished/);
  await acme.changeRelease({ published: true });
  await retry();
  await find('kept');
});

const person = fc.record({
  hasEmail: fc.boolean(),
  wrote: fc.boolean(),
  askedDaysAgo: fc.option(fc.integer({ min: 0, max: 800 })),
  declined: fc.boolean(),
});

test('a rule asks whom a plain model would ask', async () => {
  const acme = await createAsking();
  const { token, query } = acme;
  const projectId = parseId('prj', acme.id);
  const { body: rule } = await acme.create({ enabled: false });
  const property = fc.asyncProperty(
    fc.array(person, { minLength: 1, maxLength: 8 }),
    fc.constantFrom('mail', 'widget'),
    async (people, channel) => {
      const name = crypto.randomUUID();
      await acme.change(rule.id, { event: name, channel });
      for (const [index, { hasEmail, wrote, askedDaysAgo, declined }] of people.entries()) {
        const [user, email] = [`${name}-${index}`, `${name}-${index}@example.com`];
        await acme.put(user, hasEmail ? { email } : { name: 'Ada' });
        if (wrote)
          await call('POST', '/v1/testimonials', {
            key: acme.key,
            body: { author_name: 'Ada', content: 'Good', rating: 5, author_email: email },
          });
        if (askedDaysAgo !== null)
          await sql`
            INSERT INTO testimonial_requests (project_id, id, channel, identity_kind, identity, status, created_at)
            VALUES (${projectId}, gen_random_uuid(), 'mail', 'user_id', ${user}, ${declined ? 'declined' : 'open'},
              now() - make_interval(days => ${askedDaysAgo}))`.execute(db);
        await acme.track({ name, user_id: user });
      }
      const stored = { ...query, period: '24h', filter: `event:is:${name}` };
      await until(async () => {
        const { body } = await call('GET', '/v1/analytics/overview', { token, query: stored });
        return body.events.value === people.length;
      });
      const expected = people.filter(
        ({ hasEmail, wrote, askedDaysAgo, declined }) =>
          (channel === 'widget' || hasEmail) &&
          !(wrote && hasEmail) &&
          (askedDaysAgo === null || (askedDaysAgo >= 365 && !declined)),
      );
      assert.equal(await acme.preview(rule.id), expected.length);
    },
  );
  await fc.assert(property, randomRuns(10, 200));
});

test('rules are checked, and each wrong field is named', async () => {
  const acme = await createAsking();
  for (const [rule, path, code] of [
    [{ event: undefined }, 'event', 'required'],
    [{ page: '/exports' }, 'page', 'conflict'],
    [{ trigger: 'answer_helpful' }, 'event', 'conflict'],
    [{ trigger: 'release_used', event: undefined, times: 3 }, 'times', 'conflict'],
    [{ times: 0 }, 'times', 'too_small'],
    [{ channel: 'letter' }, 'channel', 'choice'],
  ] as const) {
    const { status, body } = await acme.create(rule);
    assert.deepEqual([status, body.fields?.[0].path, body.fields?.[0].code], [400, path, code], JSON.stringify(rule));
  }
  const { body: rule } = await acme.create({});
  assert.deepEqual((await acme.create({})).body.fields, [{ path: 'name', code: 'taken', message: 'name is already taken' }]);
  const { body: other } = await acme.create({ name: 'Other' });
  assert.equal((await acme.change(other.id, { name: 'Exporters' })).status, 409);
  assert.equal((await acme.change(rule.id, { event: null, page: '/exports', times: 5 })).body.page, '/exports');
  await sql`
    INSERT INTO testimonial_rules (project_id, id, name, trigger, channel)
    SELECT ${parseId('prj', acme.id)}, gen_random_uuid(), 'Rule ' || n, 'answer_helpful', 'mail' FROM generate_series(1, 18) AS n`.execute(
    db,
  );
  assert.equal((await acme.create({ name: 'Too many' })).body.code, 'testimonial_rules.limit_reached');
});
