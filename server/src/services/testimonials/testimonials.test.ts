import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { parseId } from '../../platform/ids.ts';
import { runJobs } from '../../testing/jobs.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { digestTables } from '../../testing/tables.ts';
import { until, withinPeriod } from '../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;

/** A project's testimonials, with what the tests do to them. */
async function wall() {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const submit = (body: object = {}) =>
    call('POST', '/v1/testimonials', { key, body: { author_name: 'Ada', content: 'Saves us time.', rating: 5, ...body } });
  const update = (testimonial: string, body: object) => call('PATCH', `/v1/testimonials/${testimonial}`, { token, body });
  return {
    ...project,
    submit,
    update,
    approve: async (body: object = {}) => {
      const { body: testimonial } = await submit(body);
      await update(testimonial.id, { status: 'approved' });
      return testimonial.id as string;
    },
    list: (query: Record<string, string> = {}) => call('GET', '/v1/testimonials', { key, query }),
    listAll: (query: Record<string, string> = {}) =>
      call('GET', '/v1/testimonials', { token, query: { project_id: id, ...query } }),
    summary: async (query: Record<string, string> = {}) => (await call('GET', '/v1/testimonials/summary', { key, query })).body,
    mails: async () => (await call('GET', `/v1/projects/${id}/mails`, { token })).body.data as Json[],
  };
}

const names = ({ body }: Json) => body.data.map(({ author_name }: Json) => author_name) as string[];

test('submissions are pending, and public after approval', async () => {
  const { id, key, token, submit, update, list, listAll } = await wall();
  const given = {
    author_email: 'ada@example.com',
    author_title: 'Countess',
    author_company: 'Analytical Engines',
    author_avatar_url: 'https://example.com/ada.png',
    image_url: 'https://example.com/shot.png',
    video_url: 'https://vimeo.com/76979871',
    source_url: 'https://example.com/post',
    tags: ['support'],
    disclosure: 'incentive',
  };
  const { status, body } = await submit({ ...given, consent: { text: 'Show it.', version: '1' } });
  assert.equal(status, 201);
  const { id: testimonial, created_at, updated_at, ...rest } = body;
  assert.match(testimonial, /^tm_[0-9a-z]{26}$/);
  assert.equal(created_at, updated_at);
  const { author_email, ...shown } = given;
  assert.deepEqual(rest, {
    project_id: id,
    status: 'pending',
    author_name: 'Ada',
    content: 'Saves us time.',
    rating: 5,
    featured: false,
    ...shown,
  });
  assert.equal((await list()).body.total, 0);
  const { body: all } = await listAll();
  assert.deepEqual(all.data, [
    {
      ...body,
      author_email,
      consent: { text: 'Show it.', version: '1', agreed_at: created_at },
      external_id: null,
      collection_ids: [],
      answers: [],
    },
  ]);
  assert.equal((await call('GET', `/v1/testimonials/${testimonial}`, { key })).status, 403);

  const approved = await update(testimonial, { status: 'approved', featured: true, tags: ['a'], author_title: null });
  assert.deepEqual(
    [approved.status, approved.body.status, approved.body.featured, approved.body.tags, approved.body.author_title],
    [200, 'approved', true, ['a'], null],
  );
  const { body: shownNow } = await list();
  assert.deepEqual([shownNow.total, shownNow.data[0].id], [1, testimonial]);
  for (const field of ['author_email', 'consent']) assert.ok(!(field in shownNow.data[0]), `${field} is not for everyone`);
  assert.equal((await call('GET', `/v1/testimonials/${testimonial}`, { token })).body.author_email, author_email);

  for (const next of ['rejected', 'pending', 'approved']) {
    assert.equal((await update(testimonial, { status: next })).body.status, next);
    assert.equal((await list()).body.total, next === 'approved' ? 1 : 0);
  }
  assert.deepEqual((await call('DELETE', `/v1/testimonials/${testimonial}`, { token })).body, { ok: true });
  assert.equal((await call('DELETE', `/v1/testimonials/${testimonial}`, { token })).status, 404);
  assert.deepEqual([(await list()).body.total, (await listAll()).body.total], [0, 0]);
});

