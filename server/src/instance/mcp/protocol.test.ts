import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOLS } from '@earshot/mcp/tools';
import { sharedTestServer } from '../../testing/server.ts';
import { callTool, connectClient, ERAS } from './fixtures/client.ts';

const server = await sharedTestServer();
const acme = await server.createProject('Acme');

const accept = 'application/json, text/event-stream';
const send = (body: unknown, headers: Record<string, string> = {}) =>
  server.call('POST', '/mcp', { token: acme.token, body, headers: { accept, ...headers } });
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

for (const [version, mode] of Object.entries(ERAS))
  test(`the official client works with the protocol version ${version}`, async () => {
    const client = await connectClient(server, acme.token, mode);
    assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.deepEqual(client.getServerCapabilities()?.tools, { listChanged: false });
    assert.equal((await client.listTools()).tools.length, TOOLS.length);
    assert.match((await callTool(client, 'list_projects', {})).text, /"name":"Acme"/);
    await client.close();
  });

test('prompts contain their arguments', async () => {
  const client = await connectClient(server, acme.token);
  const { prompts } = await client.listPrompts();
  const expected = {
    weekly_summary: [{ project_id: acme.id }, /Summarize the last 7 days of the Earshot project prj_/],
    draft_release_notes: [{ project_id: acme.id, version: '2.3.1' }, /project prj_\w+, version 2\.3\.1:/],
    write_article_for_search: [{ project_id: acme.id, query: 'refund' }, /answers the search “refund”/],
  } as const;
  assert.deepEqual(
    prompts.map(({ name }) => name),
    Object.keys(expected),
  );
  const { tools } = await client.listTools();
  const names = new Set(tools.map(({ name }) => name));
  for (const [name, [input, text]] of Object.entries(expected)) {
    const { messages } = await client.getPrompt({ name, arguments: input });
    const { content } = messages[0] ?? {};
    assert.ok(content?.type === 'text');
    assert.match(content.text, text);
    const mentioned = content.text.match(/\b(?:list|get|find|search|read|write|draft|publish)_[a-z_]+/g) ?? [];
    for (const tool of mentioned) assert.ok(names.has(tool), `${name} mentions ${tool}`);
  }
  await assert.rejects(client.getPrompt({ name: 'weekly_summary', arguments: {} }));
  await client.close();
});

test('a token is required', async () => {
  for (const token of [undefined, 'earshot_pat_x']) {
    const { status, headers: received } = await server.call('POST', '/mcp', { body: LIST, token });
    assert.equal(status, 401);
    assert.match(received.get('www-authenticate') ?? '', /^Bearer realm="earshot"/);
  }
});

test('the token is checked again for each request', async () => {
  const { token } = await server.signIn();
  const client = await connectClient(server, token, 'legacy');
  await server.call('DELETE', '/v1/auth/session', { token });
  await assert.rejects(client.listTools());
  await client.close();
});

test('malformed messages are refused', async () => {
  const statusOf = async (body: unknown, headers?: Record<string, string>) => {
    const { status, body: answer } = await send(body, headers);
    return [status, answer.code ?? answer.error?.code ?? answer];
  };
  assert.deepEqual(await statusOf('{'), [400, 'request.invalid_json']);
  for (const body of [{}, [], [LIST], 'null', { jsonrpc: '1.0' }]) assert.deepEqual(await statusOf(body), [400, 'validation']);
  assert.deepEqual(await statusOf(LIST, { 'content-type': 'text/plain' }), [415, 'request.unsupported_media_type']);
  assert.deepEqual(await statusOf({ ...LIST, params: { text: 'x'.repeat(1024 * 1024) } }), [413, 'request.body_too_large']);
  // Messages of the protocol itself.
  assert.equal((await statusOf({ jsonrpc: '2.0' }))[0], 400);
  const { status, body } = await send({ ...LIST, method: 'tools/erase' });
  assert.equal(status, 200);
  assert.match(String(body), /"code":-32601/);
  const unknown = await send({ ...LIST, method: 'tools/call', params: { name: 'erase_everything', arguments: {} } });
  assert.match(String(unknown.body), /Tool erase_everything not found/);
  assert.equal((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
});

test('only POST is supported, because there are no sessions', async () => {
  for (const method of ['GET', 'DELETE']) {
    const { status, body, headers } = await server.call(method, '/mcp', { token: acme.token, headers: { accept } });
    assert.deepEqual([status, body.code, headers.get('allow')], [405, 'mcp.method_not_allowed', 'POST']);
  }
});

test('subscriptions are refused, because nothing ever changes', async () => {
  const client = await connectClient(server, acme.token);
  await assert.rejects(client.listen({ toolsListChanged: true }));
  await client.close();
});

test('web pages of other origins are refused', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'http://127.0.0.1.nip.io']) {
    const { status, body } = await send(LIST, { origin });
    assert.deepEqual([status, body.code], [403, 'mcp.origin_not_allowed'], origin);
  }
  for (const origin of [new URL(server.url).origin, 'http://localhost:6274', 'http://[::1]:3000'])
    assert.equal((await send(LIST, { origin })).status, 200, origin);
});

test('projects are named by id, slug or name', async () => {
  const twins = [await server.createProject('Twins'), await server.createProject('Twins')];
  const [ofOwner, ofTwin] = [await connectClient(server, acme.token), await connectClient(server, String(twins[0]?.token))];
  for (const project_id of [acme.id, acme.slug]) {
    const { text, isError } = await callTool(ofOwner, 'list_changelog', { project_id });
    assert.equal(isError, false, text);
    assert.match(text, /"total":0/);
  }
  assert.equal((await callTool(ofTwin, 'list_feedback', { project_id: 'Twins' })).isError, false);
  assert.match(
    (await callTool(ofTwin, 'list_feedback', { project_id: acme.slug })).text,
    /you have no project with the id or slug/,
  );
  for (const client of [ofOwner, ofTwin]) await client.close();
});
