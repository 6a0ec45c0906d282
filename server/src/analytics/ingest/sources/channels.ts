import type { Kind } from './service.ts';

/** Everything that the channel of a visit depends on. Texts are in lower case, empty where there is none. */
export interface Traffic {
  /** `utm_source` as it was sent. */
  tag: string;
  medium: string;
  campaign: string;
  /** The nature of the service that sent the visitor; undefined where it is not in the table of sources. */
  kind: Kind | undefined;
  /** Whether another site sent the visitor. */
  isReferred: boolean;
  /** Whether a campaign, a referrer or a click id names a source. */
  hasSource: boolean;
}

interface Rule {
  channel: string;
  /** The rule in words, for the documentation. */
  when: string;
  applies: (traffic: Traffic) => boolean;
}

const PAID = /^(.*cp.*|ppc|retargeting|paid.*)$/;
const SHOPPING_CAMPAIGN = /^(.*(([^a-df-z]|^)shop|shopping).*)$/;
const DISPLAY = ['display', 'banner', 'expandable', 'interstitial', 'cpm'];
const SOCIAL = ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'];
const EMAIL = ['email', 'e-mail', 'e_mail', 'e mail', 'newsletter'];

export const isPaidMedium = (medium: string) => PAID.test(medium);

const isPaid = ({ medium }: Traffic) => medium !== '' && isPaidMedium(medium);
const isShopping = ({ campaign }: Traffic) => campaign !== '' && SHOPPING_CAMPAIGN.test(campaign);
const words = (list: string[]) => list.map((word) => `\`${word}\``).join(', ');
const A_PAID_MEDIUM = 'the medium contains `cp`, begins with `paid`, or is `ppc` or `retargeting`';

/**
 * The channels, in order: the first rule that applies decides. After the default channel group of Google Analytics
 * (https://support.google.com/analytics/answer/9756891), with additions that say so.
 */
export const CHANNEL_RULES: Rule[] = [
  {
    channel: 'Direct',
    when: 'No campaign, no referrer of another site and no click id',
    applies: ({ hasSource, medium, campaign }) => !hasSource && !medium && !campaign,
  },
  {
    channel: 'Cross-network',
    when: 'The campaign contains `cross-network`',
    applies: ({ campaign }) => campaign.includes('cross-network'),
  },
  {
    channel: 'Paid Shopping',
    when: `A shopping source, or a campaign of which \`shop\` or \`shopping\` is part; and ${A_PAID_MEDIUM}`,
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
  { channel: 'Display', when: `The medium is ${words(DISPLAY)}`, applies: ({ medium }) => DISPLAY.includes(medium) },
  { channel: 'Paid Other', when: 'Any other source and a paid medium', applies: isPaid },
  {
    channel: 'AI Assistants',
    when: 'A source that is an AI assistant. An addition of Earshot',
    applies: ({ kind }) => kind === 'ai',
  },
  {
    channel: 'Organic Shopping',
    when: 'A shopping source, or a campaign of which `shop` or `shopping` is part',
    applies: (traffic) => traffic.kind === 'shopping' || isShopping(traffic),
  },
  {
    channel: 'Organic Social',
    when: `A social source, or the medium is ${words(SOCIAL)}`,
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
    when: `The source or the medium is ${words(EMAIL)}; or the source is a mail service. \`newsletter\` and mail services are additions of Earshot`,
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
    when: 'The medium is `referral`, `app` or `link`; or another site sent the visitor and no medium says otherwise',
    applies: ({ medium, isReferred }) => ['referral', 'app', 'link'].includes(medium) || (!medium && isReferred),
  },
  {
    channel: 'Unassigned',
    when: 'Everything else: campaigns whose medium Google does not define, such as `qr`',
    applies: () => true,
  },
];

/** Returns the channel of a visit. */
export const channelOf = (traffic: Traffic): string => (CHANNEL_RULES.find(({ applies }) => applies(traffic)) as Rule).channel;
