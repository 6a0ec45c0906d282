import { EVENT_DIMENSIONS, OPERATORS, VISIT_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import { invalidField } from '../../../platform/api/errors.ts';
import { normalizeHost, normalizePagePath, normalizePathPart } from '../ingest/urls.ts';

type Operator = (typeof OPERATORS)[number];

/** An attribute of events or visits by which metrics are broken down and filtered. */
export interface Dimension {
  name: string;
  subject: 'event' | 'visit';
  /** Values are stored in a normalized form. */
  format?: 'path' | 'host';
}

export interface Filter {
  dimension: Dimension;
  operator: Operator;
  value: string;
  /** Input field of the filter. Filters of different fields are combined by AND, also on the same dimension. */
  field: string;
}

const FORMATS: Record<string, Dimension['format']> = { page: 'path', entry_page: 'path', exit_page: 'path', hostname: 'host' };

const PROPERTY_PREFIX = 'property:';

/** Names of properties. An event counts for each of its properties. */
export const PROPERTY_NAMES: Dimension = { name: 'property', subject: 'event' };

/** Returns the property of a dimension such as `property:plan`. */
export const findProperty = ({ name }: Dimension): string | undefined =>
  name.startsWith(PROPERTY_PREFIX) ? name.slice(PROPERTY_PREFIX.length) : undefined;

/**
 * Returns whether pages are those on which the matching events happened, instead of viewed pages: with a filter by name or property of
 * events, because most events that match are no page views.
 */
export const arePagesOfEvents = (filters: Filter[]): boolean =>
  filters.some(({ dimension }) => dimension.name === 'event' || findProperty(dimension) !== undefined);

/** @throws {HttpError} 400 for an unknown dimension */
export function getDimension(name: string, field: string): Dimension {
  if (name.startsWith(PROPERTY_PREFIX) && name !== PROPERTY_PREFIX) return { name, subject: 'event' };
  const isAny = (names: readonly string[]) => names.includes(name);
  if (isAny(EVENT_DIMENSIONS)) return { name, subject: 'event', format: FORMATS[name] };
  if (isAny(VISIT_DIMENSIONS) || name === 'bot') return { name, subject: 'visit', format: FORMATS[name] };
  throw invalidField(
    field,
    'choice',
    `${field} must be one of ${[...EVENT_DIMENSIONS, ...VISIT_DIMENSIONS, 'bot'].join(', ')}, or property:<name>`,
  );
}

const FILTER = new RegExp(`^(property:.+?|[a-z_]+):(${OPERATORS.join('|')}):(.*)$`, 's');

/**
 * Parses filters such as `page:is:/pricing`.
 * @throws {HttpError} 400 that names the field
 */
export function parseFilters(given: string | string[] | undefined, field = 'filter'): Filter[] {
  return (given === undefined ? [] : [given].flat()).map((text) => {
    const [, name, operator, value] = FILTER.exec(text) ?? [];
    if (!name || !operator || value === undefined)
      throw invalidField(
        field,
        'format',
        `${field} must have the form dimension:operator:value, with one of the operators ${OPERATORS.join(', ')}`,
      );
    const dimension = getDimension(name, 'The dimension of a filter');
    return { dimension, operator: operator as Operator, value: normalizeValue(dimension, operator as Operator, value), field };
  });
}

/** Returns the value of a filter in the form in which values of its dimension are stored. */
function normalizeValue({ format }: Dimension, operator: Operator, value: string): string {
  if (format === 'path') return operator === 'contains' ? normalizePathPart(value) : normalizePagePath(value);
  // A part of a host name, such as `.example`, is not a valid host name itself.
  return format === 'host' && operator !== 'contains' ? normalizeHost(value) : value;
}
