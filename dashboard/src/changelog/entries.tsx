import { STATUSES } from '@earshot/contract/services/changelog/values';
import type { ChangelogEntry } from '@earshot/sdk';
import { changelog as texts } from './texts/en/changelog.ts';
import { suggestions } from '#texts/suggestions';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bug, Megaphone, Plus, Sparkles, TrendingUp, TriangleAlert } from 'lucide-react';
import { Group } from 'react-aria-components';
import { useClient, useRead } from '../api.ts';
import { useSuggestedDraft } from '../proposals/draft.tsx';
import { useHasModel } from '../proposals/model.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { download } from '../ui/download.ts';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { date, dateTime, Time } from '../ui/time.tsx';
import { EntryFigures } from './entry-figures.tsx';
import { readFilters } from './filters.ts';
import { ChangelogTabs } from './tabs.tsx';

const PAGE_SIZE = 30;
/** Number of tags that a row names. */
const MAX_TAGS = 2;
const TYPE_ICONS = { feature: Sparkles, improvement: TrendingUp, fix: Bug, breaking: TriangleAlert };

/** List of published and scheduled entries and drafts. */
export function Entries() {
  const { slug } = useProject();
  const [filters, setFilters] = useListSearch(readFilters);
  const call = useClient();
  const navigate = useNavigate();
  const list = useRead('GET /v1/changelog', { query: { ...filters, limit: PAGE_SIZE } }, { keep: true });
  const mayWork = useMay('member');
  const begin = () => void navigate({ to: '/projects/$slug/changelog/new', params: { slug } });
  useShortcuts(mayWork ? [{ keys: 'n', label: texts.new, run: begin }] : []);
  return (
    <Page
      title={texts.title}
      tabs={<ChangelogTabs />}
      tools={
        <Group className="filters tools" aria-label={texts.filters}>
          <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => setFilters({ q }, 'typing')} />
          <FilterChoice
            label={texts.status}
            values={STATUSES}
            names={texts.statuses}
            value={filters.status}
            onChange={(status) => setFilters({ status })}
          />
        </Group>
      }
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
          {mayWork && <SuggestDraft />}
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
        <PagedList
          query={list}
          skeleton={<Skeleton lines={12} height="2.25rem" />}
          empty={<Empty title={texts.noMatches} />}
          onPage={(page) => setFilters({ page }, 'page')}
        >
          {(items) => (
            <ul className="rows compact releases" aria-label={texts.list}>
              {items.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </Page>
  );
}

/** Button that asks for a draft about finished feedback, where the instance has a language model. */
function SuggestDraft() {
  const { slug } = useProject();
  const navigate = useNavigate();
  const draft = useSuggestedDraft({
    none: suggestions.noneFinished,
    onCreated: (id) => void navigate({ to: '/projects/$slug/changelog/$id', params: { slug, id } }),
  });
  if (!useHasModel()) return undefined;
  return (
    <>
      <Button icon={<Sparkles size={16} />} isPending={draft.isBusy} onPress={() => draft.ask({ kind: 'release_notes' })}>
        {suggestions.fromFinished}
      </Button>
      {draft.dialog}
    </>
  );
}

/** Row of one line, whose cells are below each other. Cells without a value keep their place. */
function Row({ entry }: { entry: ChangelogEntry }) {
  const { slug } = useProject();
  const { id, title, type, version, tags, status, published_at, scheduled_at, updated_at } = entry;
  const TypeIcon = TYPE_ICONS[type];
  const others = tags.slice(MAX_TAGS);
  return (
    <li className="row">
      <span className="row-type" title={texts.types[type]}>
        <TypeIcon size={15} aria-hidden />
        <span className="unseen">{texts.types[type]}</span>
      </span>
      <span className="row-main">
        <Link to="/projects/$slug/changelog/$id" params={{ slug, id }} className="row-title" dir="auto">
          {title}
        </Link>
        <span className="row-labels">
          {tags.slice(0, MAX_TAGS).map((tag) => (
            <span key={tag} className="tag" dir="auto">
              {tag}
            </span>
          ))}
          {others.length > 0 && (
            <span className="tag" title={texts.moreTags(others)}>
              +{others.length}
            </span>
          )}
        </span>
      </span>
      <span className="row-cell version">{version}</span>
      <span className="row-cell figures">
        <EntryFigures entry={entry} />
      </span>
      <span className="row-cell state">
        <span className={`status ${status}`}>{texts.statuses[status]}</span>
      </span>
      <span className="row-cell age">
        {scheduled_at ? (
          <time dateTime={scheduled_at} title={dateTime(scheduled_at)}>
            {date(scheduled_at)}
          </time>
        ) : (
          <Time iso={published_at ?? updated_at} />
        )}
      </span>
    </li>
  );
}
