import { OPERATORS } from '@earshot/contract/services/analytics/values';
import type { Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Group } from 'react-aria-components';
import { useRead } from '../../api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { type Condition, isMultiple, nameDimension, newCondition, onDimension, PROPERTY, PROPERTY_PREFIX } from './conditions.ts';
import { ValueField } from './value-field.tsx';

const MAX_SUGGESTIONS = 50;

interface ConditionRowsProps {
  report: Query<'GET /v1/analytics/overview'>;
  /** Conditions at the start. */
  conditions: Condition[];
  /** Dimensions to choose from. A new row has the first one. */
  dimensions: string[];
  /** Index of the condition whose value has the focus. */
  focused?: number | undefined;
  onChange: (conditions: Condition[]) => void;
  /** Buttons next to the one that adds a condition. */
  children?: ReactNode;
}

/** Rows of conditions, and a button that adds one. */
export function ConditionRows({ report, conditions, dimensions, focused, onChange, children }: ConditionRowsProps) {
  // Rows are keyed by their number of creation, because a removed row must not pass its state to the next one.
  const [rows, setRows] = useState(() => conditions.map((condition, id) => ({ id, condition })));
  const [nextId, setNextId] = useState(rows.length);
  const [focusedId, setFocusedId] = useState(focused);
  const change = (next: typeof rows) => {
    setRows(next);
    onChange(next.map(({ condition }) => condition));
  };
  return (
    <>
      {rows.map(({ id, condition }, index) => (
        <ConditionRow
          key={id}
          number={index + 1}
          report={report}
          dimensions={dimensions}
          condition={condition}
          isFocused={id === focusedId}
          onChange={(one) => change(rows.with(index, { id, condition: one }))}
          onRemove={() => change(rows.toSpliced(index, 1))}
        />
      ))}
      <div className="actions spread">
        <Button
          look="plain"
          icon={<Plus size={15} />}
          onPress={() => {
            change([...rows, { id: nextId, condition: newCondition(dimensions) }]);
            setFocusedId(nextId);
            setNextId(nextId + 1);
          }}
        >
          {texts.addCondition}
        </Button>
        {children}
      </div>
    </>
  );
}

interface ConditionRowProps {
  /** Position, from 1. */
  number: number;
  report: ConditionRowsProps['report'];
  dimensions: string[];
  condition: Condition;
  isFocused: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionRow({ number, report, dimensions, condition, isFocused, onChange, onRemove }: ConditionRowProps) {
  const { dimension, operator, values } = condition;
  const property = dimension.startsWith(PROPERTY_PREFIX) ? dimension.slice(PROPERTY_PREFIX.length) : undefined;
  return (
    <Group
      className={property === undefined ? 'condition-row' : 'condition-row of-property'}
      aria-label={texts.condition(number)}
    >
      <Select
        label={texts.dimension}
        isLabelHidden
        options={dimensions.map((id) => ({ id, label: id === PROPERTY ? texts.property : nameDimension(id) }))}
        value={property === undefined ? dimension : PROPERTY}
        onChange={(id) => onChange({ ...condition, ...onDimension(id) })}
      />
      {property !== undefined && (
        <PropertyField
          report={report}
          value={property}
          onChange={(name) => onChange({ ...condition, dimension: PROPERTY_PREFIX + name.trim(), values: [] })}
        />
      )}
      <Select
        label={texts.operator}
        isLabelHidden
        options={OPERATORS.map((id) => ({ id, label: values.length > 1 ? texts.anyOperators[id] : texts.operators[id] }))}
        value={operator}
        onChange={(next) => onChange({ ...condition, operator: next, values: isMultiple(next) ? values : values.slice(0, 1) })}
      />
      <div className="condition-value">
        {isMultiple(operator) ? (
          <ValueField
            report={report}
            dimension={dimension}
            values={values}
            isDisabled={property === ''}
            autoFocus={isFocused}
            onChange={(next) => onChange({ ...condition, values: next })}
          />
        ) : (
          <TextField
            label={texts.value}
            isLabelHidden
            value={values[0] ?? ''}
            placeholder={texts.value}
            maxLength={2000}
            autoFocus={isFocused}
            onChange={(text) => onChange({ ...condition, values: text ? [text] : [] })}
          />
        )}
      </div>
      <IconButton label={texts.removeCondition(number)} onPress={onRemove}>
        <X size={15} />
      </IconButton>
    </Group>
  );
}

interface PropertyFieldProps {
  report: ConditionRowsProps['report'];
  value: string;
  onChange: (name: string) => void;
}

/** Name of an event property, with the properties of the period as suggestions. */
function PropertyField({ report, value, onChange }: PropertyFieldProps) {
  const names = useRead('GET /v1/analytics/properties', { query: { ...report, limit: MAX_SUGGESTIONS } });
  return (
    <SuggestField
      label={texts.propertyName}
      isLabelHidden
      value={value}
      placeholder={texts.propertyName}
      suggestions={names.data?.data.map(({ value: name }) => name) ?? []}
      maxLength={100}
      onChange={onChange}
    />
  );
}
