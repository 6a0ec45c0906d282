import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { newId, parseId } from '../ids.ts';
import { plantProposal } from '../../instance/proposals/fixtures/planted.ts';
import { plantRequest } from '../../services/testimonials/fixtures/requests.ts';
import { type DocumentedOperation, fillPath, readOperations, requiredQuery } from '../../testing/openapi.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createProjects } from './fixtures/projects.ts';

// Reads every list of the OpenAPI document item by item with cursors. A list with fewer than two items fails until items are added
// below.

const server = await sharedTestServer();
const { call } = server;
const lists = (await readOperations(server)).filter(({ query }) => query.some(({ name }) => name === 'cursor'));
const { acme, entry, news, webhook, index, inPath } = await createProjects(server);
const onAcme = { token: acme.token, query: { project_id: acme.id } };

for (const number of [1, 2]) {
  await call('POST', '/v1/feedback', { key: acme.key, body: { title: `Entry ${number}`, submitter_email: 'ada@example.com' } });
  await call('POST', `/v1/feedback/${entry.id}/comments`, { key: acme.key, body: { body: `Comment ${number}` } });
  await call('POST', `/v1/feedback/${entry.id}/upvote`, { key: acme.key, visitor: crypto.randomUUID() });
  await call('PATCH', `/v1/feedback/${entry.id}`, {
    token: acme.token,
    body: { pinned: number === 1, title: `Title ${number}` },
  });
  await call('POST', '/v1/waitlist', { key: acme.key, body: { email: `waiting-${number}@example.com` } });
  await call('POST', '/v1/waitlist/broadcasts', { ...onAcme, body: { subject: `News ${number}`, body: 'Soon' } });
  const testimonial = { author_name: 'Ada', content: `Good ${number}`, rating: number };
  await call('POST', '/v1/testimonials', { key: acme.key, body: testimonial });
  await plantRequest(server.db, parseId('prj', acme.id) as string);
  await plantProposal(server.db, parseId('prj', acme.id) as string);
  await call('POST', '/v1/changelog', {
    ...onAcme,
    body: { title: `Version ${number}`, published: true, success: { event: 'signup' } },
  });
  await call('POST', '/v1/changelog/subscribe', { key: acme.key, body: { email: `subscriber-${number}@example.com` } });
  await call('PUT', `/v1/people/u_${number}`, { ...onAcme, body: { company: { id: `company-${number}` } } });
  await call('POST', `/v1/feedback/${entry.id}/voters`, { token: acme.token, body: { user_id: `u_${number}` } });
  const definition = { match: 'all', conditions: [{ kind: 'company', operator: 'is', value: `company-${number}` }] };
  await call('POST', '/v1/people/segments', { ...onAcme, body: { name: `Segment ${number}`, definition } });
  await call('POST', '/v1/webhooks', { ...onAcme, body: { url: `http://127.0.0.1:9/${number}`, types: ['waitlist.invited'] } });
  await call('POST', `/v1/webhooks/${webhook.id}/test`, { token: acme.token });
  await call('POST', '/v1/indexes', { ...onAcme, body: { name: `Index ${number}` } });
  await call('POST', `/v1/indexes/${index.id}/documents`, { token: acme.token, body: { content: `Article ${number}` } });
  await call('PATCH', `/v1/changelog/${news.id}`, {
    token: acme.token,
    body: { content: `Text ${number}`, feedback_ids: [entry.id] },
  });
  await call('PUT', `/v1/indexes/${index.id}/documents/by-external-id/exports`, {
    token: acme.token,
    body: { content: `# Export ${number}` },
  });
  await call('POST', `/v1/projects/${acme.id}/service-accounts`, {
    token: acme.token,
    body: { name: `Account ${number}`, scopes: ['feedback:read'] },
  });
  const { email } = await server.signIn();
  await call('POST', `/v1/projects/${acme.id}/members`, { token: acme.token, body: { email, role: 'viewer' } });
  const body = { time: new Date().toISOString(), text: `Annotation ${number}` };
  await call('POST', '/v1/analytics/annotations', { ...onAcme, body });
  // Only an evaluation writes the history of an alert.
  await sql`
    INSERT INTO analytics_alert_triggers (project_id, id, alert_id, condition, window_from, window_to, value, path)
    VALUES (${parseId('prj', acme.id)}, ${newId()}, ${parseId('alr', inPath['/v1/alerts/{id}']?.id ?? '')}, 'above', now(), now(), ${number}, '')`.execute(
    server.db,
  );
  const form = new FormData();
  form.set('file', new Blob([createPixel()], { type: 'image/png' }), 'pixel.png');
  await fetch(`${server.url}/v1/uploads`, { method: 'POST', headers: { 'x-project-key': acme.key }, body: form });
}

/** Returns a PNG image of one pixel. */
function createPixel() {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
}

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36';

