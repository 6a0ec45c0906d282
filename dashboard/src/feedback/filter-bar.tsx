import { feedback as texts } from '#texts/feedback';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton, Group, Input, SearchField } from 'react-aria-components';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Select } from '../ui/field.tsx';
import { type Filters, SORTS, STATUSES, TYPES, VISIBILITIES } from './filters.ts';

/** After the last letter. */
const TYPED_MS = 200;

interface FilterBarProps {
  filters: Filters;
  onChange: (changes: Filters) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: texts.keys.search, run: () => field.current?.focus() }]);
  return (
    <Group className="filters" aria-label={texts.filters}>
      <SearchInput value={filters.q ?? ''} onChange={(q) => onChange({ q })} field={field} />
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

interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  field: React.RefObject<HTMLInputElement | null>;
}

/** The address follows what is typed once the typing pauses. */
function SearchInput({ value, onChange, field }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), TYPED_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `onChange` is new each time
  }, [typed, value]);
  return (
    <SearchField aria-label={texts.search} value={typed} onChange={setTyped} className="search-field">
      <Search size={16} aria-hidden />
      <Input ref={field} className="input" placeholder={texts.search} />
    </SearchField>
  );
}
