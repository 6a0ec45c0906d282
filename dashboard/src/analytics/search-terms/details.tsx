import type { Client, Query, SearchTerm } from '@earshot/sdk';
import { reports } from '../texts/en/reports.ts';
import { searchTerms as texts } from '../texts/en/search-terms.ts';
import { useState } from 'react';
import { useClient, useRead } from '../../api.ts';
import { CsvMenu } from '../../ui/csv-menu.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveBlob } from '../../ui/download.ts';
import { Pagination } from '../../ui/lists/pagination.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { BYTE_ORDER_MARK, toCsv } from '../breakdown/csv.ts';
import { COLUMNS, HEAD, type SearchTermSort, toOrder } from './columns.ts';
import { SearchTermsTable } from './table.tsx';

type TermsQuery = Query<'GET /v1/analytics/search-terms'>;

const PAGE_SIZE = 100;
const MAX_FILE_ROWS = 10_000;

/** All search terms of a period: searchable, sortable, and the first of them as CSV. */
export function Details({ query: period }: { query: TermsQuery }) {
  const call = useClient();
  const [sort, setSort] = useState<SearchTermSort>('clicks');
  const [searched, search] = useState('');
  const [page, setPage] = useState(1);
  const query = { ...period, sort, order: toOrder(sort), ...(searched && { search: searched }) };
  const terms = useRead('GET /v1/analytics/search-terms', { query: { ...query, page, limit: PAGE_SIZE } }, { keep: true });
  return (
    <Dialog title={texts.title} size="full">
      <div className="filters">
        <SearchBox
          label={texts.search}
          value={searched}
          onChange={(text) => {
            search(text);
            setPage(1);
          }}
          autoFocus
        />
        <CsvMenu label={reports.csv} busyLabel={reports.csv} save={({ bom }) => saveCsv(call, query, bom)} />
      </div>
      <Loaded query={terms} skeleton={<Skeleton lines={8} height="1.4rem" />}>
        {(list) =>
          list.total === 0 ? (
            <p className="soft">{reports.noMatches}</p>
          ) : (
            <>
              <SearchTermsTable
                rows={list.data}
                sorting={{
                  value: sort,
                  onChange: (next) => {
                    setSort(next);
                    setPage(1);
                  },
                }}
              />
              <Pagination list={list} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

async function saveCsv(call: Client, query: TermsQuery, bom: boolean): Promise<void> {
  const rows: SearchTerm[] = [];
  let cursor: string | undefined;
  do {
    const { data, next_cursor: next } = await call('GET /v1/analytics/search-terms', {
      query: { ...query, limit: PAGE_SIZE, cursor },
    });
    rows.push(...data);
    cursor = next ?? undefined;
  } while (cursor !== undefined && rows.length < MAX_FILE_ROWS);
  const cells = rows.map((term) => [term.query, ...COLUMNS.map(({ id }) => String(term[id] ?? ''))]);
  saveBlob(new Blob([bom ? BYTE_ORDER_MARK : '', toCsv([HEAD, ...cells])], { type: 'text/csv' }), 'search-terms.csv');
}
