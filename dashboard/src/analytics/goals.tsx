import type { AnalyticsGoalConversions, Query } from '@earshot/sdk';
import { common } from '#texts/common';
import { analytics as texts } from '#texts/analytics';
import { reports } from '#texts/reports';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useContext, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { refresh, useClient, useRead } from '../api.ts';
import { ProjectContext, useMay } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useSearchParam } from '../ui/history/page-search.ts';
import { parseText } from '../ui/search.ts';
import { Loaded } from '../ui/state.tsx';
import { formatSorting, parseSorting, type Sorting } from './breakdown/columns.ts';
import { formatFigure, formatShare } from './format.ts';
import { formatMoney } from './panels/money.ts';
import { withoutGoal } from './report-query.ts';

/** Goals times currencies. */
const MAX_REVENUES = 100;
/** Columns with numbers. */
const COLUMNS = ['visitors', 'conversions', 'conversion_rate'] as const;
type ColumnId = (typeof COLUMNS)[number];
const NAMES: Record<ColumnId, { label: string; hint: string }> = {
  visitors: { label: reports.converted, hint: reports.convertedHint },
  conversions: { label: reports.total, hint: reports.totalHint },
  conversion_rate: { label: reports.conversionRate, hint: reports.rateHint },
};

interface GoalsProps {
  report: Query<'GET /v1/analytics/overview'>;
  goalId: string | undefined;
  onChoose: (goalId: string | undefined) => void;
}

