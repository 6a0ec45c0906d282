import { ATTRIBUTE_OPERATORS, type AttributeOperator } from '@earshot/contract/instance/values';
import type { Declared } from '@earshot/contract/shared/fields';
import { inbox } from '../texts/en/inbox.ts';
import { fields as texts } from '#texts/settings/fields';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { Form, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Chip } from '../list/filter-chip.tsx';

const ORDERING: ReadonlySet<AttributeOperator> = new Set(['gt', 'gte', 'lt', 'lte']);
const WITHOUT_VALUE: ReadonlySet<AttributeOperator> = new Set(['is_set', 'is_not_set']);
const ORDERED: ReadonlySet<Declared['type']> = new Set(['number', 'date']);

interface FieldChipProps {
  field: Declared;
  /** Condition as in a query, such as `plan:is:pro`. Undefined for a new one. */
  condition: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (condition: string | undefined) => void;
}

/** Filter by a custom field, or by the answer to a question. */
export function FieldChip({ field, condition, isOpen, onOpenChange, onChange }: FieldChipProps) {
  const [, given = 'is', ...rest] = condition?.split(':') ?? [];
  // An operator that still needs a value.
  const [draft, setDraft] = useState<AttributeOperator>();
  const operator = draft ?? (given as AttributeOperator);
  const value = rest.join(':');
  const { key, label, type, options = [] } = field;
  const choices =
    type === 'boolean'
      ? [
          { id: 'true', label: texts.yes },
          { id: 'false', label: texts.no },
        ]
      : options.map((id) => ({ id, label: id }));
  const hasValue = !WITHOUT_VALUE.has(operator);
  const shown = choices.find(({ id }) => id === value)?.label ?? (value || inbox.choose);
  const set = (text: string) => {
    setDraft(undefined);
    onChange(`${key}:${operator}:${text}`);
    onOpenChange(false);
  };
  const select = (next: AttributeOperator) => {
    if (WITHOUT_VALUE.has(next)) {
      setDraft(undefined);
      onChange(`${key}:${next}`);
    } else if (value) onChange(`${key}:${next}:${value}`);
    else {
      setDraft(next);
      onOpenChange(true);
    }
  };
  const operators = ATTRIBUTE_OPERATORS.filter((one) => ORDERED.has(type) || !ORDERING.has(one));
  return (
    <Chip
      label={label}
      icon={<SlidersHorizontal size={15} />}
      description={`${label} ${texts.operators[operator]}${hasValue ? ` ${shown}` : ''}`}
      operator={texts.operators[operator]}
      operators={operators.map((one) => ({ label: texts.operators[one], onSelect: () => select(one) }))}
      value={hasValue ? shown : texts.none}
      isOpen={isOpen && hasValue}
      onOpenChange={onOpenChange}
      onRemove={() => {
        onOpenChange(false);
        onChange(undefined);
      }}
    >
      {choices.length ? (
        <ListBox
          aria-label={label}
          className="menu choices"
          autoFocus="first"
          selectionMode="single"
          escapeKeyBehavior="none"
          items={choices}
          selectedKeys={value ? [value] : []}
          onSelectionChange={(keys) => {
            const [selected] = keys === 'all' ? [] : keys;
            if (selected === undefined) onOpenChange(false);
            else set(String(selected));
          }}
        >
          {(choice) => (
            <ListBoxItem id={choice.id} textValue={choice.label} className="menu-item">
              {choice.label}
            </ListBoxItem>
          )}
        </ListBox>
      ) : (
        <Form onSubmit={(text) => set(text('value').trim())}>
          {() => (
            <>
              <TextField
                name="value"
                label={texts.value}
                type={type === 'number' || type === 'date' ? type : 'text'}
                defaultValue={value}
                isRequired
                autoFocus
              />
              <FormActions label={inbox.apply} onCancel={() => onOpenChange(false)} />
            </>
          )}
        </Form>
      )}
    </Chip>
  );
}
