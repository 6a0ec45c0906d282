import type { ViewColumn } from '@earshot/contract/services/feedback/values';
import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '../texts/en/feedback.ts';
import { inbox } from '../texts/en/inbox.ts';
import { people } from '#texts/people';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { lazily, PartNotLoaded } from '../../lazy.tsx';
import { useOwnId } from '../../people/members.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { Checkbox } from '../../ui/field.tsx';
import { BulkBar } from '../bulk-bar.tsx';
import { useEntryChanges } from '../changes.ts';
import { DeleteDialog, TagDialog } from '../dialogs.tsx';
import { MergeDialog } from '../merge-dialog.tsx';
import type { ListState } from '../filters.ts';
import { Row, RowSkeleton } from '../row.tsx';
import { CompactRow } from './compact-row.tsx';
import type { RowDensity } from './density.ts';
import { saveOrigin } from './origin.ts';
import type { EntryPages } from './pages.ts';
import { MAX_SELECTED, useSelection } from './selection.ts';
import { SimilarDialog } from './similar-dialog.tsx';
import { type StatusChoice, useStatuses } from '../fields/statuses.ts';
import { toStatusShortcuts } from '../status.tsx';

/** Height of a row before it is measured. */
const ROW_PX: Record<RowDensity, number> = { compact: 36, comfortable: 58 };
/** Height of a compact row of two lines on phones. */
const PHONE_ROW_PX = 60;
const IS_PHONE = '(width < 60rem)';
const OVERSCAN = 10;
/** Height of the sticky head, which covers rows. */
const HEAD_PX = 48;

const Peek = lazily(() => import('./peek.tsx'), 'default', PartNotLoaded);

type OpenDialog = { about: 'merge' | 'similar' | 'tag' | 'delete'; entries: Feedback[] };

interface EntryListProps {
  pages: EntryPages;
  columns: readonly ViewColumn[];
  density: RowDensity;
  /** State of the list, to which the page of an entry leads back. */
  search: ListState;
  /** Shown in the head of the list while nothing is selected. */
  views: ReactNode;
  controls: ReactNode;
}