/** Sends visits of four visitors, so that breakdowns have rows with equal and with different counts. */
async function sendEvents() {
  const visits = [
    { path: '/a', from: 'google.com' },
    { path: '/a', from: 'google.com' },
    { path: '/b', from: 'bing.com' },
    { path: '/c', from: 'example.org' },
  ];
  for (const [number, { path, from }] of visits.entries()) {
    const { status } = await call('POST', '/v1/analytics/events', {
      key: acme.key,
      body: { url: `https://acme.example${path}`, referrer: `https://${from}/`, properties: { plan: path, size: number } },
      headers: { 'user-agent': number === 0 ? PHONE : `Mozilla/5.0 (X11; Linux x86_64) Chrome/12${number}.0.0.0 Safari/537.36` },
    });
    assert.equal(status, 202);
  }
  const revenue = { amount: '9.50', currency: 'EUR' };
  for (const currency of ['EUR', 'USD'])
    await call('POST', '/v1/analytics/events', { key: acme.key, body: { name: 'order', revenue: { ...revenue, currency } } });
  for (const page of ['/a', '/b']) {
    const vital = { name: 'web_vital', url: `https://acme.example${page}`, properties: { metric: 'LCP', value: 2_000 } };
    await call('POST', '/v1/analytics/events', { key: acme.key, body: vital });
  }
  for (const name of ['signup', 'purchase'])
    await call('POST', '/v1/analytics/events', { key: acme.key, body: { name, user_id: `u-${name}` } });
  await until(async () => (await call('GET', '/v1/analytics/pages', onAcme)).body.total === 3);
}

await sendEvents();

/** Lists that cannot have two items here: there is no GeoIP database, one connected app, and no answer of Google. */
const SHORT = new Set(['listAnalyticsCountries', 'listConnectedApps', 'listSearchTerms']);

/** Returns an item without the time up to which it counts. */
const withoutTime = ({ as_of: _asOf, ...item }: Json) => item;

async function read(operation: DocumentedOperation, more: object = {}) {
  const isPublic = !operation.credentials.length;
  return await call(operation.method, fillPath(operation, inPath, { slug: acme.slug }), {
    ...(!isPublic && { token: acme.token }),
    query: {
      ...requiredQuery(operation),
      ...(operation.query.some(({ name }) => name === 'project_id') && { project_id: acme.id }),
      // The requests of this test are in the log too, and those that waited for events: as many as the machine is slow.
      ...(operation.id === 'listRequestLog' && { until: startedAt, method: 'POST' }),
      ...more,
    },
  });
}
const startedAt = new Date().toISOString();

const { body: elsewhere } = await call('GET', '/v1/changelog', {
  ...onAcme,
  query: { ...onAcme.query, type: 'feature', limit: 1 },
});
/** A cursor of another list. */
const foreignCursor: string = elsewhere.next_cursor;
assert.ok(foreignCursor);

for (const operation of lists) {
  describe(`${operation.method} ${operation.path}`, () => {
    test('cursors lead through all items in the order of the list', async () => {
      const { status, body: whole } = await read(operation, { limit: 100 });
      assert.equal(status, 200);
      assert.equal(whole.next_cursor, null);
      if (!SHORT.has(operation.id)) assert.ok(whole.data.length >= 2, 'the list has two items');
      const items: Json[] = [];
      let cursor: string | null = null;
      for (let page = 1; page === 1 || cursor; page++) {
        const { body }: { body: Json } = await read(operation, { limit: 1, ...(cursor && { cursor }) });
        assert.deepEqual([body.page, body.limit, body.total], [page, 1, whole.total]);
        items.push(...body.data);
        cursor = body.next_cursor;
      }
      assert.deepEqual(items.map(withoutTime), whole.data.map(withoutTime));
    });

    test('refuses a cursor of another list, sort order or filter, and one that is not a cursor', async () => {
      const { body } = await read(operation, { limit: 1 });
      const known: string = body.next_cursor ?? '';
      const cursors = ['x', 'null', known.slice(0, -1), known.slice(4), `A${known}`, known.toUpperCase(), foreignCursor];
      for (const cursor of cursors.filter(Boolean)) {
        const { status, body: refusal } = await read(operation, { cursor });
        assert.deepEqual([status, refusal.code, refusal.fields?.[0]?.path], [400, 'validation', 'cursor'], cursor);
      }
    });
  });
}

test('a cursor is valid for its filters and sort order only, with any limit, and replaces the page', async () => {
  const list = (query: object) => call('GET', '/v1/feedback', { ...onAcme, query: { ...onAcme.query, ...query } });
  const { body: first } = await list({ sort: 'top', limit: 1 });
  const cursor = first.next_cursor;
  assert.equal((await list({ sort: 'top', limit: 50, cursor })).body.data.length, first.total - 1);
  for (const other of [{}, { sort: 'newest' }, { sort: 'top', status: 'new' }])
    assert.equal((await list({ ...other, cursor })).body.fields?.[0]?.path, 'cursor');
  const { status, body } = await list({ sort: 'top', cursor, page: 2 });
  assert.deepEqual([status, body.fields[0].path], [400, 'page']);
});

test('a page by number continues with a cursor', async () => {
  const { body: whole } = await call('GET', '/v1/feedback', onAcme);
  const query = { ...onAcme.query, limit: 1, page: 2 };
  const { body: second } = await call('GET', '/v1/feedback', { ...onAcme, query });
  const next = { ...onAcme.query, limit: 1, cursor: second.next_cursor };
  const { body: third } = await call('GET', '/v1/feedback', { ...onAcme, query: next });
  assert.deepEqual([third.page, third.data], [3, whole.data.slice(2, 3)]);
});
