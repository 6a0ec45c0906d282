import { PRECISION } from '../../../clickhouse/schema.ts';
import { PAGE_VIEW } from '../../event.ts';
import { BOUNCE, distinct, DURATION_MS } from '../report-query.ts';

// Figures are added up from parts: events or visits of some spans, and rollups of days. A rollup is a part that was written down, so what
// makes the parts of a question makes rollups, too.

/** What a part has of each group: numbers that add up, and sets that unite. Rollups have these. */
export const COLUMNS = [
  'people',
  'people_set',
  'visits',
  'visits_set',
  'page_views',
  'events',
  'bounces',
  'duration_ms',
  'exits',
] as const;
/** The columns of totals: of events, and of the visits that began. */
export const OF_EVENTS = ['people', 'people_set', 'page_views', 'events'] as const satisfies readonly Column[];
export const OF_VISITS = ['visits', 'bounces', 'duration_ms'] as const satisfies readonly Column[];
export type Column = (typeof COLUMNS)[number] | 'conversions' | 'converted_set';
/** A column of a part, as SQL; or the distinct values of one, where a condition holds. */
type Expression = string | { distinct: string; where: string };
export type Columns = Partial<Record<Column, Expression>>;

/** Conditions, as SQL, on those who are in no other part. They are counted; the others are in sets. */
export interface Alone {
  person: (table: 'events' | 'visits') => string;
  visit: string;
}

/**
 * What a distinct count becomes: the `count`; the `state` of one, as small as it is for millions; the `list` of what is counted, as
 * rollups have it; or its `values` as they come, less those that follow themselves (a person's events do), which takes less time where
 * they join lists that are united anyway.
 */
type Form = 'count' | 'state' | 'list' | 'values';

const NOTHING = { distinct: 'toUInt64(0)', where: '0' };
const isSet = (column: Column) => column.endsWith('_set');

/** An expression, as SQL. */
function sqlOf(value: Expression, form: Form): string {
  if (typeof value === 'string') return value;
  if (form === 'list') return `groupUniqArrayIf(${value.distinct}, ${value.where})`;
  if (form === 'values') return `arrayCompact(groupArrayIf(${value.distinct}, ${value.where}))`;
  return distinct(value.distinct, value.where, form === 'state' ? 'State' : '');
}

const distinctOf = (name: 'people' | 'visits', column: string, where: string, alone: string | undefined): Columns =>
  alone
    ? {
        [name]: `uniqExactIf(${column}, ${where} AND ${alone})`,
        [`${name}_set`]: { distinct: column, where: `${where} AND NOT (${alone})` },
      }
    : { [`${name}_set`]: { distinct: column, where } };

export const PAGE_VIEWS = `countIf(events.name = '${PAGE_VIEW}')`;

/** Of events. People and visits are those with an event that is `counted`. */
export const eventColumns = ({ counted = '1', alone, met }: { counted?: string; alone?: Alone; met?: string } = {}): Columns => ({
  ...distinctOf('people', 'events.person', counted, alone?.person('events')),
  ...distinctOf('visits', 'events.visit', counted, alone?.visit),
  page_views: PAGE_VIEWS,
  events: 'count()',
  ...(met && { conversions: `countIf(${met})`, converted_set: { distinct: 'events.person', where: met } }),
});

/** Of visits. People are those of visits that are `counted`, all else is of those that `began` in the part; `times` is how often a goal was met in one. */
export const visitColumns = ({
  began,
  counted = '1',
  alone,
  times,
}: {
  began: string;
  counted?: string;
  alone?: Alone;
  times?: string;
}): Columns => ({
  ...distinctOf('people', 'visits.person', counted, alone?.person('visits')),
  visits: `countIf(${began})`,
  page_views: `sumIf(visits.page_views, ${began})`,
  events: `sumIf(visits.events, ${began})`,
  bounces: `countIf(${began} AND ${BOUNCE})`,
  duration_ms: `sumIf(${DURATION_MS}, ${began})`,
  ...(times && { conversions: `sum(${times})`, converted_set: { distinct: 'visits.person', where: `${times} > 0` } }),
});

export const pick = (columns: Columns, names: readonly Column[]): Columns =>
  Object.fromEntries(names.map((name) => [name, columns[name]]));

