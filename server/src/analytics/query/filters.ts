import { EVENT_DIMENSIONS, OPERATORS, VISIT_DIMENSIONS } from '@earshot/contract/analytics';
import type { Params } from '../../clickhouse/clickhouse.ts';
import { invalidField } from '../../http/errors.ts';
import { normalizeHost, normalizePagePath, normalizePathPart, pagePatterns } from '../ingest/urls.ts';

type Operator = (typeof OPERATORS)[number];

/** What figures can be broken down by and filtered by: something an event has, or something its visit has. */
export interface Dimension {
  name: string;
  of: 'event' | 'visit';
  /** For values that events bring in several spellings, of which one is stored. */
  holds?: 'path' | 'host';
  /** The value, as SQL. */
  column: (params: Bound) => string;
  /** Whether it is one of these values, none of them empty, as SQL; where that is faster than to ask its column. */
  isOneOf?: (values: string[], params: Bound) => string;
  /** The numbers that stand for such values, as SQL, where there are any. */
  hashes?: (values: string[], params: Bound) => string;
}

export interface Filter {
  dimension: Dimension;
  operator: Operator;
  value: string;
  /** What it was said in: those of one place narrow down those of another, also on one dimension. */
  field: string;
}

/** Values of a statement, by the names that stand for them in its text. */
export interface Bound {
  params: Params;
  /** The text that stands for a value. */
  bind: (value: Params[string], type: string) => string;
}

export function createBound(): Bound {
  const params: Params = {};
  return {
    params,
    bind: (value, type) => {
      const name = `p${Object.keys(params).length}`;
      params[name] = value;
      return `{${name}:${type}}`;
    },
  };
}

const HOLDS: Record<string, Dimension['holds']> = { page: 'path', entry_page: 'path', exit_page: 'path', hostname: 'host' };

const EVENT_COLUMNS: Record<(typeof EVENT_DIMENSIONS)[number], string> = {
  page: 'events.path',
  hostname: 'events.hostname',
  event: 'events.name',
};

/** The names of properties, to be broken down by; an event counts for each that it has. */
export const PROPERTY_NAMES: Dimension = { name: 'property', of: 'event', column: () => 'arrayJoin(mapKeys(events.properties))' };

/** @throws {HttpError} 400 */
export function findDimension(name: string, field: string): Dimension {
  if (name.startsWith('property:') && name.length > 'property:'.length) {
    const key = name.slice('property:'.length);
    const hashes: Dimension['hashes'] = (values, { bind }) =>
      `arrayMap(one -> cityHash64(${bind(key, 'String')}, one), ${bind(values, 'Array(String)')})`;
    return {
      name,
      of: 'event',
      column: ({ bind }) => `events.properties[${bind(key, 'String')}]`,
      isOneOf: (values, params) => `hasAny(events.property_hashes, ${hashes(values, params)})`,
      hashes,
    };
  }
  if (Object.hasOwn(EVENT_COLUMNS, name))
    return { name, of: 'event', holds: HOLDS[name], column: () => EVENT_COLUMNS[name as keyof typeof EVENT_COLUMNS] };
  if (name === 'screen')
    return { name, of: 'visit', column: () => `if(visits.screen_width = 0, '', toString(visits.screen_width))` };
  if (name === 'bot' || (VISIT_DIMENSIONS as readonly string[]).includes(name))
    return { name, of: 'visit', holds: HOLDS[name], column: () => `visits.${name}` };
  throw invalidField(
    field,
    'choice',
    `${field} must be one of ${[...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS, 'bot'].join(', ')}, or property:<name>`,
  );
}

const FILTER = new RegExp(`^(property:.+?|[a-z_]+):(${OPERATORS.join('|')}):(.*)$`, 's');

/** @throws {HttpError} 400 that names the field */
export function readFilters(given: string | string[] | undefined, field = 'filter'): Filter[] {
  return (given === undefined ? [] : [given].flat()).map((text) => {
    const [, name, operator, value] = FILTER.exec(text) ?? [];
    if (!name || !operator || value === undefined)
      throw invalidField(
        field,
        'format',
        `${field} must have the form dimension:operator:value, with one of the operators ${OPERATORS.join(', ')}`,
      );
    const dimension = findDimension(name, 'The dimension of a filter');
    return { dimension, operator: operator as Operator, value: normalizeValue(dimension, operator as Operator, value), field };
  });
}

/** Returns the value of a filter in the form in which values of its dimension are stored. */
function normalizeValue({ holds }: Dimension, operator: Operator, value: string): string {
  if (holds === 'path') return operator === 'contains' ? normalizePathPart(value) : normalizePagePath(value);
  // Part of a host need not be one: `contains:.example` is none.
  return holds === 'host' && operator !== 'contains' ? normalizeHost(value) : value;
}

/** Conditions of filters on events, or on visits. Several `is` on one dimension mean any of them. */
export function conditionsOf(filters: Filter[], of: Dimension['of'], bound: Bound): string[] {
  const relevant = filters.filter(({ dimension }) => dimension.of === of);
  const byName = Map.groupBy(relevant, ({ dimension, operator, field }) =>
    operator === 'is' ? `${field} ${dimension.name}` : Symbol('alone'),
  );
  return [...byName.values()].map((group) => {
    const { dimension, operator, value } = group[0] as Filter;
    switch (operator) {
      case 'is':
        return isOneOf(
          dimension,
          group.map((filter) => filter.value),
          bound,
        );
      case 'is_not':
        return `NOT (${isOneOf(dimension, [value], bound)})`;
      case 'contains':
        return `positionCaseInsensitiveUTF8(${searchedText(dimension, value, bound)}, ${bound.bind(value, 'String')}) > 0`;
      default:
        return dimension.holds === 'path'
          ? matchesPage(dimension.column(bound), value, bound)
          : `${dimension.column(bound)} LIKE ${bound.bind(likeOf(value), 'String')}`;
    }
  });
}

/** The text in which `contains` looks, as SQL. Paths are stored without the slash at their end, and `/docs/` is part of `/docs/` too. */
function searchedText({ holds, column }: Dimension, value: string, bound: Bound): string {
  return holds === 'path' && value.length > 1 && value.endsWith('/') ? `concat(${column(bound)}, '/')` : column(bound);
}

/** Whether a stored path fits a pattern in which `*` stands for anything, as SQL. */
export function matchesPage(column: string, pattern: string, { bind }: Bound): string {
  const conditions = pagePatterns(pattern).map((one) =>
    one.includes('*') ? `${column} LIKE ${bind(likeOf(one), 'String')}` : `${column} = ${bind(one, 'String')}`,
  );
  return `(${conditions.join(' OR ')})`;
}

const isOneOf = (dimension: Dimension, values: string[], bound: Bound): string =>
  dimension.isOneOf && !values.includes('')
    ? dimension.isOneOf(values, bound)
    : `${dimension.column(bound)} IN ${bound.bind(values, 'Array(String)')}`;

/** A pattern in which `*` stands for anything, as LIKE takes it. */
const likeOf = (pattern: string) => pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%');
