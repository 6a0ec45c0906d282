import { common } from '#texts/common';
import { STATUSES } from '@earshot/contract/services/testimonials/values';
import { testimonials as texts } from './texts/en/testimonials.ts';
import { walls } from './texts/en/walls.ts';
import { MessageSquareQuote, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { formatDecimal } from '../texts/decimal.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { download } from '../ui/download.ts';
import { Snippet } from '../ui/copy.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { AddDialog } from './add-dialog.tsx';
import { Cards } from './cards.tsx';
import { type Filters, readFilters } from './filters.ts';
import { TestimonialTabs } from './testimonial-tabs.tsx';

const PAGE_SIZE = 20;

/** Testimonials by status, with keyboard navigation. */
export function Queue() {
  const call = useClient();
  const { slug } = useProject();
  const mayWork = useMay('member');
  const [isAdding, setAdding] = useState(false);
  const [filters, setFilters] = useListSearch(readFilters);
  const status = filters.status ?? 'pending';
  const list = useRead('GET /v1/testimonials', { query: { ...filters, status, limit: PAGE_SIZE } }, { keep: true });
  const summary = useRead('GET /v1/testimonials/summary', { query: { of: 'approved' } });
  const counts = summary.data?.statuses;
  return (
    <Page
      title={texts.title}
      tabs={<TestimonialTabs slug={slug} />}
      lead={
        // The line is there before its text.
        summary.data
          ? summary.data.count
            ? texts.summary(summary.data.count, formatDecimal(summary.data.average_rating ?? 0, 1))
            : texts.noneApproved
          : '\u00a0'
      }
      actions={
        <>
          <CsvMenu
            save={({ bom }) =>
              download(
                call,
                'GET /v1/testimonials/export.csv',
                { query: { status, q: filters.q, bom } },
                `${slug}-testimonials.csv`,
              )
            }
          />
          {mayWork && (
            <Button icon={<Plus size={16} />} onPress={() => setAdding(true)}>
              {walls.add}
            </Button>
          )}
          <LinkButton look="primary" icon={<Send size={16} />} to="/projects/$slug/testimonials/requests" params={{ slug }}>
            {texts.ask}
          </LinkButton>
        </>
      }
    >
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      <div className="filters">
        <ToggleButtonGroup
          className="choice-bar"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[status]}
          onSelectionChange={([next]) => setFilters({ status: next === 'pending' ? undefined : (next as Filters['status']) })}
        >
          {STATUSES.map((one) => (
            <ToggleButton key={one} id={one} className="choice">
              {counts ? texts.withCount(texts.statuses[one], counts[one]) : texts.statuses[one]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => setFilters({ q: q || undefined }, 'typing')} />
      </div>
      <PagedList
        query={list}
        skeleton={<Skeleton lines={6} height="4rem" />}
        empty={<Nothing status={status} isSearch={filters.q !== undefined} />}
        onPage={(page) => setFilters({ page }, 'page')}
      >
        {(items) => <Cards testimonials={items} />}
      </PagedList>
    </Page>
  );
}

function Nothing({ status, isSearch }: { status: string; isSearch: boolean }) {
  if (isSearch) return <Empty title={texts.noMatch} />;
  return status === 'pending' ? <NothingWaits /> : <Empty title={texts.emptyOther} />;
}

function NothingWaits() {
  const { slug, api_key: key } = useProject();
  const code = `<script type="module" src="${location.origin}/widgets/testimonials.js"></script>
<earshot-testimonial-form project-key="${key}"></earshot-testimonial-form>`;
  return (
    <Empty icon={<MessageSquareQuote size={28} />} title={texts.emptyPending}>
      <p>{texts.emptyPendingHint}</p>
      <Snippet title={texts.form} code={code} />
      <p>
        {texts.share + common.colon}
        <a href={`/p/${slug}/testimonials`}>{`${location.origin}/p/${slug}/testimonials`}</a>
      </p>
    </Empty>
  );
}
