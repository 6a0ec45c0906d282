import { DEFAULT_COLUMNS, SORTS, VIEW_COLUMNS, type ViewColumn } from '@earshot/contract/services/feedback/values';
import { feedback as texts } from './texts/en/feedback.ts';
import { inbox } from './texts/en/inbox.ts';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Query } from '@earshot/sdk';
import { useClient } from '../api.ts';
import { DialogNotLoaded, lazily, PartNotLoaded } from '../lazy.tsx';
import { useMay, useProject } from '../projects/projects.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { download } from '../ui/download.ts';
import { DialogTrigger } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { usePageSearch } from '../ui/history/page-search.ts';
import { useIsNarrow } from '../ui/media.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Loaded, Skeleton } from '../ui/state.tsx';
import { FeedbackTabs } from './feedback-tabs.tsx';
import { useFilterBar } from './filter-bar.tsx';
import { readListState, toFilters } from './filters.ts';
import { parseOneOf } from '../ui/search.ts';
import { ROW_DENSITIES, useRowDensity } from './list/density.ts';
import { DisplayMenu, type DisplaySection } from './list/display-menu.tsx';
import { EntryList } from './list/entry-list.tsx';
import { useEntryPages } from './list/pages.ts';
import { ViewTabs } from './list/views.tsx';
import { NewEntry } from './new/new-entry.tsx';
import { NoFeedback } from './no-feedback.tsx';
import { BY_SCORE, useScores } from './scores/scores.ts';

/** Returns changes that remove all parameters of a state. */
const toUndefined = <T extends object>(state: T) =>
  Object.fromEntries(Object.keys(state).map((name) => [name, undefined])) as { [Name in keyof T]: undefined };

const ScoreBar = lazily(() => import('./scores/score-bar.tsx'), 'default', PartNotLoaded);
const ScoreDialog = lazily(() => import('./scores/score-dialog.tsx'), 'default', DialogNotLoaded);

/** Value of the select of orders that creates a score. */
const NEW_SCORE = 'new-score';

