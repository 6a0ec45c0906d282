import { type Cells, detectFormat, readRows } from './csv.ts';
import { parseDate } from './dates.ts';
import { compact, type Item, type Options, type Source, type SourceFile, UnreadableFileError } from './source.ts';

// Events of Umami: its table `website_event` with the columns of `session`, as its export has them, and its table `event_data` with the
// properties of events. Columns, types and names of clients are those of https://github.com/umami-software/umami,
// db/clickhouse/schema.sql and src/lib/constants.ts.

const REQUIRED = ['event_id', 'created_at', 'session_id', 'event_type', 'event_name', 'url_path', 'url_query'];
const [PAGE_VIEW, CUSTOM_EVENT] = ['1', '2'];
/** Values of `data_type`. Texts are 1, lists are 5 and stored as JSON texts. */
const [NUMBER, BOOLEAN, DATE] = ['2', '3', '4'];
/** Properties that are in memory while events are read, about 500 MB. */
const MAX_PROPERTIES = 2_000_000;

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

interface Table {
  file: SourceFile;
  format: Options;
  kind: 'events' | 'properties';
}

/** Recognizes the table of a file. @throws {UnreadableFileError} for a file of something else */
async function readTable(file: SourceFile, options: Options): Promise<Table> {
  const { columns, ...detected } = await detectFormat(file, options);
  const names = new Set(columns.map(({ name }) => name));
  const format = { ...options, ...detected } as Options;
  if (names.has('data_type') && (names.has('data_key') || names.has('event_key'))) return { file, format, kind: 'properties' };
  const missing = REQUIRED.filter((name) => !names.has(name));
  if (missing.length)
    throw new UnreadableFileError(
      `${file.name} has no column ${missing.join(', ')}. Choose website_event.csv and event_data.csv of the export of Umami, or the columns of its tables website_event and event_data.`,
    );
  return { file, format, kind: 'events' };
}

/** Reads the properties of events by the ids of the events. @throws {UnreadableFileError} for too many */
async function readProperties(tables: Table[]): Promise<Map<string, Record<string, string | number | boolean>>> {
  const properties = new Map<string, Record<string, string | number | boolean>>();
  let count = 0;
  for (const { file, format } of tables)
    for await (const { cells } of readRows(file, format)) {
      // The columns of ClickHouse, of its first versions, and of PostgreSQL.
      const [id, key] = [cells.event_id || cells.website_event_id, cells.data_key || cells.event_key];
      if (!id || !key) continue;
      if ((count += 1) > MAX_PROPERTIES)
        throw new UnreadableFileError(
          `${file.name} has more than ${MAX_PROPERTIES.toLocaleString('en')} properties. Import the events of each year, with their properties, on their own.`,
        );
      const of = properties.get(id) ?? {};
      of[key] = toValue(cells);
      properties.set(id, of);
    }
  return properties;
}

function toValue({ data_type, string_value = '', number_value = '', date_value = '' }: Cells): string | number | boolean {
  const number = Number(number_value || string_value);
  if (data_type === NUMBER && Number.isFinite(number)) return number;
  if (data_type === BOOLEAN) return string_value === 'true';
  if (data_type === DATE) return parseDate(date_value, 'ymd') ?? (string_value || date_value);
  return string_value;
}

/** Returns the names of all Windows versions as one. */
const toSystem = (name = '') => (name.startsWith('Windows') ? 'Windows' : (SYSTEMS[name] ?? name));

const withQuery = (path: string, query: string | undefined) => (query ? `${path}?${query}` : path);

function toEvent(
  cells: Cells,
  { userId, properties }: { userId: string | undefined; properties: Record<string, unknown> | undefined },
): Record<string, unknown> {
  const { event_id, event_type, created_at = '', session_id, hostname, country = '', referrer_domain, screen = '' } = cells;
  // Some exports have no slash at the beginning.
  const path = withQuery(`/${cells.url_path ?? ''}`.replace(/^\/+/, '/'), cells.url_query);
  return compact({
    event_id,
    timestamp: parseDate(created_at, 'ymd') ?? created_at,
    visitor_id: session_id,
    user_id: userId,
    name: event_type === CUSTOM_EVENT ? cells.event_name : 'page_view',
    url: hostname ? `https://${hostname}${path}` : path,
    referrer: referrer_domain && withQuery(`https://${referrer_domain}${cells.referrer_path ?? ''}`, cells.referrer_query),
    title: cells.page_title,
    properties,
    ...Object.fromEntries(CAMPAIGN.map((name) => [name, cells[name]])),
    screen_width: Number.parseInt(screen, 10) || undefined,
    language: cells.language,
    country: /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined,
    // Earlier versions name the column `subdivision1`.
    region: cells.region ?? cells.subdivision1,
    city: cells.city,
    browser: BROWSERS[cells.browser ?? ''] ?? cells.browser,
    os: toSystem(cells.os),
    device: DEVICES[cells.device ?? ''] ?? cells.device,
  });
}

/** Page views, and events with their properties. */
export const umami: Source = {
  isPacked: true,
  detect: async ({ files, options }) => {
    const tables = await Promise.all(files.map((file) => readTable(file, options)));
    if (tables.every(({ kind }) => kind === 'properties'))
      throw new UnreadableFileError(`${files[0]?.name} has properties of events. Choose website_event.csv as well.`);
    return { detected: {}, options };
  },
  read: async function* ({ files, options }): AsyncGenerator<Item> {
    const tables = await Promise.all(files.map((file) => readTable(file, options)));
    const { events: sources = [], properties: others = [] } = Object.groupBy(tables, ({ kind }) => kind);
    const properties = await readProperties(others);
    // Umami identifies a session with its first event that has a user.
    const users = new Map<string, string>();
    for (const { file, format } of sources)
      for await (const { cells } of readRows(file, format))
        if (cells.distinct_id && cells.session_id) users.set(cells.session_id, cells.distinct_id);
    for (const { file, format } of sources)
      for await (const { line, cells } of readRows(file, format)) {
        const { event_id: id = '', event_type: type = '', session_id: session = '' } = cells;
        const isEvent = type === PAGE_VIEW || type === CUSTOM_EVENT;
        yield {
          collection: 'events',
          file: file.name,
          line,
          record: toEvent(cells, { userId: users.get(session), properties: properties.get(id) }),
          ...(!isEvent && { refusal: { isDraft: false, message: `event_type ${type} is no page view (1) and no event (2)` } }),
        };
      }
  },
};
