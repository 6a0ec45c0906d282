import type { Query } from '@earshot/sdk';
import { reports } from '../texts/en/reports.ts';
import { searchTerms as texts } from '../texts/en/search-terms.ts';
import { useState } from 'react';
import { useClient, useRead } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { CsvMenu } from '../../ui/csv-menu.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { download } from '../../ui/download.ts';
import { Pagination } from '../../ui/lists/pagination.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { type SearchTermSort, toOrder } from './columns.ts';
import { SearchTermsTable } from './table.tsx';

type TermsQuery = Query<'GET /v1/analytics/search-terms'>;

const PAGE_SIZE = 100;

/** All search terms of a period: searchable, sortable, and as CSV. */
export function Details({ query: period }: { query: TermsQuery }) {
  const call = useClient();
  const { slug } = useProject();
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
        <CsvMenu
          label={reports.csv}
          busyLabel={reports.csv}
          save={({ bom }) =>
            download(call, 'GET /v1/analytics/search-terms/export.csv', { query: { ...query, bom } }, `${slug}-search-terms.csv`)
          }
        />
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