/** List of entries with keyboard navigation and selection. Renders only rows in view. */
export function EntryList({ pages, columns, density, search, views, controls }: EntryListProps) {
  const { total, at } = pages;
  const { slug } = useProject();
  const navigate = useNavigate();
  const mayWork = useMay('member');
  const { setStatus, assign } = useEntryChanges();
  const me = useOwnId();
  const selection = useSelection(pages);
  const [dialog, openDialog] = useState<OpenDialog>();
  const rows = useRef<HTMLUListElement>(null);
  const { items, height, scrollTo, measure } = useVirtualRows(rows, pages, density);
  const [isPeeking, peek] = useState(false);
  const [current, setCurrent] = useState(-1);
  const { focus, focused, place } = useRowFocus(rows, { total, scrollTo });
  const onRow = (index: number) => {
    place.current = index;
    setCurrent(index);
    const entry = at(index);
    if (entry) saveOrigin({ slug, search, index, id: entry.id });
  };
  const openPeek = () => {
    focus(Math.max(0, focused()));
    peek(true);
  };
  const peeked = isPeeking ? at(current) : undefined;
  const RowContent = density === 'compact' ? CompactRow : Row;

  /** Entries that a shortcut applies to: the selection, or the focused entry. */
  const targetEntries = () => (selection.size ? selection.entries() : [at(focused())].filter((entry) => entry !== undefined));
  const act = (about: OpenDialog['about']) => {
    const entries = targetEntries();
    if (entries.length) openDialog({ about, entries });
  };
  const { choices } = useStatuses();
  const moveTo = (entries: Feedback[], choice: StatusChoice) => {
    void setStatus(entries, choice);
    selection.clear();
  };
  const assignTo = (entries: Feedback[], memberId: string | null, name: string) => {
    void assign(entries, memberId, name);
    selection.clear();
  };
  const extend = (step: 1 | -1) => {
    const from = Math.max(0, focused());
    const to = Math.max(0, Math.min(from + step, total - 1));
    focus(to);
    void selection.extend(from, to);
  };

  const handlers = useStable({
    onSelect: (index: number, isRange: boolean) => (isRange ? void selection.addRange(index) : selection.toggle(index)),
    onStatus: (entry: Feedback, choice: StatusChoice) => void setStatus([entry], choice),
    onSimilar: (entry: Feedback) => openDialog({ about: 'similar', entries: [entry] }),
  });

  useShortcuts([
    { keys: 'j', label: texts.keys.next, run: () => focus(focused() + 1) },
    { keys: 'k', label: texts.keys.previous, run: () => focus(focused() - 1) },
    {
      keys: 'o',
      label: texts.keys.open,
      run: () => {
        const entry = at(Math.max(0, focused()));
        if (entry) void navigate({ to: '/projects/$slug/feedback/$id', params: { slug, id: entry.id } });
      },
    },
    ...(matchMedia(IS_PHONE).matches
      ? []
      : [
          {
            keys: 'Space',
            label: isPeeking ? inbox.keys.closePeek : inbox.keys.peek,
            run: isPeeking ? () => peek(false) : openPeek,
          },
        ]),
    ...(isPeeking ? [{ keys: 'Escape', label: inbox.keys.closePeek, run: () => peek(false) }] : []),
    ...(mayWork
      ? [
          { keys: 'x', label: texts.keys.select, run: () => selection.toggle(focused()) },
          { keys: 'J', label: inbox.keys.selectNext, run: () => extend(1) },
          { keys: 'K', label: inbox.keys.selectPrevious, run: () => extend(-1) },
          { keys: 'mod+a', label: inbox.keys.selectAll, run: () => void selection.selectAll() },
          ...(selection.size && !isPeeking ? [{ keys: 'Escape', label: inbox.keys.clearSelection, run: selection.clear }] : []),
          ...toStatusShortcuts(choices, (choice) => moveTo(targetEntries(), choice)),
          { keys: 'i', label: people.keys.assignToMe, run: () => me && assignTo(targetEntries(), me, people.myself) },
          { keys: 'm', label: texts.keys.merge, run: () => act('merge') },
          { keys: 't', label: texts.keys.tag, run: () => act('tag') },
          { keys: '#', label: texts.keys.delete, run: () => act('delete') },
        ]
      : []),
  ]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Menus of a row are not inside the list in the document.
    if (!event.currentTarget.contains(event.target as Node) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    if (event.shiftKey && mayWork) extend(step);
    else focus(focused() + step);
  };

  return (
    <>
      <div className="list-head">
        {mayWork && <SelectAll selection={selection} total={total} />}
        {selection.size > 0 ? (
          <BulkBar
            label={selection.size < MAX_SELECTED ? texts.selected(selection.size) : inbox.selectedOf(selection.size, total)}
            onStatus={(choice) => moveTo(selection.entries(), choice)}
            onAssign={(memberId, name) => assignTo(selection.entries(), memberId, name)}
            onTag={() => act('tag')}
            onMerge={() => act('merge')}
            onDelete={() => act('delete')}
            onClear={selection.clear}
          />
        ) : (
          <>
            {views}
            <span className="soft" role="status">
              {selection.isLoading ? inbox.selecting : inbox.count(total)}
            </span>
            {controls}
          </>
        )}
      </div>
      <ul ref={rows} className={`rows ${density}`} aria-label={texts.list} style={height} onKeyDown={onKeyDown}>
        {items.map(({ index }) => {
          const entry = at(index);
          return (
            <li
              key={index}
              ref={measure}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className={selection.has(entry) ? 'row selected' : 'row'}
              onFocus={() => onRow(index)}
              onClickCapture={() => onRow(index)}
              onClick={(event) => {
                if (!mayWork || !event.shiftKey || !isBlank(event)) return;
                getSelection()?.removeAllRanges();
                void selection.addRange(index);
              }}
            >
              {entry ? (
                <RowContent
                  entry={entry}
                  index={index}
                  columns={columns}
                  isSelected={selection.has(entry)}
                  {...(mayWork && handlers)}
                />
              ) : (
                <RowSkeleton />
              )}
            </li>
          );
        })}
      </ul>
      {peeked && (
        <Suspense fallback={null}>
          <Peek entry={peeked} onClose={() => peek(false)} />
        </Suspense>
      )}
      {dialog && <ActionDialog {...dialog} onClose={() => openDialog(undefined)} onRemoved={selection.clear} />}
    </>
  );
}

function SelectAll({ selection, total }: { selection: ReturnType<typeof useSelection>; total: number }) {
  const isComplete = selection.size >= Math.min(total, MAX_SELECTED);
  return (
    <Checkbox
      aria-label={inbox.selectAll}
      isSelected={selection.size > 0 && isComplete}
      isIndeterminate={selection.size > 0 && !isComplete}
      onChange={() => (selection.size ? selection.clear() : void selection.selectAll())}
    />
  );
}

interface ActionDialogProps extends OpenDialog {
  onClose: () => void;
  /** Called after the entries have left the list. */
  onRemoved: () => void;
}

/** Asks for what an action on several entries needs, and performs it. */
function ActionDialog({ about, entries, onClose, onRemoved }: ActionDialogProps) {
  const { remove, addTag, merge } = useEntryChanges();
  const mergeInto = async (...merging: Parameters<typeof merge>) => {
    await merge(...merging);
    onRemoved();
  };
  const removeAll = async () => {
    await remove(entries);
    onRemoved();
  };
  const [first] = entries;
  if (about === 'similar' && first) return <SimilarDialog entry={first} onClose={onClose} onMerge={mergeInto} />;
  if (about === 'merge') return <MergeDialog entries={entries} onClose={onClose} onMerge={mergeInto} />;
  if (about === 'tag') return <TagDialog onClose={onClose} onTag={(tag) => void addTag(entries, tag)} />;
  return <DeleteDialog count={entries.length} onClose={onClose} onDelete={removeAll} />;
}

interface Handlers {
  onSelect: (index: number, isRange: boolean) => void;
  onStatus: (entry: Feedback, choice: StatusChoice) => void;
  onSimilar: (entry: Feedback) => void;
}

/** Returns the same handlers on each render, which call those of the last render. */
function useStable(handlers: Handlers): Handlers {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState<Handlers>({
    onSelect: (...args) => latest.current.onSelect(...args),
    onStatus: (...args) => latest.current.onStatus(...args),
    onSimilar: (...args) => latest.current.onSimilar(...args),
  });
  return stable;
}

/** Returns whether a click is next to the controls of a row. */
const isBlank = ({ target }: MouseEvent) => target instanceof Element && !target.closest('a, button, label');

/** Rows in view, and the space of the others. */
function useVirtualRows(rows: { current: HTMLElement | null }, { total, showRange }: EntryPages, density: RowDensity) {
  const [margin, setMargin] = useState(0);
  // The filters above the list wrap, so that its position changes.
  useLayoutEffect(() => {
    if (rows.current) setMargin(Math.round(rows.current.getBoundingClientRect().top + scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => (matchMedia(IS_PHONE).matches && density === 'compact' ? PHONE_ROW_PX : ROW_PX[density]),
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollPaddingStart: HEAD_PX,
  });
  const items = virtualizer.getVirtualItems();
  const [start, end] = [items[0], items.at(-1)];
  useEffect(() => {
    if (start && end) showRange(start.index, end.index);
  }, [start?.index, end?.index]);
  return {
    items,
    height: {
      paddingBlockStart: start ? start.start - margin : 0,
      paddingBlockEnd: end ? virtualizer.getTotalSize() - (end.end - margin) : 0,
    },
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
  };
}

/** Keyboard focus on the titles of rows. */
function useRowFocus(
  rows: { current: HTMLElement | null },
  { total, scrollTo }: { total: number; scrollTo: (index: number) => void },
) {
  // Position of the focused entry. When an entry leaves the list, the next entry gets the focus.
  const place = useRef(-1);
  // Position of an entry that gets the focus as soon as it is rendered.
  const pending = useRef<number>(undefined);
  const linkAt = (index: number) => rows.current?.querySelector<HTMLElement>(`[data-index='${index}'] a.row-title`);
  const tryFocus = () => {
    const link = pending.current === undefined ? undefined : linkAt(pending.current);
    if (!link) return;
    pending.current = undefined;
    link.focus({ preventScroll: true });
  };
  const focus = (index: number) => {
    place.current = Math.max(0, Math.min(index, total - 1));
    pending.current = place.current;
    scrollTo(place.current);
    tryFocus();
  };
  useEffect(tryFocus);
  // The rows of other entries keep the focus when an entry leaves the list.
  useEffect(() => {
    if (total && place.current >= total && document.activeElement === document.body) focus(total - 1);
  }, [total]);
  const focused = () => {
    // Keys that are pressed before a row is rendered add up.
    if (pending.current !== undefined) return pending.current;
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');
    return row && rows.current?.contains(row) ? Number(row.dataset.index) : place.current;
  };
  return { focus, focused, place };
}
