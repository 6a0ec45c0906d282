import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call, url } = server;

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function createHelp(names: string[] = ['Help']) {
  const { id: project, slug, token, key } = await server.createProject();
  const ids: string[] = [];
  for (const name of names)
    ids.push((await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name } })).body.id);
  const [index = ''] = ids;
  const add = async (title: string, more: object = {}): Promise<string> =>
    (await call('POST', `/v1/indexes/${index}/documents`, { token, body: { title, content: 'Text.', ...more } })).body.id;
  const order = async () =>
    (await call('GET', `/v1/indexes/${index}/order`, { token })).body.categories.map(
      ({ name, documents }: { name: string | null; documents: { title: string }[] }) => [
        name,
        ...documents.map(({ title }) => title),
      ],
    );
  const get = async (path: string, userAgent?: string) => {
    const response = await fetch(`${url}/p/${slug}${path}`, userAgent ? { headers: { 'user-agent': userAgent } } : {});
    return { status: response.status, text: await response.text() };
  };
  return { project, token, key, ids, index, add, order, get };
}

test('documents are ordered by category and place, in the API, on the public pages, and after they are saved again', async () => {
  const { token, key, index, add, order, get } = await createHelp();
  const invoices = await add('Invoices', { external_id: 'billing/invoices.md' });
  await add('Refunds', { external_id: 'billing/refunds.md' });
  const taxes = await add('Taxes', { external_id: 'billing/taxes.md' });
  const install = await add('Install', { metadata: { category: 'Start', sidebar_position: 2 } });
  await add('', { content: '---\ntitle: Welcome\ncategory: "Start"\nsidebar_position: 1\n---\n\nHello.' });
  await add('Glossary');
  assert.deepEqual(await order(), [
    [null, 'Glossary'],
    ['Billing', 'Invoices', 'Refunds', 'Taxes'],
    ['Start', 'Welcome', 'Install'],
  ]);

  const categories = [
    { name: 'Start', document_ids: [install] },
    { name: 'Billing', document_ids: [taxes, 'billing/refunds.md'] },
    { name: null, document_ids: [invoices] },
  ];
  const { status, body } = await call('PUT', `/v1/indexes/${index}/order`, { token, body: { categories } });
  assert.equal(status, 200);
  const expected = [
    [null, 'Invoices', 'Glossary'],
    ['Start', 'Install', 'Welcome'],
    ['Billing', 'Taxes', 'Refunds'],
  ];
  assert.deepEqual(await order(), expected);
  assert.deepEqual(body, (await call('GET', `/v1/indexes/${index}/order`, { token })).body);
  assert.deepEqual((await call('GET', `/v1/indexes/${index}`, { key })).body.categories, ['Start', 'Billing']);

  // A sync that states neither keeps both, and a moved document stays where it is.
  await add('Taxes', { external_id: 'billing/taxes.md', content: 'Rates.' });
  const { body: kept } = await call('GET', `/v1/indexes/${index}/documents/${taxes}`, { key });
  assert.deepEqual([kept.category, kept.position], ['Billing', 0]);
  await add('Invoices', { external_id: 'billing/invoices.md' });
  assert.deepEqual(await order(), expected);

  const { text } = await get('/help');
  const sections = [...text.matchAll(/<h2>([^<]+?) <span>[^<]+<\/span><\/h2><ul class="articles">(.*?)<\/ul>/g)];
  assert.deepEqual(
    sections.map(([, title, items = '']) => [title, ...Array.from(items.matchAll(/>([^<]+)<\/a>/g), ([, one]) => one)]),
    [['Help', 'Invoices', 'Glossary'], ...expected.slice(1)],
  );
  await add('Taxes', { external_id: 'billing/taxes.md', category: null, position: null });
  assert.deepEqual((await order())[0], [null, 'Invoices', 'Glossary', 'Taxes']);
});

test('the public pages of a collection with many articles follow the order', async () => {
  const { token, index, get } = await createHelp();
  const documents = Array.from({ length: 240 }, (_, number) => ({
    title: `Guide ${String(number).padStart(3, '0')}`,
    content: 'Text.',
    category: number % 2 ? 'Odd' : 'Even',
    external_id: `guide-${number}`,
  }));
  for (const part of [0, 100, 200])
    await call('POST', `/v1/indexes/${index}/documents/batch`, { token, body: { documents: documents.slice(part, part + 100) } });
  const categories = [
    { name: 'Odd', document_ids: ['guide-239', 'guide-1'] },
    { name: 'Even', document_ids: [] },
  ];
  assert.equal((await call('PUT', `/v1/indexes/${index}/order`, { token, body: { categories } })).status, 200);
  const titlesIn = (text: string) => Array.from(text.matchAll(/>(Guide \d+)<\/a>/g), ([, title]) => title);
  const overview = (await get('/help')).text;
  assert.deepEqual(titlesIn(overview).slice(0, 3), ['Guide 239', 'Guide 001', 'Guide 003']);
  assert.match(overview, /<h2>Odd <span>120 articles<\/span>.*<h2>Even <span>120 articles<\/span>/);
  const page = (await get(`/help?index=${index}&category=Odd&page=2`)).text;
  assert.deepEqual(titlesIn(page).length, 20);
  assert.equal(titlesIn((await get(`/help?index=${index}&page=2`)).text)[20], 'Guide 000');
});