describe('rejects', async () => {
  const { id, slug, key, token, submit, update } = await wall();
  const cases: [body: object, error: string][] = [
    [{ author_name: undefined }, 'author_name is required'],
    [{ author_name: ' ' }, 'author_name is required'],
    [{ content: undefined }, 'content is required'],
    [{ content: 'x'.repeat(5001) }, 'content must be a string of 1 to 5,000 characters'],
    [{ rating: undefined }, 'rating is required'],
    ...[0, 6, 4.5, '5', null].map((rating): [object, string] => [{ rating }, 'rating must be an integer from 1 to 5']),
    [{ author_email: 'ada' }, 'author_email must be a valid email address'],
    [{ image_url: 'javascript:alert(1)' }, 'image_url must be an http or https URL of at most 2,048 characters'],
    [{ disclosure: 'maybe' }, 'disclosure must be one of none, incentive, affiliated'],
    [{ consent: { text: 'Yes' } }, 'consent.version is required'],
    [{ status: 'approved' }, 'status is not a known field'],
  ];
  for (const [body, error] of cases)
    test(`${JSON.stringify(body)}: ${error}`, async () => {
      const before = await digestTables(server.db, parseId('prj', id) as string);
      for (const send of [
        submit,
        (part: object) =>
          call('POST', `/v1/testimonials/by-project/${slug}`, {
            body: { author_name: 'Ada', content: 'Good', rating: 5, ...part },
          }),
      ]) {
        const answer = await send(body);
        assert.deepEqual([answer.status, answer.body.error], [400, error]);
      }
      assert.deepEqual(await digestTables(server.db, parseId('prj', id) as string), before);
    });

  test('changes of the content', async () => {
    const { body } = await submit();
    for (const field of ['content', 'rating', 'consent'])
      assert.deepEqual((await update(body.id, { [field]: 1 })).body.error, `${field} is not a known field`);
  });

  test('requests with an API key for unapproved testimonials', async () => {
    const { status, body } = await call('GET', '/v1/testimonials', { key, query: { status: 'pending' } });
    assert.deepEqual([status, body.error], [400, 'status requires a session token']);
  });

  test('changes by viewers', async () => {
    const viewer = await server.signIn();
    await call('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
    const { body } = await submit();
    assert.equal(
      (await call('PATCH', `/v1/testimonials/${body.id}`, { token: viewer.token, body: { status: 'approved' } })).status,
      403,
    );
    assert.equal((await call('GET', `/v1/testimonials/${body.id}`, { token: viewer.token })).status, 200);
  });
});

test('anyone can submit by project slug', async () => {
  const { slug, key, listAll } = await wall();
  const body = { author_name: 'Grace', content: 'Fine', rating: 4 };
  const send = (headers = {}) => call('POST', `/v1/testimonials/by-project/${slug}`, { headers, body });
  assert.equal((await send()).status, 201);
  assert.deepEqual(names(await listAll({ status: 'pending' })), ['Grace']);
  const none = await call('POST', '/v1/testimonials/by-project/nobody-has-this', { body });
  assert.deepEqual([none.status, none.body.code], [404, 'projects.not_found']);
  const headers = { 'idempotency-key': 'a' };
  const [first, second] = [await send(headers), await send(headers)];
  assert.equal(first.body.id, second.body.id);
  assert.equal((await listAll()).body.total, 2);
  const elsewhere = await call('POST', `/v1/testimonials/by-project/${(await wall()).slug}`, { headers, body });
  assert.deepEqual([elsewhere.status, elsewhere.headers.has('idempotent-replayed')], [201, false], 'the key of another project');
  for (const [path, by] of [
    [`/by-project/${slug}`, {}],
    ['', { key }],
  ] as const) {
    await call('POST', `/v1/testimonials${path}`, { ...by, headers, body });
    const other = await call('POST', `/v1/testimonials${path}`, { ...by, headers, body: { ...body, rating: 3 } });
    assert.deepEqual([other.status, other.body.error], [409, 'Idempotency-Key was already used with a different request body']);
  }
});

test('honeypot submissions get a regular response and are not stored', async () => {
  const { submit, listAll } = await wall();
  const machine = await submit({ website: 'https://spam.example' });
  const person = await submit({ website: '' });
  assert.deepEqual([machine.status, Object.keys(machine.body)], [201, Object.keys(person.body)]);
  assert.deepEqual(
    (await listAll()).body.data.map(({ id }: Json) => id),
    [person.body.id],
  );
});

test('lists by date, rating, featured, tag and page, and returns 304 when unchanged', async () => {
  const { key, approve, submit, update, list } = await wall();
  await approve({ author_name: 'A', rating: 3, tags: ['x'] });
  const b = await approve({ author_name: 'B', rating: 5, tags: ['x', 'y'] });
  const c = await approve({ author_name: 'C', rating: 4 });
  await approve({ author_name: 'D', rating: 5 });
  await submit({ author_name: 'E', tags: ['x'] });
  await update(c, { featured: true });
  assert.deepEqual(names(await list()), ['D', 'C', 'B', 'A']);
  assert.deepEqual(names(await list({ sort: 'rating' })), ['D', 'B', 'C', 'A']);
  assert.deepEqual(names(await list({ sort: 'featured' })), ['C', 'D', 'B', 'A']);
  assert.deepEqual(names(await list({ tag: 'x' })), ['B', 'A']);
  assert.equal((await list({ tag: 'x' })).body.total, 2);
  const second = await list({ limit: '3', page: '2' });
  assert.deepEqual([names(second), second.body.total, second.body.page, second.body.limit], [['A'], 4, 2, 3]);
  const etag = (await list()).headers.get('etag') ?? '';
  const again = () => call('GET', '/v1/testimonials', { key, headers: { 'if-none-match': etag } });
  assert.equal((await again()).status, 304);
  await update(b, { status: 'rejected' });
  assert.equal((await again()).status, 200);
});

test('the summary counts approved testimonials, or all', async () => {
  const { id, key, token, approve, submit, update, summary } = await wall();
  assert.deepEqual(await summary(), { count: 0, average_rating: null, ratings: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } });
  for (const rating of [5, 5, 4]) await approve({ rating });
  const { body: bad } = await submit({ rating: 1 });
  assert.deepEqual(await summary(), { count: 3, average_rating: 4.67, ratings: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 2 } });
  await update(bad.id, { status: 'rejected' });
  assert.deepEqual(await summary({ of: 'all' }), { count: 4, average_rating: 3.75, ratings: { 1: 1, 2: 0, 3: 0, 4: 1, 5: 2 } });
  const bySession = await call('GET', '/v1/testimonials/summary', { token, query: { project_id: id } });
  assert.deepEqual(bySession.body, { ...(await summary()), statuses: { pending: 0, approved: 3, rejected: 1 } });
  const etag = (await call('GET', '/v1/testimonials/summary', { key })).headers.get('etag') ?? '';
  const { status } = await call('GET', '/v1/testimonials/summary', { key, headers: { 'if-none-match': etag } });
  assert.equal(status, 304);
});