/** Groups of events or visits by their key. */
export interface Part {
  key: string;
  columns: Columns;
  from: string;
}

/** A part as rows with all the columns that are wanted. As lists they are those of a rollup. */
export function rowsOf({ key, columns, from }: Part, wanted: readonly Column[], form: Form): string {
  const values = wanted.map((name) => `${sqlOf(columns[name] ?? (isSet(name) ? NOTHING : '0'), form)} AS ${name}`);
  return `SELECT ${[`${key} AS key`, ...values].join(', ')} FROM ${from} GROUP BY key`;
}

/** A figure that is a count and a set as one number, and any other as it is. */
function figuresOf(wanted: Column[], valueOf: (column: Column) => string): string[] {
  const names: Partial<Record<Column, string>> = { people: 'visitors', converted_set: 'converted' };
  return wanted
    .filter((name) => name !== 'people_set' && name !== 'visits_set')
    .map((name) => {
      const set = `${name}_set` as Column;
      return `${wanted.includes(set) ? `${valueOf(name)} + ${valueOf(set)}` : valueOf(name)} AS ${names[name] ?? name}`;
    });
}

const unionOf = (parts: Part[], rollups: string[], wanted: readonly Column[], form: Form) =>
  `(\n${[...rollups, ...parts.map((part) => rowsOf(part, wanted, form))].join('\nUNION ALL\n')}\n) AS parts`;

const soleOf = (parts: Part[], rollups: string[]) => (parts.length === 1 && !rollups.length ? parts[0] : undefined);

/** Parts, and rollups given as rows, as rows: one for each key. */
export function togetherOf(parts: Part[], rollups: string[], wanted: readonly Column[]): string {
  const sums = wanted.map((name) => `${isSet(name) ? 'groupArrayArray' : 'sum'}(parts.${name}) AS ${name}`);
  return `SELECT ${['parts.key AS key', ...sums].join(', ')} FROM ${unionOf(parts, rollups, wanted, 'values')} GROUP BY key`;
}

/**
 * Figures of parts and of rollups, given as rows, by `key`; with the number of groups. One part alone is counted as it is. What there is
 * beside rollups is little, and joins their lists; parts alone may be large.
 */
export function sumOf(parts: Part[], rollups: string[], wanted: Column[]): string {
  const part = soleOf(parts, rollups);
  const form = rollups.length ? 'values' : 'state';
  const union = form === 'values' ? 'uniqCombined64Array' : 'uniqCombined64Merge';
  const figures = figuresOf(wanted, (column) => {
    if (!part) return isSet(column) ? `${union}(${PRECISION})(parts.${column})` : `sum(parts.${column})`;
    return sqlOf(part.columns[column] ?? '0', 'count');
  });
  const [key, from] = part ? [part.key, part.from] : ['parts.key', unionOf(parts, rollups, wanted, form)];
  return `SELECT ${[`${key} AS key`, ...figures, 'count() OVER () AS total'].join(', ')} FROM ${from} GROUP BY key`;
}

/**
 * The same by keys that may be many, of those that have people. What a key counts becomes one list, and is counted then: counted as it
 * comes, each value is looked for in the set of its key, in memory that hundreds of others used since, which takes twice as long.
 */
export function sumOfKeys(parts: Part[], rollups: string[], wanted: Column[]): string {
  const part = soleOf(parts, rollups);
  const rows = part ? rowsOf(part, wanted, 'values') : togetherOf(parts, rollups, wanted);
  const figures = figuresOf(wanted, (column) => (isSet(column) ? sizeOf(`sums.${column}`) : `sums.${column}`));
  return `SELECT ${['sums.key AS key', ...figures, 'count() OVER () AS total'].join(', ')} FROM (\n${rows}\n) AS sums
WHERE sums.people > 0 OR notEmpty(sums.people_set)`;
}

/** More than these take less time, and less memory, by the registers of a count. */
const MOST_EXACT = 100_000;

/** How many distinct numbers a list has. */
const sizeOf = (list: string) =>
  `if(length(${list}) < ${MOST_EXACT}, arrayUniq(${list}), arrayReduce('uniqCombined64(${PRECISION})', ${list}))`;
