/** Pages by the page before, with weights. */
export const NEXT_PAGES: Record<string, Record<string, number>> = {
  '/': { '/features': 30, '/pricing': 34, '/docs': 10, '/blog/better-quotes': 8, '/signup': 18 },
  '/features': { '/pricing': 50, '/signup': 25, '/': 15, '/customers': 10 },
  '/customers': { '/pricing': 60, '/signup': 40 },
  '/pricing': { '/signup': 46, '/features': 20, '/': 16, '/docs': 10, '/customers': 8 },
  '/blog/better-quotes': { '/': 50, '/blog/fewer-meetings': 35, '/features': 15 },
  '/blog/fewer-meetings': { '/': 60, '/blog/better-quotes': 40 },
  '/docs': { '/docs/start': 45, '/docs/api': 35, '/pricing': 20 },
  '/docs/start': { '/docs/api': 40, '/signup': 40, '/docs': 20 },
  '/docs/api': { '/docs': 60, '/docs/start': 40 },
  '/signup': { '/app': 70, '/': 30 },
  '/app': { '/app/week': 46, '/app/invoices': 28, '/app/reports': 18, '/app/billing': 8 },
  '/app/week': { '/app': 40, '/app/invoices': 35, '/app/reports': 25 },
  '/app/invoices': { '/app/week': 40, '/app/reports': 35, '/app': 25 },
  '/app/reports': { '/app/week': 60, '/app/invoices': 40 },
  '/app/billing': { '/app': 100 },
};

export const PAGE_TITLES: Record<string, string> = {
  '/': 'Fernhill: time tracking and invoices',
  '/features': 'Features',
  '/customers': 'Customers',
  '/pricing': 'Pricing',
  '/blog/better-quotes': 'Better quotes',
  '/blog/fewer-meetings': 'Fewer meetings',
  '/docs': 'Documentation',
  '/docs/start': 'First steps',
  '/docs/api': 'API',
  '/signup': 'Sign up',
  '/app': 'Home',
  '/app/week': 'Week',
  '/app/invoices': 'Invoices',
  '/app/reports': 'Reports',
  '/app/billing': 'Billing',
};

/** Referrers with weights. Empty for direct visits. */
export const REFERRERS = {
  '': 34,
  'https://www.google.com/': 30,
  'https://duckduckgo.com/': 5,
  'https://www.bing.com/': 5,
  'https://news.ycombinator.com/': 3,
  'https://www.reddit.com/r/freelance/': 5,
  'https://github.com/': 4,
  'https://www.linkedin.com/': 5,
  'https://chatgpt.com/': 4,
  'https://www.youtube.com/': 3,
  'https://studio-talk.example/episodes/41': 2,
};

export const CAMPAIGNS = [
  { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'autumn' },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'invoicing', utm_term: 'invoice software' },
  { utm_source: 'linkedin', utm_medium: 'paid_social', utm_campaign: 'studios' },
];

// cspell:ignore KHTML
const chrome = (system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36`;

/** User agents with widths of screens, and a factor for the duration of loading. */
export const DEVICES = {
  mac: { userAgent: chrome('Macintosh; Intel Mac OS X 10_15_7'), widths: [1440, 1512, 1728], slowness: 0.8 },
  windows: { userAgent: chrome('Windows NT 10.0; Win64; x64'), widths: [1366, 1536, 1920, 2560], slowness: 1 },
  linux: { userAgent: chrome('X11; Linux x86_64'), widths: [1920], slowness: 0.9 },
  firefox: {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    widths: [1536, 1920],
    slowness: 1,
  },
  iphone: {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    widths: [390, 393, 430],
    slowness: 1.3,
  },
  android: {
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
    widths: [360, 412],
    slowness: 1.9,
  },
  ipad: {
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    widths: [834, 1024],
    slowness: 1.1,
  },
};

// cspell:disable (places)
/** Countries with the language of browsers, and regions with cities. */
export const PLACES = {
  US: [
    'US',
    'en-US',
    [
      ['US-CA', 'San Francisco'],
      ['US-NY', 'New York'],
      ['US-TX', 'Austin'],
      ['US-WA', 'Seattle'],
    ],
  ],
  DE: [
    'DE',
    'de',
    [
      ['DE-BE', 'Berlin'],
      ['DE-HH', 'Hamburg'],
      ['DE-BY', 'Munich'],
    ],
  ],
  GB: [
    'GB',
    'en-GB',
    [
      ['GB-ENG', 'London'],
      ['GB-SCT', 'Edinburgh'],
    ],
  ],
  FR: [
    'FR',
    'fr',
    [
      ['FR-IDF', 'Paris'],
      ['FR-ARA', 'Lyon'],
    ],
  ],
  NL: [
    'NL',
    'nl',
    [
      ['NL-NH', 'Amsterdam'],
      ['NL-UT', 'Utrecht'],
    ],
  ],
  SE: [
    'SE',
    'sv',
    [
      ['SE-AB', 'Stockholm'],
      ['SE-O', 'Gothenburg'],
    ],
  ],
  BR: [
    'BR',
    'pt-BR',
    [
      ['BR-SP', 'São Paulo'],
      ['BR-RJ', 'Rio de Janeiro'],
    ],
  ],
  IN: [
    'IN',
    'en-IN',
    [
      ['IN-KA', 'Bengaluru'],
      ['IN-MH', 'Mumbai'],
    ],
  ],
  JP: [
    'JP',
    'ja',
    [
      ['JP-13', 'Tokyo'],
      ['JP-27', 'Osaka'],
    ],
  ],
  CA: [
    'CA',
    'en-CA',
    [
      ['CA-ON', 'Toronto'],
      ['CA-BC', 'Vancouver'],
    ],
  ],
  AU: [
    'AU',
    'en-AU',
    [
      ['AU-NSW', 'Sydney'],
      ['AU-VIC', 'Melbourne'],
    ],
  ],
} satisfies Record<string, [country: string, language: string, cities: [region: string, city: string][]]>;
// cspell:enable

/** Web Vitals with a typical value and the limits of web.dev: milliseconds, and a score for CLS. */
export const VITALS = {
  LCP: { typical: 1_600, good: 2_500, poor: 4_000 },
  INP: { typical: 110, good: 200, poor: 500 },
  CLS: { typical: 0.05, good: 0.1, poor: 0.25 },
  FCP: { typical: 1_100, good: 1_800, poor: 3_000 },
  TTFB: { typical: 420, good: 800, poor: 1_800 },
};