test('the summary stays exact under concurrent submissions and decisions', async () => {
  const { submit, update, summary } = await wall();
  // Four testimonials per star: 4 with one star, 8 with two stars and so on.
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].flatMap((rating) => Array.from({ length: 4 * rating }, () => submit({ rating }))),
  );
  await Promise.all(
    answers.flatMap(({ body }, index) => [
      update(body.id, { status: index % 3 ? 'approved' : 'rejected' }),
      update(body.id, { featured: true }),
    ]),
  );
  const { count } = await summary();
  assert.equal(count, 40);
  const { ratings } = await summary({ of: 'all' });
  assert.deepEqual(ratings, { 1: 4, 2: 8, 3: 12, 4: 16, 5: 20 });
});

describe('the author link', async () => {
  const { id, token, submit, approve, listAll, summary, mails } = await wall();
  const linkTo = async (email: string) => {
    const mail = await until(async () => (await mails()).find(({ recipient }) => recipient === email));
    return { mail, url: /http\S+\/mine\?token=\S+/.exec(mail.text)?.[0] ?? '' };
  };
  const html = { accept: 'text/html' };
  const form = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', headers: html, body: new URLSearchParams(fields) });

  test('is in the thank-you mail, shows the content, and GET changes nothing', async () => {
    const content = 'Good <b>& cheap</b>\nreally';
    const testimonial = await approve({ author_email: 'ada@example.com', content });
    const { mail, url } = await linkTo('ada@example.com');
    assert.equal(mail.subject, 'Thank you for your testimonial about Acme');
    assert.doesNotMatch(mail.text + mail.html, /cheap|Ada[^\w-]/, 'submitted texts are not in the mail');
    const page = await fetch(url, { headers: html });
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.ok((await page.text()).includes('Good &lt;b&gt;&amp; cheap&lt;/b&gt;'));
    assert.equal((await call('GET', `/v1/testimonials/${testimonial}`, { token })).body.status, 'approved');
  });

  test('is mailed at most once a day to an address', () =>
    withinPeriod(async () => {
      const name = `spam-${randomUUID()}`;
      const submissions = [name, name.toUpperCase(), `S${name.slice(1)}`].map((written) => `${written}@example.com`);
      const spam = { author_name: 'BUY NOW', author_title: 'https://spam.example', content: 'Buy at https://spam.example' };
      await Promise.all(
        Array.from({ length: 30 }, (_, index) => submit({ ...spam, author_email: submissions[index % submissions.length] })),
      );
      await runJobs(server.db, 'testimonial.submitted/thank');
      const sent = (await mails()).filter(({ recipient }) => recipient.toLowerCase() === `${name}@example.com`);
      assert.equal(sent.length, 1);
      assert.doesNotMatch(sent[0].subject + sent[0].text + sent[0].html, /BUY NOW|spam\.example/);
    }));

  test('changes the content, which requires approval again', async () => {
    const testimonial = await approve({ author_email: 'grace@example.com' });
    const { url } = await linkTo('grace@example.com');
    const answer = await form(url, { action: 'change', content: 'Better\r\nand better', rating: '4' });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /reviewed again/);
    const { body } = await call('GET', `/v1/testimonials/${testimonial}`, { token });
    assert.deepEqual([body.content, body.rating, body.status], ['Better\nand better', 4, 'pending']);
    for (const [fields, error] of [
      [{ action: 'change', content: '', rating: '4' }, 'content is required'],
      [{ action: 'change', content: 'A', rating: '9' }, 'rating must be an integer from 1 to 5'],
      [{ action: 'burn' }, 'action must be one of change, withdraw'],
      [{ action: 'change', rating: '4' }, 'content is required'],
      [{ action: 'change', content: 'A' }, 'rating is required'],
    ] as const) {
      const refused = await form(url, fields);
      assert.equal(refused.status, 400);
      assert.ok((await refused.text()).includes(error), error);
    }
  });

  test('withdraws and deletes the testimonial', async () => {
    const testimonial = await approve({ author_email: 'linus@example.com' });
    const before = (await summary({ of: 'all' })).count;
    const { url } = await linkTo('linus@example.com');
    const { pathname, search } = new URL(url);
    assert.deepEqual((await call('POST', `${pathname}${search}`, { body: { action: 'withdraw' } })).body, { ok: true });
    assert.equal((await call('GET', `/v1/testimonials/${testimonial}`, { token })).status, 404);
    assert.equal((await summary({ of: 'all' })).count, before - 1);
    assert.equal((await fetch(url, { headers: html })).status, 404);
    assert.equal((await form(url, { action: 'withdraw' })).status, 404);
  });

  test('is signed and valid for its testimonial only', async () => {
    const { url } = await linkTo('ada@example.com');
    const { pathname, search } = new URL(url);
    const large = { action: 'change', content: 'x'.repeat(70_000), rating: 5 };
    assert.equal((await call('POST', pathname + search, { body: large })).status, 413);
    assert.equal((await call('POST', pathname + search, { headers: { 'content-type': 'text/plain' }, body: 'x' })).status, 415);
    assert.equal((await fetch(`${url.slice(0, -3)}abc`)).status, 404);
    assert.equal((await form(`${url.slice(0, -3)}abc`, { action: 'withdraw' })).status, 404);
    const forged = await call('POST', `${pathname}${search.slice(0, -3)}abc`, { body: { action: 'withdraw' } });
    assert.deepEqual([forged.status, forged.body.code], [404, 'testimonials.not_found']);
  });

  test('is not sent when disabled or without an address', async () => {
    await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { testimonials: { thank_you_mail: false } } } });
    const written = (await mails()).length;
    await submit({ author_email: 'ken@example.com' });
    await submit();
    await runJobs(server.db, 'testimonial.submitted/');
    assert.equal((await mails()).length, written);
    assert.ok((await listAll()).body.total > 0);
  });
});
