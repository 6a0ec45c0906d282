import { createHash } from 'node:crypto';
import { type Cells, detectFormat, readRows } from './csv.ts';
import { parseDate } from './dates.ts';
import { compact, type Item, type Options, type Source, type SourceFile, UnreadableFileError } from './source.ts';

// The export of Plausible: totals of each day, in a CSV file for each of its reports. Columns and names of the files are those of
// https://github.com/plausible/analytics, lib/plausible/exports.ex and lib/plausible/imported/csv_importer.ex.

type Totals = Record<string, string | undefined>;
/** Totals by value of a dimension. Rows of a value that differ in `details` are added up. */
type Value = { dimension: string; value?: string | undefined; details?: string[]; totals: Totals };

interface Table {
  /** Columns that every version of the export has. */
  required: string[];
  toValues: (cells: Cells, totals: Totals) => Value[];
}

const BROWSERS: Record<string, string> = { 'Microsoft Edge': 'Edge', 'Samsung Browser': 'Samsung Internet' };
const SYSTEMS: Record<string, string> = { Mac: 'macOS', 'GNU/Linux': 'Linux' };
/** Plausible distinguishes wide screens. */
const DEVICES: Record<string, string> = { Laptop: 'Desktop', 'Ultra-wide': 'Desktop' };
const DIRECT = 'Direct / None';
const NO_VALUE = '(not set)';

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const VISITS = ['visitors', 'visits', 'visit_duration', 'bounces'];

const rename = (name: string | undefined, names: Record<string, string>) => (name && names[name]) ?? name;

/** Creates the table of a dimension whose values can have several rows, such as the versions of a browser. */
const createTable = (column: string, dimension: string, names: Record<string, string> = {}): Table => ({
  required: [column, ...VISITS],
  toValues: (cells, totals) => [
    { dimension, value: rename(cells[column], names), details: [cells[column] ?? '', cells[`${column}_version`] ?? ''], totals },
  ],
});

const TABLES: Record<string, Table> = {
  visitors: {
    required: [...VISITS, 'pageviews'],
    toValues: (_cells, totals) => [
      { dimension: 'total', totals },
      // Other events are in a file of their own.
      { dimension: 'event', value: 'page_view', totals },
    ],
  },
  sources: {
    required: ['source', ...UTM.slice(1), ...VISITS],
    toValues: (cells, totals) => {
      const details = ['source', 'referrer', ...UTM].map((name) => cells[name] ?? '');
      const source = cells.source === DIRECT ? '' : cells.source;
      const { referrer } = cells;
      return [
        { dimension: 'source', value: source, details, totals },
        ...(referrer === undefined
          ? []
          : [{ dimension: 'referrer', value: referrer === DIRECT ? '' : referrer.replace(/\/$/, ''), details, totals }]),
        ...UTM.flatMap((dimension) => {
          const value = cells[dimension];
          if (value === undefined) return [];
          return [{ dimension, value: dimension === 'utm_source' ? value.toLowerCase() : value, details, totals }];
        }),
      ];
    },
  },
  pages: {
    required: ['page', 'visitors', 'pageviews'],
    toValues: (cells, totals) => [
      { dimension: 'page', value: cells.page, details: [cells.hostname ?? '', cells.page ?? ''], totals },
    ],
  },
  entry_pages: {
    required: ['entry_page', 'visitors', 'entrances', 'visit_duration', 'bounces'],
    toValues: (cells, totals) => [
      {
        dimension: 'entry_page',
        value: cells.entry_page,
        details: [cells.entry_page ?? ''],
        totals: { ...totals, visits: cells.entrances },
      },
    ],
  },
  exit_pages: {
    required: ['exit_page', 'visitors', 'exits'],
    toValues: (cells, totals) => {
      const [value, details] = [cells.exit_page, [cells.exit_page ?? '']];
      return [
        { dimension: 'exit_page', value, details, totals: { ...totals, visits: cells.exits } },
        // For the exit rate of the page, whose other totals are in its own file.
        { dimension: 'page', value, details: ['exits', ...details], totals: { exits: cells.exits } },
      ];
    },
  },
  locations: {
    required: ['country', ...VISITS],
    toValues: (cells, totals) => {
      const details = [cells.country ?? '', cells.region ?? '', cells.city ?? ''];
      return [
        { dimension: 'country', value: cells.country?.toUpperCase(), details, totals },
        ...(cells.region === undefined ? [] : [{ dimension: 'region', value: cells.region.toUpperCase(), details, totals }]),
      ];
    },
  },
  devices: createTable('device', 'device', DEVICES),
  browsers: createTable('browser', 'browser', BROWSERS),
  operating_systems: createTable('operating_system', 'os', SYSTEMS),
  custom_events: {
    required: ['name', 'visitors', 'events'],
    toValues: (cells, totals) => [
      { dimension: 'event', value: cells.name, details: [cells.name ?? '', cells.link_url ?? '', cells.path ?? ''], totals },
    ],
  },
};

