import { feedback as texts } from '#texts/feedback';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { Button as AriaButton, Group, Input, SearchField } from 'react-aria-components';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Select } from '../ui/field.tsx';
import { useTyped } from '../ui/typed.ts';
import { type Filters, SORTS, STATUSES, TYPES, VISIBILITIES } from './filters.ts';

interface FilterBarProps {
  filters: Filters;
  onChange: (changes: Filters) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTyped(filters.q ?? '', (q) => onChange({ q }));
  useShortcuts([{ keys: '/', label: texts.keys.search, run: () => field.current?.focus() }]);
  return (
    <Group className="filters" aria-label={texts.filters}>
      <SearchField aria-label={texts.search} value={typed} onChange={setTyped} className="search-field">
        <Search size={16} aria-hidden />
        <Input ref={field} className="input" placeholder={texts.search} />
      </SearchField>
      <Choice
        label={texts.status}
        values={[...STATUSES, 'duplicate'] as const}
        names={texts.statuses}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label={texts.type}
        values={TYPES}
        names={texts.types}
        value={filters.type}
        onChange={(type) => onChange({ type })}
      />
      <Choice
        label={texts.visibility}
        values={VISIBILITIES}
        names={texts.visibilities}
        value={filters.visibility}
        onChange={(visibility) => onChange({ visibility })}
      />
      <Select
        label={texts.sort}
        isLabelHidden
        options={SORTS.map((id) => ({ id, label: texts.sorts[id] }))}
        value={filters.sort ?? 'newest'}
        onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
      />
      {filters.tag && (
        <AriaButton
          className="tag removable"
          aria-label={texts.removeTag(filters.tag)}
          onPress={() => onChange({ tag: undefined })}
        >
          {filters.tag}
          <X size={13} aria-hidden />
        </AriaButton>
      )}
    </Group>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  values: readonly T[];
  names: Record<T, string>;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

const Choice = <T extends string>({ label, values, names, value, onChange }: ChoiceProps<T>) => (
  <Select
    label={label}
    isLabelHidden
    options={[{ id: 'all', label: `${label}: ${texts.all}` }, ...values.map((id) => ({ id, label: names[id] }))]}
    value={value ?? 'all'}
    onChange={(id) => onChange(id === 'all' ? undefined : id)}
  />
);
