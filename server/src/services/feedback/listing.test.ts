import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { type Call, type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const board = await server.createProject('Board');
const { key, token } = board;

interface Given {
  title: string;
  type?: string;
  description?: string;
  tags?: string[];
}

const add = async (project: { key: string }, given: Given): Promise<string> =>
  (await call('POST', '/v1/feedback', { key: project.key, body: given })).body.id;
const change = (id: string, body: object) => call('PATCH', `/v1/feedback/${id}`, { token, body });
const titles = ({ data }: Json): string[] => data.map(({ title }: { title: string }) => title);
const list = async (query: Record<string, string | number | string[]> = {}, credential: Call = { key }) =>
  (await call('GET', '/v1/feedback', { ...credential, query: { ...query, ...credential.query } })).body;
const bySession = { token, query: { project_id: board.id } };

// One after another, so that their order is known.
const ids: Record<string, string> = {};
for (const given of [
  { title: 'Export as CSV', type: 'feature', description: 'For the monthly report', tags: ['reports', 'export'] },
  { title: 'Crash on start', type: 'bug', tags: ['mobile'] },
  { title: 'Dark mode', type: 'feature', tags: ['Design', 'dark & light'] },
  { title: 'Thank you', description: 'I like the reports' },
  { title: 'Secret plan', type: 'feature', tags: ['export'] },
  { title: 'Old and merged' },
])
  ids[given.title] = await add(board, given);
await change(ids['Secret plan'] ?? '', { visibility: 'private' });
await change(ids['Crash on start'] ?? '', { status: 'in_progress' });
await change(ids['Dark mode'] ?? '', { status: 'planned' });
await call('POST', `/v1/feedback/${ids['Old and merged']}/merge`, { token, body: { into: ids['Thank you'] } });

describe('listing with an API key', () => {
  test('returns public entries, newest first, without merged ones', async () => {
    const body = await list();
    assert.deepEqual(Object.keys(body), ['data', 'total', 'page', 'limit', 'next_cursor']);
    assert.deepEqual(titles(body), ['Thank you', 'Dark mode', 'Crash on start', 'Export as CSV']);
    assert.deepEqual([body.total, body.page, body.limit], [4, 1, 20]);
  });

  const ALL = ['Thank you', 'Dark mode', 'Crash on start', 'Export as CSV'];
  const cases: [query: Record<string, string | string[]>, found: string[]][] = [
    [{ type: 'bug' }, ['Crash on start']],
    [{ type: 'feature' }, ['Dark mode', 'Export as CSV']],
    [{ status: 'planned' }, ['Dark mode']],
    [{ status: 'new' }, ['Thank you', 'Export as CSV']],
    [{ status: 'duplicate' }, ['Old and merged']],
    [{ status: 'done' }, []],
    [{ tag: 'reports' }, ['Export as CSV']],
    [{ tag: 'dark & light' }, ['Dark mode']],
    [{ tag: 'report' }, []],
    [{ tag: 'export' }, ['Export as CSV']],
    [{ q: 'reports' }, ['Thank you', 'Export as CSV']],
    [{ q: 'reports', type: 'feature' }, ['Export as CSV']],
    [{ q: 'reports', type: 'feature', tag: 'mobile' }, []],
    [{ q: 'export', status: 'new', type: 'feature', tag: 'reports' }, ['Export as CSV']],
    [{ q: '' }, ALL],
    [{ q: '?!' }, []],
    [{ status: ['planned', 'in_progress'] }, ['Dark mode', 'Crash on start']],
    [{ status: ['planned', 'duplicate'] }, ['Old and merged', 'Dark mode']],
    [{ status_not: 'new' }, ['Dark mode', 'Crash on start']],
    [{ status_not: ['new', 'planned'] }, ['Crash on start']],
    [{ type: ['bug', 'feedback'] }, ['Thank you', 'Crash on start']],
    [{ type_not: 'feature', status: 'new' }, ['Thank you']],
    [{ tag: ['reports', 'Design'] }, ['Dark mode', 'Export as CSV']],
    [{ tag: ['reports', 'Design'], tag_not: 'export' }, ['Dark mode']],
    [{ tag_not: ['mobile', 'export', 'dark & light'] }, ['Thank you']],
    [{ tag_not: 'none' }, ALL],
    [{ max_age_days: '1' }, ALL],
    [{ min_age_days: '1' }, []],
    [{ created_since: '2020-01-01T00:00:00Z', created_until: '2100-01-01T00:00:00Z' }, ALL],
    [{ created_since: '2100-01-01T00:00:00Z' }, []],
    [{ created_until: '2020-01-01' }, []],
    [{ status_changed_since: '2020-01-01' }, ['Dark mode', 'Crash on start']],
    [{ status_changed_since: '2020-01-01', status: 'planned' }, ['Dark mode']],
    [{ status_changed_since: '2020-01-01', status: 'duplicate' }, ['Old and merged']],
    [{ status_changed_since: '2020-01-01', status_changed_until: '2100-01-01' }, ['Dark mode', 'Crash on start']],
  ];
  for (const [query, found] of cases)
    test(`${JSON.stringify(query)} gives ${found.join(', ') || 'nothing'}`, async () => {
      const body = await list(query);
      assert.deepEqual(titles(body), found);
      assert.equal(body.total, found.length);
    });

  test('rejects unknown values of a filter', async () => {
    for (const status of ['unknown', ['new', 'unknown']]) {
      const { status: code, body } = await call('GET', '/v1/feedback', { key, query: { status } });
      assert.equal(code, 400);
      assert.match(body.error, /must be one of new, under_review/);
    }
  });

  test('contains no address, metadata or visibility', async () => {
    for (const entry of (await list()).data)
      for (const hidden of ['submitter_email', 'metadata', 'visibility']) assert.ok(!(hidden in entry), hidden);
  });

  test('rejects a request for private entries', async () => {
    for (const name of ['visibility', 'visibility_not']) {
      const { status, body } = await call('GET', '/v1/feedback', { key, query: { [name]: 'private' } });
      assert.deepEqual([status, body.error], [400, `${name} requires a session token`]);
    }
  });
});

test('listing with a session token includes private entries and filters by visibility', async () => {
  assert.deepEqual(titles(await list({}, bySession)), [
    'Secret plan',
    'Thank you',
    'Dark mode',
    'Crash on start',
    'Export as CSV',
  ]);
  assert.deepEqual(titles(await list({ visibility: 'private' }, bySession)), ['Secret plan']);
  assert.equal((await list({ visibility: 'public' }, bySession)).total, 4);
  assert.equal((await list({ visibility: 'pending' }, bySession)).total, 0);
  assert.deepEqual(titles(await list({ visibility_not: 'public' }, bySession)), ['Secret plan']);
  assert.equal((await list({ visibility: ['public', 'private'] }, bySession)).total, 5);
  assert.deepEqual(titles(await list({ tag: 'export' }, bySession)), ['Secret plan', 'Export as CSV']);
});

describe('sorting', () => {
  const votes = { 'Sort A': [1, 1, 1], 'Sort B': [1, 1, -1, -1, -1], 'Sort C': [1, 1, 1, 1, -1], 'Sort D': [] } as const;
  const sorted = async (sort: string) => titles(await list({ sort, q: 'sort' }));
  const byTitle: Record<string, string> = {};

  test('oldest, newest and top', async () => {
    for (const [title, values] of Object.entries(votes)) {
      const id = await add(board, { title });
      byTitle[title] = id;
      for (const [index, value] of values.entries())
        await call('POST', `/v1/feedback/${id}/${value === 1 ? 'up' : 'down'}vote`, { key, visitor: visitorNumber(index) });
    }
    assert.deepEqual(await sorted('oldest'), ['Sort A', 'Sort B', 'Sort C', 'Sort D']);
    assert.deepEqual(await sorted('newest'), ['Sort D', 'Sort C', 'Sort B', 'Sort A']);
    assert.deepEqual(await sorted('top'), ['Sort C', 'Sort A', 'Sort D', 'Sort B'], 'of as many votes the newer is first');
  });

  test('trending prefers new entries and recent votes', async () => {
    assert.deepEqual(await sorted('trending'), ['Sort C', 'Sort A', 'Sort D', 'Sort B']);
    // A month ago: its three votes weigh less than a sixteenth of what they did.
    await sql`
      UPDATE feedback_entries SET created_at = created_at - interval '30 days', trend = trend * power(2, -30.0 / 7)
      WHERE id = ${parseId('fb', byTitle['Sort A'] ?? '')}`.execute(server.db);
    assert.deepEqual(await sorted('trending'), ['Sort C', 'Sort D', 'Sort A', 'Sort B']);
  });

  test('pinned entries come first, except with oldest', async () => {
    await change(byTitle['Sort B'] ?? '', { pinned: true });
    for (const sort of ['newest', 'top', 'trending']) assert.equal((await sorted(sort))[0], 'Sort B', sort);
    assert.deepEqual(await sorted('oldest'), ['Sort A', 'Sort B', 'Sort C', 'Sort D']);
  });
});

test('search matches word prefixes in any language, with or without accents', async () => {
  const project = await server.createProject('Search');
  const found: [title: string, queries: string[]][] = [
    ['Über\u00ADsicht der Größe', ['ubersicht', 'GRÖSSE', 'über', 'grosse der']],
    ['Modifier le thème', ['theme', 'thè', 'modif']],
    ['Экспорт отчётов', ['отчет', 'экспорт']],
    ['Εξαγωγή αναφορών', ['αναφορων', 'ΕΞΑΓΩΓΗ']],
    ['تصدير التقرير', ['تصدير', 'التق']],
    ['ייצוא דוחות', ['דוח']],
    ['導出報告為表格', ['報告', '報', '導出 表格', '格']],
    ['レポートのエクスポート', ['レポート', 'ｴｸｽﾎﾟｰﾄ', 'ポート']],
    ['PDF出力とiPhone対応', ['pdf', '出力', 'PDF出力', 'iphone', '対応', 'ｐｄｆ']],
    ['보고서 내보내기', ['보고서', '보고', '내보내기']],
    ['ส่งออกรายงาน', ['รายงาน']],
    ['रिपोर्ट निर्यात', ['रिपोर्ट', 'निर्यात', 'रिपो']],
    ['C++ and 100% naïve', ['C++ 100', '100', 'naive', 'NAI']],
  ];
  for (const [title] of found) await add(project, { title });
  for (const [title, queries] of found)
    for (const q of queries) assert.deepEqual(titles(await list({ q }, { key: project.key })), [title], q);
  for (const q of ['eport', '告報', 'रपट', 'र ट', 'xyz', "' | 'z", ':*', '\\'])
    assert.deepEqual(titles(await list({ q }, { key: project.key })), [], q);
});

describe('pages', () => {
  test('start at 1, and the page after the last is empty', async () => {
    const all = titles(await list({ sort: 'oldest', limit: 100 }));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ sort: 'oldest', page, limit: 3 })));
    assert.deepEqual(pages.flatMap(titles), all);
    for (const [index, { total, page, limit }] of pages.entries()) assert.deepEqual([total, page, limit], [8, index + 1, 3]);
    assert.deepEqual(await list({ page: 1_000_000, limit: 100 }), {
      data: [],
      total: 8,
      page: 1_000_000,
      limit: 100,
      next_cursor: null,
    });
  });

  for (const [name, value] of [
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'x'],
    ['page', '1000001'],
    ['page', '99999999999999999999'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'all'],
    ['limit', '1e9'],
  ])
    test(`${name}=${value} is a 400 that names it`, async () => {
      for (const path of ['/v1/feedback', `/v1/feedback/by-project/${board.slug}`]) {
        const { status, body } = await call('GET', path, { key, query: { [name as string]: value as string } });
        assert.equal(status, 400);
        assert.match(body.error, new RegExp(`^${name} must be an integer from 1 to `));
      }
    });

  test('unknown filter values return 400', async () => {
    for (const [name, value] of [
      ['sort', 'best'],
      ['status', 'open'],
      ['type', 'idea'],
      ['visibility', 'all'],
    ] as const)
      assert.match((await list({ [name]: value })).error, new RegExp(`^${name} must be one of `));
    assert.match((await list({ q: 'x'.repeat(501) })).error, /^q must be a string of at most 500/);
    assert.equal((await list({ tag: '' })).error, 'tag is required');
  });
});

