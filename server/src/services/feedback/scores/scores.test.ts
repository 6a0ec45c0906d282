import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createPeople } from '../../../instance/directory/fixtures/people.ts';
import { parseId } from '../../../platform/ids.ts';
import { randomRuns } from '../../../testing/long.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { haveSameValues, toShares } from './terms.ts';

const server = await sharedTestServer();
const { call, db } = server;
const acme = await createPeople(server);
const { id: projectId, key, token, query, put, track } = acme;

const submit = async (title: string): Promise<string> => (await call('POST', '/v1/feedback', { key, body: { title } })).body.id;
const vote = async (entry: string, as: { user: string } | { visitor: string }, way = 'upvote') => {
  const headers: Record<string, string> =
    'user' in as ? { 'x-user-token': await server.signUser(acme, { id: as.user }) } : { 'x-visitor-id': as.visitor };
  assert.equal((await call('POST', `/v1/feedback/${entry}/${way}`, { key, headers })).status, 200);
};
const putScore = (name: string, terms: object[], as = token) =>
  call('PUT', `/v1/feedback/scores/${name}`, { token: as, query, body: { terms } });
const listScores = async (): Promise<Json[]> => (await call('GET', '/v1/feedback/scores', { token, query })).body.data;
const isComputed = (name: string) =>
  until(async () => (await listScores()).find((score) => score.name === name)?.computed_at !== null);
const list = async (more: Record<string, string | number>): Promise<Json> =>
  (await call('GET', '/v1/feedback', { token, query: { ...query, ...more } })).body;
const demand = async (entry: string, score: string): Promise<Json> =>
  (await call('GET', `/v1/feedback/${entry}/demand`, { token, query: { score } })).body;

/** Computes a score again, as every ten minutes. */
async function computeAgain(name: string): Promise<void> {
  const project = parseId('prj', projectId);
  const { rows } = await sql<{ id: string }>`
    UPDATE feedback_scores SET computed_at = NULL WHERE project_id = ${project} AND name = ${name} RETURNING id`.execute(db);
  const data = JSON.stringify({ projectId: project, id: rows[0]?.id });
  await sql`INSERT INTO pgboss.job (name, data) VALUES ('feedback.compute-score', ${data}::jsonb)`.execute(db);
  await isComputed(name);
}

// The entry of the fixture.
await call('DELETE', `/v1/feedback/${(await list({})).data[0].id}`, { token });

const asked = await submit('Export as CSV');
const rare = await submit('Dark mode');
const ignored = await submit('Fax');
await put('u_1', { attributes: { seats: 3 }, company: { id: 'acme', attributes: { mrr: 100 } } });
await put('u_2', { attributes: { seats: 4, plan: 'pro' }, company: { id: 'acme' } });
await put('u_3', { company: { id: 'globex', attributes: { mrr: 50 } } });
await track({ name: 'export', url: 'https://acme.example/', user_id: 'u_1', revenue: { amount: 20, currency: 'EUR' } });
await track({ name: 'export', url: 'https://acme.example/', user_id: 'u_1', revenue: { amount: 5, currency: 'USD' } });
await track({ url: 'https://acme.example/billing', user_id: 'u_2' });
for (const user of ['u_1', 'u_2', 'u_3']) await vote(asked, { user });
await vote(asked, { visitor: '0199a000-0000-7000-8000-000000000001' });
await vote(asked, { visitor: '0199a000-0000-7000-8000-000000000002' }, 'downvote');
await vote(rare, { user: 'u_3' });
// The directory writes people and visits a moment later.
await until(async () => {
  const { data } = (await call('GET', '/v1/people', { token, query })).body;
  return data.filter((person: Json) => person.last_seen_at).length >= 3;
});
await sql`
  UPDATE people SET last_seen_at = now() - interval '60 days'
  WHERE project_id = ${parseId('prj', projectId)} AND user_ids = ARRAY['u_3']`.execute(db);

