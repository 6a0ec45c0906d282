import { PAGE_VIEW } from '../event.ts';
import { BOUNCE, DURATION_MS } from './question.ts';

// Figures are added up from parts: events or visits of some spans, and rollups of days. A rollup is a part that was written down, so what
// makes the parts of a question makes rollups, too.

/** What a part has of each group: numbers that add up, and states that merge. Rollups have these. */
export const COLUMNS = [
  'people',
  'people_state',
  'visits',
  'visits_state',
  'page_views',
  'events',
  'bounces',
  'duration_ms',
  'exits',
] as const;
export type Column = (typeof COLUMNS)[number] | 'conversions' | 'converted_state';
/** Columns of a part, as SQL. */
export type Columns = Partial<Record<Column, string>>;

/** Conditions, as SQL, on those who are in no other part. They are counted; the others are in states. */
export interface Alone {
  person: (table: 'events' | 'visits') => string;
  visit: string;
}

/** Registers of HyperLogLog: its standard error is 0.1 %. Up to some 32,000 the count is exact; with 2^17 it is not at 8,000. */
const PRECISION = 20;
const stateOf = (column: string, condition: string) =>
  condition === '1'
    ? `uniqCombined64State(${PRECISION})(${column})`
    : `uniqCombined64StateIf(${PRECISION})(${column}, ${condition})`;
const NO_STATE = `uniqCombined64StateIf(${PRECISION})(toUInt64(0), 0)`;
const merged = (column: Column) => `uniqCombined64Merge(${PRECISION})(parts.${column})`;

const distinct = (name: 'people' | 'visits', column: string, condition: string, alone: string | undefined): Columns =>
  alone
    ? {
        [name]: `uniqExactIf(${column}, ${condition} AND ${alone})`,
        [`${name}_state`]: stateOf(column, `${condition} AND NOT (${alone})`),
      }
    : { [`${name}_state`]: stateOf(column, condition) };

/** Of events. People and visits are those with an event that is `counted`. */
export const eventColumns = ({ counted = '1', alone, met }: { counted?: string; alone?: Alone; met?: string } = {}): Columns => ({
  ...distinct('people', 'events.person', counted, alone?.person('events')),
  ...distinct('visits', 'events.visit', counted, alone?.visit),
  page_views: `countIf(events.name = '${PAGE_VIEW}')`,
  events: 'count()',
  ...(met && { conversions: `countIf(${met})`, converted_state: stateOf('events.person', met) }),
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
  ...distinct('people', 'visits.person', counted, alone?.person('visits')),
  visits: `countIf(${began})`,
  page_views: `sumIf(visits.page_views, ${began})`,
  events: `sumIf(visits.events, ${began})`,
  bounces: `countIf(${began} AND ${BOUNCE})`,
  duration_ms: `sumIf(${DURATION_MS}, ${began})`,
  ...(times && { conversions: `sum(${times})`, converted_state: stateOf('visits.person', `${times} > 0`) }),
});

export const pick = (columns: Columns, names: readonly Column[]): Columns =>
  Object.fromEntries(names.map((name) => [name, columns[name]]));

/** A part: groups by their key, with all the columns that are wanted. */
export const partOf = ({ key, columns, wanted, from }: { key: string; columns: Columns; wanted: Column[]; from: string }) =>
  `SELECT ${[`${key} AS key`, ...wanted.map((name) => `${columns[name] ?? (name.endsWith('_state') ? NO_STATE : '0')} AS ${name}`)].join(', ')}
  FROM ${from} GROUP BY key`;

/** What parts have in common is added up: rows of `key` and figures. */
export const sumOf = (parts: string[], wanted: Column[]) => {
  const sums: Partial<Record<Column, string>> = {
    people: `sum(parts.people) + ${merged('people_state')} AS visitors`,
    visits: `sum(parts.visits)${wanted.includes('visits_state') ? ` + ${merged('visits_state')}` : ''} AS visits`,
    converted_state: `${merged('converted_state')} AS converted`,
  };
  const figures = wanted.flatMap((name) =>
    name === 'people_state' || name === 'visits_state' ? [] : (sums[name] ?? `sum(parts.${name}) AS ${name}`),
  );
  return `SELECT ${['parts.key AS key', ...figures, 'count() OVER () AS total'].join(', ')} FROM (
${parts.join('\nUNION ALL\n')}
) AS parts GROUP BY key`;
};