describe('public reads have an ETag', () => {
  const paths = [
    '/v1/feedback',
    '/v1/feedback/roadmap',
    `/v1/feedback/${ids['Dark mode']}`,
    `/v1/feedback/${ids['Dark mode']}/comments`,
    `/v1/feedback/by-project/${board.slug}`,
  ];
  for (const path of paths)
    test(`${path.replace(/fb_\w+/, ':id')}: 304 while it is the same, 200 once it has changed`, async () => {
      const ask = (etag?: string) => call('GET', path, { key, headers: etag === undefined ? {} : { 'if-none-match': etag } });
      const etag = (await ask()).headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      for (const same of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, body, headers } = await ask(same);
        assert.deepEqual([status, body], [304, ''], same);
        assert.equal(headers.get('etag'), etag);
      }
      assert.equal((await ask('"other"')).status, 200);
      await change(ids['Dark mode'] ?? '', { description: `Changed for ${path}` });
      await call('POST', `/v1/feedback/${ids['Dark mode']}/comments`, { key, body: { body: path } });
      const changed = await ask(etag);
      assert.equal(changed.status, 200);
      assert.notEqual(changed.headers.get('etag'), etag);
    });

  test('different for callers with different visibility', async () => {
    const etags = await Promise.all(
      [{ key }, bySession, { key, visitor: visitorNumber(1) }].map(async (credential) => {
        await call('POST', `/v1/feedback/${ids['Dark mode']}/upvote`, { key, visitor: visitorNumber(1) });
        return (await call('GET', '/v1/feedback', credential)).headers.get('etag');
      }),
    );
    assert.equal(new Set(etags).size, 3);
    assert.match((await call('GET', '/v1/feedback', { key })).headers.get('vary') ?? '', /X-Project-Key/);
  });
});

