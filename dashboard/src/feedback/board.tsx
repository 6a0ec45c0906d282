import { NO_CUSTOM_STATUS } from '@earshot/contract/services/feedback/statuses';
import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from './texts/en/feedback.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { usePageSearch } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { parseOneOf } from '../ui/search.ts';
import { Empty, Loaded, Skeleton } from '../ui/state.tsx';
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
import { useFilterBar } from './filter-bar.tsx';
import { type Filters, readListState, type Status, toFilters } from './filters.ts';
import { DisplayMenu, type DisplaySection } from './list/display-menu.tsx';
import { NoFeedback } from './no-feedback.tsx';
import { type StatusChoice, useStatuses } from './fields/statuses.ts';
import { toStatusShortcuts } from './status.tsx';
import { BY_SCORE, useScores } from './scores/scores.ts';
import { formatNumber } from '../texts/plural.ts';

const COLUMN = 50;
/** Statuses whose columns can be collapsed, as they are at first. */
const FINAL: ReadonlySet<Status> = new Set<Status>(['done', 'declined']);
const EXPANDED_KEY = 'earshot.board.expanded';
const HIDDEN_KEY = 'earshot.board.hidden';

/** Board of entries by status. */
export function Board() {
  const { choices } = useStatuses();
  // Each column has a request of its own.
  return <Columns key={choices.map(({ id }) => id).join()} />;
}

