import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TOOLS } from '@earshot/mcp/tools';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { sharedTestServer } from '@earshot/server/testing/server';
import { createEnvironment } from './processes.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-mcp-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await sharedTestServer();
const acme = await server.createProject('Acme');
const rival = await server.createProject('Rival');
const base = createEnvironment(folder);

async function connect(token: string, variables: Record<string, string> = {}, mode: 'auto' | 'legacy' = 'auto') {
  const env = { ...base, EARSHOT_URL: server.url, EARSHOT_TOKEN: token, ...variables };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], env }));
  after(() => client.close());
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [text] = content as { text: string }[];
  return { text: text?.text ?? '', isError };
}

for (const mode of ['auto', 'legacy'] as const)
  test(`earshot mcp serves all tools and prompts over stdio (${mode})`, async () => {
    const client = await connect(acme.token, { EARSHOT_PROJECT: acme.slug }, mode);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS.map(({ name }) => name),
    );
    assert.equal((await client.listPrompts()).prompts.length, 3);
    assert.match(client.getInstructions() ?? '', new RegExp(`The project is ${acme.id} unless`));

    const onProject = { project_id: acme.id };
    const created = await call(client, 'create_feedback', { ...onProject, title: `Export (${mode})`, tags: ['a', 'b'] });
    const { id } = JSON.parse(/\{.*\}/.exec(created.text)?.[0] ?? '{}') as { id: string };
    assert.match(id, /^fb_/, created.text);
    assert.equal((await call(client, 'update_feedback', { id, status: 'planned' })).isError, false);
    const found = await call(client, 'list_feedback', { ...onProject, status: 'planned', q: mode });
    assert.match(found.text, /^Untrusted content: [\s\S]*"total":1/);
    const report = { ...onProject, period: 'yesterday', filters: ['country is DE', 'page contains /docs'] };
    assert.match((await call(client, 'get_analytics_overview', report)).text, /"visitors":\{"value":0/);
  });

test('errors of the API reach the assistant', async () => {
  const { body } = await server.call('POST', '/v1/auth/tokens', {
    token: acme.token,
    body: { name: 'Reader', scopes: ['feedback:read'] },
  });
  const client = await connect(body.token);
  assert.doesNotMatch(client.getInstructions() ?? '', /unless the user names another/);
  const refused = await call(client, 'list_projects', {});
  assert.deepEqual(refused, {
    text: 'This action requires a token with the scope projects:read (auth.scope_required)',
    isError: true,
  });
  const foreign = await call(client, 'list_feedback', { project_id: rival.id });
  assert.deepEqual(foreign, { text: 'You are not a member of this project (auth.not_a_member)', isError: true });
  assert.equal((await call(client, 'get_feedback', { id: '..' })).isError, true);
});

test('an unreachable instance is reported by the tool', async () => {
  const client = await connect(acme.token, { EARSHOT_URL: 'http://127.0.0.1:65000' });
  const { text, isError } = await call(client, 'list_projects', {});
  const [message, reason] = text.split('\n');
  assert.deepEqual([message, isError], ['http://127.0.0.1:65000 is unreachable (client.connection_failed)', true]);
  assert.equal(reason, 'Reason: connect ECONNREFUSED 127.0.0.1:65000');
});

test('earshot mcp fails without a token, and prints nothing else', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'mcp'], { env: base, encoding: 'utf8', input: '' });
  assert.deepEqual([status, stdout], [4, '']);
  assert.match(stderr, /Not signed in/);
});

test('other commands do not load the libraries of the protocol', () => {
  const hook = `
    const { registerHooks } = process.getBuiltinModule('node:module');
    registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context); } });`;
  const preload = `data:text/javascript,${encodeURIComponent(hook)}`;
  const { stderr } = spawnSync(process.execPath, ['--import', preload, MAIN, '--help'], { env: base, encoding: 'utf8' });
  assert.match(stderr, /commander/);
  assert.doesNotMatch(stderr, /modelcontextprotocol|zod|typebox/);
});
