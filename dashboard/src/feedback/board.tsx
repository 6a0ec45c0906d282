import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, ChevronUp, GripVertical, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { Button, GridList, GridListItem, isTextDropItem, useDragAndDrop } from 'react-aria-components';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Page } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { useEntryChanges } from './changes.ts';
import { type Status, STATUSES } from './filters.ts';
import { FeedbackTabs } from './feedback-tabs.tsx';

const COLUMN = 50;
/** Statuses whose columns can be collapsed, as they are at first. */
const FINAL: readonly Status[] = ['done', 'declined'];
const EXPANDED_KEY = 'earshot.board.expanded';
const DRAGGED = 'earshot-feedback';

/** Board of entries by status. Cards are moved by mouse, touch, keyboard or number keys. */
export function Board() {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const { setStatus } = useEntryChanges();
  const columns = STATUSES.map((status) => ({
    status,
    query: useRead('GET /v1/feedback', { query: { status, sort: 'top', limit: COLUMN } }),
  }));
  const [expanded, setExpanded] = useState(readExpanded);
  const isCollapsed = (status: Status) => FINAL.includes(status) && !expanded.includes(status);
  const toggle = (status: Status) => {
    const next = isCollapsed(status) ? [...expanded, status] : expanded.filter((one) => one !== status);
    setExpanded(next);
    localStorage.setItem(EXPANDED_KEY, next.join());
  };
  const focused = () => {
    const id = document.activeElement?.closest('.card')?.getAttribute('data-key');
    return columns.flatMap(({ query }) => query.data?.data ?? []).filter((entry) => entry.id === id);
  };
  useShortcuts(
    mayWork
      ? STATUSES.map((status, index) => ({
          keys: String(index + 1),
          label: texts.keys.status(texts.statuses[status]),
          run: () => void setStatus(focused(), status),
        }))
      : [],
  );
  return (
    <Page title={texts.title} tabs={<FeedbackTabs slug={slug} />} lead={texts.boardHint} isWide fillsWindow>
      <div className="board">
        {columns.map(({ status, query }) => (
          <section key={status} className={isCollapsed(status) ? 'column collapsed' : 'column'}>
            <h2 id={`column-${status}`}>
              {FINAL.includes(status) ? (
                <Button className="column-toggle" aria-expanded={!isCollapsed(status)} onPress={() => toggle(status)}>
                  <ChevronRight size={15} aria-hidden />
                  <span className={`status ${status}`}>{texts.statuses[status]}</span>
                </Button>
              ) : (
                <span className={`status ${status}`}>{texts.statuses[status]}</span>
              )}
              <span className="soft">{query.data?.total.toLocaleString()}</span>
            </h2>
            <Loaded query={query} skeleton={<Skeleton lines={3} height="4rem" />}>
              {({ data, total }) => (
                <>
                  {/* A collapsed column still accepts cards. A moved card may be in both columns until the lists are requested again. */}
                  <Cards
                    status={status}
                    entries={isCollapsed(status) ? [] : data.filter((entry) => entry.status === status)}
                    isCollapsed={isCollapsed(status)}
                  />
                  {total > COLUMN && !isCollapsed(status) && (
                    <Link to="/projects/$slug/feedback" params={{ slug }} search={{ status, sort: 'top' }}>
                      {texts.moreInColumn(total - COLUMN)}
                    </Link>
                  )}
                </>
              )}
            </Loaded>
          </section>
        ))}
      </div>
    </Page>
  );
}

/** Returns the collapsible columns that the user expanded. */
const readExpanded = (): Status[] => {
  const kept = localStorage.getItem(EXPANDED_KEY)?.split(',') ?? [];
  return FINAL.filter((status) => kept.includes(status));
};

interface CardsProps {
  status: Status;
  entries: Feedback[];
  isCollapsed: boolean;
}

function Cards({ status, entries, isCollapsed }: CardsProps) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const mayWork = useMay('member');
  const { setStatus } = useEntryChanges();
  const byId = (id: unknown) => entries.find((entry) => entry.id === id);
  const { dragAndDropHooks } = useDragAndDrop<Feedback>({
    getItems: (keys) => [...keys].map((key) => ({ [DRAGGED]: JSON.stringify(byId(key)), 'text/plain': byId(key)?.title ?? '' })),
    acceptedDragTypes: [DRAGGED],
    getDropOperation: () => 'move',
    onRootDrop: ({ items }) => {
      void Promise.all(items.filter(isTextDropItem).map((item) => item.getText(DRAGGED))).then((dropped) =>
        setStatus(
          dropped.map((text) => JSON.parse(text) as Feedback),
          status,
        ),
      );
    },
    isDisabled: !mayWork,
  });
  return (
    <GridList
      aria-labelledby={`column-${status}`}
      className="cards"
      items={entries}
      dragAndDropHooks={dragAndDropHooks}
      onAction={(id) => void navigate({ to: '/projects/$slug/feedback/$id', params: { slug, id: String(id) } })}
      renderEmptyState={() => !isCollapsed && <p className="soft">{texts.emptyColumn}</p>}
    >
      {(entry) => (
        <GridListItem id={entry.id} textValue={entry.title} className="card">
          {mayWork && (
            <Button slot="drag" className="drag" aria-label={texts.card(entry.title)}>
              <GripVertical size={14} />
            </Button>
          )}
          <span className="card-title">{entry.title}</span>
          <span className="row-meta">
            <span title={texts.voteCount(entry.upvote_count)}>
              <ChevronUp size={13} aria-hidden /> {entry.upvote_count}
            </span>
            <span>{texts.types[entry.type]}</span>
            {entry.comment_count > 0 && (
              <span title={texts.commentCount(entry.comment_count)}>
                <MessageSquare size={13} aria-hidden /> {entry.comment_count}
              </span>
            )}
            {entry.tags.map((tag) => (
              <Button
                key={tag}
                className="tag clickable"
                aria-label={texts.showTag(tag)}
                onPress={() => void navigate({ to: '/projects/$slug/feedback', params: { slug }, search: { tag } })}
              >
                {tag}
              </Button>
            ))}
          </span>
        </GridListItem>
      )}
    </GridList>
  );
}
