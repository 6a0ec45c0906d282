import type { AnalyticsBreakdownRow } from '@earshot/sdk';
import { analytics } from '../texts/en/analytics.ts';
import { reports as texts } from '../texts/en/reports.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Flag } from '../countries/flag.tsx';
import { renderName } from '../format.ts';
import type { Filter } from '../report-query.ts';
import { BY_VISITORS, type Column, type Sorting } from './columns.ts';

interface BreakdownTableProps {
  by: string;
  rows: AnalyticsBreakdownRow[];
  columns: Column[];
  /** Number of visitors of the period, of which each row has a share. */
  total: number | null;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onFilter: (filter: Filter) => void;
}

/** Table of the values of a dimension. A click on a value filters by it, a click on a head sorts. */
export function BreakdownTable({ by, rows, columns, total, sorting, onSort, onFilter }: BreakdownTableProps) {
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors));
  return (
    <table className="breakdown-table">
      <thead>
        <tr>
          <th scope="col">{analytics.dimensions[by] ?? by.replace(/^property:/, '')}</th>
          {columns.map((column) => (
            <Head key={column.id} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = renderName(by, row.value);
          return (
            <tr key={row.value}>
              <th scope="row">
                <span className="ranked-bar" style={{ width: `${(row.visitors / most) * 100}%` }} />
                <button
                  type="button"
                  className="ranked-name"
                  aria-label={analytics.filterBy(name)}
                  onClick={() => onFilter({ dimension: by, operator: 'is', value: row.value })}
                >
                  {by === 'country' && <Flag code={row.value} />}
                  {name}
                </button>
              </th>
              {columns.map(({ id, valueOf, format }) => (
                <td key={id} className={id === 'share' ? 'number soft' : 'number'}>
                  {format(valueOf(row, total))}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface HeadProps {
  column: Column;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

function Head({ column: { id, isSortable }, sorting, onSort }: HeadProps) {
  const label = texts.columns[id];
  const hint = id === 'share' ? texts.shareHint : id === 'conversion_rate' ? texts.conversionRateHint : undefined;
  if (!isSortable)
    return (
      <th scope="col" className="number" title={hint}>
        {label}
      </th>
    );
  const by = id as Sorting['by'];
  const isSorted = sorting.by === by;
  const isAscending = sorting.order === 'asc';
  return (
    <th scope="col" className="number" aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className="sort-button"
        title={hint}
        aria-label={texts.sortBy(label)}
        onClick={() => onSort(nextSorting(sorting, by))}
      >
        {isSorted && (isAscending ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
        {label}
      </button>
    </th>
  );
}

/** Returns the next order of a column: descending, ascending, and the default order. */
function nextSorting(sorting: Sorting, by: Sorting['by']): Sorting {
  if (sorting.by !== by) return { by, order: 'desc' };
  return sorting.order === 'desc' ? { by, order: 'asc' } : { ...BY_VISITORS, order: 'desc' };
}