test('voters are listed with company, plan and revenue, and each company is summed once', async () => {
  const voters = async (as: string, more: object = {}): Promise<Json> =>
    (await call('GET', `/v1/feedback/${asked}/voters`, { token: as, query: more as Record<string, string> })).body;
  const { data, company_count, mrr, mrr_unknown: unknown } = await voters(token, { sort: 'mrr' });
  assert.deepEqual(
    data.map((voter: Json) => [
      voter.user_id,
      voter.company?.id,
      voter.plan,
      voter.mrr,
      Boolean(voter.person_id?.startsWith('per_')),
    ]),
    [
      ['u_2', 'acme', 'pro', 100, true],
      ['u_1', 'acme', null, 100, true],
      ['u_3', 'globex', null, 50, true],
      [null, undefined, null, null, false],
      [null, undefined, null, null, false],
    ],
  );
  // The anonymous upvote; the anonymous downvote is no part of the sum.
  assert.deepEqual([company_count, mrr, unknown], [2, 150, 1]);
  assert.deepEqual((await voters(token, { sort: 'mrr', limit: '1', page: '3' })).data[0].user_id, 'u_3');
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${projectId}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
  const seen = await voters(viewer.token, { sort: 'mrr' });
  assert.deepEqual(
    [seen.total, seen.mrr, seen.mrr_unknown, seen.company_count, seen.data[0].company, seen.data[0].vote],
    [5, undefined, undefined, undefined, undefined, 'down'],
    'viewers see neither the revenue nor an order by it',
  );
});

const TERMS = [
  { kind: 'voters', weight: 1 },
  { kind: 'active', days: 30, weight: 1 },
  { kind: 'silent', days: 30, weight: 3 },
  { kind: 'event', event: 'export', days: 30, weight: 2 },
  { kind: 'page', page: '/billing', weight: 1 },
  { kind: 'attribute', attribute: 'seats', weight: 1 },
  { kind: 'company_attribute', attribute: 'mrr', weight: 0.1 },
  { kind: 'revenue', currency: 'EUR', days: 90, weight: 0.5 },
];

test('a score weighs entries by who votes for them, and tells of how many voters it knows nothing', async () => {
  assert.equal((await putScore('demand', TERMS)).body.computed_at, null);
  // Events reach the store of events within seconds.
  await until(async () => {
    await isComputed('demand');
    const { terms } = await demand(asked, 'demand');
    if (terms[3].value && terms[4].value) return true;
    await computeAgain('demand');
    return false;
  });

  const { value, voters, terms } = await demand(asked, 'demand');
  assert.deepEqual(
    terms.map((term: Json) => [term.kind, term.value, term.known, term.unknown]),
    [
      ['voters', 4, 4, 0],
      ['active', 2, 3, 1],
      ['silent', 1, 3, 1],
      ['event', 1, 3, 1],
      ['page', 1, 3, 1],
      ['attribute', 7, 2, 2],
      // Both users of Acme stand for 100 together.
      ['company_attribute', 150, 3, 1],
      ['revenue', 20, 3, 1],
    ],
  );
  assert.equal(voters, 4);
  assert.equal(value, 4 + 2 + 3 + 2 + 1 + 7 + 15 + 10);
  const sum = terms.reduce((total: number, { share }: Json) => total + share * 10, 0);
  assert.equal(Math.round(sum), 1_000);

  const { data } = await list({ score: 'demand', sort: 'score' });
  assert.deepEqual(
    data.map((entry: Json) => [entry.id, entry.score.value, entry.score.values[2], entry.score.unknown]),
    [
      // Two of four voters have no seats.
      [asked, 44, 1, 2],
      [rare, 1 + 3 + 5, 1, 1],
      [ignored, 0, 0, 0],
    ],
  );
  assert.equal((await demand(ignored, 'demand')).value, 0);
});

test('weights of a request replace the saved ones, and a minimum leaves out entries', async () => {
  const order = async (more: Record<string, string | number>) =>
    (await list({ score: 'demand', sort: 'score', ...more })).data.map((entry: Json) => entry.id);
  assert.deepEqual(await order({ score_weights: '0,0,0,0,0,0,0,0' }), [ignored, rare, asked]);
  assert.deepEqual(await order({ score_weights: '0,0,1,0,0,0,0,0', score_min: 1 }), [rare, asked]);
  assert.deepEqual(await order({ score_min: 9.5 }), [asked]);
  assert.deepEqual(await order({ score_min: -1 }), [asked, rare, ignored]);
  const byMrr = await list({ score: 'demand', sort: 'score', score_weights: '1,0,0,0,0,0,1,0' });
  assert.deepEqual(
    byMrr.data.map(({ score }: Json) => score.unknown),
    [1, 0, 0],
    'terms without a weight do not count',
  );
  const page = await list({ score: 'demand', sort: 'score', limit: 2 });
  assert.equal(page.total, 3);
  assert.deepEqual(await order({ limit: 2, cursor: page.next_cursor }), [ignored]);
  // A change of weights only keeps the values.
  const { computed_at: before } = (await putScore('demand', TERMS)).body;
  const { body: changed } = await putScore(
    'demand',
    TERMS.map((term) => ({ ...term, weight: 0 })),
  );
  assert.equal(changed.computed_at, before);
  assert.equal((await demand(asked, 'demand')).value, 0);
  assert.equal((await demand(asked, 'demand')).terms[0].value, 4);
  await putScore('demand', TERMS);
});

