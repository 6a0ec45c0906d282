import { STATUSES } from '@earshot/contract/services/changelog/values';
import type { ChangelogEntry } from '@earshot/sdk';
import { changelog as texts } from '#texts/changelog';
import { Link, useNavigate } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import { Group } from 'react-aria-components';
import { useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { LinkButton } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { download } from '../ui/download.ts';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { dateTime, Time } from '../ui/time.tsx';
import { EntryFigures } from './entry-figures.tsx';
import { readFilters } from './filters.ts';
import { useSubscriberCounts } from './subscriber-counts.ts';

const PAGE_SIZE = 30;

/** List of published and scheduled entries and drafts. */
export function Entries() {
  const { slug } = useProject();
  const [filters, setFilters] = useListSearch(readFilters);
  const call = useClient();
  const navigate = useNavigate();
  const list = useRead('GET /v1/changelog', { query: { ...filters, limit: PAGE_SIZE } }, { keep: true });
  const mayWork = useMay('member');
  const subscribers = useSubscriberCounts();
  const begin = () => void navigate({ to: '/projects/$slug/changelog/new', params: { slug } });
  useShortcuts(mayWork ? [{ keys: 'n', label: texts.new, run: begin }] : []);
  return (
    <Page
      title={texts.title}
      lead={subscribers && texts.subscribers(subscribers)}
      actions={
        <>
          <CsvMenu
            save={({ bom }) =>
              download(
                call,
                'GET /v1/changelog/export.csv',
                { query: { status: filters.status, q: filters.q, bom } },
                `${slug}-changelog.csv`,
              )
            }
          />
          {mayWork && (
            <LinkButton look="primary" icon={<Plus size={16} />} to="/projects/$slug/changelog/new" params={{ slug }}>
              {texts.new}
            </LinkButton>
          )}
        </>
      }
    >
      {list.data?.total === 0 && !Object.keys(filters).length ? (
        <Empty icon={<Megaphone size={28} />} title={texts.empty}>
          <p>{texts.emptyHint}</p>
        </Empty>
      ) : (
        <>
          <Group className="filters" aria-label={texts.filters}>
            <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => setFilters({ q }, 'typing')} />
            <FilterChoice
              label={texts.status}
              values={STATUSES}
              names={texts.statuses}
              value={filters.status}
              onChange={(status) => setFilters({ status })}
            />
          </Group>
          <PagedList
            query={list}
            skeleton={<Skeleton lines={8} height="2.75rem" />}
            empty={<Empty title={texts.noMatches} />}
            onPage={(page) => setFilters({ page }, 'page')}
          >
            {(items) => (
              <ul className="rows" aria-label={texts.list}>
                {items.map((entry) => (
                  <Row key={entry.id} entry={entry} />
                ))}
              </ul>
            )}
          </PagedList>
        </>
      )}
    </Page>
  );
}

function Row({ entry }: { entry: ChangelogEntry }) {
  const { slug } = useProject();
  const { id, title, type, version, tags, status, published_at, scheduled_at, updated_at } = entry;
  return (
    <li className="row">
      <span className="row-main">
        <Link to="/projects/$slug/changelog/$id" params={{ slug, id }} className="row-title" dir="auto">
          {title}
        </Link>
        <span className="row-meta">
          <span>{texts.types[type]}</span>
          {version && <span>{version}</span>}
          {tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
          {scheduled_at ? <span>{dateTime(scheduled_at)}</span> : <Time iso={published_at ?? updated_at} />}
        </span>
      </span>
      <EntryFigures entry={entry} />
      <span className={`status ${status}`}>{texts.statuses[status]}</span>
    </li>
  );
}
