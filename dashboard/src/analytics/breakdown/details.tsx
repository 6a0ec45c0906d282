import { type AnalyticsBreakdownRow, type Client, type Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { reports } from '../texts/en/reports.ts';
import { useState } from 'react';
import { useClient, useRead } from '../../api.ts';
import { CsvMenu } from '../../ui/csv-menu.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveBlob } from '../../ui/download.ts';
import { Pagination } from '../../ui/lists/pagination.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { renderName } from '../format.ts';
import { allColumns, BY_VISITORS, type Column } from './columns.ts';
import { BYTE_ORDER_MARK, toCsv } from './csv.ts';
import { DimensionSelect } from './dimension-select.tsx';
import { Pivot } from './pivot.tsx';
import type { BreakdownProps } from './props.ts';
import { searchFilters } from './search.ts';
import { BreakdownTable } from './table.tsx';

type BreakdownQuery = Query<'GET /v1/analytics/breakdown'>;

const PAGE_SIZE = 100;

/** All values of a dimension with all columns: searchable, sortable and as CSV. */
export function Details({ by, report, total, onFilter }: BreakdownProps & { by: string }) {
  const [sorting, sort] = useState(BY_VISITORS);
  const [searched, search] = useState('');
  const [page, setPage] = useState(1);
  const [hasNonInteractive, includeNonInteractive] = useState(false);
  const [across, setAcross] = useState('');
  const name = texts.dimensions[by] ?? by.replace(/^property:/, '');
  const columns = allColumns(by, report.goal_id !== undefined);
  const asked = {
    ...report,
    by,
    filter: [...[report.filter ?? []].flat(), ...searchFilters(by, searched)],
    ...([by, across].includes('event') && { non_interactive: hasNonInteractive ? ('include' as const) : ('exclude' as const) }),
  };
  const query: BreakdownQuery = {
    ...asked,
    sort: sorting.by,
    order: sorting.order,
    ...(by === 'page' && { engagement: 'include' }),
  };
  const rows = useRead(
    'GET /v1/analytics/breakdown',
    { query: { ...query, page, limit: PAGE_SIZE } },
    { keep: true, enabled: across === '' },
  );
  return (
    <Dialog title={name} size="full">
      {(close) => (
        <>
          <div className="filters">
            <SearchBox
              label={reports.search(name)}
              value={searched}
              onChange={(text) => {
                search(text);
                setPage(1);
              }}
              autoFocus
            />
            <DimensionSelect label={reports.addDimension} report={report} value={across} except={by} onChange={setAcross} />
            {[by, across].includes('event') && (
              <Checkbox
                isSelected={hasNonInteractive}
                onChange={(isSelected) => {
                  includeNonInteractive(isSelected);
                  setPage(1);
                }}
              >
                {reports.nonInteractive}
              </Checkbox>
            )}
            {across === '' && <CsvButton by={by} query={query} columns={columns} total={total} />}
          </div>
          {across === '' ? (
            <Loaded query={rows} skeleton={<Skeleton lines={8} height="1.4rem" />}>
              {(list) =>
                list.total === 0 ? (
                  <p className="soft">{reports.noMatches}</p>
                ) : (
                  <>
                    <div className="table-scroll details-table" tabIndex={0} role="region" aria-label={name}>
                      <BreakdownTable
                        by={by}
                        rows={list.data}
                        columns={columns}
                        total={total}
                        sorting={sorting}
                        onSort={(next) => {
                          sort(next);
                          setPage(1);
                        }}
                        onFilter={(filter) => {
                          close();
                          onFilter(filter);
                        }}
                      />
                    </div>
                    <Pagination list={list} onPage={setPage} />
                  </>
                )
              }
            </Loaded>
          ) : (
            <Pivot
              query={{ ...asked, across }}
              onFilter={(filter) => {
                close();
                onFilter(filter);
              }}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

interface CsvButtonProps {
  by: string;
  query: BreakdownQuery;
  columns: Column[];
  total: number | null;
}

/** Downloads all rows. */
function CsvButton({ by, query, columns, total }: CsvButtonProps) {
  const call = useClient();
  const save = async ({ bom }: { bom: boolean }) => {
    const rows = await readAll(call, query);
    const head = [reports.columns.value, ...columns.map(({ id }) => reports.columns[id])];
    const cells = rows.map((row) => [
      renderName(by, row.value),
      ...columns.map(({ valueOf }) => {
        const value = valueOf(row, total);
        return value === null ? '' : String(Math.round(value * 10_000) / 10_000);
      }),
    ]);
    const file = new Blob([bom ? BYTE_ORDER_MARK : '', toCsv([head, ...cells])], { type: 'text/csv' });
    saveBlob(file, `${by.replaceAll(/[^\w-]+/g, '-')}.csv`);
  };
  return <CsvMenu label={reports.csv} busyLabel={reports.csv} save={save} />;
}

/** Reads all pages of a breakdown. */
async function readAll(call: Client, query: BreakdownQuery): Promise<AnalyticsBreakdownRow[]> {
  const rows: AnalyticsBreakdownRow[] = [];
  let cursor: string | undefined;
  do {
    const { data, next_cursor: next } = await call('GET /v1/analytics/breakdown', {
      query: { ...query, limit: PAGE_SIZE, cursor },
    });
    rows.push(...data);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