describe('the public board', () => {
  const path = `/v1/feedback/by-project/${board.slug}`;

  test('equals the list with an API key, without a credential', async () => {
    const { status, body } = await call('GET', path, { query: { sort: 'oldest', type: 'feature' } });
    assert.equal(status, 200);
    assert.deepEqual(body, await list({ sort: 'oldest', type: 'feature' }));
    assert.ok(!titles((await call('GET', path)).body).includes('Secret plan'));
  });

  test('returns 404 for an unknown slug', async () => {
    for (const slug of ['nobody', 'NO BODY', '%00', 'x'.repeat(300)])
      assert.equal((await call('GET', `/v1/feedback/by-project/${slug}`)).status, 404, slug);
  });
});

test('the roadmap lists planned, in progress and done entries, most votes first', async () => {
  const extra = await add(board, { title: 'Also planned' });
  await change(extra, { status: 'planned' });
  await call('POST', `/v1/feedback/${extra}/upvote`, { key, visitor: visitorNumber(1) });
  await call('POST', `/v1/feedback/${extra}/upvote`, { key, visitor: visitorNumber(2) });
  const { status, body } = await call('GET', '/v1/feedback/roadmap', { key, visitor: visitorNumber(2) });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['planned', 'in_progress', 'done']);
  assert.deepEqual(titles(body.planned), ['Also planned', 'Dark mode']);
  assert.equal(body.planned.data[0].viewer_vote, 'up');
  assert.deepEqual(titles(body.in_progress), ['Crash on start']);
  assert.deepEqual([body.done.data, body.done.total, body.done.page], [[], 0, 1]);
  await change(ids['Secret plan'] ?? '', { status: 'done' });
  assert.equal((await call('GET', '/v1/feedback/roadmap', { key })).body.done.total, 0);
  assert.equal((await call('GET', '/v1/feedback/roadmap', bySession)).body.done.total, 1);
});