/** Goals with their conversions. With a selected goal, all reports show its conversions. */
export function Goals({ report, goalId, onChoose }: GoalsProps) {
  const maySet = useMay('member');
  const goals = useRead('GET /v1/analytics/conversions', { query: withoutGoal(report) }, { keep: true });
  const [order, setOrder] = useSearchParam('goals_sort', parseText, '');
  const sorting = parseSorting(COLUMNS, order);
  const revenues = useGoalRevenue(report, (goals.data?.data.length ?? 0) > 0);
  const hasRevenue = revenues.size > 0;
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.goals}</h2>
        {maySet && (
          <DialogTrigger>
            <Button look="plain" icon={<Plus size={16} />}>
              {texts.newGoal}
            </Button>
            <NewGoal />
          </DialogTrigger>
        )}
      </header>
      <p className="soft">{texts.goalsHint}</p>
      <Loaded query={goals}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{texts.noGoals}</p>
          ) : (
            <table className="breakdown-table goals-table">
              <thead>
                <tr>
                  <th scope="col">{reports.goal}</th>
                  {COLUMNS.map((id) => {
                    const isSorted = sorting?.by === id;
                    return (
                      <th
                        key={id}
                        scope="col"
                        className="number"
                        aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : 'none'}
                      >
                        <button
                          type="button"
                          className="sort-button"
                          aria-label={reports.sortBy(NAMES[id].label)}
                          title={NAMES[id].hint}
                          onClick={() =>
                            setOrder(formatSorting({ by: id, order: isSorted && sorting.order === 'desc' ? 'asc' : 'desc' }))
                          }
                        >
                          {isSorted &&
                            (sorting.order === 'asc' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
                          {NAMES[id].label}
                        </button>
                      </th>
                    );
                  })}
                  {hasRevenue && (
                    <th scope="col" className="number" title={reports.revenueHint}>
                      {reports.revenue}
                    </th>
                  )}
                  {maySet && <td />}
                </tr>
              </thead>
              <tbody>
                {sortGoals(data, sorting).map((goal) => (
                  <GoalRow
                    key={goal.goal_id}
                    goal={goal}
                    {...(hasRevenue && { revenue: revenues.get(goal.name) ?? [] })}
                    isChosen={goalId === goal.goal_id}
                    maySet={maySet}
                    onChoose={onChoose}
                  />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </section>
  );
}

/** Returns the formatted revenue of each goal by its name, one text for each currency. Shared links do not show revenue. */
function useGoalRevenue(report: GoalsProps['report'], hasGoals: boolean): Map<string, string[]> {
  const isInProject = useContext(ProjectContext) !== undefined;
  const rows = useRead(
    'GET /v1/analytics/revenue/breakdown',
    { query: { ...withoutGoal(report), by: 'goal', limit: MAX_REVENUES } },
    { enabled: isInProject && hasGoals, keep: true },
  );
  const revenues = new Map<string, string[]>();
  for (const { value, amount, currency } of rows.data?.data ?? [])
    revenues.set(value, [...(revenues.get(value) ?? []), formatMoney(amount, currency)]);
  return revenues;
}

function sortGoals(goals: AnalyticsGoalConversions[], sorting: Sorting<ColumnId> | undefined) {
  if (!sorting) return goals;
  const { by, order } = sorting;
  return goals.toSorted((a, b) => ((a[by] ?? -1) - (b[by] ?? -1)) * (order === 'asc' ? 1 : -1));
}

interface GoalRowProps {
  goal: AnalyticsGoalConversions;
  /** Undefined without a column of revenue. */
  revenue?: string[];
  isChosen: boolean;
  maySet: boolean;
  onChoose: GoalsProps['onChoose'];
}

function GoalRow({ goal, revenue, isChosen, maySet, onChoose }: GoalRowProps) {
  const call = useClient();
  const { goal_id: id, name, event, page, visitors, conversions, conversion_rate: rate } = goal;
  return (
    <tr>
      <th scope="row">
        <span className="ranked-bar" style={{ width: `${(rate ?? 0) * 100}%` }} />
        <ToggleButton
          className="ranked-name"
          aria-label={texts.useGoal(name)}
          isSelected={isChosen}
          onChange={(next) => onChoose(next ? id : undefined)}
        >
          {name}
        </ToggleButton>{' '}
        <span className="goal-step soft">{event ?? page}</span>
      </th>
      <td className="number">{formatFigure('visitors', visitors)}</td>
      <td className="number">{formatFigure('conversions', conversions)}</td>
      <td className="number">{formatShare(rate)}</td>
      {revenue && (
        <td className="number">
          {revenue.length === 0
            ? '–'
            : revenue.map((amount) => (
                <span key={amount} className="line">
                  {amount}
                </span>
              ))}
        </td>
      )}
      {maySet && (
        <td className="end row-action">
          <Confirm
            trigger={
              <IconButton label={`${texts.delete}: ${name}`}>
                <Trash2 size={15} />
              </IconButton>
            }
            title={texts.deleteGoal(name)}
            label={texts.delete}
            onConfirm={async () => {
              await call('DELETE /v1/analytics/goals/{id}', { path: { id } });
              if (isChosen) onChoose(undefined);
              await refresh('/v1/analytics/goals', '/v1/analytics/conversions');
            }}
          >
            <p>{texts.deleteGoalHint}</p>
          </Confirm>
        </td>
      )}
    </tr>
  );
}

function NewGoal() {
  const call = useClient();
  const [kind, setKind] = useState<'event' | 'page'>('event');
  return (
    <Dialog title={texts.newGoal}>
      {(close) => (
        <Form
          onSubmit={async (text) => {
            await call('POST /v1/analytics/goals', { body: { name: text('name'), [kind]: text(kind) } });
            close();
            await refresh('/v1/analytics/goals', '/v1/analytics/conversions');
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField name="name" label={texts.goalName} isRequired autoFocus maxLength={100} />
              <Select
                label={texts.goalKind}
                options={[
                  { id: 'event', label: texts.goalEvent },
                  { id: 'page', label: texts.goalPage },
                ]}
                value={kind}
                onChange={setKind}
              />
              <TextField
                key={kind}
                name={kind}
                label={kind === 'event' ? texts.goalEvent : texts.goalPage}
                hint={texts.goalTarget}
                isRequired
              />
              <FormActions label={common.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
