import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../../platform/config/config.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const paths = { EARSHOT_SCRIPT_PATH: '/news/main.js', EARSHOT_INTAKE_PATH: '/news/send' };
const server = await startTestServer(paths);
const { id, key, token } = await server.createProject();

test('the script, the scripts that it loads, and the intake have the configured paths and the standard ones', async () => {
  const read = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } });
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get('content-type') ?? '', /javascript/, path);
    return await response.text();
  };
  for (const [configured, standard] of [
    ['/news/main.js?v=1', '/t.js'],
    ['/news/t-vitals.js', '/t-vitals.js'],
    ['/news/t-toggle.js', '/t-toggle.js'],
  ] as const)
    assert.equal(await read(configured), await read(standard));

  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
  const headers = { origin: 'https://acme.example', 'content-type': 'text/plain', 'user-agent': userAgent };
  for (const path of ['/news/send', '/v1/analytics/events']) {
    const body = JSON.stringify({ url: `https://acme.example${path}` });
    const response = await fetch(`${server.url}${path}?key=${key}`, { method: 'POST', headers, body });
    assert.equal(response.status, 202, path);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
  }
  const countPages = async () =>
    (await server.call('GET', '/v1/analytics/breakdown', { token, query: { project_id: id, by: 'page' } })).body.data.length;
  await until(async () => (await countPages()) === 2);
});

test('the tag for pages has the configured names', async () => {
  const { body } = await server.call('GET', '/v1/analytics/tracker', { token, query: { project_id: id } });
  const [script, intake] = [`${server.url}/news/main.js`, `${server.url}/news/send`];
  assert.deepEqual(body, {
    script_url: script,
    intake_url: intake,
    html: `<script defer src="${script}" data-key="${key}" data-api="${intake}"></script>`,
  });
});

test('other paths below the same folder do not exist', async () => {
  for (const path of ['/news', '/news/', '/news/t.js', '/news/main.js/x', '/news/sendx'])
    assert.equal((await fetch(server.url + path)).status, 404, path);
});

test('refuses paths that are no path or equal, with their reason', () => {
  for (const path of [
    'news',
    '/',
    '/a//b',
    '/a/../b',
    '/a?b',
    '/a b',
    '/%61',
    '/a/b/c/d/e',
    `/${'a'.repeat(100)}`,
    '/.well-known/x',
  ])
    assert.throws(() => readConfig({ EARSHOT_SCRIPT_PATH: path }), /^Error: EARSHOT_SCRIPT_PATH must be a path of letters/, path);
  assert.throws(() => readConfig({ EARSHOT_SCRIPT_PATH: '/a', EARSHOT_INTAKE_PATH: '/a' }), /EARSHOT_INTAKE_PATH must differ/);
});

test('refuses to start with a path that hides another path, of the instance or of a custom domain', async () => {
  for (const path of ['/projects/main.js', '/feedback'])
    await assert.rejects(
      startTestServer({ EARSHOT_INTAKE_PATH: path }),
      (error) => error instanceof ConfigError && error.message.startsWith('EARSHOT_INTAKE_PATH conflicts with the path /'),
      path,
    );
});
