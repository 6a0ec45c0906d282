import type { FieldDeclaration } from '@earshot/contract/services/feedback/fields';
import { feedback as texts } from './texts/en/feedback.ts';
import { inbox } from './texts/en/inbox.ts';
import { CalendarDays, ListFilter, MessageSquareReply, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Group } from 'react-aria-components';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import type { Change } from '../ui/history/step.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { type ChoiceKey, type ChoiceName, type Filters, choiceKey, listValues } from './filters.ts';
import { useFields } from './fields/declared.ts';
import { FieldChip } from './fields/field-chip.tsx';
import { DateChip, hasDateFilter } from './list/date-chip.tsx';
import { AnsweredChip } from './list/answered-chip.tsx';
import { ChoiceChip } from './list/filter-chip.tsx';
import { useFilterFields } from './list/filter-fields.tsx';

interface FilterBarProps {
  filters: Filters;
  onChange: (changes: Filters, change?: Change) => void;
  onClear: () => void;
  /** Fields that are not offered. */
  without?: readonly ChoiceName[];
}

const CREATED = 'created';
const ANSWERED = 'answered';
/** Prefix of the name of a filter by a custom field. */
const FIELD = 'field:';

/** Returns the search and the button that adds a filter, and the current filters. */
export function useFilterBar({ filters, onChange, onClear, without = [] }: FilterBarProps): {
  tools: ReactNode;
  chips: ReactNode;
} {
  const search = useRef<HTMLInputElement>(null);
  const fields = useFilterFields().filter(({ name }) => !without.includes(name));
  // Filter whose values are being selected. A new filter has no values yet.
  const [open, setOpen] = useState<ChoiceKey | typeof CREATED | typeof ANSWERED | `${typeof FIELD}${string}`>();
  const declared = useFields();
  useShortcuts([{ keys: '/', label: texts.keys.search, run: () => search.current?.focus() }]);
  const setValues = (key: ChoiceKey, values: string[]) => onChange({ [key]: values.length > 1 ? values : values[0] });
  const choices = fields.flatMap((field) =>
    [false, true].map((isNegated) => ({ field, isNegated, key: choiceKey(field.name, isNegated) })),
  );
  const shown = choices.filter(({ key }) => open === key || listValues(filters, key).length);
  const conditions = [filters.field ?? []].flat();
  const setConditions = (next: string[]) => onChange({ field: next.length > 1 ? next : next[0] });
  const fieldChips = declared.flatMap((field): { field: FieldDeclaration; condition: string | undefined }[] => {
    const own = conditions.filter((condition) => condition.startsWith(`${field.key}:`));
    if (own.length) return own.map((condition) => ({ field, condition }));
    return open === FIELD + field.key ? [{ field, condition: undefined }] : [];
  });
  const isDateShown = open === CREATED || hasDateFilter(filters);
  const tools = (
    <Group className="filters tools" aria-label={texts.filters}>
      <SearchBox
        label={texts.search}
        value={filters.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined }, 'typing')}
        field={search}
      />
      <Menu label={inbox.addFilter} trigger={<Button icon={<ListFilter size={15} />}>{inbox.filter}</Button>}>
        {fields.map(({ name, label, icon }) => (
          <MenuItem key={name} icon={icon} onAction={() => setOpen(choiceKey(name, false))}>
            {label}
          </MenuItem>
        ))}
        {declared.map(({ key, label }) => (
          <MenuItem key={FIELD + key} icon={<SlidersHorizontal size={15} />} onAction={() => setOpen(`${FIELD}${key}`)}>
            {label}
          </MenuItem>
        ))}
        <MenuItem icon={<MessageSquareReply size={15} />} onAction={() => setOpen(ANSWERED)}>
          {inbox.answer}
        </MenuItem>
        <MenuItem icon={<CalendarDays size={15} />} onAction={() => setOpen(CREATED)}>
          {inbox.created}
        </MenuItem>
      </Menu>
    </Group>
  );
  const isAnsweredShown = open === ANSWERED || filters.answered !== undefined;
  const chips = (shown.length > 0 || fieldChips.length > 0 || isDateShown || isAnsweredShown) && (
    <Group className="filters chips" aria-label={inbox.filter}>
      {shown.map(({ field, isNegated, key }) => (
        <ChoiceChip
          key={key}
          field={field}
          isNegated={isNegated}
          values={listValues(filters, key)}
          isOpen={open === key}
          onOpenChange={(isOpen) => setOpen(isOpen ? key : undefined)}
          onValues={(values) => setValues(key, values)}
          onNegate={() => {
            const other = choiceKey(field.name, !isNegated);
            const values = [...new Set([...listValues(filters, other), ...listValues(filters, key)])];
            onChange({ [key]: undefined, [other]: values.length > 1 ? values : values[0] });
          }}
          onRemove={() => setValues(key, [])}
        />
      ))}
      {fieldChips.map(({ field, condition }) => (
        <FieldChip
          // A changed condition keeps its chip.
          key={`${FIELD}${field.key} ${condition === undefined ? 0 : conditions.indexOf(condition)}`}
          field={field}
          condition={condition}
          isOpen={open === FIELD + field.key}
          onOpenChange={(isOpen) => setOpen(isOpen ? `${FIELD}${field.key}` : undefined)}
          onChange={(next) =>
            setConditions(
              condition === undefined
                ? [...conditions, ...(next ? [next] : [])]
                : conditions.flatMap((one) => (one === condition ? (next ?? []) : one)),
            )
          }
        />
      ))}
      {isDateShown && (
        <DateChip
          filters={filters}
          isOpen={open === CREATED}
          onOpenChange={(isOpen) => setOpen(isOpen ? CREATED : undefined)}
          onChange={onChange}
        />
      )}
      {isAnsweredShown && (
        <AnsweredChip
          isAnswered={filters.answered}
          isOpen={open === ANSWERED}
          onOpenChange={(isOpen) => setOpen(isOpen ? ANSWERED : undefined)}
          onChange={(answered) => onChange({ answered })}
        />
      )}
      <Button look="plain" onPress={onClear}>
        {inbox.clearAll}
      </Button>
    </Group>
  );
  return { tools, chips };
}
