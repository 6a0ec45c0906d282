import { ATTRIBUTE_OPERATORS, type AttributeOperator, type AttributeType } from '@earshot/contract/instance/values';
import { directory as texts } from '#texts/directory';
import { Filter, X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useRead } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogTrigger } from '../../ui/dialog.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Loaded } from '../../ui/state.tsx';

interface AttributeFiltersProps {
  filters: string[];
  onChange: (filters: string[] | undefined) => void;
}

const WITHOUT_VALUE: ReadonlySet<AttributeOperator> = new Set(['is_set', 'is_not_set']);
const COMPARISONS: ReadonlySet<AttributeOperator> = new Set(['gt', 'gte', 'lt', 'lte']);

const listOperators = (type: AttributeType | undefined) =>
  ATTRIBUTE_OPERATORS.filter((operator) => type === 'number' || type === 'date' || !COMPARISONS.has(operator));

/** Returns a filter in words, such as “plan is pro”. */
function renderFilter(filter: string): string {
  const [name, operator, ...value] = filter.split(':');
  const names: Record<string, string> = texts.operators;
  return [name, names[operator ?? ''] ?? operator, value.join(':')].filter(Boolean).join(' ');
}

/** Filters by attributes, with a button that adds one. */
export const AttributeFilters = ({ filters, onChange }: AttributeFiltersProps) => (
  <>
    {filters.map((filter) => (
      <AriaButton
        key={filter}
        className="tag removable"
        aria-label={texts.removeFilter(renderFilter(filter))}
        onPress={() => onChange(filters.filter((other) => other !== filter))}
      >
        {renderFilter(filter)}
        <X size={13} aria-hidden />
      </AriaButton>
    ))}
    <DialogTrigger>
      <Button icon={<Filter size={16} />}>{texts.addFilter}</Button>
      <AddFilter onAdd={(filter) => onChange([...new Set([...filters, filter])])} />
    </DialogTrigger>
  </>
);

function AddFilter({ onAdd }: { onAdd: (filter: string) => void }) {
  const attributes = useRead('GET /v1/people/attributes');
  return (
    <Dialog title={texts.addFilter}>
      {(close) => (
        <Loaded query={attributes}>
          {({ data }) => {
            const ofPeople = data.filter(({ subject }) => subject === 'person');
            return ofPeople.length ? (
              <FilterForm
                attributes={ofPeople}
                onCancel={close}
                onAdd={(filter) => {
                  onAdd(filter);
                  close();
                }}
              />
            ) : (
              <p className="soft">{texts.noAttributes}</p>
            );
          }}
        </Loaded>
      )}
    </Dialog>
  );
}

interface FilterFormProps {
  attributes: { name: string; type: AttributeType }[];
  onCancel: () => void;
  onAdd: (filter: string) => void;
}

function FilterForm({ attributes, onCancel, onAdd }: FilterFormProps) {
  const [name, setName] = useState(attributes[0]?.name ?? '');
  const [chosen, setOperator] = useState<AttributeOperator>('is');
  const type = attributes.find((attribute) => attribute.name === name)?.type;
  const operators = listOperators(type);
  const operator = operators.includes(chosen) ? chosen : 'is';
  const [isTrue, setTrue] = useState<'true' | 'false'>('true');
  const hasValue = !WITHOUT_VALUE.has(operator);
  return (
    <Form
      onSubmit={(text) => {
        const value = type === 'boolean' ? isTrue : text('value').trim();
        onAdd(hasValue ? `${name}:${operator}:${value}` : `${name}:${operator}`);
      }}
    >
      {() => (
        <>
          <Select
            label={texts.attribute}
            options={attributes.map((attribute) => ({ id: attribute.name, label: attribute.name }))}
            value={name}
            onChange={setName}
          />
          <Select
            label={texts.operator}
            options={operators.map((id) => ({ id, label: texts.operators[id] }))}
            value={operator}
            onChange={setOperator}
          />
          {hasValue &&
            (type === 'boolean' ? (
              <Select
                label={texts.value}
                options={(['true', 'false'] as const).map((id) => ({ id, label: id }))}
                value={isTrue}
                onChange={setTrue}
              />
            ) : (
              <TextField
                name="value"
                label={texts.value}
                isRequired
                type={type === 'date' ? 'date' : 'text'}
                inputMode={type === 'number' ? 'decimal' : 'text'}
              />
            ))}
          <FormActions label={texts.apply} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