test('the longest title, category and external id fit into the index of the order', async () => {
  const { token, index, order } = await createHelp();
  const random = (length: number) =>
    Array.from({ length }, () => String.fromCodePoint(0x2_0000 + Math.floor(Math.random() * 0xa6_00))).join('');
  const document = { title: random(300), category: random(100), external_id: random(200), content: 'Text.' };
  assert.equal((await call('POST', `/v1/indexes/${index}/documents`, { token, body: document })).status, 201);
  assert.equal((await order())[0][0], document.category);
  // The category of a folder or of front matter is shortened.
  const content = `---\ncategory: ${random(4_000)}\n---\nText.`;
  const documents = [
    { content },
    { content: 'Text.', metadata: { category: 'x'.repeat(4_000) } },
    { content: 'Text.', external_id: `${'y'.repeat(150)}/a` },
  ];
  const { body } = await call('POST', `/v1/indexes/${index}/documents/batch`, { token, body: { documents } });
  assert.ok(
    body.results.every(({ ok }: { ok: boolean }) => ok),
    JSON.stringify(body),
  );
  for (const [name] of await order()) assert.ok(name.length <= 200, name);
});

test('an order that is wrong names the field, and changes nothing', async () => {
  const { token, index, add, order } = await createHelp();
  const first = await add('First', { external_id: 'first' });
  await add('Second', { category: 'Other' });
  const before = await order();
  const wrong: [categories: object[], path: string, code: string][] = [
    [[{ name: 'A', document_ids: [first, 'unknown'] }], 'categories[0].document_ids[1]', 'not_found'],
    [[{ name: 'A', document_ids: ['doc_01kaga0zrefb8tqs3yh4kx9m2d'] }], 'categories[0].document_ids[0]', 'not_found'],
    [[{ name: 'A', document_ids: [first, 'first'] }], 'categories[0].document_ids[1]', 'duplicate'],
    [
      [
        { name: 'A', document_ids: [first] },
        { name: 'A', document_ids: [] },
      ],
      'categories[1].name',
      'duplicate',
    ],
    [
      [
        { name: 'A', document_ids: Array.from({ length: 3_000 }, () => 'first') },
        { name: 'B', document_ids: Array.from({ length: 3_000 }, () => 'first') },
      ],
      'categories',
      'too_many',
    ],
    [[{ name: '', document_ids: [] }], 'categories[0].name', 'required'],
    [[{ name: 'A' }], 'categories[0].document_ids', 'required'],
  ];
  for (const [categories, path, code] of wrong) {
    const { status, body } = await call('PUT', `/v1/indexes/${index}/order`, { token, body: { categories } });
    assert.equal(status, 400, path);
    assert.deepEqual([body.fields[0].path, body.fields[0].code], [path, code]);
  }
  assert.deepEqual(await order(), before);
  await call('PATCH', `/v1/indexes/${index}`, { token, body: { categories: ['Empty', 'Other'] } });
  assert.deepEqual(await order(), [[null, 'First'], ['Empty'], ['Other', 'Second']]);
  const { body } = await call('PATCH', `/v1/indexes/${index}`, { token, body: { categories: ['A', 'B', 'A'] } });
  assert.deepEqual(body.fields, [
    { path: 'categories[2]', code: 'duplicate', message: 'categories[2] repeats the name of another category' },
  ]);
});

test('indexes are ordered by their place, those without one by name', async () => {
  const { project, token, key, ids, get } = await createHelp(['A', 'B', 'C']);
  const names = async () => (await call('GET', '/v1/indexes', { key })).body.data.map(({ name }: { name: string }) => name);
  const move = (id: string | undefined, position: number) =>
    call('PATCH', `/v1/indexes/${id}`, { token, body: { position, description: 'All about it.' } });
  assert.deepEqual((await move(ids[2], 0)).body.position, 0);
  assert.deepEqual(await names(), ['C', 'A', 'B']);
  await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name: 'AA' } });
  assert.deepEqual(await names(), ['C', 'A', 'B', 'AA']);
  assert.equal((await move(ids[2], 9)).body.position, 3);
  assert.deepEqual(await names(), ['A', 'B', 'AA', 'C']);
  // Changes at the same time leave each index one place.
  await Promise.all(ids.map((id, position) => move(id, position)));
  const { body } = await call('GET', '/v1/indexes', { key });
  assert.deepEqual(
    body.data.map(({ position }: { position: number }) => position),
    [0, 1, 2, 3],
  );
  await call('POST', `/v1/indexes/${ids[1]}/documents`, { token, body: { content: '# One' } });
  assert.match((await get('/help')).text, /All about it\./);
});

