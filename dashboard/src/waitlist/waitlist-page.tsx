import { waitlist as texts } from './texts/en/waitlist.ts';
import { ExternalLink, Hourglass, Send } from 'lucide-react';
import { useState } from 'react';
import { useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Snippet } from '../ui/copy.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { DialogTrigger } from '../ui/dialog.tsx';
import { download } from '../ui/download.ts';
import { useListSearch } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { EntryTable } from './entry-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, readFilters, toSelection } from './filters.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { Stats } from './stats.tsx';
import { WaitlistTabs } from './tabs.tsx';

const PAGE_SIZE = 50;

export function WaitlistPage() {
  const [filters, setFilters] = useListSearch(readFilters);
  const mayWork = useMay('member');
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const { status, sort, page } = filters;
  const { q, segment, answer, ...selection } = toSelection(filters);
  const list = useRead(
    'GET /v1/waitlist',
    // Viewers may not find people by personal data.
    { query: { status, sort, page, ...selection, ...(mayWork && { q, segment, answer }), limit: PAGE_SIZE } },
    { keep: true },
  );
  const { sort: _, ...given } = filters;
  const isEmpty = list.data?.total === 0 && Object.values(given).every((value) => !value);
  return (
    <Page
      title={texts.title}
      tabs={mayWork && <WaitlistTabs />}
      actions={
        mayWork &&
        !isEmpty && (
          <>
            <ExportButton filters={filters} />
            <DialogTrigger>
              <Button look="primary" icon={<Send size={16} />}>
                {texts.invite}
              </Button>
              <InviteDialog selected={list.data?.data.filter(({ id }) => selected.has(id)) ?? []} filters={filters} />
            </DialogTrigger>
          </>
        )
      }
    >
      {isEmpty ? (
        <NobodyYet />
      ) : (
        <>
          <Stats />
          <FilterBar filters={filters} onChange={setFilters} maySearch={mayWork} />
          <PagedList
            query={list}
            skeleton={<Skeleton lines={8} height="2.5rem" />}
            empty={<Empty title={texts.noMatches} />}
            onPage={(next) => setFilters({ page: next }, 'page')}
          >
            {(items) => (
              <EntryTable
                entries={items}
                sort={sort ?? 'position'}
                onSort={(next) => setFilters({ sort: next })}
                selected={selected}
                onSelect={select}
              />
            )}
          </PagedList>
        </>
      )}
    </Page>
  );
}

function ExportButton({ filters }: { filters: Filters }) {
  const call = useClient();
  const { slug } = useProject();
  const query = { status: filters.status, sort: filters.sort, ...toSelection(filters) };
  return (
    <CsvMenu
      save={({ bom }) => download(call, 'GET /v1/waitlist/export.csv', { query: { ...query, bom } }, `${slug}-waitlist.csv`)}
    />
  );
}

function NobodyYet() {
  const { slug, api_key: key } = useProject();
  const code = `<script type="module" src="${location.origin}/widgets/waitlist.js"></script>
<earshot-waitlist project-key="${key}"></earshot-waitlist>`;
  return (
    <Empty icon={<Hourglass size={28} />} title={texts.empty}>
      <p>{texts.emptyHint}</p>
      <Snippet title={texts.html} code={code} />
      <a className="button quiet" href={`/p/${slug}/waitlist`} target="_blank" rel="noreferrer">
        <ExternalLink size={16} />
        {texts.publicPage}
      </a>
    </Empty>
  );
}
