import type { SettingField } from './settings-form.tsx';

const field = (kind: SettingField['kind'], path: string): SettingField => ({ kind, path });

/** Sections that consist of fields only. */
export const FORMS: Record<string, SettingField[]> = {
  general: [field('text', 'name'), field('text', 'slug')],
  feedback: [
    field('choice', 'settings.feedback.moderation'),
    field('switch', 'settings.feedback.follow_default'),
    field('choice', 'settings.feedback.voting'),
    field('number', 'settings.feedback.anonymous_votes_per_network'),
    field('switch', 'settings.feedback.suggestions'),
    field('number', 'settings.feedback.suggestions_per_day'),
  ],
  waitlist: [
    field('switch', 'settings.waitlist.welcome_mail'),
    field('switch', 'settings.waitlist.double_opt_in'),
    field('switch', 'settings.waitlist.private_signups'),
    field('switch', 'settings.waitlist.refuse_disposable'),
    field('number', 'settings.waitlist.referral_boost'),
    field('switch', 'settings.waitlist.reward_mail'),
    field('switch', 'settings.waitlist.leaderboard'),
    field('text', 'settings.waitlist.page_url'),
    field('text', 'settings.waitlist.invitation_url'),
  ],
  testimonials: [field('switch', 'settings.testimonials.thank_you_mail')],
  changelog: [field('switch', 'settings.changelog.reactions'), field('text', 'settings.changelog.page_url')],
  knowledge_base: [
    field('switch', 'settings.knowledge_base.answers'),
    field('number', 'settings.knowledge_base.answers_per_day'),
    field('number', 'settings.knowledge_base.answers_per_network'),
  ],
  analytics: [
    field('timezone', 'settings.analytics.timezone'),
    field('lines', 'settings.analytics.allowed_hostnames'),
    field('lines', 'settings.analytics.excluded_hostnames'),
    field('lines', 'settings.analytics.excluded_paths'),
    field('lines', 'settings.analytics.excluded_addresses'),
    field('lines', 'settings.analytics.excluded_referrers'),
    field('choices', 'settings.analytics.counted_bots'),
    field('switch', 'settings.analytics.honor_privacy_signals'),
    field('switch', 'settings.analytics.signed_user_ids'),
  ],
  identity: [field('text', 'settings.pages.sign_in_url')],
  pages: [
    field('text', 'settings.pages.description'),
    field('text', 'settings.pages.website_url'),
    field('choice', 'settings.pages.language'),
    field('text', 'settings.pages.custom_domain'),
    field('choices', 'settings.pages.sections'),
  ],
  branding: [
    field('image', 'settings.pages.logo_url'),
    field('image', 'settings.pages.logo_dark_url'),
    field('image', 'settings.pages.favicon_url'),
    field('color', 'settings.mail.color'),
    field('choice', 'settings.pages.font'),
    field('choice', 'settings.pages.theme'),
    field('links', 'settings.pages.header_links'),
    field('paragraphs', 'settings.pages.footer'),
    field('code', 'settings.pages.custom_css'),
  ],
  mail: [
    field('switch', 'settings.mail.show_logo'),
    field('text', 'settings.mail.greeting'),
    field('paragraphs', 'settings.mail.signature'),
    field('text', 'settings.mail.reply_to'),
  ],
  test: [field('switch', 'settings.test.enabled'), field('lines', 'settings.test.webhook_hosts')],
  privacy: [
    field('number', 'settings.retention.mail_days'),
    field('number', 'settings.retention.told_days'),
    field('number', 'settings.retention.webhook_delivery_days'),
    field('number', 'settings.retention.unconfirmed_days'),
    field('number', 'settings.retention.audit_log_days'),
    field('number', 'settings.analytics.retention_days'),
  ],
};

/** Sections of the settings, grouped as in the navigation. */
export const GROUPS = {
  project: ['general', 'notifications', 'reports', 'members', 'branding', 'pages', 'mail'],
  services: ['feedback', 'waitlist', 'testimonials', 'changelog', 'knowledge_base', 'analytics'],
  developers: ['keys', 'identity', 'webhooks', 'service-accounts', 'request-log'],
  data: ['imports', 'export', 'uploads', 'privacy', 'audit-log', 'test', 'danger'],
} as const;

export type Section = (typeof GROUPS)[keyof typeof GROUPS][number];
export const SECTIONS: readonly Section[] = Object.values(GROUPS).flat();
