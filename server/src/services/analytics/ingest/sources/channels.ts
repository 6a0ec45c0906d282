import type { Kind } from './service.ts';

/** Properties of a visit that determine its channel. Texts are in lower case; empty if missing. */
export interface Traffic {
  /** The `utm_source`. */
  tag: string;
  medium: string;
  campaign: string;
  /** Kind of the service that sent the visitor; undefined for unknown services. */
  kind: Kind | undefined;
  /** Whether another site sent the visitor. */
  isReferred: boolean;
  /** Whether a campaign, a referrer or a click id determines the source. */
  hasSource: boolean;
}

interface Rule {
  channel: string;
  /** Description of the rule for the documentation. */
  when: string;
  applies: (traffic: Traffic) => boolean;
}

const PAID = /^(.*cp.*|ppc|retargeting|paid.*)$/;
const SHOPPING_CAMPAIGN = /^(.*(([^a-df-z]|^)shop|shopping).*)$/;
const DISPLAY = ['display', 'banner', 'expandable', 'interstitial', 'cpm'];
const SOCIAL = ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'];
const EMAIL = ['email', 'e-mail', 'e_mail', 'e mail', 'newsletter']; // check:words ignore (values of utm_medium)

export const isPaidMedium = (medium: string) => PAID.test(medium);

const isPaid = ({ medium }: Traffic) => medium !== '' && isPaidMedium(medium);
const isShopping = ({ campaign }: Traffic) => campaign !== '' && SHOPPING_CAMPAIGN.test(campaign);
const formatList = (list: string[]) => list.map((word) => `\`${word}\``).join(', ');
const PAID_MEDIUM_RULE = 'the medium contains `cp`, begins with `paid`, or is `ppc` or `retargeting`';

/**
 * Rules of the channels. The first rule that applies determines the channel. The rules follow the default channel group of Google
 * Analytics (https://support.google.com/analytics/answer/9756891); additions by Earshot are marked.
 */
export const CHANNEL_RULES: Rule[] = [
  {
    channel: 'Direct',
    when: 'No campaign, no referrer from another site and no click id',
    applies: ({ hasSource, medium, campaign }) => !hasSource && !medium && !campaign,
  },
  {
    channel: 'Cross-network',
    when: 'The campaign contains `cross-network`',
    applies: ({ campaign }) => campaign.includes('cross-network'),
  },
  {
    channel: 'Paid Shopping',
    when: `A shopping source, or a campaign whose name contains \`shop\` or \`shopping\`; and ${PAID_MEDIUM_RULE}`,
    applies: (traffic) => (traffic.kind === 'shopping' || isShopping(traffic)) && isPaid(traffic),
  },
  {
    channel: 'Paid Search',
    when: 'A search source and a paid medium',
    applies: (traffic) => traffic.kind === 'search' && isPaid(traffic),
  },
  {
    channel: 'Paid Social',
    when: 'A social source and a paid medium',
    applies: (traffic) => traffic.kind === 'social' && isPaid(traffic),
  },
  {
    channel: 'Paid Video',
    when: 'A video source and a paid medium',
    applies: (traffic) => traffic.kind === 'video' && isPaid(traffic),
  },
  { channel: 'Display', when: `The medium is ${formatList(DISPLAY)}`, applies: ({ medium }) => DISPLAY.includes(medium) },
  { channel: 'Paid Other', when: 'Any other source and a paid medium', applies: isPaid },
  {
    channel: 'AI Assistants',
    when: 'A source that is an AI assistant (added by Earshot)',
    applies: ({ kind }) => kind === 'ai',
  },
  {
    channel: 'Organic Shopping',
    when: 'A shopping source, or a campaign whose name contains `shop` or `shopping`',
    applies: (traffic) => traffic.kind === 'shopping' || isShopping(traffic),
  },
  {
    channel: 'Organic Social',
    when: `A social source, or the medium is ${formatList(SOCIAL)}`,
    applies: ({ kind, medium }) => kind === 'social' || SOCIAL.includes(medium),
  },
  {
    channel: 'Organic Video',
    when: 'A video source, or a medium that contains `video`',
    applies: ({ kind, medium }) => kind === 'video' || medium.includes('video'),
  },
  {
    channel: 'Organic Search',
    when: 'A search source, or the medium is `organic`',
    applies: ({ kind, medium }) => kind === 'search' || medium === 'organic',
  },
  {
    channel: 'Email',
    when: `The source or the medium is ${formatList(EMAIL)}; or the source is an email service (\`newsletter\` and email services are added by Earshot)`,
    applies: ({ kind, tag, medium }) => EMAIL.includes(medium) || EMAIL.includes(tag) || (kind === 'mail' && !medium),
  },
  {
    channel: 'Affiliates',
    when: 'The medium is `affiliate` or `affiliates`',
    applies: ({ medium }) => medium === 'affiliate' || medium === 'affiliates',
  },
  { channel: 'Audio', when: 'The medium is `audio`', applies: ({ medium }) => medium === 'audio' },
  { channel: 'SMS', when: 'The source or the medium is `sms`', applies: ({ tag, medium }) => tag === 'sms' || medium === 'sms' },
  {
    channel: 'Mobile Push Notifications',
    when: 'The medium ends with `push`, or contains `mobile` or `notification`; or the source is `firebase`',
    applies: ({ tag, medium }) =>
      medium.endsWith('push') || medium.includes('mobile') || medium.includes('notification') || tag === 'firebase',
  },
  {
    channel: 'Referral',
    when: 'The medium is `referral`, `app` or `link`; or another site sent the visitor and there is no medium',
    applies: ({ medium, isReferred }) => ['referral', 'app', 'link'].includes(medium) || (!medium && isReferred),
  },
  {
    channel: 'Unassigned',
    when: 'All other visits: campaigns with a medium that Google does not define, such as `qr`',
    applies: () => true,
  },
];

/** Returns the channel of a visit. */
export const findChannel = (traffic: Traffic): string => (CHANNEL_RULES.find(({ applies }) => applies(traffic)) as Rule).channel;
