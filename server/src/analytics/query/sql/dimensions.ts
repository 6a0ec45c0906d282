import { PAGE_VIEW } from '../../event.ts';
import type { Dimension } from '../filters.ts';
import type { Scope } from '../report-query.ts';
import { type Alone, eventColumns, type Part, visitColumns } from './aggregates.ts';

/** Figures by a dimension. With `alone` they are those of a rollup. */
export function partBy(by: Dimension, { scope, met, alone }: { scope: Scope; met?: string; alone?: Alone }): Part {
  const { bound, began, present, events } = scope;
  const key = by.column(bound);
  if (by.of === 'visit') {
    const conversions = met
      ? `LEFT JOIN (SELECT events.visit AS visit, count() AS times FROM events WHERE ${events} AND ${met} GROUP BY visit) AS met ON met.visit = visits.id`
      : '';
    const columns = visitColumns({ began, alone, times: met && 'met.times' });
    return { key, columns, from: `visits FINAL ${conversions} PREWHERE ${present}` };
  }
  // A property is one that is there.
  const isThere = by.name.startsWith('property:') ? `AND ${key} != ''` : '';
  // Pages are those that were looked at.
  const counted = by.name === 'page' ? `events.name = '${PAGE_VIEW}'` : '1';
  return { key, columns: eventColumns({ counted, alone, met }), from: `events WHERE ${events} ${isThere}` };
}

/** Visits by the page that they ended on. */
export const exitsPart = ({ visits }: Scope): Part => ({
  key: 'visits.exit_page',
  columns: { exits: 'count()' },
  from: `visits FINAL PREWHERE ${visits} AND visits.page_views > 0`,
});
