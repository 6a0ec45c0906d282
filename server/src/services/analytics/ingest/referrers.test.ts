import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';

const { call, createProject } = await sharedTestServer();

async function setUp(analytics: object) {
  const { id, key, token } = await createProject();
  const { status } = await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics } } });
  assert.equal(status, 200);
  return {
    track: (body: object) => call('POST', '/v1/analytics/events', { key, body }),
    by: async (dimension: string): Promise<[string, number][]> => {
      const { body } = await call('GET', '/v1/analytics/breakdown', { token, query: { project_id: id, by: dimension } });
      return body.data.map(({ value, visitors }: Json) => [value, visitors]);
    },
  };
}

test('hosts of the setting, and known payment and sign-in pages, are no sources, and visits keep their source', async () => {
  const { track, by } = await setUp({ excluded_referrers: ['pay.acme-bank.example', 'https://*.login.example/'] });
  const sent: [referrer: string, utm?: string][] = [
    ['https://pay.acme-bank.example/step/2'],
    ['https://eu.login.example/'],
    ['https://login.example/'],
    ['https://acme-bank.example/'],
    ['https://hooks.stripe.com/3d'],
    ['https://pay.acme-bank.example/', '?utm_source=Partner'],
    ['https://pay.acme-bank.example/', '?utm_source=PARTNER'],
  ];
  for (const [index, [referrer, query = '']] of sent.entries())
    await track({ url: `https://www.acme.com/${query}`, referrer, user_id: `u${index}` });
  await track({ url: 'https://www.acme.com/', referrer: 'https://blog.example.org/', user_id: 'ada' });
  await track({ url: 'https://www.acme.com/thanks', referrer: 'https://pay.acme-bank.example/', user_id: 'ada' });
  const sources = [
    ['', 3],
    ['partner', 2],
    ['acme-bank.example', 1],
    ['blog.example.org', 1],
    ['login.example', 1],
  ];
  assert.deepEqual(await by('source'), sources);
  assert.deepEqual(
    (await by('utm_source')).filter(([value]) => value),
    [['partner', 2]],
  );
});
