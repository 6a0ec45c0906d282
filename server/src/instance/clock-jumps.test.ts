// Credentials and links while the clock of the server is wrong. Needs a server of its own, in the process whose clock it sets.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { type Call, startTestServer } from '../testing/server.ts';
import { until } from '../testing/until.ts';
import { signUserToken } from '@earshot/sdk';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const server = await startTestServer({ EARSHOT_THROTTLE: 'on' });
const { call } = server;
const { id, key, token } = await server.createProject();
const query = { project_id: id };
const { secret } = (await call('GET', `/v1/projects/${id}/identity-secrets`, { token })).body.data[0];
const personal = (await call('POST', '/v1/auth/tokens', { token, body: { name: 'CI', expires_in_days: 30 } })).body.token;
const service = (
  await call('POST', `/v1/projects/${id}/service-accounts`, { token, body: { name: 'CI', scopes: ['feedback:read'] } })
).body.token;
const userToken = await signUserToken({ id: 'u_1' }, { projectId: id, secret, expiresInS: 600 });
const { url } = (await call('POST', '/v1/analytics/shares', { token, query, body: { name: 'Investors' } })).body;
const share = (await call('POST', '/v1/analytics/shares/open', { body: { link: String(url).split('/').at(-1) } })).body.token;
await call('POST', '/v1/changelog/subscribe', { key, body: { email: 'ada@example.com' } });
const confirmation = await until(async () => {
  const { body } = await call('GET', `/v1/projects/${id}/mails`, { token });
  return /confirm\?token=([^\s&]+)/.exec(body.data[0]?.text ?? '')?.[1];
});

/** Requests with each kind of credential. The period includes all days, because the clock decides what today is. */
const REQUESTS: Record<string, [method: string, path: string, request: Call]> = {
  'a session': ['GET', '/v1/auth/session', { token }],
  'a personal token': ['GET', '/v1/feedback', { token: personal, query }],
  'a token of a service account': ['GET', '/v1/feedback', { token: service, query }],
  'an API key': ['POST', '/v1/feedback', { key, body: { title: 'Export' } }],
  'a user token': ['GET', '/v1/feedback', { key, query: { mine: 'true' }, headers: { 'x-user-token': userToken } }],
  'a shared link': ['GET', '/v1/analytics/overview', { token: share, query: { period: '30d' } }],
  'a tracker': ['POST', '/v1/analytics/events', { key, body: { url: 'https://acme.example/', user_id: 'u_1' } }],
  'a repeated request': ['POST', '/v1/feedback', { key, headers: { 'idempotency-key': 'jump' }, body: { title: 'Once' } }],
  'a link in a mail': ['POST', '/v1/changelog/confirm', { query: { token: confirmation } }],
  'the health check': ['GET', '/health', {}],
};

const EXPIRED_AFTER_A_DAY = { 'a user token': '401 auth.user_token_expired', 'a shared link': '401 auth.share_token_invalid' };

const JUMPS: Record<string, [ms: number, refused: Record<string, string>]> = {
  'an hour back': [-HOUR_MS, {}],
  'a day back': [-DAY_MS, {}],
  right: [0, {}],
  'five minutes ahead': [5 * 60_000, {}],
  'a day ahead': [DAY_MS + HOUR_MS, EXPIRED_AFTER_A_DAY],
  'eight days ahead': [8 * DAY_MS, { ...EXPIRED_AFTER_A_DAY, 'a link in a mail': '404 mails.link_expired' }],
  'right again': [0, {}],
};

for (const [title, [ms, refused]] of Object.entries(JUMPS))
  test(`with a clock that is ${title}`, async () => {
    if (ms) mock.timers.enable({ apis: ['Date'], now: Date.now() + ms });
    try {
      const outcomes: Record<string, string> = {};
      for (const [name, [method, path, request]] of Object.entries(REQUESTS)) {
        const { status, body } = await call(method, path, request);
        if (status >= 300) outcomes[name] = `${status} ${body?.code}`;
      }
      assert.deepEqual(outcomes, refused);
    } finally {
      mock.timers.reset();
    }
  });

for (const [title, ms] of [
  ['an hour behind', -HOUR_MS],
  ['an hour ahead', HOUR_MS],
  ['a day ahead', DAY_MS],
] as const)
  test(`a user token of a product whose clock is ${title}`, async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + ms });
    const signed = await signUserToken({ id: 'u_2' }, { projectId: id, secret, expiresInS: 600 });
    mock.timers.reset();
    const { status, body } = await call('GET', '/v1/feedback', {
      key,
      query: { mine: 'true' },
      headers: { 'x-user-token': signed },
    });
    // A token of the future expires later than intended, but is no attack: only the product can sign it.
    assert.equal(ms < 0 ? `${status} ${body.code}` : status, ms < 0 ? '401 auth.user_token_expired' : 200);
  });
