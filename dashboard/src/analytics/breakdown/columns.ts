import { EVENT_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import type { AnalyticsBreakdownRow, Query } from '@earshot/sdk';
import { parseOneOf } from '../../ui/search.ts';
import { formatFigure, formatShare } from '../format.ts';

export type BreakdownSort = NonNullable<Query<'GET /v1/analytics/breakdown'>['sort']>;
export interface Sorting<Id extends string = BreakdownSort> {
  by: Id;
  order: 'asc' | 'desc';
}

export const BY_VISITORS: Sorting = { by: 'visitors', order: 'desc' };

/** Formats an order for a URL: `visitors:desc`. */
export const formatSorting = ({ by, order }: Sorting<string>) => `${by}:${order}`;

/** Reads an order by one of the columns from a URL. */
export function parseSorting<Id extends string>(ids: readonly Id[], value: unknown): Sorting<Id> | undefined {
  const [, id, order] = /^(\w+):(asc|desc)$/.exec(typeof value === 'string' ? value : '') ?? [];
  const by = parseOneOf(ids, id);
  return by && { by, order: order === 'asc' ? 'asc' : 'desc' };
}

/** Column of a breakdown. */
export interface Column {
  id: BreakdownSort | 'share' | 'exit_rate' | 'time_on_page' | 'scroll_depth';
  isSortable: boolean;
  valueOf: (row: AnalyticsBreakdownRow, total: number | null) => number | null;
  format: (value: number | null) => string;
}

const buildColumn = (id: BreakdownSort): Column => ({
  id,
  isSortable: true,
  valueOf: (row) => row[id] ?? null,
  format: (value) => formatFigure(id, value),
});

const SHARE: Column = {
  id: 'share',
  isSortable: false,
  valueOf: ({ visitors }, total) => (total ? visitors / total : null),
  format: formatShare,
};
const EXIT_RATE: Column = {
  id: 'exit_rate',
  isSortable: false,
  valueOf: ({ exit_rate: rate }) => rate,
  format: formatShare,
};
const TIME_ON_PAGE: Column = {
  id: 'time_on_page',
  isSortable: false,
  valueOf: ({ time_on_page: seconds = null }) => seconds,
  format: (value) => formatFigure('visit_duration', value),
};
const SCROLL_DEPTH: Column = {
  id: 'scroll_depth',
  isSortable: false,
  valueOf: ({ scroll_depth: depth = null }) => depth,
  format: formatShare,
};

/** Returns whether the rows of a dimension are events, which have neither a bounce rate nor a duration. */
const isOfEvents = (by: string) => (EVENT_DIMENSIONS as readonly string[]).includes(by) || by.startsWith('property:');

/** Returns the columns of a panel. */
export const panelColumns = (by: string, hasGoal: boolean): Column[] => [
  buildColumn('visitors'),
  SHARE,
  ...(hasGoal ? [buildColumn('conversions'), buildColumn('conversion_rate')] : by === 'event' ? [buildColumn('events')] : []),
];

/** Returns all columns of a dimension. */
export const allColumns = (by: string, hasGoal: boolean): Column[] => [
  buildColumn('visitors'),
  SHARE,
  buildColumn('visits'),
  buildColumn('page_views'),
  buildColumn('events'),
  ...(isOfEvents(by) ? [] : [buildColumn('bounce_rate'), buildColumn('visit_duration')]),
  ...(by === 'page' ? [TIME_ON_PAGE, SCROLL_DEPTH, EXIT_RATE] : []),
  ...(hasGoal ? [buildColumn('conversions'), buildColumn('conversion_rate')] : []),
];
