import { OPERATORS } from '@earshot/contract/services/analytics/values';
import type { Query } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { reports } from '#texts/reports';
import { ListFilter, Target, UserRound, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button as AriaButton, Group } from 'react-aria-components';
import { useRead } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { renderName } from './format.ts';
import { formatFilter, parseFilter } from './report-query.ts';

const PROPERTY = 'property';
const MAX_SUGGESTIONS = 20;

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

export const FilterBar = ({ filters, report, onChange, goal, users, children }: FilterBarProps) => (
  <Group className="filters" aria-label={texts.filters}>
    {filters.map((filter) => (
      <AriaButton
        key={filter}
        className="tag removable"
        aria-label={texts.removeFilter(describe(filter))}
        onPress={() => onChange(filters.filter((one) => one !== filter))}
      >
        {describe(filter)}
        <X size={13} aria-hidden />
      </AriaButton>
    ))}
    {users && users.ids.length > 0 && <UserChip {...users} />}
    {goal && <GoalChip {...goal} />}
    <DialogTrigger>
      <Button icon={<ListFilter size={15} />}>{texts.addFilter}</Button>
      <AddFilter report={report} onAdd={(filter) => onChange([...new Set([...filters, filter])])} />
    </DialogTrigger>
    {filters.length > 1 && (
      <Button look="plain" onPress={() => onChange([])}>
        {texts.clearFilters}
      </Button>
    )}
    {children}
  </Group>
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

function describe(text: string): string {
  const filter = parseFilter(text);
  if (!filter) return text;
  const { dimension, operator, value } = filter;
  const what = texts.subjects[dimension] ?? texts.dimensions[dimension] ?? dimension.replace(/^property:/, '');
  return `${what} ${texts.operators[operator].replace(/ \(.*/, '')} ${renderName(dimension, value)}`;
}

function AddFilter({ report, onAdd }: { report: FilterBarProps['report']; onAdd: (filter: string) => void }) {
  const [dimension, setDimension] = useState('page');
  const [property, setProperty] = useState('');
  const [operator, setOperator] = useState<(typeof OPERATORS)[number]>('is');
  const by = dimension === PROPERTY ? `property:${property.trim()}` : dimension;
  const hasName = dimension !== PROPERTY || property.trim() !== '';
  const values = useRead(
    'GET /v1/analytics/breakdown',
    { query: { ...report, by, limit: MAX_SUGGESTIONS } },
    { enabled: hasName },
  );
  return (
    <Dialog title={texts.filterTitle}>
      {(close) => (
        <Form
          onSubmit={(text) => {
            onAdd(formatFilter({ dimension: by, operator, value: text('value') }));
            close();
          }}
        >
          {() => (
            <>
              <Select
                label={texts.dimension}
                options={[
                  ...Object.entries(texts.dimensions).map(([id, label]) => ({ id, label })),
                  { id: PROPERTY, label: texts.property },
                ]}
                value={dimension}
                onChange={setDimension}
              />
              {dimension === PROPERTY && (
                <TextField label={texts.propertyName} value={property} onChange={setProperty} isRequired maxLength={100} />
              )}
              <Select
                label={texts.operator}
                options={OPERATORS.map((id) => ({ id, label: texts.operators[id] }))}
                value={operator}
                onChange={setOperator}
              />
              <TextField name="value" label={texts.value} list="filter-values" maxLength={2000} autoFocus />
              <datalist id="filter-values">
                {values.data?.data.map(({ value }) => (
                  <option key={value} value={value}>
                    {renderName(by, value)}
                  </option>
                ))}
              </datalist>
              <FormActions label={texts.add} onCancel={close} isDisabled={!hasName} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
