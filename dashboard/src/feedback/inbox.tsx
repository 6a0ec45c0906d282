import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageSquareDashed, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { withoutEmpty } from '../ui/search.ts';
import { PagedList } from '../ui/pagination.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { useEntryChanges } from './changes.ts';
import { DeleteDialog, MergeDialog, TagDialog } from './dialogs.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, STATUSES } from './filters.ts';
import { NewEntry } from './new-entry.tsx';
import { Row } from './row.tsx';
import { FeedbackTabs } from './feedback-tabs.tsx';
import { DialogTrigger } from '../ui/dialog.tsx';

const PAGE_SIZE = 50;

type Question = { about: 'merge' | 'tag' | 'delete'; entries: Feedback[] };

/** List of feedback with keyboard navigation. */
export function Inbox() {
  const { slug } = useProject();
  const filters = useSearch({ from: '/app/projects/$slug/feedback' });
  const navigate = useNavigate({ from: '/projects/$slug/feedback' });
  const setFilters = (changes: Filters) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, page: undefined, ...changes }), replace: true });
  const list = useRead('GET /v1/feedback', { query: { ...filters, limit: PAGE_SIZE } }, { keep: true });
  const mayWork = useMay('member');
  return (
    <Page
      title={texts.title}
      tabs={<FeedbackTabs slug={slug} />}
      actions={
        mayWork && (
          <DialogTrigger>
            <Button look="primary" icon={<Plus size={16} />}>
              {texts.new}
            </Button>
            <NewEntry />
          </DialogTrigger>
        )
      }
    >
      <FilterBar filters={filters} onChange={setFilters} />
      <PagedList
        query={list}
        skeleton={<Skeleton lines={10} height="2.75rem" />}
        empty={
          Object.keys(filters).length ? (
            <Empty title={texts.noneFit}>
              <LinkButton to="/projects/$slug/feedback" params={{ slug }} search={{}}>
                {texts.clearFilters}
              </LinkButton>
            </Empty>
          ) : (
            <Empty icon={<MessageSquareDashed size={28} />} title={texts.empty}>
              <p>{texts.emptyHint}</p>
              <LinkButton look="primary" to="/projects/$slug" params={{ slug }}>
                {texts.firstSteps}
              </LinkButton>
            </Empty>
          )
        }
        onPage={(page) => setFilters({ page })}
      >
        {(items) => <Entries entries={items} />}
      </PagedList>
    </Page>
  );
}

function Entries({ entries }: { entries: Feedback[] }) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const mayWork = useMay('member');
  const { setStatus, remove, addTag, merge } = useEntryChanges();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [question, ask] = useState<Question>();
  const rows = useRef<HTMLUListElement>(null);
  // Index of the focused entry. When an entry leaves the list, the next entry gets the focus.
  const place = useRef(-1);

  const links = () => [...(rows.current?.querySelectorAll<HTMLElement>('a.row-title') ?? [])];
  const focus = (index: number) => {
    const all = links();
    place.current = Math.max(0, Math.min(index, all.length - 1));
    all[place.current]?.focus();
    all[place.current]?.closest('li')?.scrollIntoView({ block: 'nearest' });
  };
  const focused = () => {
    const index = links().findIndex((link) => link.closest('li')?.contains(document.activeElement));
    return index < 0 ? place.current : index;
  };
  useEffect(() => {
    if (place.current >= 0 && document.activeElement === document.body) focus(place.current);
  }, [entries]);

  const chosen = entries.filter(({ id }) => selected.has(id));
  /** Entries that a shortcut applies to: the selection, or the focused entry. */
  const meant = () => (chosen.length ? chosen : entries.filter((_, index) => index === focused()));
  const act = (about: Question['about']) => {
    const meantNow = meant();
    if (meantNow.length) ask({ about, entries: meantNow });
  };
  const toggle = (id: string) =>
    setSelected((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));

  useShortcuts([
    { keys: 'j', label: texts.keys.next, run: () => focus(focused() + 1) },
    { keys: 'k', label: texts.keys.previous, run: () => focus(focused() - 1) },
    {
      keys: 'o',
      label: texts.keys.open,
      run: () => {
        const [entry] = entries.slice(focused());
        if (entry) void navigate({ to: '/projects/$slug/feedback/$id', params: { slug, id: entry.id } });
      },
    },
    ...(mayWork
      ? [
          {
            keys: 'x',
            label: texts.keys.select,
            run: () => {
              const entry = entries[focused()];
              if (entry) toggle(entry.id);
            },
          },
          ...STATUSES.map((status, index) => ({
            keys: String(index + 1),
            label: texts.keys.status(texts.statuses[status]),
            run: () => {
              void setStatus(meant(), status);
              setSelected(new Set());
            },
          })),
          { keys: 'm', label: texts.keys.merge, run: () => act('merge') },
          { keys: 't', label: texts.keys.tag, run: () => act('tag') },
          { keys: '#', label: texts.keys.delete, run: () => act('delete') },
        ]
      : []),
  ]);

  return (
    <>
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          onStatus={(status) => {
            void setStatus(chosen, status);
            setSelected(new Set());
          }}
          onTag={() => ask({ about: 'tag', entries: chosen })}
          onMerge={() => ask({ about: 'merge', entries: chosen })}
          onDelete={() => ask({ about: 'delete', entries: chosen })}
          onClear={() => setSelected(new Set())}
        />
      )}
      <ul ref={rows} className="rows" aria-label={texts.list}>
        {entries.map((entry, index) => (
          <Row
            key={entry.id}
            entry={entry}
            isSelected={selected.has(entry.id)}
            onSelect={mayWork ? () => toggle(entry.id) : undefined}
            onStatus={mayWork ? (status) => void setStatus([entry], status) : undefined}
            onFocus={() => (place.current = index)}
          />
        ))}
      </ul>
      {question?.about === 'merge' && (
        <MergeDialog
          entries={question.entries}
          onClose={() => ask(undefined)}
          onMerge={async (into) => {
            for (const entry of question.entries) if (entry.id !== into.id) await merge(entry, into);
            setSelected(new Set());
          }}
        />
      )}
      {question?.about === 'tag' && (
        <TagDialog onClose={() => ask(undefined)} onTag={(tag) => void addTag(question.entries, tag)} />
      )}
      {question?.about === 'delete' && (
        <DeleteDialog
          count={question.entries.length}
          onClose={() => ask(undefined)}
          onDelete={async () => {
            await remove(question.entries);
            setSelected(new Set());
          }}
        />
      )}
    </>
  );
}