/** List of feedback with filters and saved views. */
export function Inbox() {
  const { slug } = useProject();
  const [state, change] = usePageSearch(readListState);
  const filters = toFilters(state);
  const { sort = 'newest', columns = DEFAULT_COLUMNS } = state;
  const pages = useEntryPages(filters, state.sort);
  const mayWork = useMay('member');
  const scores = useScores();
  const score = scores.find(({ name }) => name === state.score);
  const [isCreating, create] = useState(false);
  const withoutScore = { score: undefined, score_weights: undefined, score_min: undefined };
  const sortBy = (next: string) => {
    if (next === NEW_SCORE) create(true);
    else if (next.startsWith(BY_SCORE)) change({ ...withoutScore, sort: 'score', score: next.slice(BY_SCORE.length) });
    else change({ ...withoutScore, sort: parseOneOf(SORTS, next === 'newest' ? undefined : next) });
  };
  const { tools, chips } = useFilterBar({
    filters,
    onChange: change,
    onClear: () => change({ ...toUndefined(filters), view: undefined }),
  });
  const [density, setDensity] = useRowDensity();
  const views = <ViewTabs state={state} onOpen={(next) => change({ ...toUndefined(state), ...next })} />;
  return (
    <Page
      title={texts.title}
      tabs={<FeedbackTabs slug={slug} />}
      tools={tools}
      isWide
      actions={
        <>
          <ExportButton query={{ ...filters, sort: state.sort }} />
          {mayWork && (
            <DialogTrigger>
              <Button look="primary" icon={<Plus size={16} />}>
                {texts.new}
              </Button>
              <NewEntry />
            </DialogTrigger>
          )}
        </>
      }
    >
      {chips}
      {score && sort === 'score' && (
        <Suspense fallback={null}>
          <ScoreBar
            key={score.name}
            score={score}
            weights={state.score_weights?.split(',').map(Number)}
            onWeights={(weights) =>
              change({ score_weights: weights?.map((weight) => String(Number(weight.toFixed(4)))).join() }, 'typing')
            }
            onDelete={() => change({ ...withoutScore, sort: undefined })}
          />
        </Suspense>
      )}
      <Loaded
        query={pages.first}
        skeleton={
          <>
            <div className="list-head">{views}</div>
            <Skeleton lines={20} height="1.75rem" />
          </>
        }
      >
        {({ total }) =>
          total > 0 ? (
            <EntryList
              // Another list starts at its top, without a selection.
              key={JSON.stringify([{ ...filters, score_weights: undefined }, sort, density])}
              pages={pages}
              columns={columns}
              density={density}
              search={state}
              views={views}
              controls={
                <Controls
                  orders={[
                    ...SORTS.map((id) => ({ id, label: texts.sorts[id] })),
                    ...scores.map(({ name }) => ({ id: BY_SCORE + name, label: texts.byScore(name) })),
                    ...(mayWork ? [{ id: NEW_SCORE, label: texts.newScore }] : []),
                  ]}
                  order={sort === 'score' ? BY_SCORE + state.score : sort}
                  onOrder={sortBy}
                  sections={[
                    {
                      title: inbox.rows,
                      mode: 'single',
                      options: ROW_DENSITIES.map((id) => ({ id, label: inbox.densities[id] })),
                      selected: [density],
                      onChange: ([next]) => setDensity(parseOneOf(ROW_DENSITIES, next) ?? 'compact'),
                    },
                    {
                      title: inbox.fields,
                      mode: 'multiple',
                      options: VIEW_COLUMNS.map((id) => ({ id, label: inbox.columnNames[id] })),
                      selected: columns,
                      onChange: (next) =>
                        change({ columns: next.join() === DEFAULT_COLUMNS.join() ? undefined : (next as ViewColumn[]) }),
                    },
                  ]}
                />
              }
            />
          ) : Object.keys(filters).length ? (
            <>
              <div className="list-head">{views}</div>
              <Empty title={texts.noMatches}>
                <LinkButton to="/projects/$slug/feedback" params={{ slug }} search={{}}>
                  {texts.clearFilters}
                </LinkButton>
              </Empty>
            </>
          ) : (
            <NoFeedback slug={slug} />
          )
        }
      </Loaded>
      {isCreating && (
        <Suspense fallback={null}>
          <ScoreDialog onClose={() => create(false)} onSave={(name) => sortBy(BY_SCORE + name)} />
        </Suspense>
      )}
    </Page>
  );
}

interface ControlsProps {
  orders: DisplaySection['options'];
  order: string;
  onOrder: (order: string) => void;
  sections: DisplaySection[];
}

/** Order and display of the list. On phones, whose row has no place for both, the order is in the menu of the display. */
function Controls({ orders, order, onOrder, sections }: ControlsProps) {
  const ofOrder = {
    title: texts.sort,
    mode: 'single' as const,
    options: orders,
    selected: [order],
    onChange: ([next]: string[]) => onOrder(next ?? order),
  };
  return useIsNarrow() ? (
    <DisplayMenu sections={[ofOrder, ...sections]} />
  ) : (
    <>
      <Select label={texts.sort} isLabelHidden options={orders} value={order} onChange={onOrder} />
      <DisplayMenu sections={sections} />
    </>
  );
}

/** Exports the entries of the list, and the comments and votes of all entries. */
function ExportButton({ query }: { query: Query<'GET /v1/feedback/export.csv'> }) {
  const call = useClient();
  const { slug } = useProject();
  return (
    <CsvMenu
      title={texts.exports.entries}
      save={({ bom }) => download(call, 'GET /v1/feedback/export.csv', { query: { ...query, bom } }, `${slug}-feedback.csv`)}
      others={[
        {
          title: texts.exports.comments,
          save: ({ bom }) => download(call, 'GET /v1/feedback/comments/export.csv', { query: { bom } }, `${slug}-comments.csv`),
        },
        {
          title: texts.exports.votes,
          save: ({ bom }) => download(call, 'GET /v1/feedback/votes/export.csv', { query: { bom } }, `${slug}-votes.csv`),
        },
      ]}
    />
  );
}