test('a score follows votes that are withdrawn, merges and erased people', async () => {
  const target = await submit('CSV');
  const source = await submit('Excel');
  const lonely = await submit('PDF');
  await vote(target, { user: 'u_1' });
  await vote(source, { user: 'u_1' });
  await vote(source, { user: 'u_2' });
  await vote(lonely, { user: 'u_2' });
  await putScore('companies', [
    { kind: 'voters', weight: 1 },
    { kind: 'company_attribute', attribute: 'mrr', weight: 1 },
  ]);
  await isComputed('companies');
  const values = async (entry: string) => (await demand(entry, 'companies')).terms.map((term: Json) => term.value);
  assert.deepEqual(
    [await values(target), await values(source), await values(lonely)],
    [
      [1, 100],
      [2, 100],
      [1, 100],
    ],
  );

  const headers = { 'x-user-token': await server.signUser(acme, { id: 'u_2' }) };
  await call('DELETE', `/v1/feedback/${lonely}/upvote`, { key, headers });
  await call('POST', `/v1/feedback/${source}/merge`, { token, body: { into: target } });
  await computeAgain('companies');
  // The second vote of one person stays with the merged entry.
  assert.deepEqual(
    [await values(target), await values(source), await values(lonely)],
    [
      [2, 100],
      [1, 100],
      [0, 0],
    ],
  );

  await call('POST', `/v1/projects/${projectId}/people/erase`, { token, body: { user_id: 'u_1' } });
  await computeAgain('companies');
  const { terms, voters } = await demand(target, 'companies');
  // The vote of the erased person counts, and is unknown.
  assert.deepEqual([voters, terms[1].value, terms[1].known, terms[1].unknown], [2, 100, 1, 1]);
});

test('the export has the score of each entry, with its unknown voters', async () => {
  await isComputed('demand');
  const { body: text } = await call('GET', '/v1/feedback/export.csv', {
    token,
    query: { ...query, score: 'demand', sort: 'score' },
  });
  const [head = '', first = ''] = text.split('\n');
  const read = (column: string) => first.split(',')[head.split(',').indexOf(column)];
  assert.deepEqual([read('score'), read('score_unknown')], [String((await demand(asked, 'demand')).value), '2']);
});

test('saved views keep the score, its weights and the order', async () => {
  const body = {
    name: 'Demand',
    shared: true,
    sort: 'score',
    filters: { score: 'demand', score_weights: '1,0,0,0,0,0,0,0', score_min: 2 },
  };
  const { body: view } = await call('POST', '/v1/feedback/views', { token, query, body });
  assert.deepEqual([view.sort, view.filters], ['score', body.filters]);
});

test('terms that cannot be computed are refused with the field', async () => {
  const refused: [object, string, string][] = [
    [{ kind: 'active', weight: 1 }, 'terms[0].days', 'required'],
    [{ kind: 'event', weight: 1 }, 'terms[0].event', 'required'],
    [{ kind: 'voters', weight: 1, days: 3 }, 'terms[0].days', 'conflict'],
    [{ kind: 'attribute', attribute: 'plan', weight: 1 }, 'terms[0].attribute', 'format'],
    [{ kind: 'company_attribute', attribute: 'seats', weight: 1 }, 'terms[0].attribute', 'format'],
    [{ kind: 'revenue', currency: 'XYZ', weight: 1 }, 'terms[0].currency', 'format'],
  ];
  for (const [term, path, code] of refused) {
    const { status, body } = await putScore('refused', [term]);
    assert.deepEqual([status, body.fields], [400, [{ path, code, message: body.fields[0].message }]], JSON.stringify(term));
  }
});

