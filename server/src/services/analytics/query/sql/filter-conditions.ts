import { join, joinAnd, raw, sql, type Sql } from '../../../../platform/clickhouse/sql.ts';
import { escapeLike } from '../../../../platform/postgres/patterns.ts';
import { PAGE_VIEW } from '../../pipeline/event.ts';
import { expandPagePattern } from '../../ingest/urls.ts';
import { type Dimension, type Filter, PROPERTY_NAMES, findProperty, parseFilters } from '../filters.ts';
import type { Step } from '../steps.ts';

const EVENT_COLUMNS: Record<string, string> = { page: 'path', event: 'name' };

/** Returns the value of a dimension in the tables `events` and `visits`. */
export function dimensionColumn(dimension: Dimension): Sql {
  const { name, subject } = dimension;
  const property = findProperty(dimension);
  if (property !== undefined) return sql`events.properties[${property}]`;
  if (name === PROPERTY_NAMES.name) return raw('arrayJoin(mapKeys(events.properties))');
  if (name === 'screen') return raw(`if(visits.screen_width = 0, '', toString(visits.screen_width))`);
  return raw(subject === 'event' ? `events.${EVENT_COLUMNS[name] ?? name}` : `visits.${name}`);
}

/** Returns the hashes of a property with each of some values, as stored in `property_hashes`. */
export const hashProperties = (property: string, values: string[]): Sql =>
  sql`arrayMap(value -> cityHash64(${property}, value), ${values})`;

/** Access to the value of a dimension in a table. */
interface ValueAccess {
  column: (dimension: Dimension) => Sql;
  isOneOf: (dimension: Dimension, values: string[]) => Sql;
}

const FROM_TABLES: ValueAccess = {
  column: dimensionColumn,
  isOneOf: (dimension, values) => {
    const property = findProperty(dimension);
    // Hashes are faster than the map, but events without the property, which have an empty value, have no hash.
    return property !== undefined && !values.includes('')
      ? sql`hasAny(events.property_hashes, ${hashProperties(property, values)})`
      : sql`${dimensionColumn(dimension)} IN ${values}`;
  },
};

/** Returns the conditions of filters on events or on visits. Several `is` of one field on one dimension are combined by OR. */
export function filterConditions(filters: Filter[], subject: Dimension['subject'], access: ValueAccess = FROM_TABLES): Sql[] {
  const relevant = filters.filter(({ dimension }) => dimension.subject === subject);
  const groups = Map.groupBy(relevant, ({ dimension, operator, field }) =>
    operator === 'is' ? `${field} ${dimension.name}` : Symbol('own group'),
  );
  return [...groups.values()].map((group) => {
    const { dimension, operator, value } = group[0] as Filter;
    const column = access.column(dimension);
    switch (operator) {
      case 'is':
        return access.isOneOf(
          dimension,
          group.map((filter) => filter.value),
        );
      case 'is_not':
        return sql`NOT (${access.isOneOf(dimension, [value])})`;
      case 'contains':
        return sql`positionCaseInsensitiveUTF8(${searchedText(dimension, value, column)}, ${value}) > 0`;
      default:
        return dimension.format === 'path' ? pageCondition(column, value) : sql`${column} LIKE ${likePattern(value)}`;
    }
  });
}

/** Returns the text that `contains` searches. Paths are stored without a trailing slash, and contain `/docs/` when they end with `/docs`. */
const searchedText = ({ format }: Dimension, value: string, column: Sql): Sql =>
  format === 'path' && value.length > 1 && value.endsWith('/') ? sql`concat(${column}, '/')` : column;

/** Returns the condition that a stored path matches a pattern in which `*` matches any text. */
function pageCondition(column: Sql, pattern: string): Sql {
  const conditions = expandPagePattern(pattern).map((path) =>
    path.includes('*') ? sql`${column} LIKE ${likePattern(path)}` : sql`${column} = ${path}`,
  );
  return sql`(${join(conditions, ' OR ')})`;
}

/** Converts a pattern in which `*` matches any text into a pattern of LIKE. */
const likePattern = (pattern: string): string => escapeLike(pattern).replaceAll('*', '%');

/** Returns the condition that an event completes a step. */
export function stepCondition({ event, page, filters }: Step): Sql {
  return sql`(${joinAnd([
    sql`events.name = ${event ?? PAGE_VIEW}`,
    ...(event ? [] : [pageCondition(raw('events.path'), page ?? '')]),
    ...filterConditions(parseFilters(filters), 'event'),
  ])})`;
}
