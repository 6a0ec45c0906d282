import type { AnalyticsGoalConversions, Query } from '@earshot/sdk';
import { analytics as texts } from './texts/en/analytics.ts';
import { reports } from './texts/en/reports.ts';
import { ArrowDown, ArrowUp, Ellipsis, Plus } from 'lucide-react';
import { useContext, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { refresh, useClient, useRead } from '../api.ts';
import { ProjectContext, useMay } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { DialogTrigger } from '../ui/dialog.tsx';
import { useSearchParam } from '../ui/history/page-search.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { parseText } from '../ui/search.ts';
import { Loaded } from '../ui/state.tsx';
import { formatSorting, parseSorting, type Sorting } from './breakdown/columns.ts';
import { describeCondition, toConditions } from './filters/conditions.ts';
import { formatFigure, formatShare } from './format.ts';
import { GoalDialog } from './goal-dialog.tsx';
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
            <GoalDialog report={report} />
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
                    report={report}
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
  report: GoalsProps['report'];
  goal: AnalyticsGoalConversions;
  /** Undefined without a column of revenue. */
  revenue?: string[];
  isChosen: boolean;
  maySet: boolean;
  onChoose: GoalsProps['onChoose'];
}

function GoalRow({ report, goal, revenue, isChosen, maySet, onChoose }: GoalRowProps) {
  const { goal_id: id, name, event, page, filters, visitors, conversions, conversion_rate: rate } = goal;
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
        <span className="goal-step soft" dir="auto">
          {[event ?? page, ...toConditions(filters).map(describeCondition)].join(' · ')}
        </span>
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
          <GoalMenu report={report} goal={goal} onDelete={() => isChosen && onChoose(undefined)} />
        </td>
      )}
    </tr>
  );
}

interface GoalMenuProps {
  report: GoalsProps['report'];
  goal: AnalyticsGoalConversions;
  onDelete: () => void;
}

function GoalMenu({ report, goal, onDelete }: GoalMenuProps) {
  const call = useClient();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  const { goal_id: id, name } = goal;
  const label = texts.goalActions(name);
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton label={label}>
            <Ellipsis size={15} />
          </IconButton>
        }
      >
        <MenuItem onAction={() => setDialog('edit')}>{texts.editGoal}</MenuItem>
        <MenuItem isDanger onAction={() => setDialog('delete')}>
          {texts.delete}
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <GoalDialog report={report} goal={goal} isOpen onOpenChange={close} />}
      {dialog === 'delete' && (
        <Confirm
          title={texts.deleteGoal(name)}
          label={texts.delete}
          onClose={close}
          onConfirm={async () => {
            await call('DELETE /v1/analytics/goals/{id}', { path: { id } });
            onDelete();
            await refresh('/v1/analytics/goals', '/v1/analytics/conversions');
          }}
        >
          <p>{texts.deleteGoalHint}</p>
        </Confirm>
      )}
    </>
  );
}
