import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { createWaitlist } from '../../testing/waitlist.ts';

const server = await sharedTestServer();
const { call } = server;

const QUESTIONS = [
  { key: 'size', label: 'Team size', type: 'select', required: true, options: ['1', '2, or 3'] },
  { key: 'tools', label: 'Tools', type: 'multi_select', options: ['Jira', 'Linear'] },
  { key: 'seats', label: 'Seats', type: 'number' },
  { key: 'app', label: 'An app?', type: 'boolean' },
  { key: 'role', label: 'Role', type: 'text' },
  { key: 'goal', label: 'Goal', type: 'long_text' },
];

const toNames = (entries: Json[]) => entries.map(({ email }) => email.split('@')[0]).join('');

/** A waitlist with questions, which `a`, `b` and `c` answer. */
async function setUp() {
  const list = await createWaitlist(server, { questions: QUESTIONS });
  const people: Record<string, Json> = {};
  for (const [name, answers] of Object.entries({
    a: { size: '1', tools: ['Jira', 'Linear'], seats: 10, app: true, role: 'CEO', goal: 'x'.repeat(2000) },
    b: { size: '2, or 3', tools: ['Linear'], seats: 2, app: false },
    c: { size: '1', tools: [], role: '' },
  })) {
    const { status, body } = await list.join({ email: `${name}@example.com`, answers });
    assert.equal(status, 201, JSON.stringify(body));
    people[name] = body;
  }
  return { ...list, people, names: async (query: Json) => toNames((await list.list(query)).data) };
}

test('answers are on the list, found by filters, exported, imported again, and decide who is invited', async () => {
  const { id, key, token, query, names, list, invite, people, update, configure } = await setUp();
  const { body: form } = await call('GET', '/v1/waitlist/form', { key });
  assert.deepEqual(form.questions.slice(0, 2), [
    { key: 'size', label: 'Team size', type: 'select', required: true, options: ['1', '2, or 3'] },
    { key: 'tools', label: 'Tools', type: 'multi_select', required: false, options: ['Jira', 'Linear'] },
  ]);
  const cases: [answer: string | string[], expected: string][] = [
    ['size:is:1', 'ac'],
    ['size:is_not:1', 'b'],
    ['tools:is:Linear', 'ab'],
    ['tools:is_not:Jira', 'bc'],
    ['tools:is_set', 'ab'],
    ['seats:gt:2', 'a'],
    ['app:is:false', 'b'],
    [['size:is:1', 'tools:is:Jira'], 'a'],
    ['role:is_not_set', 'bc'],
  ];
  for (const [answer, expected] of cases) {
    assert.equal(await names({ answer }), expected, String(answer));
    assert.equal((await list({ answer })).total, expected.length);
  }
  const csv = await call('GET', '/v1/waitlist/export.csv', { token, query: { ...query, answer: 'tools:is:Jira' } });
  const [row] = parse(csv.body, { columns: true }) as Json[];
  assert.deepEqual([row?.email, row?.['answers.tools'], row?.['answers.seats']], ['a@example.com', 'Jira, Linear', '10']);

  const { body: changed } = await update(people.b, { answers: { seats: null, role: 'CTO' } });
  assert.deepEqual(changed.answers, { size: '2, or 3', tools: ['Linear'], app: false, role: 'CTO' });
  const imported = {
    external_id: 'x:1',
    email: 'd@example.com',
    answers: { tools: ['Jira'] },
    on_leaderboard: false,
    unsubscribed_at: '2026-01-02T03:04:05.000Z',
  };
  for (const outcome of ['created', 'unchanged']) {
    const { body } = await call('POST', '/v1/waitlist/batch', { token, query, body: { records: [imported] } });
    assert.equal(body.results[0].outcome, outcome, JSON.stringify(body));
  }
  assert.equal(await names({ answer: 'tools:is:Jira' }), 'ad');
  const { body: file } = await call('GET', '/v1/waitlist/export.csv', { token, query });
  assert.deepEqual(
    parse(file, { columns: true }).map((one: Json) => [one.email[0], one.on_leaderboard, one.unsubscribed_at]),
    [
      ['a', 'true', ''],
      ['b', 'true', ''],
      ['c', 'true', ''],
      ['d', 'false', imported.unsubscribed_at],
    ],
  );
  const { body: invited } = await invite({ answer: ['tools:is:Jira'] });
  assert.equal(toNames(invited.data), 'ad');

  // An archived question is not asked, and keeps its answers.
  const questions = QUESTIONS.map((one) => (one.key === 'size' ? { ...one, archived: true } : one));
  await configure({ waitlist: { questions } });
  const { body: later } = await call('GET', '/v1/waitlist/form', { key });
  assert.deepEqual(
    later.questions.map((one: Json) => one.key),
    ['tools', 'seats', 'app', 'role', 'goal'],
  );
  assert.equal(await names({ answer: 'size:is:1' }), 'ca', 'those in line first');

  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
  const seen = await call('GET', '/v1/waitlist', { token: viewer.token, query });
  assert.deepEqual(seen.body.data[0].answers, {});
  assert.equal(
    (await call('GET', '/v1/waitlist', { token: viewer.token, query: { ...query, answer: 'app:is:true' } })).status,
    403,
  );
});