test('figures of documents: views of people, ratings and opened results, sorted and filtered', async () => {
  const { token, key, index, add, get } = await createHelp();
  const invoices = await add('Invoices', { category: 'Billing' });
  const refunds = await add('Refunds', { category: 'Billing' });
  const setup = await add('Setup');
  const rate = (id: string, helpful: boolean) =>
    call('POST', `/v1/indexes/${index}/documents/${id}/rating`, { key, body: { helpful } });
  for (const id of [refunds, refunds, setup]) assert.equal((await get(`/help/${id}`, CHROME)).status, 200);
  for (const bot of ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'curl/8.0'])
    await get(`/help/${invoices}`, bot);
  for (const helpful of [true, true, false]) await rate(refunds, helpful);
  await rate(setup, true);
  const { body: found } = await call('POST', `/v1/indexes/${index}/search`, { key, body: { query: 'invoices' } });
  await call('POST', `/v1/indexes/${index}/search/${found.query_id}/click`, { key, body: { document_id: invoices } });

  const list = async (query: Record<string, string | number> = {}) =>
    (await call('GET', `/v1/indexes/${index}/figures`, { token, query })).body;
  const titles = async (query: Record<string, string | number>) =>
    (await list(query)).data.map(({ title }: { title: string }) => title);
  assert.deepEqual(
    (await list()).data.map(({ title, views, helpful, not_helpful, searches }: Record<string, unknown>) => [
      title,
      views,
      helpful,
      not_helpful,
      searches,
    ]),
    [
      ['Setup', 1, 1, 0, 0],
      ['Invoices', 0, 0, 0, 1],
      ['Refunds', 2, 2, 1, 0],
    ],
  );
  assert.deepEqual(await titles({ sort: 'views' }), ['Refunds', 'Setup', 'Invoices']);
  assert.deepEqual(await titles({ sort: 'helpful' }), ['Setup', 'Refunds', 'Invoices']);
  assert.deepEqual(await titles({ sort: 'searches', limit: 1 }), ['Invoices']);
  assert.deepEqual(await titles({ sort: 'views', limit: 1, page: 2 }), ['Setup']);
  assert.deepEqual(await titles({ sort: 'title' }), ['Invoices', 'Refunds', 'Setup']);
  assert.deepEqual(await titles({ sort: 'updated' }), ['Setup', 'Refunds', 'Invoices']);
  assert.deepEqual(await titles({ q: 'VOICE' }), ['Invoices']);
  assert.deepEqual(await titles({ category: '' }), ['Setup']);
  const billing = await list({ category: 'Billing', limit: 1 });
  assert.deepEqual([billing.total, billing.data.length], [2, 1]);
  assert.deepEqual((await list({ q: '%' })).data, []);
});

test('figures count page views of documents with a URL of their own', async () => {
  const { id: project, key, token } = await server.createProject();
  const { body: index } = await call('POST', '/v1/indexes', { token, query: { project_id: project }, body: { name: 'Help' } });
  const path = `/v1/indexes/${index.id}`;
  for (const [title, own] of [
    ['Outside', 'https://www.acme.example/help/outside/'],
    ['Elsewhere', 'https://docs.example/help/outside'],
    ['Here', undefined],
  ])
    await call('POST', `${path}/documents`, { token, body: { title, content: 'x', url: own } });
  const other = await server.createProject();
  for (const [page, agent, by] of [
    ['https://acme.example/help/outside', CHROME, other.key],
    ['https://acme.example/help/outside', CHROME, key],
    ['https://acme.example/help/outside?utm_source=mail', CHROME, key],
    ['https://acme.example/help', CHROME, key],
    ['https://acme.example/help/outside', 'Googlebot/2.1 (+http://www.google.com/bot.html)', key],
  ] as const) {
    const headers = { 'user-agent': agent };
    const { status } = await call('POST', '/v1/analytics/events', { key: by, headers, body: { url: page } });
    assert.equal(status, 202);
  }
  // Moves the event of the other project to ClickHouse.
  await call('GET', '/v1/analytics/overview', { token: other.token, query: { project_id: other.id } });
  const { body } = await call('GET', `${path}/figures`, { token, query: { sort: 'views' } });
  assert.deepEqual(body.data.map(({ title, views }: { title: string; views: number }) => [title, views]).toSorted(), [
    ['Elsewhere', 0],
    ['Here', 0],
    ['Outside', 2],
  ]);
  assert.equal(body.data[0].title, 'Outside');
});