test('similar returns up to five entries, best match first', async () => {
  const project = await server.createProject('Similar');
  const similar = async (title: string) =>
    titles((await call('GET', '/v1/feedback/similar', { key: project.key, query: { title } })).body);
  const hidden = await add(project, { title: 'Export reports as CSV, hidden' });
  await call('PATCH', `/v1/feedback/${hidden}`, { token: project.token, body: { visibility: 'private' } });
  for (const title of ['Export reports as CSV', 'Exporting a report', 'Dark mode', '報告を書き出す'])
    await add(project, { title });
  assert.deepEqual(await similar('export reports to csv'), ['Export reports as CSV', 'Exporting a report']);
  assert.deepEqual(await similar('Dark theme mode'), ['Dark mode']);
  assert.deepEqual(await similar('報告の書き出し'), ['報告を書き出す']);
  assert.deepEqual(await similar('Completely different'), []);
  assert.deepEqual(await similar('?!'), []);
  for (let n = 0; n < 6; n++) await add(project, { title: `Dark mode ${n}` });
  const { body } = await call('GET', '/v1/feedback/similar', { key: project.key, query: { title: 'Dark mode' } });
  assert.deepEqual([body.data.length, body.total, body.data[0].title], [5, 5, 'Dark mode']);
  assert.equal((await call('GET', '/v1/feedback/similar', { key })).body.error, 'title is required');
});

