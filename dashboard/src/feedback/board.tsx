import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Select } from '../ui/field.tsx';
import { usePageSearch } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import {
  type BoardView,
  createLanes,
  DENSITIES,
  GROUPINGS,
  ORDERS,
  readSavedView,
  readView,
  saveView,
  toListOrder,
} from './board-view.ts';
import { Cards } from './cards.tsx';
import { useEntryChanges } from './changes.ts';
import { FeedbackTabs } from './feedback-tabs.tsx';
import { type Status } from './filters.ts';
import { NoFeedback } from './no-feedback.tsx';
import { useStatuses } from './fields/statuses.ts';
import { BY_SCORE, useScores } from './scores/scores.ts';

const COLUMN = 50;
/** Statuses whose columns can be collapsed, as they are at first. */
const FINAL: readonly Status[] = ['done', 'declined'];
const EXPANDED_KEY = 'earshot.board.expanded';

/** Board of entries by status. Cards are moved by mouse, touch, keyboard or number keys. */
export function Board() {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const { setStatus } = useEntryChanges();
  const [view, changeView] = useBoardView();
  const { names, settable, mark } = useStatuses();
  const scores = useScores().map(({ name }) => name);
  const order = toListOrder(view.order, scores);
  const columns = settable.map((status) => ({
    status,
    query: useRead('GET /v1/feedback', { query: { status, ...order, limit: COLUMN } }),
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
    const entry = columns.flatMap(({ query }) => query.data?.data ?? []).find((one) => one.id === id);
    return entry ? [entry] : [];
  };
  useShortcuts(
    mayWork
      ? settable.map((status, index) => ({
          keys: String(index + 1),
          label: texts.keys.status(names[status]),
          run: () => void setStatus(focused(), status),
        }))
      : [],
  );
  // A moved card may be in both columns until the lists are requested again.
  const listEntries = ({ status, query }: (typeof columns)[number]): Feedback[] =>
    isCollapsed(status) ? [] : (query.data?.data.filter((entry) => entry.status === status) ?? []);
  const lanes = createLanes(view.lanes, columns.flatMap(listEntries));
  const isManual = order.sort === 'manual';

  const heading = ({ status, query }: (typeof columns)[number]) => (
    <h2 id={`column-${status}`}>
      {FINAL.includes(status) ? (
        <Button className="column-toggle" aria-expanded={!isCollapsed(status)} onPress={() => toggle(status)}>
          <ChevronRight size={15} aria-hidden />
          <span {...mark(status)}>{names[status]}</span>
        </Button>
      ) : (
        <span {...mark(status)}>{names[status]}</span>
      )}
      <span className="soft">{query.data?.total.toLocaleString()}</span>
    </h2>
  );
  const more = ({ status, query }: (typeof columns)[number]) =>
    (query.data?.total ?? 0) > COLUMN &&
    !isCollapsed(status) && (
      <Link to="/projects/$slug/feedback" params={{ slug }} search={{ status, ...order }}>
        {texts.moreInColumn((query.data?.total ?? 0) - COLUMN)}
      </Link>
    );

  return (
    <Page
      title={texts.title}
      tabs={<FeedbackTabs slug={slug} board={view} />}
      lead={<span className="for-keyboards">{isManual ? texts.manualHint : texts.boardHint}</span>}
      isWide
      fillsWindow
    >
      <ViewControls
        view={{ ...view, order: order.score === undefined ? order.sort : view.order }}
        scores={scores}
        onChange={changeView}
      />
      {columns.every(({ query }) => query.data?.total === 0) ? (
        <NoFeedback slug={slug} />
      ) : lanes.length > 0 ? (
        <div className={`board lanes ${view.density}`}>
          <div className="lane-heads" style={{ gridTemplateColumns: buildTemplate(settable, isCollapsed) }}>
            {columns.map((column) => (
              <div key={column.status} className={isCollapsed(column.status) ? 'lane-head collapsed' : 'lane-head'}>
                {heading(column)}
                {more(column)}
              </div>
            ))}
          </div>
          {lanes.map((lane) => (
            <details key={lane.id} open className="lane">
              <summary>
                <h3>{lane.title}</h3>
                <span className="soft">{columns.flatMap(listEntries).filter(lane.contains).length}</span>
              </summary>
              <div className="lane-cells" style={{ gridTemplateColumns: buildTemplate(settable, isCollapsed) }}>
                {columns.map((column) => (
                  <Cards
                    key={column.status}
                    status={column.status}
                    lane={lane}
                    label={texts.cell(names[column.status], lane.title)}
                    entries={listEntries(column).filter(lane.contains)}
                    isCollapsed={isCollapsed(column.status)}
                    isManual={isManual}
                  />
                ))}
              </div>
            </details>
          ))}
        </div>
      ) : (
        <div className={`board ${view.density}`}>
          {columns.map((column) => (
            <section key={column.status} className={isCollapsed(column.status) ? 'column collapsed' : 'column'}>
              {heading(column)}
              <Loaded query={column.query} skeleton={<Skeleton lines={3} height="4rem" />}>
                {() => (
                  <>
                    {/* A collapsed column still accepts cards. */}
                    <Cards
                      status={column.status}
                      entries={listEntries(column)}
                      isCollapsed={isCollapsed(column.status)}
                      isManual={isManual}
                    />
                    {more(column)}
                  </>
                )}
              </Loaded>
            </section>
          ))}
        </div>
      )}
    </Page>
  );
}

/** Returns the widths of the columns: those of a board without lanes. */
const buildTemplate = (statuses: Status[], isCollapsed: (status: Status) => boolean) =>
  statuses.map((status) => (isCollapsed(status) ? '3rem' : 'minmax(14rem, 1fr)')).join(' ');

/** View of the board in the URL. A URL without a view gets the view that the user chose last. */
function useBoardView() {
  const [shown, change] = usePageSearch(readView);
  const view = { ...readSavedView(), ...shown };
  const isComplete = Object.keys(shown).length === Object.keys(view).length;
  const { order, lanes, density } = view;
  useEffect(() => {
    if (isComplete) saveView({ order, lanes, density });
    else change({ order, lanes, density }, 'default');
  }, [isComplete, order, lanes, density]);
  return [view, change] as const;
}

interface ViewControlsProps {
  view: BoardView;
  /** Names of the scores of the project. */
  scores: string[];
  onChange: (changes: Partial<BoardView>) => void;
}

/** Order, lanes and density of the board. */
function ViewControls({ view, scores, onChange }: ViewControlsProps) {
  const { viewLabels, viewOptions } = texts;
  return (
    <div className="filters board-view" role="group" aria-label={viewLabels.view}>
      <Select
        label={viewLabels.order}
        isLabelHidden
        options={[
          ...ORDERS.map((id) => ({ id, label: `${viewLabels.order}: ${viewOptions.order[id]}` })),
          ...scores.map((name) => ({ id: BY_SCORE + name, label: `${viewLabels.order}: ${texts.byScore(name)}` })),
        ]}
        value={view.order}
        onChange={(order) => onChange({ order })}
      />
      <Select
        label={viewLabels.lanes}
        isLabelHidden
        options={GROUPINGS.map((id) => ({ id, label: `${viewLabels.lanes}: ${viewOptions.lanes[id]}` }))}
        value={view.lanes}
        onChange={(lanes) => onChange({ lanes })}
      />
      <Select
        label={viewLabels.density}
        isLabelHidden
        options={DENSITIES.map((id) => ({ id, label: `${viewLabels.density}: ${viewOptions.density[id]}` }))}
        value={view.density}
        onChange={(density) => onChange({ density })}
      />
    </div>
  );
}

/** Returns the collapsible columns that the user expanded. */
const readExpanded = (): Status[] => {
  const kept = localStorage.getItem(EXPANDED_KEY)?.split(',') ?? [];
  return FINAL.filter((status) => kept.includes(status));
};