test('answers to questions that were removed or changed are in no webhook and no timeline', async () => {
  const { id, token, query, people, configure, invite } = await setUp();
  const questions = [
    { key: 'seats', label: 'Seats', type: 'text' },
    { key: 'tools', label: 'Tools', type: 'multi_select', options: ['Jira', 'Linear'], archived: true },
    { key: 'size', label: 'Team size', type: 'select', options: ['2, or 3'] },
    { key: 'app', label: 'An app?', type: 'boolean' },
  ];
  await configure({ waitlist: { questions } });
  await invite({ ids: [people.a?.id] });
  const { rows } = await sql<{ content: string }>`
    SELECT content FROM webhook_events WHERE project_id = ${parseId('prj', id)} AND type = 'waitlist.invited'`.execute(server.db);
  const [{ content }] = rows as [{ content: string }];
  assert.deepEqual(JSON.parse(content).personal.answers, { tools: ['Jira', 'Linear'], app: true });
  const { body: person } = await call('PUT', '/v1/people/u_a', { token, query, body: { email: 'a@example.com' } });
  const { body: timeline } = await call('GET', `/v1/people/${person.id}/timeline`, { token, query });
  assert.deepEqual(
    timeline.data.filter(({ kind }: Json) => kind === 'waitlist').map(({ text }: Json) => text),
    ['Tools Jira, Linear · An app? Yes'],
  );
});

test('a wrong answer is an error that names its question', async () => {
  const { join, list, configure, update, people, id, token } = await setUp();
  const cases: [answers: object, path: string, code: string][] = [
    [{}, 'answers.size', 'required'],
    [{ size: '9' }, 'answers.size', 'choice'],
    [{ size: ['1'] }, 'answers.size', 'choice'],
    [{ size: '1', tools: ['Jira', 'Word'] }, 'answers.tools', 'choice'],
    [{ size: '1', tools: ['Jira', 'Jira'] }, 'answers.tools', 'choice'],
    [{ size: '1', seats: '10' }, 'answers.seats', 'format'],
    [{ size: '1', role: 'x'.repeat(1001) }, 'answers.role', 'format'],
    [{ size: '1', goal: 'x'.repeat(5001) }, 'answers.goal', 'format'],
    [{ size: '1', shoe: 42 }, 'answers.shoe', 'unknown'],
  ];
  for (const [answers, path, code] of cases) {
    const { status, body } = await join({ answers });
    assert.deepEqual([status, body.fields?.[0].path, body.fields?.[0].code], [400, path, code], JSON.stringify(body));
  }
  assert.equal((await list()).total, 3);
  const refused = await update(people.a, { answers: { size: '9' } });
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'answers.size']);
  const unknown = await call('GET', '/v1/waitlist', { token, query: { project_id: id, answer: 'shoe:is:42' } });
  assert.deepEqual([unknown.status, unknown.body.fields[0].path], [400, 'answer']);

  const question = (key: string, more: object = {}) => ({ key, label: `Is it ${key}?`, type: 'boolean', ...more });
  const eleven = Array.from('abcdefghijk', (key) => question(key));
  for (const [questions, path] of [
    [eleven, 'questions'],
    [[question('a'), question('a', { label: 'Other' })], 'questions[1].key'],
    [[question('a', { type: 'select' })], 'questions[0].options'],
    [[question('a', { type: 'date' })], 'questions[0].type'],
  ] as const) {
    const { status, body } = await configure({ waitlist: { questions } });
    assert.deepEqual([status, body.fields[0].path], [400, `settings.waitlist.${path}`], JSON.stringify(body));
  }
  const archived = eleven.map((one, index) => ({ ...one, archived: index === 0 }));
  assert.equal((await configure({ waitlist: { questions: archived } })).status, 200);
});

test('the page asks the questions, and names the one whose answer is missing', async () => {
  const { slug, list } = await setUp();
  const url = `${server.url}/p/${slug}/waitlist`;
  const html = await (await fetch(url)).text();
  for (const part of [
    '<legend><bdi>Tools</bdi> (optional)</legend>',
    'name="answers.size" required',
    '<textarea id="answers.goal"',
  ])
    assert.ok(html.includes(part), part);
  const send = (fields: [string, string][]) => fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  const missing = await send([
    ['email', 'd@example.com'],
    ['name', 'Dee "D"'],
    ['answers.tools', 'Jira'],
    ['answers.seats', '3'],
    ['answers.app', 'false'],
    ['answers.goal', 'a <goal>'],
  ]);
  assert.equal(missing.status, 400);
  const again = await missing.text();
  assert.match(again, /“Team size” needs another answer/);
  // The input is kept.
  for (const part of [
    'value="d@example.com"',
    'value="Dee &quot;D&quot;"',
    'value="Jira" checked',
    'value="3"',
    '<option value="false" selected>',
    'a &lt;goal&gt;</textarea>',
  ])
    assert.ok(again.includes(part), part);
  assert.ok(!again.includes('value="Linear" checked'));
  const sent = await send([
    ['email', 'd@example.com'],
    ['answers.size', '2, or 3'],
    ['answers.tools', 'Jira'],
    ['answers.tools', 'Linear'],
    ['answers.seats', '3'],
    ['answers.app', 'true'],
  ]);
  assert.equal(sent.status, 200);
  const [entry] = (await list({ q: 'd@example.com' })).data;
  assert.deepEqual(entry.answers, { size: '2, or 3', tools: ['Jira', 'Linear'], seats: 3, app: true });
});
