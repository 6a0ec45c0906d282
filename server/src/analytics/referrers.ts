import { getDomain } from 'tldts';
import { memoize } from '../memoize.ts';
import { hostnameOf, type Utm } from './urls.ts';

type Medium = 'search' | 'social' | 'video' | 'ai' | 'mail' | 'shopping';

// Who sends visitors, by the first label of their domain or by the whole of it. Facts gathered from the services' own sites.
const BY_LABEL: Record<string, [source: string, medium: Medium]> = {
  google: ['Google', 'search'],
  bing: ['Bing', 'search'],
  duckduckgo: ['DuckDuckGo', 'search'],
  yahoo: ['Yahoo!', 'search'],
  yandex: ['Yandex', 'search'],
  ya: ['Yandex', 'search'],
  baidu: ['Baidu', 'search'],
  ecosia: ['Ecosia', 'search'],
  qwant: ['Qwant', 'search'],
  startpage: ['Startpage', 'search'],
  kagi: ['Kagi', 'search'],
  naver: ['Naver', 'search'],
  daum: ['Daum', 'search'],
  seznam: ['Seznam', 'search'],
  sogou: ['Sogou', 'search'],
  so: ['360 Search', 'search'],
  mojeek: ['Mojeek', 'search'],
  swisscows: ['Swisscows', 'search'],
  ask: ['Ask', 'search'],
  aol: ['AOL', 'search'],
  facebook: ['Facebook', 'social'],
  instagram: ['Instagram', 'social'],
  twitter: ['X', 'social'],
  linkedin: ['LinkedIn', 'social'],
  reddit: ['Reddit', 'social'],
  pinterest: ['Pinterest', 'social'],
  tiktok: ['TikTok', 'social'],
  snapchat: ['Snapchat', 'social'],
  tumblr: ['Tumblr', 'social'],
  quora: ['Quora', 'social'],
  vk: ['VK', 'social'],
  weibo: ['Weibo', 'social'],
  discord: ['Discord', 'social'],
  slack: ['Slack', 'social'],
  telegram: ['Telegram', 'social'],
  whatsapp: ['WhatsApp', 'social'],
  bluesky: ['Bluesky', 'social'],
  threads: ['Threads', 'social'],
  producthunt: ['Product Hunt', 'social'],
  medium: ['Medium', 'social'],
  substack: ['Substack', 'social'],
  stackoverflow: ['Stack Overflow', 'social'],
  github: ['GitHub', 'social'],
  indiehackers: ['Indie Hackers', 'social'],
  hackernews: ['Hacker News', 'social'],
  youtube: ['YouTube', 'video'],
  vimeo: ['Vimeo', 'video'],
  twitch: ['Twitch', 'video'],
  dailymotion: ['Dailymotion', 'video'],
  bilibili: ['Bilibili', 'video'],
  chatgpt: ['ChatGPT', 'ai'],
  openai: ['ChatGPT', 'ai'],
  claude: ['Claude', 'ai'],
  perplexity: ['Perplexity', 'ai'],
  deepseek: ['DeepSeek', 'ai'],
  amazon: ['Amazon', 'shopping'],
  ebay: ['eBay', 'shopping'],
  etsy: ['Etsy', 'shopping'],
  aliexpress: ['AliExpress', 'shopping'],
};
const BY_HOST: Record<string, [source: string, medium: Medium]> = {
  't.co': ['X', 'social'],
  'x.com': ['X', 'social'],
  'lnkd.in': ['LinkedIn', 'social'],
  'fb.com': ['Facebook', 'social'],
  'fb.me': ['Facebook', 'social'],
  'redd.it': ['Reddit', 'social'],
  'pin.it': ['Pinterest', 'social'],
  't.me': ['Telegram', 'social'],
  'wa.me': ['WhatsApp', 'social'],
  'bsky.app': ['Bluesky', 'social'],
  'go.bsky.app': ['Bluesky', 'social'],
  'threads.net': ['Threads', 'social'],
  'youtu.be': ['YouTube', 'video'],
  'news.ycombinator.com': ['Hacker News', 'social'],
  'lobste.rs': ['Lobsters', 'social'],
  'dev.to': ['DEV', 'social'],
  'mastodon.social': ['Mastodon', 'social'],
  'gemini.google.com': ['Gemini', 'ai'],
  'copilot.microsoft.com': ['Copilot', 'ai'],
  'search.brave.com': ['Brave', 'search'],
  'mail.google.com': ['Gmail', 'mail'],
  'mail.yahoo.com': ['Yahoo! Mail', 'mail'],
  'outlook.live.com': ['Outlook', 'mail'],
  'outlook.office.com': ['Outlook', 'mail'],
  'mail.proton.me': ['Proton Mail', 'mail'],
  // Android apps call themselves android-app://<package>.
  'com.google.android.gm': ['Gmail', 'mail'],
  'com.google.android.googlequicksearchbox': ['Google', 'search'],
  'com.slack': ['Slack', 'social'],
  'com.reddit.frontpage': ['Reddit', 'social'],
  'com.linkedin.android': ['LinkedIn', 'social'],
  'org.telegram.messenger': ['Telegram', 'social'],
};
/** What campaigns call their sources, where that is no domain's first label. */
const BY_TAG: Record<string, string> = { fb: 'facebook', ig: 'instagram', yt: 'youtube', x: 'twitter', hn: 'hackernews' };

