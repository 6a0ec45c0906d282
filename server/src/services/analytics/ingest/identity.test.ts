import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUserToken } from '@earshot/sdk';
import { sharedTestServer } from '../../../testing/server.ts';

// People who sign in during a visit, from requests to reports.

const server = await sharedTestServer();
const MINUTE = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** Noon of a past day, so that no event is at midnight. */
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 36 * 60 * MINUTE;

async function createProject() {
  const { id, key, token } = await server.createProject();
  const ask = async (path: string, query: Record<string, string> = {}, body?: object) => {
    const answer = await server.call(body ? 'POST' : 'GET', `/v1/analytics/${path}`, {
      token,
      query: { project_id: id, period: '7d', ...(path === 'overview' && { compare: 'none' }), ...query },
      body,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  return {
    id,
    key,
    token,
    ask,
    /** Sends events, each in a request of its own: name, user, minutes after noon. */
    send: async (events: [name: string, user: string | undefined, minutes: number][], userAgent = FIREFOX) => {
      for (const [name, user_id, minutes] of events) {
        const body = { name, user_id, url: 'https://acme.example/', timestamp: new Date(NOON + minutes * MINUTE).toISOString() };
        const { status } = await server.call('POST', '/v1/analytics/events', { key, headers: { 'user-agent': userAgent }, body });
        assert.equal(status, 202);
        // Forwards the event.
        await ask('overview');
      }
    },
    sendBatch: async (events: object[], userAgent = FIREFOX) => {
      const { body } = await server.call('POST', '/v1/analytics/events', {
        key,
        headers: { 'user-agent': userAgent },
        body: { events },
      });
      assert.deepEqual(body.rejected, []);
    },
    count: async (query: Record<string, string> = {}) => {
      const { visitors, visits, events } = await ask('overview', query);
      return [visitors.value, visits.value, events.value];
    },
    funnel: async (by: 'person' | 'visit') => {
      const { steps } = await ask('funnel', {}, { by, steps: [{ page: '/*' }, { event: 'signup' }] });
      return steps.map(({ count }: { count: number }) => count);
    },
  };
}

test('a visitor who signs in during a visit is one visitor with one visit, and funnels contain the whole visit', async () => {
  const project = await createProject();
  await project.send([
    ['page_view', undefined, 0],
    ['page_view', undefined, 10],
    ['signup', 'u_1', 20],
    ['page_view', undefined, 30],
  ]);
  assert.deepEqual(await project.count(), [1, 1, 4]);
  assert.deepEqual(await project.funnel('person'), [1, 1]);
  assert.deepEqual(await project.funnel('visit'), [1, 1]);
  const { cohorts, identified_visitors: identified } = await project.ask('retention', { interval: 'day' });
  assert.deepEqual([cohorts.reduce((sum: number, { size }: { size: number }) => sum + size, 0), identified], [1, 1]);
});

test('events of one request are attributed in order of time', async () => {
  const project = await createProject();
  await project.sendBatch([
    { url: 'https://acme.example/' },
    { name: 'signup', user_id: 'u_1', url: 'https://acme.example/' },
    { name: 'tour', url: 'https://acme.example/' },
  ]);
  assert.deepEqual(await project.count(), [1, 1, 3]);
});

test('a late page view belongs to the person who signed in after it', async () => {
  const project = await createProject();
  await project.send([
    ['signup', 'u_1', 20],
    ['page_view', undefined, 0],
  ]);
  assert.deepEqual(await project.count(), [1, 1, 2]);
  assert.deepEqual(await project.funnel('visit'), [1, 1]);
});

test('users behind one address do not take over the events of others once they are many', async () => {
  const project = await createProject();
  for (const group of [0, 1, 2, 3]) {
    await project.sendBatch([1, 2, 3, 4, 5].map((user) => ({ name: 'signup', user_id: `u_${group * 5 + user}` })));
    await project.ask('overview');
  }
  await project.sendBatch([{ url: 'https://acme.example/' }, { name: 'signup', user_id: 'u_21' }]);
  await project.sendBatch([{ url: 'https://acme.example/' }]);
  assert.deepEqual(await project.count(), [22, 22, 23], '21 users and an anonymous visitor');
});

test('two people who sign in one after the other in one browser stay two', async () => {
  const project = await createProject();
  await project.send([
    ['page_view', undefined, 0],
    ['signup', 'u_1', 5],
    ['page_view', undefined, 10],
    ['signup', 'u_2', 15],
    ['page_view', undefined, 20],
  ]);
  assert.deepEqual(await project.count(), [2, 2, 5]);
  // A late sign-in takes over the events after it.
  await project.send([['signup', 'u_3', 7]]);
  assert.deepEqual(await project.count(), [3, 3, 6]);
  const exported = async (user_id: string) => {
    const { body } = await server.call('POST', `/v1/projects/${project.id}/people/export`, {
      token: project.token,
      body: { user_id },
    });
    return body.analytics_events.map(({ name, time }: { name: string; time: string }) => [
      name,
      (Date.parse(time) - NOON) / MINUTE,
    ]);
  };
  assert.deepEqual(await exported('u_1'), [
    ['page_view', 0],
    ['signup', 5],
  ]);
  assert.deepEqual(await exported('u_3'), [
    ['signup', 7],
    ['page_view', 10],
  ]);
  assert.deepEqual(await exported('u_2'), [
    ['signup', 15],
    ['page_view', 20],
  ]);
});

test('nothing beyond the visit is attributed: other visits of the day and other browsers stay anonymous', async () => {
  const project = await createProject();
  await project.send([
    ['page_view', undefined, 0],
    ['page_view', undefined, 60],
    ['signup', 'u_1', 90],
    ['page_view', undefined, 121],
  ]);
  await project.send([['page_view', undefined, 85]], CHROME);
  assert.deepEqual(await project.count(), [3, 4, 5]);
});

test('the events of an erased person are erased with the start of the visit', async () => {
  const project = await createProject();
  await project.send([
    ['page_view', undefined, 0],
    ['signup', 'u_1', 5],
    ['signup', 'u_2', 10],
  ]);
  const { status } = await server.call('POST', `/v1/projects/${project.id}/people/erase`, {
    token: project.token,
    body: { user_id: 'u_1' },
  });
  assert.equal(status, 200);
  assert.deepEqual(await project.count(), [1, 1, 1]);
  // The browser is not remembered for the erased person.
  await project.send([['page_view', undefined, 7]]);
  assert.deepEqual(await project.count(), [1, 1, 2]);
});

test('events of servers are not attributed: of HTTP libraries, and of more than five people in a request', async () => {
  const project = await createProject();
  await project.send(
    [
      ['job', undefined, 0],
      ['job', 'u_1', 5],
    ],
    'node',
  );
  assert.deepEqual(await project.count(), [2, 2, 2]);
  const other = await createProject();
  await other.sendBatch([{ name: 'job' }, ...Array.from({ length: 6 }, (_, n) => ({ name: 'job', user_id: `u_${n}` }))]);
  assert.deepEqual(await other.count(), [7, 7, 7]);
});

test('a user token identifies like a user id, and a project can require tokens', async () => {
  const project = await createProject();
  const { body: secrets } = await server.call('GET', `/v1/projects/${project.id}/identity-secrets`, { token: project.token });
  const sign = (projectId = project.id) => signUserToken({ id: 'u_1' }, { projectId, secret: secrets.data[0].secret });
  await project.send([['page_view', undefined, 0]]);
  await project.sendBatch([
    { name: 'signup', user_token: await sign(), timestamp: new Date(NOON + MINUTE).toISOString(), url: 'https://acme.example/' },
  ]);
  assert.deepEqual(await project.count(), [1, 1, 2]);
  await project.send([['signup', 'u_1', 2]]);
  assert.deepEqual(await project.count(), [1, 1, 3]);

  const reject = async (event: object) => {
    const { status, body } = await server.call('POST', '/v1/analytics/events', {
      key: project.key,
      body: { name: 'signup', ...event },
    });
    return [status, body.error];
  };
  const [, wrongProject] = await reject({ user_token: await sign('prj_00000000000000000000000000') });
  assert.match(wrongProject, /^user_token is invalid: aud must be prj_/);
  assert.deepEqual(await reject({ user_token: await sign(), user_id: 'u_1' }), [
    400,
    'user_token must not be combined with user_id',
  ]);
  const { status } = await server.call('PATCH', `/v1/projects/${project.id}`, {
    token: project.token,
    body: { settings: { analytics: { signed_user_ids: true } } },
  });
  assert.equal(status, 200);
  assert.deepEqual(await reject({ user_id: 'u_1' }), [
    400,
    'user_token is required instead of user_id, because the project requires signed user ids',
  ]);
  await project.sendBatch([{ name: 'signup', user_token: await sign() }, { name: 'tour' }]);
});
