import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

test('concurrent changes of settings are all kept', async () => {
  const { id, token } = await server.createProject();
  const changes = [
    { waitlist: { referral_boost: 7 } },
    { waitlist: { double_opt_in: true } },
    { waitlist: { page_url: 'https://acme.example/join' } },
    { waitlist: { refuse_disposable: true } },
    { mail: { color: '#b45309' } },
    { mail: { reply_to: 'team@acme.example' } },
    { feedback: { moderation: 'all' } },
    { testimonials: { thank_you_mail: false } },
  ];
  const answers = await Promise.all(
    changes.map((settings) => call('PATCH', `/v1/projects/${id}`, { token, body: { settings } })),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const { settings } = (await call('GET', `/v1/projects/${id}`, { token })).body;
  for (const change of changes)
    for (const [section, fields] of Object.entries(change))
      assert.deepEqual({ ...settings[section], ...fields }, settings[section]);
});

test('empty changes change nothing, and sections must be objects', async () => {
  const { id, token } = await server.createProject();
  const change = (settings: unknown) => call('PATCH', `/v1/projects/${id}`, { token, body: { settings } });
  const { settings } = (await call('GET', `/v1/projects/${id}`, { token })).body;
  for (const empty of [{}, { waitlist: {} }, { waitlist: {}, mail: {} }]) {
    const { status, body } = await change(empty);
    assert.deepEqual([status, body.settings], [200, settings]);
  }
  for (const [wrong, error] of [
    [null, 'settings must be an object'],
    [[], 'settings must be an object'],
    [{ waitlist: null }, 'settings.waitlist must be an object'],
    [{ waitlist: true }, 'settings.waitlist must be an object'],
    [{ mail: { color: '#fff' } }, 'settings.mail.color must be a color such as #2563eb'],
    [{ mail: { color: '#2563eb; } body { display: none' } }, 'settings.mail.color must be a color such as #2563eb'],
    [{ waitlist: { referral_boost: 1.5 } }, 'settings.waitlist.referral_boost must be an integer from 0 to 100'],
    [
      { waitlist: { invitation_url: 'javascript:alert(1)' } },
      'settings.waitlist.invitation_url must be an http or https URL of at most 2,048 characters or null',
    ],
  ] as [unknown, string][])
    assert.deepEqual((await change(wrong)).body.error, error);
});

test('settings require the role admin', async () => {
  const { id, token } = await server.createProject();
  for (const [role, expected] of [
    ['viewer', 403],
    ['member', 403],
    ['admin', 200],
  ] as const) {
    const someone = await server.signIn();
    await call('POST', `/v1/projects/${id}/members`, { token, body: { email: someone.email, role } });
    const { status } = await call('PATCH', `/v1/projects/${id}`, {
      token: someone.token,
      body: { settings: { waitlist: { referral_boost: 2 } } },
    });
    assert.equal(status, expected, role);
  }
});
