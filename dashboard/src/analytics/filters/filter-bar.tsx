import type { Query } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { reports } from '#texts/reports';
import { ListFilter, Target, UserRound, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button as AriaButton, Dialog as AriaDialog, DialogTrigger, Group, Popover } from 'react-aria-components';
import { useRead } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { type Condition, describeCondition, toConditions, toFilters } from './conditions.ts';
import { FilterEditor } from './filter-editor.tsx';

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

interface EditorTriggerProps {
  report: FilterBarProps['report'];
  conditions: Condition[];
  /** Index of the condition to edit first. Without it, the editor starts with a new condition. */
  edited?: number;
  onApply: (conditions: Condition[]) => void;
  children: ReactNode;
}

/** Button and the editor of all conditions, which starts with the current ones each time. */
function EditorTrigger({ children, onApply, ...editor }: EditorTriggerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {children}
      <Popover className="popover filter-popover" placement="bottom start">
        <AriaDialog aria-label={texts.filters} className="filter-editor">
          <FilterEditor
            {...editor}
            onApply={(next) => {
              setOpen(false);
              onApply(next);
            }}
          />
        </AriaDialog>
      </Popover>
    </DialogTrigger>
  );
}

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