/** Files of the export without totals that reports have. */
const UNUSED = ['custom_props'];
const NAME = new RegExp(
  String.raw`(?:^|/)imported_(${[...Object.keys(TABLES), ...UNUSED].join('|')})(?:[^a-z][^/]*)?\.csv$`,
  'i',
);
const EXAMPLE = 'imported_visitors_20250101_20250331.csv';

/** Returns the name of the table of a file. @throws {UnreadableFileError} for a file of something else */
function getName({ name }: SourceFile): string {
  const [, found] = NAME.exec(name) ?? [];
  if (found) return found.toLowerCase();
  throw new UnreadableFileError(
    `${name} is not a file of the export of Plausible. Choose its ZIP file, or its CSV files, such as ${EXAMPLE}.`,
  );
}

/** Returns the format of a file, which a spreadsheet can have changed. @throws {UnreadableFileError} for a file without its columns */
async function readFormat(file: SourceFile, { required }: Table, options: Options): Promise<Options> {
  const { columns, ...format } = await detectFormat(file, options);
  const names = new Set(columns.map(({ name }) => name));
  const missing = ['date', ...required].filter((name) => !names.has(name));
  if (missing.length)
    throw new UnreadableFileError(
      `${file.name} has no column ${missing.join(', ')}. Choose the file as Plausible exports it, with its name.`,
    );
  return { ...options, ...format } as Options;
}

/** Returns a number, or the text if it is none, so that the check of the record names it. */
const toNumber = (text: string | undefined) => (text !== undefined && /^-?\d+$/.test(text) ? Number(text) : text);

const toDetail = (details: string[]) =>
  details.length ? createHash('sha256').update(JSON.stringify(details)).digest('hex').slice(0, 24) : undefined;

/** Totals of each day, as Plausible exports them. */
export const plausible: Source = {
  isPacked: true,
  detect: async ({ files, options }) => {
    const names = files.map(getName);
    if (!names.includes('visitors'))
      throw new UnreadableFileError(`The totals of the days are missing: add the file imported_visitors, such as ${EXAMPLE}`);
    for (const [index, file] of files.entries()) {
      const table = TABLES[names[index] ?? ''];
      if (table) await readFormat(file, table, options);
    }
    return { detected: {}, options };
  },
  read: async function* ({ files, options }): AsyncGenerator<Item> {
    for (const file of files) {
      const table = TABLES[getName(file)];
      if (!table) continue;
      const format = await readFormat(file, table, options);
      for await (const { line, cells } of readRows(file, format)) {
        const { date = '', visitors, visits, pageviews, bounces, visit_duration: duration } = cells;
        const day = parseDate(date, format.date_order ?? 'ymd')?.slice(0, 10) ?? date;
        const totals = {
          visitors,
          visits,
          page_views: pageviews,
          events: cells.events ?? pageviews,
          bounces,
          duration_seconds: duration,
        };
        for (const { dimension, value, details = [], totals: given } of table.toValues(cells, totals)) {
          const record = compact({ day, dimension, value: value === NO_VALUE ? '' : value, detail: toDetail(details) });
          // An empty cell stays, so that the check of the record names it.
          for (const [name, text] of Object.entries(given)) if (text !== undefined) record[name] = toNumber(text);
          yield { collection: 'daily_totals', file: file.name, line, record };
        }
      }
    }
  },
};
