import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_SECTIONS } from '@earshot/contract/instance/values';
import { sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();

/** Creates a project, and returns a function that changes its settings. */
async function project() {
  // With the settings of a new project, which `createProject` changes.
  const { token } = await server.signIn();
  const { id } = (await server.call('POST', '/v1/projects', { token, body: { name: 'Acme' } })).body;
  return {
    get: async () => (await server.call('GET', `/v1/projects/${id}`, { token })).body.settings,
    change: (settings: unknown) => server.call('PATCH', `/v1/projects/${id}`, { token, body: { settings } }),
  };
}

const DEFAULTS = {
  feedback: {
    moderation: 'off',
    voting: 'anyone',
    anonymous_votes_per_network: 5,
    follow_default: false,
    suggestions: false,
    suggestions_per_day: 100,
    statuses: [],
    fields: [],
  },
  waitlist: {
    welcome_mail: true,
    double_opt_in: false,
    private_signups: false,
    referral_boost: 1,
    refuse_disposable: false,
    page_url: null,
    invitation_url: null,
    questions: [],
    rewards: [],
    reward_mail: true,
    leaderboard: false,
  },
  testimonials: {
    thank_you_mail: true,
    wall: {
      layout: 'masonry',
      columns: null,
      theme: 'auto',
      accent_color: null,
      corners: 'rounded',
      show_avatar: true,
      show_company: true,
      show_date: true,
      show_rating: true,
      sort: 'featured',
      limit: null,
    },
  },
  changelog: { page_url: null, reactions: true },
  knowledge_base: { answers: false, answers_per_day: 200, answers_per_network: 20 },
  analytics: {
    timezone: 'UTC',
    allowed_hostnames: [],
    excluded_hostnames: [],
    excluded_paths: [],
    excluded_addresses: [],
    excluded_referrers: [],
    counted_bots: [],
    honor_privacy_signals: true,
    signed_user_ids: false,
    retention_days: null,
  },
  pages: {
    description: null,
    logo_url: null,
    website_url: null,
    sign_in_url: null,
    custom_domain: null,
    sections: [...PAGE_SECTIONS],
    language: 'en',
    logo_dark_url: null,
    favicon_url: null,
    font: 'inter',
    theme: 'auto',
    header_links: [],
    footer: null,
    custom_css: null,
  },
  mail: { color: '#2563eb', reply_to: null, show_logo: true, greeting: null, signature: null },
  retention: { mail_days: 90, told_days: 730, webhook_delivery_days: 30, unconfirmed_days: 30, audit_log_days: 365 },
  test: { enabled: false, webhook_hosts: [] },
};

test('every setting has a default, and changes keep the other settings', async () => {
  const { get, change } = await project();
  assert.deepEqual(await get(), DEFAULTS);
  const { status, body } = await change({ waitlist: { referral_boost: 5 }, mail: { color: '#AABBCC' } });
  assert.equal(status, 200);
  const expected = {
    ...DEFAULTS,
    waitlist: { ...DEFAULTS.waitlist, referral_boost: 5 },
    mail: { ...DEFAULTS.mail, color: '#AABBCC' },
  };
  assert.deepEqual(body.settings, expected);
  await change({ waitlist: { double_opt_in: true, page_url: 'https://acme.example/join' } });
  await change({ waitlist: { page_url: null }, feedback: { moderation: 'all' } });
  assert.deepEqual(await get(), {
    ...expected,
    feedback: { ...DEFAULTS.feedback, moderation: 'all' },
    waitlist: { ...expected.waitlist, double_opt_in: true },
  });
});

test('invalid settings are reported and nothing is stored', async () => {
  const { get, change } = await project();
  const cases: [settings: unknown, error: string][] = [
    [{ waitlist: { referral_boost: 101 } }, 'settings.waitlist.referral_boost must be an integer from 0 to 100'],
    [{ waitlist: { referral_boost: null } }, 'settings.waitlist.referral_boost must be an integer from 0 to 100'],
    [{ waitlist: { double_opt_in: 'yes' } }, 'settings.waitlist.double_opt_in must be true or false'],
    [
      { waitlist: { page_url: 'acme' } },
      'settings.waitlist.page_url must be an http or https URL of at most 2,048 characters or null',
    ],
    [{ mail: { color: 'red' } }, 'settings.mail.color must be a color such as #2563eb'],
    [{ mail: { reply_to: 'ada' } }, 'settings.mail.reply_to must be a valid email address or null'],
    [{ mail: { colour: '#000000' } }, 'settings.mail.colour is not a known field'],
    [{ mails: {} }, 'settings.mails is not a known field'],
    [{ feedback: { moderation: 'all' }, mail: { color: 'red' } }, 'settings.mail.color must be a color such as #2563eb'],
  ];
  for (const [settings, error] of cases) {
    const { status, body } = await change(settings);
    assert.deepEqual([status, body.error], [400, error]);
  }
  assert.deepEqual(await get(), DEFAULTS);
});
