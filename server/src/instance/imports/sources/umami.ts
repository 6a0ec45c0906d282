import { type Cells, detectFormat, readRows } from './csv.ts';
import { parseDate } from './dates.ts';
import { compact, type Item, type Options, type Source, type SourceFile, UnreadableFileError } from './source.ts';

// Events of Umami: its table `website_event` with the columns of `session`, as its export has them. Columns, types of events and names of
// clients are those of https://github.com/umami-software/umami, db/clickhouse/schema.sql and src/lib/constants.ts.

const REQUIRED = ['event_id', 'created_at', 'session_id', 'event_type', 'event_name', 'url_path', 'url_query'];
const [PAGE_VIEW, CUSTOM_EVENT] = ['1', '2'];

/** Names of Earshot by those of Umami. */
const BROWSERS: Record<string, string> = {
  android: 'Android Browser',
  'android-webview': 'Android WebView',
  chrome: 'Chrome',
  'chromium-webview': 'Android WebView',
  crios: 'Chrome',
  edge: 'Edge',
  'edge-chromium': 'Edge',
  'edge-ios': 'Edge',
  facebook: 'Facebook',
  firefox: 'Firefox',
  fxios: 'Firefox',
  ie: 'Internet Explorer',
  instagram: 'Instagram',
  ios: 'Safari',
  'ios-webview': 'Safari',
  miui: 'MIUI Browser',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  silk: 'Amazon Silk',
  yandexbrowser: 'Yandex Browser',
};
const SYSTEMS: Record<string, string> = { 'Mac OS': 'macOS', 'Android OS': 'Android', 'Chrome OS': 'Chrome OS', iOS: 'iOS' };
const DEVICES: Record<string, string> = { desktop: 'Desktop', laptop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' };

const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;

/** @throws {UnreadableFileError} for a file of something else */
async function readFormat(file: SourceFile, options: Options): Promise<Options> {
  const { columns, ...format } = await detectFormat(file, options);
  const names = new Set(columns.map(({ name }) => name));
  const missing = REQUIRED.filter((name) => !names.has(name));
  if (missing.length)
    throw new UnreadableFileError(
      `${file.name} has no column ${missing.join(', ')}. Choose website_event.csv of the export of Umami, or the columns of its table website_event.`,
    );
  return { ...options, ...format } as Options;
}

/** Returns the names of all Windows versions as one. */
const toSystem = (name = '') => (name.startsWith('Windows') ? 'Windows' : (SYSTEMS[name] ?? name));

const withQuery = (path: string, query: string | undefined) => (query ? `${path}?${query}` : path);

function toEvent(cells: Cells, userId: string | undefined): Record<string, unknown> {
  const { event_id, event_type, created_at = '', session_id, hostname, country = '', referrer_domain, screen = '' } = cells;
  const path = withQuery(cells.url_path || '/', cells.url_query);
  return compact({
    event_id,
    timestamp: parseDate(created_at, 'ymd') ?? created_at,
    visitor_id: session_id,
    user_id: userId,
    name: event_type === CUSTOM_EVENT ? cells.event_name : 'page_view',
    url: hostname ? `https://${hostname}${path}` : path,
    referrer: referrer_domain && withQuery(`https://${referrer_domain}${cells.referrer_path ?? ''}`, cells.referrer_query),
    title: cells.page_title,
    ...Object.fromEntries(CAMPAIGN.map((name) => [name, cells[name]])),
    screen_width: Number.parseInt(screen, 10) || undefined,
    language: cells.language,
    country: /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined,
    region: cells.region,
    city: cells.city,
    browser: BROWSERS[cells.browser ?? ''] ?? cells.browser,
    os: toSystem(cells.os),
    device: DEVICES[cells.device ?? ''] ?? cells.device,
  });
}

/** Page views and events. */
export const umami: Source = {
  isPacked: true,
  detect: async ({ files, options }) => {
    for (const file of files) await readFormat(file, options);
    return { detected: {}, options };
  },
  read: async function* ({ files, options }): AsyncGenerator<Item> {
    const sources = await Promise.all(files.map(async (file) => ({ file, format: await readFormat(file, options) })));
    // Umami identifies a session with its first event that has a user.
    const users = new Map<string, string>();
    for (const { file, format } of sources)
      for await (const { cells } of readRows(file, format))
        if (cells.distinct_id && cells.session_id) users.set(cells.session_id, cells.distinct_id);
    for (const { file, format } of sources)
      for await (const { line, cells } of readRows(file, format)) {
        const { event_type: type = '', session_id: session = '' } = cells;
        const isEvent = type === PAGE_VIEW || type === CUSTOM_EVENT;
        yield {
          collection: 'events',
          file: file.name,
          line,
          record: toEvent(cells, users.get(session)),
          ...(!isEvent && { refusal: { isDraft: false, message: `event_type ${type} is no page view (1) and no event (2)` } }),
        };
      }
  },
};
