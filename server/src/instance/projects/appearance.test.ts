import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUSES } from '@earshot/contract/services/feedback/values';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();

test('widgets get the name and colors of the project, with the key in the query or in a header', async () => {
  const feedback_statuses = STATUSES.map((status) => ({ key: null, status, name: null, color: null, color_dark: null }));
  const defaults = {
    logo_url: null,
    logo_dark_url: null,
    answers: false,
    follow_default: false,
    feedback_statuses,
    feedback_fields: [],
  };
  const { id, key, token } = await server.createProject('Acme');
  const read = async (options: object) => (await server.call('GET', '/v1/projects/appearance', options)).body;
  assert.deepEqual(await read({ key }), { name: 'Acme', color: '#2563eb', text_color: '#ffffff', ...defaults });
  await server.call('PATCH', `/v1/projects/${id}`, {
    token,
    body: { settings: { mail: { color: '#fde047' }, feedback: { follow_default: true } } },
  });
  const { body, headers } = await server.call('GET', '/v1/projects/appearance', { query: { key } });
  assert.deepEqual(body, { name: 'Acme', color: '#fde047', text_color: '#000000', ...defaults, follow_default: true });
  // Shared caches must not mix up projects whose keys are in the header.
  assert.deepEqual([headers.get('cache-control'), headers.get('vary')], ['public, max-age=300', 'X-Project-Key']);
});