export interface Referral {
  /** Host and path, without what may name a person. */
  referrer: string;
  source: string;
  channel: string;
}

/** Where a visit comes from. A referrer of the same site is none. */
export function classifyReferral(referrer: string | undefined, hostname: string, utm: Utm): Referral {
  const { host, path, service } = referrer ? readReferrer(referrer) : NOBODY;
  const isOwn = host !== '' && hostname !== '' && siteOf(host) === siteOf(hostname);
  const known = isOwn ? undefined : service;
  const tagged = utm.utm_source ? BY_LABEL[BY_TAG[utm.utm_source.toLowerCase()] ?? utm.utm_source.toLowerCase()] : undefined;
  const source = utm.utm_source ? (tagged?.[0] ?? utm.utm_source) : isOwn ? '' : (known?.[0] ?? host);
  return {
    referrer: isOwn ? '' : host + path,
    source,
    channel: channelOf(utm, (tagged ?? known)?.[1], source),
  };
}

interface Referrer {
  host: string;
  path: string;
  service?: [source: string, medium: Medium];
}

const NOBODY: Referrer = { host: '', path: '' };

const readReferrer = memoize((referrer: string): Referrer => {
  const url = URL.parse(referrer);
  const host = url ? hostnameOf(url) : '';
  if (!url || !host) return NOBODY;
  return { host, path: (url.pathname === '/' ? '' : url.pathname).slice(0, 500), service: lookUp(host) };
});

function lookUp(host: string): [string, Medium] | undefined {
  const byHost = BY_HOST[host];
  if (byHost) return byHost;
  const domain = getDomain(host);
  return domain ? (BY_HOST[domain] ?? BY_LABEL[domain.split('.')[0] ?? '']) : undefined;
}

/** The part of a host that one owner holds; an address or a local name as it is. */
export const siteOf = memoize((host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host);

const NAMES: Record<Medium, string> = {
  search: 'Search',
  social: 'Social',
  video: 'Video',
  ai: 'AI',
  mail: 'Email',
  shopping: 'Shopping',
};
const PAID = /^(.*cp.*|ppc|retargeting|paid.*)$/;

/** After Google Analytics' default channel group: what the campaign says of its medium first, then who sent the visitor. */
function channelOf(utm: Utm, medium: Medium | undefined, source: string): string {
  const said = utm.utm_medium?.toLowerCase() ?? '';
  if (PAID.test(said)) return medium ? `Paid ${NAMES[medium].toLowerCase()}` : 'Paid other';
  if (['display', 'banner', 'expandable', 'interstitial', 'cpm'].includes(said)) return 'Display';
  if (said === 'organic') return 'Organic search';
  if (['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'].includes(said))
    return 'Organic social';
  if (said === 'affiliate') return 'Affiliates';
  if (/^e[-_ ]?mail$/.test(said) || said === 'newsletter') return 'Email';
  if (said === 'sms') return 'SMS';
  if (said === 'audio') return 'Audio';
  if (said.endsWith('push') || said.includes('notification')) return 'Mobile push';
  if (medium === 'mail' || medium === 'ai') return NAMES[medium];
  if (medium) return `Organic ${NAMES[medium].toLowerCase()}`;
  return source ? 'Referral' : 'Direct';
}
