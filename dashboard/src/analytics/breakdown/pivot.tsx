import { EVENT_DIMENSIONS } from '@earshot/contract/services/analytics/values';
import type { AnalyticsPivot, Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { reports } from '../texts/en/reports.ts';
import { useState } from 'react';
import { useClient, useRead } from '../../api.ts';
import { CsvMenu } from '../../ui/csv-menu.tsx';
import { saveBlob } from '../../ui/download.ts';
import { Select } from '../../ui/field.tsx';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { Flag } from '../countries/flag.tsx';
import { formatFigure, renderName } from '../format.ts';
import type { Filter } from '../report-query.ts';
import { BYTE_ORDER_MARK, toCsv } from './csv.ts';

type PivotQuery = Query<'GET /v1/analytics/pivot'>;
type Metrics = AnalyticsPivot['rows'][number]['cells'][number];
type MetricId = Exclude<keyof Metrics, symbol>;

const [MAX_ROWS, MAX_COLUMNS] = [25, 6];
/** Limits of the API, for files. */
const [MAX_FILE_ROWS, MAX_FILE_COLUMNS] = [50, 20];
/** Maximum opacity of a cell, so that its text stays readable. */
const STRONGEST = 40;

const nameDimension = (by: string) => texts.dimensions[by] ?? by.replace(/^property:/, '');
/** Returns the name of a value. Null has all other values. */
const nameValue = (by: string, value: string | null) => (value === null ? reports.other : renderName(by, value));

const isOfEvents = (by: string) => (EVENT_DIMENSIONS as readonly string[]).includes(by) || by.startsWith('property:');

/** Returns the metrics of two dimensions. */
const listMetrics = (dimensions: string[], hasGoal: boolean): MetricId[] => [
  'visitors',
  'visits',
  'page_views',
  'events',
  ...(dimensions.some(isOfEvents) ? [] : (['bounce_rate', 'visit_duration'] as const)),
  ...(hasGoal ? (['conversions', 'conversion_rate'] as const) : []),
];

interface PivotProps {
  query: Omit<PivotQuery, 'limit' | 'columns'>;
  onFilter: (filter: Filter) => void;
}

/** Table of a metric by two dimensions: the most frequent values of each, and all others together. */
export function Pivot({ query, onFilter }: PivotProps) {
  const metrics = listMetrics([query.by, query.across], query.goal_id !== undefined);
  const [chosen, choose] = useState<MetricId>('visitors');
  const metric = metrics.includes(chosen) ? chosen : 'visitors';
  const found = useRead(
    'GET /v1/analytics/pivot',
    { query: { ...query, limit: MAX_ROWS, columns: MAX_COLUMNS } },
    { keep: true },
  );
  return (
    <>
      <div className="filters">
        <Select
          label={reports.metric}
          options={metrics.map((id) => ({ id, label: reports.columns[id] }))}
          value={metric}
          onChange={choose}
        />
        <PivotCsv query={query} metrics={metrics} />
      </div>
      <Loaded query={found} skeleton={<Skeleton lines={8} height="1.4rem" />}>
        {(pivot) =>
          pivot.rows.length === 0 ? (
            <p className="soft">{reports.noMatches}</p>
          ) : (
            <div
              className="table-scroll details-table"
              tabIndex={0}
              role="region"
              aria-label={`${nameDimension(pivot.by)} × ${nameDimension(pivot.across)}`}
              aria-busy={found.isPlaceholderData}
            >
              <PivotTable pivot={pivot} metric={metric} onFilter={onFilter} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

interface PivotTableProps {
  pivot: AnalyticsPivot;
  metric: MetricId;
  onFilter: (filter: Filter) => void;
}

/** A click on a value filters by it. The higher the figure of a cell, the stronger its color. */
function PivotTable({ pivot: { by, across, columns, rows }, metric, onFilter }: PivotTableProps) {
  const most = Math.max(1e-9, ...rows.flatMap(({ cells }) => cells.map((cell) => cell[metric] ?? 0)));
  return (
    <table className="breakdown-table pivot-table">
      <thead>
        <tr>
          <th scope="col">{nameDimension(by)}</th>
          <th scope="col" className="number">
            {reports.columns[metric]}
          </th>
          {columns.map((value) => (
            <th key={JSON.stringify(value)} scope="col" className="number">
              <ValueName by={across} value={value} onFilter={onFilter} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ value, cells, ...row }) => (
          <tr key={JSON.stringify(value)}>
            <th scope="row">
              <ValueName by={by} value={value} onFilter={onFilter} />
            </th>
            <td className="number">{formatFigure(metric, row[metric] ?? null)}</td>
            {cells.map((cell, index) => {
              const figure = cell.visitors ? (cell[metric] ?? null) : null;
              return (
                <td
                  key={JSON.stringify(columns[index])}
                  className="number"
                  style={{
                    background: `color-mix(in oklab, var(--accent) ${((figure ?? 0) / most) * STRONGEST}%, transparent)`,
                  }}
                >
                  {formatFigure(metric, figure)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueNameProps {
  by: string;
  value: string | null;
  onFilter: (filter: Filter) => void;
}

function ValueName({ by, value, onFilter }: ValueNameProps) {
  const name = nameValue(by, value);
  if (value === null) return <span className="soft">{name}</span>;
  return (
    <button
      type="button"
      className="ranked-name"
      aria-label={texts.filterBy(name)}
      onClick={() => onFilter({ dimension: by, operator: 'is', value })}
    >
      {by === 'country' && <Flag code={value} />}
      {name}
    </button>
  );
}

/** Downloads a line for each cell with visitors. */
function PivotCsv({ query, metrics }: { query: PivotProps['query']; metrics: MetricId[] }) {
  const call = useClient();
  const save = async ({ bom }: { bom: boolean }) => {
    const { by, across, columns, rows } = await call('GET /v1/analytics/pivot', {
      query: { ...query, limit: MAX_FILE_ROWS, columns: MAX_FILE_COLUMNS },
    });
    const head = [nameDimension(by), nameDimension(across), ...metrics.map((id) => reports.columns[id])];
    const lines = rows.flatMap(({ value, cells }) =>
      cells.flatMap((cell, index) =>
        cell.visitors
          ? [[nameValue(by, value), nameValue(across, columns[index] ?? null), ...metrics.map((id) => String(cell[id] ?? ''))]]
          : [],
      ),
    );
    const file = new Blob([bom ? BYTE_ORDER_MARK : '', toCsv([head, ...lines])], { type: 'text/csv' });
    saveBlob(file, `${[by, across].map((name) => name.replaceAll(/[^\w-]+/g, '-')).join('-')}.csv`);
  };
  return <CsvMenu label={reports.csv} busyLabel={reports.csv} save={save} />;
}
