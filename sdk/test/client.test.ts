import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import {
  BadRequestError,
  ConnectionTimeoutError,
  decodeUserToken,
  Earshot,
  EarshotError,
  signUserToken,
  TimeoutError,
  type TracedCall,
  UnexpectedResponseError,
  verifyWebhook,
  WebhookVerificationError,
} from '@earshot/sdk';
import { sharedTestServer } from '@earshot/server/testing/server';

const server = await sharedTestServer();
const acme = await server.createProject();
const owner = new Earshot({ accessToken: acme.token, projectId: acme.id, baseUrl: server.url });
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const failureOf = (call: PromiseLike<unknown>): Promise<EarshotError> =>
  Promise.resolve(call).then(
    () => assert.fail('the call succeeded'),
    (error: EarshotError) => error,
  );

/** Starts a website that is not Earshot. */
async function startSite(status: number) {
  let requests = 0;
  const site = createServer((_request, response) => {
    requests++;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Shop</title>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  after(() => site.close());
  return { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, requests: () => requests };
}

test('one client with a key and a token acts for end users and members', async () => {
  const both = new Earshot({ projectKey: acme.key, accessToken: acme.token, baseUrl: server.url });
  const { id } = await both.feedback.submit({ title: 'Both credentials' });
  assert.equal((await both.feedback.update(id, { status: 'planned' })).status, 'planned');
  assert.ok((await both.waitlist.list()).total >= 0);
  both.analytics.track('signed_up');
  await both.analytics.flush();
  assert.equal((await both.analytics.events({ period: '24h' })).data[0]?.value, 'signed_up');
});

test('reads credentials from the environment', async () => {
  const script = `import { Earshot } from '@earshot/sdk';
    const earshot = new Earshot();
    console.log((await earshot.feedback.list()).limit, (await earshot.waitlist.list()).limit);`;
  const run = async (env: Record<string, string>) => {
    const options = { cwd: import.meta.dirname, env: { EARSHOT_URL: server.url, ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], options);
    return stdout;
  };
  assert.equal(await run({ EARSHOT_TOKEN: acme.token, EARSHOT_PROJECT: acme.id }), '20 20\n');
  assert.equal(await run({ EARSHOT_TOKEN: acme.token, EARSHOT_KEY: acme.key }), '20 20\n');
  await assert.rejects(run({}), /pass one of them, or set EARSHOT_KEY or EARSHOT_TOKEN/);
});

test('errors have the invalid field and the headers of the response', async () => {
  const earshot = new Earshot({ projectKey: acme.key, baseUrl: server.url });
  const error = await failureOf(earshot.feedback.submit({ title: '' }));
  assert.ok(error instanceof BadRequestError);
  assert.deepEqual([error.code, error.field, error.headers?.get('x-request-id')], ['validation', 'title', error.requestId]);
});

test('a page of another server is reported as such, without retries', async () => {
  for (const status of [200, 404]) {
    const site = await startSite(status);
    const error = await failureOf(new Earshot({ projectKey: acme.key, baseUrl: site.url }).waitlist.count());
    assert.equal(error.message, `${site.url} responded with ${status} and text/html instead of JSON. Check the base URL`);
    assert.equal(error.status, status);
    assert.equal(site.requests(), 1);
    if (status === 200) assert.ok(error instanceof UnexpectedResponseError && error.code === 'client.unexpected_response');
  }
});

test('the timeout of the client differs from the signal of the caller', async () => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  after(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const earshot = new Earshot({ projectKey: acme.key, baseUrl, retries: 0 });
  const own = await failureOf(earshot.waitlist.count({ timeoutMs: 50 }));
  assert.ok(own instanceof ConnectionTimeoutError && own instanceof TimeoutError);
  assert.deepEqual([own.name, own.code], ['ConnectionTimeoutError', 'client.timeout']);
  assert.match(own.message, /did not respond within 50 ms/);
  const caller = await failureOf(earshot.waitlist.count({ signal: AbortSignal.timeout(50) }));
  assert.deepEqual([caller instanceof EarshotError, caller.name], [false, 'TimeoutError']);
});

test('a list that is not used sends no request', async () => {
  const site = await startSite(500);
  const earshot = new Earshot({ projectKey: acme.key, baseUrl: site.url, retries: 0 });
  void earshot.feedback.list();
  // A later call has arrived.
  await failureOf(earshot.waitlist.count());
  assert.equal(site.requests(), 1);
});

test('traces each call with the attributes of OpenTelemetry', async () => {
  const calls: TracedCall[] = [];
  const earshot = new Earshot({
    projectKey: acme.key,
    baseUrl: server.url,
    trace: (call, run) => (calls.push(call), run()),
  });
  await earshot.waitlist.count();
  await failureOf(earshot.feedback.get('fb_nothing'));
  const [counted, missing] = calls;
  assert.equal(counted?.name, 'GET /v1/waitlist/count');
  assert.deepEqual(counted.attributes, {
    'http.request.method': 'GET',
    'url.template': '/v1/waitlist/count',
    'url.full': `${server.url}/v1/waitlist/count`,
    'server.address': new URL(server.url).hostname,
    'http.response.status_code': 200,
  });
  assert.deepEqual(
    [missing?.attributes['http.response.status_code'], missing?.attributes['error.type']],
    [404, 'feedback.not_found'],
  );
});

test('uploads blobs, bytes and streams', async () => {
  const earshot = new Earshot({ projectKey: acme.key, baseUrl: server.url });
  for (const file of [new Blob([PIXEL]), PIXEL, new Uint8Array(PIXEL), new Response(PIXEL).body as ReadableStream<Uint8Array>])
    assert.equal((await earshot.uploads.create(file)).width, 1);
});

test('user tokens are reused until they expire, and a rejected token is fetched again once', async () => {
  const [{ secret } = { secret: '' }] = (await owner.projects.identitySecrets.list(acme.id)).data;
  const sign = (more: { secret?: string; projectId?: string; expiresInS?: number } = {}) =>
    signUserToken({ id: 'u_1', name: 'Ünal' }, { projectId: acme.id, secret, ...more });
  let calls = 0;
  const create = (tokens: Promise<string>[]) => {
    calls = 0;
    return new Earshot({
      projectKey: acme.key,
      baseUrl: server.url,
      userToken: () => tokens[Math.min(calls++, tokens.length - 1)],
    });
  };
  const reused = create([sign()]);
  await Promise.all([reused.feedback.list({ mine: true }), reused.feedback.list({ mine: true })]);
  await reused.feedback.list({ mine: true });
  assert.equal(calls, 1);

  const rotated = create([sign({ secret: 'an earlier secret of the project' }), sign()]);
  await rotated.feedback.list({ mine: true });
  assert.equal(calls, 2);

  for (const [token, code] of [
    [sign({ secret: 'another secret' }), 'auth.user_token_signature_invalid'],
    [sign({ projectId: 'prj_other' }), 'auth.user_token_audience_invalid'],
    [sign({ expiresInS: -60 }), 'auth.user_token_expired'],
    [Promise.resolve('no token'), 'auth.user_token_invalid'],
  ] as const) {
    assert.equal((await failureOf(create([token]).feedback.list({ mine: true }))).code, code);
    assert.equal(calls, 2, code);
  }
  assert.equal(decodeUserToken(await sign())?.name, 'Ünal');
  assert.equal(decodeUserToken('no token'), undefined);
});

test('missing options of user tokens and webhooks are named', async () => {
  const secret = 'whsec_c2VjcmV0';
  await assert.rejects(signUserToken({ id: 'u_1' }, { secret } as never), /projectId is required/);
  await assert.rejects(signUserToken({ id: 'u_1' }, { projectId: acme.id, secret: '' }), /secret is required/);
  await assert.rejects(verifyWebhook('{}', {}, ''), /secret is required/);
  await assert.rejects(verifyWebhook('{}', {}, 'whsec_!'), /secret must be the secret of a webhook/);
  await assert.rejects(verifyWebhook({ type: 'webhook.test' } as never, {}, secret), /body must be the unparsed request body/);
  await assert.rejects(verifyWebhook(Buffer.from('{}'), {}, secret), WebhookVerificationError);
});
