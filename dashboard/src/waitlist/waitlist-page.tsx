import { SORTS, STATUSES } from '@earshot/contract/services/waitlist/values';
import { waitlist as texts } from '#texts/waitlist';
import { ExternalLink, Hourglass, Send } from 'lucide-react';
import { Group } from 'react-aria-components';
import { useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Snippet } from '../ui/copy.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { download } from '../ui/download.ts';
import { Select } from '../ui/field.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import type { Change } from '../ui/history/step.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/pagination.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { EntryTable } from './entry-table.tsx';
import { type Filters, readFilters } from './filters.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { Stats } from './stats.tsx';
import { DialogTrigger } from '../ui/dialog.tsx';

const PAGE_SIZE = 50;

export function WaitlistPage() {
  const [filters, setFilters] = useListSearch(readFilters);
  const mayWork = useMay('member');
  const list = useRead(
    'GET /v1/waitlist',
    { query: { ...filters, q: mayWork ? filters.q : undefined, limit: PAGE_SIZE } },
    { keep: true },
  );
  const isUnfiltered = !filters.q && !filters.status && !filters.page;
  return (
    <Page
      title={texts.title}
      actions={
        <>
          {mayWork && <ExportButton filters={filters} />}
          {mayWork && (
            <DialogTrigger>
              <Button look="primary" icon={<Send size={16} />}>
                {texts.invite}
              </Button>
              <InviteDialog />
            </DialogTrigger>
          )}
        </>
      }
    >
      {list.data?.total === 0 && isUnfiltered ? (
        <NobodyYet />
      ) : (
        <>
          <Stats />
          <FilterBar filters={filters} onChange={setFilters} maySearch={mayWork} />
          <PagedList
            query={list}
            skeleton={<Skeleton lines={8} height="2.5rem" />}
            empty={<Empty title={texts.noMatches} />}
            onPage={(page) => setFilters({ page }, 'page')}
          >
            {(items) => <EntryTable entries={items} />}
          </PagedList>
        </>
      )}
    </Page>
  );
}

const FilterBar = ({
  filters,
  onChange,
  maySearch,
}: {
  filters: Filters;
  onChange: (changes: Filters, change?: Change) => void;
  maySearch: boolean;
}) => (
  <Group className="filters" aria-label={texts.filters}>
    {maySearch && <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => onChange({ q }, 'typing')} />}
    <FilterChoice
      label={texts.status}
      values={STATUSES}
      names={texts.statuses}
      value={filters.status}
      onChange={(status) => onChange({ status })}
    />
    <Select
      label={texts.sort}
      isLabelHidden
      options={SORTS.map((id) => ({ id, label: texts.sorts[id] }))}
      value={filters.sort ?? 'position'}
      onChange={(sort) => onChange({ sort: sort === 'position' ? undefined : sort })}
    />
  </Group>
);

function ExportButton({ filters: { page: _page, ...filters } }: { filters: Filters }) {
  const call = useClient();
  const { slug } = useProject();
  return (
    <CsvMenu
      save={({ bom }) => download(call, 'GET /v1/waitlist/export.csv', { query: { ...filters, bom } }, `${slug}-waitlist.csv`)}
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