test('the total stays correct through all changes, with and without counted filters', async () => {
  const project = await server.createProject('Counted');
  const mine = { token: project.token, query: { project_id: project.id } };
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) => add(project, { title: `Entry ${n}`, type: n % 2 ? 'bug' : 'feature' })),
  );
  const act = (index: number, method: string, path: string, body?: object) =>
    call(method, `/v1/feedback/${made[index]}${path}`, { token: project.token, body });
  await Promise.all([
    act(0, 'PATCH', '', { status: 'done', type: 'bug' }),
    act(1, 'PATCH', '', { visibility: 'private' }),
    act(2, 'DELETE', ''),
    act(3, 'POST', '/merge', { into: made[4] }),
    act(5, 'PATCH', '', { visibility: 'pending', status: 'planned' }),
  ]);
  await act(3, 'POST', '/unmerge');
  await act(6, 'POST', '/merge', { into: made[7] });
  const queries: Record<string, string>[] = [
    {},
    { type: 'bug' },
    { status: 'done' },
    { visibility: 'public' },
    { status: 'duplicate' },
  ];
  for (const query of queries) {
    const counted = await list({ ...query, limit: 100 }, mine);
    assert.equal(counted.total, counted.data.length, JSON.stringify(query));
    assert.equal((await list({ ...query, q: 'entry' }, mine)).total, counted.total, JSON.stringify(query));
  }
  assert.equal((await list({}, mine)).total, 10);
  assert.equal((await list({}, { key: project.key })).total, 8);
});

function visitorNumber(n: number): string {
  return `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

test('submitters see their own entries and their status', async () => {
  const project = await server.createProject();
  const [ada, grace] = [crypto.randomUUID(), crypto.randomUUID()];
  const submit = async (title: string, visitor: string) =>
    (await call('POST', '/v1/feedback', { key: project.key, visitor, body: { title } })).body.id as string;
  const mine = async (visitor: string) => {
    const { body } = await call('GET', '/v1/feedback', { key: project.key, visitor, query: { mine: 'true' } });
    return [body.data.map((entry: Json) => [entry.title, entry.status, entry.visibility]), body.total];
  };
  const [shown, merged, hidden] = [await submit('Shown', ada), await submit('Merged', ada), await submit('Hidden', ada)];
  const other = await submit('Of another', grace);
  const team = (method: string, path: string, body: object) =>
    call(method, `/v1/feedback/${path}`, { token: project.token, body });
  await team('PATCH', shown, { status: 'planned' });
  await team('POST', `${merged}/merge`, { into: other });
  await team('PATCH', hidden, { visibility: 'private' });
  await call('PATCH', `/v1/projects/${project.id}`, {
    token: project.token,
    body: { settings: { feedback: { moderation: 'all' } } },
  });
  await submit('Waits', ada);
  assert.deepEqual(await mine(ada), [
    [
      ['Waits', 'new', 'pending'],
      ['Merged', 'duplicate', 'public'],
      ['Shown', 'planned', 'public'],
    ],
    3,
  ]);
  assert.deepEqual(await mine(grace), [[['Of another', 'new', 'public']], 1]);
  assert.deepEqual(await mine(crypto.randomUUID()), [[], 0]);
  const nobody = await call('GET', '/v1/feedback', { key: project.key, query: { mine: 'true' } });
  assert.deepEqual([nobody.status, nobody.body.error], [400, 'mine requires X-User-Token or X-Visitor-Id']);
  const everyone = await call('GET', '/v1/feedback', { key: project.key, visitor: ada });
  assert.ok(everyone.body.data.every((entry: Json) => entry.visibility === undefined));
});