test('only members see scores, and each project has its own', async () => {
  for (const [name, value] of Object.entries({ score: 'demand', score_min: 1, score_weights: '1' }))
    assert.equal((await call('GET', '/v1/feedback', { key, query: { [name]: value } })).body.fields[0].code, 'not_allowed');
  assert.equal((await call('GET', '/v1/feedback', { key, query: { sort: 'score' } })).status, 400);
  assert.equal((await list({ sort: 'score' })).fields[0].code, 'required');
  assert.equal((await list({ score: 'unknown' })).fields[0].code, 'not_found');
  assert.equal((await list({ score: 'demand', score_weights: '1,2' })).fields[0].path, 'score_weights');

  const other = await server.createProject();
  const onOther = { token: other.token, query: { project_id: other.id } };
  assert.deepEqual((await call('GET', '/v1/feedback/scores', onOther)).body.data, []);
  const { body: entry } = await call('POST', '/v1/feedback', { key: other.key, body: { title: 'Other' } });
  const answer = await call('GET', `/v1/feedback/${entry.id}/demand`, { token: other.token, query: { score: 'demand' } });
  assert.equal(answer.body.code, 'feedback.score_not_found');
  assert.equal((await call('DELETE', '/v1/feedback/scores/demand', onOther)).body.code, 'feedback.score_not_found');
  const nowhere = { token, query: { project_id: 'prj_01kaga0zrefb8tqs3yh4kx9m2d' } };
  const body = { terms: [{ kind: 'voters', weight: 1 }] };
  assert.equal((await call('PUT', '/v1/feedback/scores/demand', { ...nowhere, body })).body.code, 'projects.not_found');
  assert.equal((await call('DELETE', '/v1/feedback/scores/demand', nowhere)).body.code, 'projects.not_found');
});

test('a project has ten scores at most, and deleted ones are gone', async () => {
  const { id, token: owner } = await server.createProject();
  const on = { token: owner, query: { project_id: id } };
  const body = { terms: [{ kind: 'voters', weight: 1 }] };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => call('PUT', `/v1/feedback/scores/s${(index % 11) + 1}`, { ...on, body })),
  );
  assert.equal(answers.filter(({ status }) => status === 409).length >= 1, true);
  assert.equal((await call('GET', '/v1/feedback/scores', on)).body.total, 10);
  await Promise.all(Array.from({ length: 11 }, (_, index) => call('DELETE', `/v1/feedback/scores/s${index + 1}`, on)));
  for (let number = 1; number <= 10; number++)
    assert.equal((await call('PUT', `/v1/feedback/scores/s${number}`, { ...on, body })).status, 200);
  assert.equal((await call('PUT', '/v1/feedback/scores/s11', { ...on, body })).body.code, 'feedback.score_limit_reached');
  assert.equal((await call('PUT', '/v1/feedback/scores/s10', { ...on, body })).status, 200);
  assert.deepEqual((await call('DELETE', '/v1/feedback/scores/s10', on)).body, { ok: true });
  assert.equal((await call('GET', '/v1/feedback/scores', on)).body.total, 9);
});

test('shares add up to 100 percent', () => {
  assert.deepEqual(toShares([1, 1, 1]), [33.4, 33.3, 33.3]);
  assert.deepEqual(toShares([0, 0]), [0, 0]);
  assert.deepEqual(toShares([-5, 5]), [0, 100]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 10 }), (contributions) => {
      const shares = toShares(contributions);
      const sum = shares.reduce((total, share) => total + Math.round(share * 10), 0);
      assert.equal(sum, contributions.some((contribution) => contribution > 0) ? 1_000 : 0);
      const total = contributions.reduce((all, contribution) => all + contribution, 0);
      for (const [index, share] of shares.entries())
        if (total) assert.ok(Math.abs(share - ((contributions[index] ?? 0) / total) * 100) < 0.1 + 1e-9);
    }),
    randomRuns(200, 5_000),
  );
});

test('only terms with the same subject have the same values', () => {
  const [voters] = TERMS as [never];
  assert.equal(haveSameValues([voters], [{ ...(voters as object), weight: 9 } as never]), true);
  assert.equal(haveSameValues([voters], [{ kind: 'active', days: 30, weight: 1 }]), false);
  assert.equal(haveSameValues([voters], [voters, voters]), false);
});
