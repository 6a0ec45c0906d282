import type { Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { reports } from '../texts/en/reports.ts';
import { ListFilter, Target, UserRound, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Group } from 'react-aria-components';
import { useRead } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { type Condition, describeCondition, toConditions, toFilters } from './conditions.ts';
import { EditorTrigger } from './editor-trigger.tsx';

interface FilterBarProps {
  filters: string[];
  report: Query<'GET /v1/analytics/overview'>;
  onChange: (filters: string[]) => void;
  /** Selected goal, shown next to the filters. */
  goal?: { id: string; onRemove: () => void };
  /** Users to whom the reports are limited. */
  users?: { ids: string[]; onRemove: () => void };
  children?: ReactNode;
}

/** Conditions of the reports, each of which can be edited in place. `children` are the buttons next to them. */
export function FilterBar({ filters, report, onChange, goal, users, children }: FilterBarProps) {
  const conditions = toConditions(filters);
  const apply = (next: Condition[]) => onChange(toFilters(next));
  const hasUsers = users && users.ids.length > 0;
  if (!children && !conditions.length && !hasUsers && !goal) return null;
  return (
    <Group className="filters" aria-label={texts.filters}>
      {conditions.map((condition, index) => {
        const label = describeCondition(condition);
        return (
          <span key={label} className="tag removable condition">
            <EditorTrigger report={report} conditions={conditions} edited={index} onApply={apply}>
              <AriaButton className="condition-edit" aria-label={texts.editFilter(label)}>
                {label}
              </AriaButton>
            </EditorTrigger>
            <AriaButton
              className="tag-remove"
              aria-label={texts.removeFilter(label)}
              onPress={() => apply(conditions.toSpliced(index, 1))}
            >
              <X size={13} aria-hidden />
            </AriaButton>
          </span>
        );
      })}
      {hasUsers && <UserChip {...users} />}
      {goal && <GoalChip {...goal} />}
      {children}
      {conditions.length > 1 && (
        <Button look="plain" onPress={() => onChange([])}>
          {texts.clearFilters}
        </Button>
      )}
    </Group>
  );
}

/** Button that edits all conditions and adds others. */
export const FilterButton = ({ filters, report, onChange }: Pick<FilterBarProps, 'filters' | 'report' | 'onChange'>) => (
  <EditorTrigger report={report} conditions={toConditions(filters)} onApply={(next) => onChange(toFilters(next))}>
    <Button icon={<ListFilter size={15} />}>{texts.addFilter}</Button>
  </EditorTrigger>
);

/** Selected goal of all reports. */
function GoalChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const goals = useRead('GET /v1/analytics/goals');
  const name = goals.data?.data.find((goal) => goal.id === id)?.name;
  return (
    name !== undefined && (
      <AriaButton className="tag removable" aria-label={reports.removeGoal(name)} onPress={onRemove}>
        <Target size={13} aria-hidden />
        {reports.goalChip(name)}
        <X size={13} aria-hidden />
      </AriaButton>
    )
  );
}

/** Users to whom all reports are limited: the user ids of a person. */
function UserChip({ ids, onRemove }: { ids: string[]; onRemove: () => void }) {
  const label = reports.userChip(ids);
  return (
    <AriaButton className="tag removable" aria-label={texts.removeFilter(label)} onPress={onRemove}>
      <UserRound size={13} aria-hidden />
      {label}
      <X size={13} aria-hidden />
    </AriaButton>
  );
}
