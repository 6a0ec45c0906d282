import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;

async function setUp() {
  const project = await server.createProject();
  const { id, key, token } = project;
  return {
    ...project,
    submit: async (body: object = {}) =>
      (await call('POST', '/v1/testimonials', { key, body: { author_name: 'Ada', content: 'Good', rating: 5, ...body } })).body,
    update: (testimonial: string, body: object) => call('PATCH', `/v1/testimonials/${testimonial}`, { token, body }),
    get: async (testimonial: string) => (await call('GET', `/v1/testimonials/${testimonial}`, { token })).body,
    listAll: async (query: Record<string, string> = {}) =>
      (await call('GET', '/v1/testimonials', { token, query: { project_id: id, ...query } })).body,
    count: async (of: string) => (await call('GET', '/v1/testimonials/summary', { key, query: { of } })).body.count as number,
    linkTo: (email: string) =>
      until(async () => {
        const { body } = await call('GET', `/v1/projects/${id}/mails`, { token });
        const mail = body.data.find(({ recipient }: Json) => recipient === email);
        return mail && (/http\S+\/mine\?token=\S+/.exec(mail.text)?.[0] ?? '');
      }) as Promise<string>,
  };
}

const post = (url: string, form: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: form,
  });

test('empty title and company are stored as null', async () => {
  const { submit, update } = await setUp();
  const { id, author_title, author_company } = await submit({ author_title: ' ', author_company: '' });
  assert.deepEqual([author_title, author_company], [null, null]);
  await update(id, { author_title: 'Countess', author_company: 'Engines' });
  const { body } = await update(id, { author_title: '', author_company: ' ' });
  assert.deepEqual([body.author_title, body.author_company], [null, null]);
});

test('unchanged values change nothing', async () => {
  const { submit, update } = await setUp();
  const { id } = await submit({ tags: ['a'], author_title: '' });
  const { body: before } = await update(id, { status: 'approved', tags: ['b'] });
  const { status, body } = await update(id, { status: 'approved', tags: ['b'], featured: false, author_title: '' });
  assert.deepEqual([status, body], [200, before]);
});

test('members list all by status and tag, in pages with exact totals', async () => {
  const { submit, update, listAll } = await setUp();
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D']) ids.push((await submit({ author_name: name, tags: name < 'C' ? ['x'] : ['y'] })).id);
  const [a = '', b = ''] = ids;
  await update(a, { status: 'approved' });
  await update(b, { status: 'rejected' });
  const seen = async (query: Record<string, string>) => {
    const { data, total } = await listAll(query);
    return [data.map(({ author_name }: Json) => author_name).join(''), total];
  };
  assert.deepEqual(await seen({}), ['DCBA', 4]);
  assert.deepEqual(await seen({ status: 'pending' }), ['DC', 2]);
  assert.deepEqual(await seen({ status: 'rejected', tag: 'x' }), ['B', 1]);
  assert.deepEqual(await seen({ status: 'approved', tag: 'y' }), ['', 0]);
  assert.deepEqual(await seen({ limit: '3', page: '2' }), ['A', 4]);
});

test('submitters by slug see no more than API keys', async () => {
  const { slug, listAll } = await setUp();
  const { status, body } = await call('POST', `/v1/testimonials/by-project/${slug}`, {
    body: {
      author_name: 'Ada',
      content: 'Good',
      rating: 5,
      author_email: 'ada@example.com',
      consent: { text: 'Yes', version: '1' },
    },
  });
  assert.deepEqual([status, 'author_email' in body, 'consent' in body], [201, false, false]);
  const [kept] = (await listAll()).data;
  assert.deepEqual(
    [kept.author_email, kept.consent],
    ['ada@example.com', { text: 'Yes', version: '1', agreed_at: body.created_at }],
  );
});

test('link previews and scanners change nothing', async () => {
  const { submit, update, get, linkTo } = await setUp();
  const { id } = await submit({ author_email: 'ada@example.com' });
  await update(id, { status: 'approved' });
  const before = await get(id);
  const url = await linkTo('ada@example.com');
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    for (const more of ['', '&action=withdraw', '&action=change&content=Bad&rating=1']) await fetch(url + more, { method });
  for (const type of ['', 'application/x-www-form-urlencoded']) {
    const { status } = await fetch(url, { method: 'POST', headers: type ? { 'content-type': type } : {} });
    assert.equal(status, 400, 'a post says what to do');
  }
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
  for (const [body, code] of [
    ['{', 'request.invalid_json'],
    [Buffer.from('{"content":"Größe"}', 'latin1'), 'request.invalid_encoding'],
  ] as const)
    assert.equal(((await (await fetch(url, { ...json, body })).json()) as Json).code, code);
  assert.deepEqual(await get(id), before);
});

test('invalid form input is rejected and changes nothing', async () => {
  const { submit, get, linkTo } = await setUp();
  const { id } = await submit({ author_email: 'ada@example.com' });
  const before = await get(id);
  const url = await linkTo('ada@example.com');
  for (const [form, error] of [
    ['action=change&content=a%00b&rating=4', 'content must not contain a NUL character'],
    ['action=change&content=+%0D%0A+&rating=4', 'content is required'],
    ['action=change&content=a&content=b&rating=4', 'content must be a string of 1 to 5,000 characters'],
    ...['', '0x4', '4.0', '4e0', '+4', '0', '6'].map((rating) => [
      `action=change&content=a&rating=${encodeURIComponent(rating)}`,
      'rating must be an integer from 1 to 5',
    ]),
    ['action=withdraw&status=approved', 'status is not a known field'],
  ] as [string, string][]) {
    const answer = await post(url, form);
    assert.equal(answer.status, 400, form);
    assert.ok((await answer.text()).includes(error), form);
  }
  assert.deepEqual(await get(id), before);
});

test('saving unchanged content keeps the approval', async () => {
  const { submit, update, get, linkTo } = await setUp();
  const { id } = await submit({ author_email: 'ada@example.com', content: 'Good\nand cheap' });
  await update(id, { status: 'approved' });
  const before = await get(id);
  const url = await linkTo('ada@example.com');
  assert.equal((await post(url, 'action=change&content=Good%0D%0Aand+cheap&rating=5')).status, 200);
  assert.deepEqual(await get(id), before);
  assert.equal((await post(url, 'action=change&content=Good%0D%0Aand+cheap&rating=4')).status, 200);
  assert.deepEqual([(await get(id)).status, (await get(id)).rating], ['pending', 4]);
});

test('a withdrawal wins over a concurrent approval, and counts stay exact', async () => {
  const { submit, update, get, linkTo, count } = await setUp();
  for (let round = 0; round < 5; round++) {
    const email = `ada${round}@example.com`;
    const { id } = await submit({ author_email: email });
    const url = await linkTo(email);
    const [first, second, approval] = await Promise.all([
      post(url, 'action=withdraw'),
      post(url, 'action=withdraw'),
      update(id, { status: 'approved' }),
    ]);
    assert.ok([200, 404].includes(approval.status));
    assert.ok([first.status, second.status].includes(200));
    assert.equal((await get(id)).error, 'Testimonial not found');
  }
  assert.deepEqual([await count('approved'), await count('all')], [0, 0]);
});
