import type { AnalyticsBreakdownRow, Query } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useRead } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { formatFigure, nameOf } from './format.ts';
import type { Filter } from './report-query.ts';

const MAX_ROWS = 9;
const PAGE_SIZE = 100;
/** Tab that lists event properties instead of a dimension. */
export const PROPERTIES = 'property';

interface PanelProps {
  dimensions: string[];
  report: Query<'GET /v1/analytics/overview'>;
  onFilter: (filter: Filter) => void;
}

/** Breakdowns by dimension. A click on a value filters by it. */
export function Panel({ dimensions, report, onFilter }: PanelProps) {
  const [by, setBy] = useState(dimensions[0] ?? '');
  return (
    <section className="panel breakdown">
      <Tabs selectedKey={by} onSelectionChange={(key) => setBy(String(key))}>
        <TabList aria-label={texts.dimensions[dimensions[0] ?? '']} className="tabs small">
          {dimensions.map((dimension) => (
            <Tab key={dimension} id={dimension} className="tab">
              {texts.dimensions[dimension] ?? texts.properties}
            </Tab>
          ))}
        </TabList>
        <TabPanel id={by}>
          {by === PROPERTIES ? (
            <Properties report={report} onFilter={onFilter} />
          ) : (
            <Rows by={by} report={report} onFilter={onFilter} />
          )}
        </TabPanel>
      </Tabs>
    </section>
  );
}

function Rows({ by, report, onFilter }: { by: string; report: PanelProps['report']; onFilter: PanelProps['onFilter'] }) {
  const rows = useRead('GET /v1/analytics/breakdown', { query: { ...report, by, limit: MAX_ROWS } }, { keep: true });
  return (
    <Loaded query={rows} skeleton={<Skeleton lines={MAX_ROWS} height="1.4rem" />}>
      {({ data, total }) =>
        data.length === 0 ? (
          <p className="soft">{texts.nothing}</p>
        ) : (
          <>
            <Breakdown by={by} rows={data} onFilter={onFilter} />
            {total > MAX_ROWS && (
              <DialogTrigger>
                <Button look="plain">{texts.all}</Button>
                <All by={by} report={report} onFilter={onFilter} />
              </DialogTrigger>
            )}
          </>
        )
      }
    </Loaded>
  );
}

/** Values of an event property. */
function Properties({ report, onFilter }: Omit<PanelProps, 'dimensions'>) {
  const names = useRead('GET /v1/analytics/properties', { query: { ...report, limit: PAGE_SIZE } }, { keep: true });
  const [chosen, choose] = useState<string>();
  return (
    <Loaded query={names} skeleton={<Skeleton lines={MAX_ROWS} height="1.4rem" />}>
      {({ data }) => {
        const known = data.map(({ value }) => value);
        const name = known.find((one) => one === chosen) ?? known[0];
        if (name === undefined) return <p className="soft">{texts.noProperties}</p>;
        return (
          <>
            <Select
              label={texts.property}
              isLabelHidden
              options={known.map((id) => ({ id, label: id }))}
              value={name}
              onChange={choose}
            />
            <Rows by={`property:${name}`} report={report} onFilter={onFilter} />
          </>
        );
      }}
    </Loaded>
  );
}

function All({ by, report, onFilter }: { by: string; report: PanelProps['report']; onFilter: PanelProps['onFilter'] }) {
  const [page, setPage] = useState(1);
  const rows = useRead('GET /v1/analytics/breakdown', { query: { ...report, by, page, limit: PAGE_SIZE } }, { keep: true });
  return (
    <Dialog title={texts.dimensions[by] ?? by.replace(/^property:/, '')} size="wide">
      {(close) => (
        <Loaded query={rows}>
          {(list) => (
            <div className="scroll">
              <Breakdown
                by={by}
                rows={list.data}
                onFilter={(filter) => {
                  close();
                  onFilter(filter);
                }}
              />
              <Pagination list={list} onPage={setPage} />
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

function Breakdown({ by, rows, onFilter }: { by: string; rows: AnalyticsBreakdownRow[]; onFilter: PanelProps['onFilter'] }) {
  const countOf = (row: AnalyticsBreakdownRow) => (by === 'event' ? row.events : row.visitors);
  const most = Math.max(1, ...rows.map(countOf));
  return (
    <ul className="ranked">
      {rows.map((row) => {
        const name = nameOf(by, row.value);
        return (
          <li key={row.value}>
            <span className="ranked-bar" style={{ width: `${(countOf(row) / most) * 100}%` }} />
            <button
              type="button"
              className="ranked-name grow"
              aria-label={texts.filterBy(name)}
              onClick={() => onFilter({ dimension: by, operator: 'is', value: row.value })}
            >
              {name}
            </button>
            {row.conversions !== undefined && (
              <span className="number soft" title={texts.conversionsColumn}>
                {formatFigure('conversions', row.conversions)}
              </span>
            )}
            <span className="number" title={by === 'event' ? texts.metrics.events : texts.visitorsColumn}>
              {formatFigure('visitors', countOf(row))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