/** Columns of entries. Cards are moved by mouse, touch, keyboard or number keys. */
function Columns() {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const { setStatus } = useEntryChanges();
  const [view, changeView] = useBoardView();
  const [filters, changeFilters] = usePageSearch(readBoardFilters);
  const { tools, chips } = useFilterBar({
    filters,
    onChange: changeFilters,
    onClear: () => changeFilters(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]))),
    without: ['status', 'custom_status'],
  });
  const { choices, custom, idOf, mark } = useStatuses();
  /** Returns the filter of a column. A state has a column for each of its custom statuses, and one for the other entries. */
  const toQuery = ({ status, custom_status: key }: StatusChoice) => ({
    status,
    ...(custom.some((one) => one.status === status) && { custom_status: key ?? NO_CUSTOM_STATUS }),
  });
  const scores = useScores().map(({ name }) => name);
  const order = toListOrder(view.order, scores);
  const [hidden, hide] = useState(() => readStatuses(HIDDEN_KEY));
  const visible = choices.filter(({ id }) => !hidden.includes(id));
  const columns = choices
    .map((choice) => ({
      choice,
      query: useRead(
        'GET /v1/feedback',
        { query: { ...filters, ...toQuery(choice), ...order, limit: COLUMN } },
        { enabled: visible.includes(choice), keep: true },
      ),
    }))
    .filter(({ choice }) => visible.includes(choice));
  const [expanded, setExpanded] = useState(() => readStatuses(EXPANDED_KEY));
  const isCollapsed = ({ id, status }: StatusChoice) => FINAL.has(status) && !expanded.includes(id);
  const toggle = (choice: StatusChoice) => {
    const next = isCollapsed(choice) ? [...expanded, choice.id] : expanded.filter((one) => one !== choice.id);
    setExpanded(next);
    localStorage.setItem(EXPANDED_KEY, next.join());
  };
  const focused = () => {
    const id = document.activeElement?.closest('.card')?.getAttribute('data-key');
    const entry = columns.flatMap(({ query }) => query.data?.data ?? []).find((one) => one.id === id);
    return entry ? [entry] : [];
  };
  useShortcuts(mayWork ? toStatusShortcuts(choices, (choice) => void setStatus(focused(), choice)) : []);
  // A moved card may be in both columns until the lists are requested again.
  const listEntries = ({ choice, query }: (typeof columns)[number]): Feedback[] =>
    isCollapsed(choice) ? [] : (query.data?.data.filter((entry) => idOf(entry) === choice.id) ?? []);
  const lanes = createLanes(view.lanes, columns.flatMap(listEntries));
  const isManual = order.sort === 'manual';
  const isFiltered = Object.keys(filters).length > 0 || hidden.length > 0;

  const heading = ({ choice, query }: (typeof columns)[number]) => (
    <h2 id={`column-${choice.id}`}>
      {FINAL.has(choice.status) ? (
        <Button className="column-toggle" aria-expanded={!isCollapsed(choice)} onPress={() => toggle(choice)}>
          <ChevronRight size={15} aria-hidden />
          <span {...mark(choice)}>{choice.name}</span>
        </Button>
      ) : (
        <span {...mark(choice)}>{choice.name}</span>
      )}
      <span className="soft">{query.data && formatNumber(query.data.total)}</span>
    </h2>
  );
  const more = ({ choice, query }: (typeof columns)[number]) =>
    (query.data?.total ?? 0) > COLUMN &&
    !isCollapsed(choice) && (
      <Link to="/projects/$slug/feedback" params={{ slug }} search={{ ...filters, ...toQuery(choice), ...order }}>
        {texts.moreInColumn((query.data?.total ?? 0) - COLUMN)}
      </Link>
    );

  return (
    <Page
      title={texts.title}
      tabs={<FeedbackTabs slug={slug} board={view} />}
      tools={
        <>
          {tools}
          <DisplayMenu
            sections={[
              ...toSections({
                view: { ...view, order: order.score === undefined ? order.sort : view.order },
                scores,
                onChange: changeView,
              }),
              {
                title: texts.viewLabels.columns,
                mode: 'multiple',
                options: choices.map(({ id, name }) => ({ id, label: name })),
                selected: visible.map(({ id }) => id),
                onChange: (shown) => {
                  const next = choices.flatMap(({ id }) => (shown.includes(id) ? [] : [id]));
                  hide(next);
                  localStorage.setItem(HIDDEN_KEY, next.join());
                },
              },
            ]}
          />
        </>
      }
      isWide
      fillsWindow
    >
      <p className="unseen">{isManual ? texts.manualHint : texts.boardHint}</p>
      {chips}
      {columns.length > 0 && columns.every(({ query }) => query.data?.total === 0) ? (
        isFiltered ? (
          <Empty title={texts.noMatches} />
        ) : (
          <NoFeedback slug={slug} />
        )
      ) : lanes.length > 0 ? (
        <div className={`board lanes ${view.density}`}>
          <div className="lane-heads" style={{ gridTemplateColumns: buildTemplate(visible, isCollapsed) }}>
            {columns.map((column) => (
              <div key={column.choice.id} className={isCollapsed(column.choice) ? 'lane-head collapsed' : 'lane-head'}>
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
              <div className="lane-cells" style={{ gridTemplateColumns: buildTemplate(visible, isCollapsed) }}>
                {columns.map((column) => (
                  <Cards
                    key={column.choice.id}
                    column={column.choice}
                    lane={lane}
                    label={texts.cell(column.choice.name, lane.title)}
                    entries={listEntries(column).filter(lane.contains)}
                    isCollapsed={isCollapsed(column.choice)}
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
            <section key={column.choice.id} className={isCollapsed(column.choice) ? 'column collapsed' : 'column'}>
              {heading(column)}
              <Loaded query={column.query} skeleton={<Skeleton lines={3} height="4rem" />}>
                {() => (
                  <>
                    {/* A collapsed column still accepts cards. */}
                    <Cards
                      column={column.choice}
                      entries={listEntries(column)}
                      isCollapsed={isCollapsed(column.choice)}
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
const buildTemplate = (choices: StatusChoice[], isCollapsed: (choice: StatusChoice) => boolean) =>
  choices.map((choice) => (isCollapsed(choice) ? '3rem' : 'minmax(14rem, 1fr)')).join(' ');

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

interface ViewSections {
  view: BoardView;
  /** Names of the scores of the project. */
  scores: string[];
  onChange: (changes: Partial<BoardView>) => void;
}

/** Returns the choices of order, lanes and density. */
function toSections({ view, scores, onChange }: ViewSections): DisplaySection[] {
  const { viewLabels, viewOptions } = texts;
  return [
    {
      title: viewLabels.order,
      mode: 'single',
      options: [
        ...ORDERS.map((id) => ({ id, label: viewOptions.order[id] })),
        ...scores.map((name) => ({ id: BY_SCORE + name, label: texts.byScore(name) })),
      ],
      selected: [view.order],
      onChange: ([order]) => onChange({ ...(order !== undefined && { order }) }),
    },
    {
      title: viewLabels.lanes,
      mode: 'single',
      options: GROUPINGS.map((id) => ({ id, label: viewOptions.lanes[id] })),
      selected: [view.lanes],
      onChange: ([lanes]) => onChange({ lanes: parseOneOf(GROUPINGS, lanes) ?? view.lanes }),
    },
    {
      title: viewLabels.density,
      mode: 'single',
      options: DENSITIES.map((id) => ({ id, label: viewOptions.density[id] })),
      selected: [view.density],
      onChange: ([density]) => onChange({ density: parseOneOf(DENSITIES, density) ?? view.density }),
    },
  ];
}

/** Returns the statuses that this browser keeps under a key. */
const readStatuses = (key: string): string[] => localStorage.getItem(key)?.split(',').filter(Boolean) ?? [];

/** Reads the filters of the board from a URL. Its columns are the filter by status. */
function readBoardFilters(search: Record<string, unknown>): Filters {
  const {
    status: _status,
    status_not: _not,
    custom_status: _custom,
    custom_status_not: _customNot,
    score: _score,
    score_min: _min,
    score_weights: _weights,
    ...filters
  } = toFilters(readListState(search));
  return filters;
}
