import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

async function createWall() {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const query = { project_id: id };
  return {
    ...project,
    submit: async (body: object = {}) => {
      const fields = { author_name: 'Ada', content: 'Saves us time.', rating: 5, ...body };
      return (await call('POST', '/v1/testimonials', { key, body: fields })).body.id as string;
    },
    change: (action: string, ids: string[]) => call('POST', '/v1/testimonials/bulk', { token, query, body: { action, ids } }),
    find: async (filter: Record<string, string>, credential: object = { token }) =>
      (await call('GET', '/v1/testimonials', { ...credential, query: { ...query, ...filter } })).body,
    counts: async () => (await call('GET', '/v1/testimonials/summary', { token, query })).body.statuses,
    audit: async () => (await call('GET', `/v1/projects/${id}/audit-log`, { token })).body.data as Json[],
  };
}

const outcomes = ({ body }: Json) => body.results.map(({ outcome }: Json) => outcome);

test('several testimonials change in one request, with a result for each', async () => {
  const { token, id, submit, change, find, counts, audit } = await createWall();
  const rival = await createWall();
  const [one, two, three] = [await submit({ rating: 5 }), await submit({ rating: 4 }), await submit({ rating: 1 })];
  const foreign = await rival.submit();
  const { body: hook } = await call('POST', '/v1/webhooks', {
    token,
    query: { project_id: id },
    body: { url: 'http://127.0.0.1:9/hook', types: ['testimonial.approved', 'testimonial.rejected'] },
  });
  assert.deepEqual(await counts(), { pending: 3, approved: 0, rejected: 0 });
  const answer = await change('approve', [two, foreign, 'tm_unknown', one]);
  assert.deepEqual(answer.body.results, [
    { id: two, outcome: 'changed' },
    { id: foreign, outcome: 'not_found' },
    { id: 'tm_unknown', outcome: 'not_found' },
    { id: one, outcome: 'changed' },
  ]);
  assert.deepEqual(await counts(), { pending: 1, approved: 2, rejected: 0 });
  assert.deepEqual(await rival.counts(), { pending: 1, approved: 0, rejected: 0 });
  assert.deepEqual(outcomes(await change('approve', [one, three])), ['unchanged', 'changed']);
  assert.deepEqual(outcomes(await change('feature', [one])), ['changed']);
  assert.equal((await find({ sort: 'featured' })).data[0].id, one);
  assert.deepEqual(outcomes(await change('reject', [two, three])), ['changed', 'changed']);
  assert.deepEqual(outcomes(await change('reopen', [three])), ['changed']);
  assert.deepEqual(await counts(), { pending: 1, approved: 1, rejected: 1 });

  const { data } = (await call('GET', `/v1/webhooks/${hook.id}/deliveries`, { token })).body;
  assert.deepEqual(data.map(({ type }: Json) => type).toSorted(), [
    ...Array.from({ length: 3 }, () => 'testimonial.approved'),
    ...Array.from({ length: 2 }, () => 'testimonial.rejected'),
  ]);

  assert.deepEqual(outcomes(await change('delete', [one, two])), ['deleted', 'deleted']);
  assert.deepEqual(await counts(), { pending: 1, approved: 0, rejected: 0 });
  assert.deepEqual(
    new Set((await audit()).filter(({ action }) => action === 'testimonial.deleted').map(({ target_id: target }) => target)),
    new Set([one, two]),
  );
  assert.deepEqual(outcomes(await change('delete', [one])), ['not_found']);
});

test('concurrent changes of the same testimonials keep the counts exact', async () => {
  const { submit, change, counts } = await createWall();
  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => submit({ rating: (n % 5) + 1 })));
  const actions = ['approve', 'reject', 'approve', 'delete'];
  const answers = await Promise.all(
    actions.map((action, n) => change(action, n % 2 ? ids.toReversed().slice(10) : ids.slice(n * 5))),
  );
  for (const { status } of answers) assert.equal(status, 200);
  await change('approve', ids);
  const { pending, approved, rejected } = await counts();
  assert.deepEqual([pending, approved, rejected], [0, 10, 0]);
});

test('invalid changes are refused', async () => {
  const { change, submit } = await createWall();
  const id = await submit();
  for (const [action, ids, error] of [
    ['approve', [], /^ids must/],
    ['approve', [id, id], /^ids must/],
    ['approve', Array.from({ length: 101 }, (_, n) => `tm_${n}`), /^ids must/],
    ['publish', [id], /^action must be one of approve, reject/],
  ] as const) {
    const { status, body } = await change(action, [...ids]);
    assert.equal(status, 400);
    assert.match(body.error, error);
  }
});

test('the search finds contents and authors in any case, and only approved ones for keys', async () => {
  const { key, submit, find, change } = await createWall();
  const grace = await submit({ author_name: 'Grace Hopper', content: '100% reliable', author_company: 'Navy' });
  const ada = await submit({ author_title: 'Countess', content: 'Saves an ÖRE a day' });
  const ids = async (q: string, credential?: object) => {
    const { data, total } = await find({ q }, credential);
    assert.equal(total, data.length);
    return data.map((one: Json) => one.id);
  };
  for (const [q, found] of [
    ['hopper', [grace]],
    ['NAVY', [grace]],
    ['countess', [ada]],
    ['öre', [ada]],
    ['%', [grace]],
    ['a day', [ada]],
    ['nobody', []],
  ] as const)
    assert.deepEqual(await ids(q), found, q);
  await change('approve', [ada]);
  assert.deepEqual([await ids('hopper', { key }), await ids('countess', { key })], [[], [ada]]);
});
