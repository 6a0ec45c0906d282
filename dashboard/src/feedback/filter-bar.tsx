import { common } from '#texts/common';
import { feedback as texts } from '#texts/feedback';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Button as AriaButton, Group } from 'react-aria-components';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Select } from '../ui/field.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { type Filters, SORTS, STATUSES, TYPES, VISIBILITIES } from './filters.ts';

interface FilterBarProps {
  filters: Filters;
  onChange: (changes: Filters) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: texts.keys.search, run: () => field.current?.focus() }]);
  return (
    <Group className="filters" aria-label={texts.filters}>
      <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => onChange({ q })} field={field} />
      <FilterChoice
        label={texts.status}
        values={[...STATUSES, 'duplicate'] as const}
        names={texts.statuses}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterChoice
        label={texts.type}
        values={TYPES}
        names={texts.types}
        value={filters.type}
        onChange={(type) => onChange({ type })}
      />
      <FilterChoice
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
          aria-label={common.removeTag(filters.tag)}
          onPress={() => onChange({ tag: undefined })}
        >
          {filters.tag}
          <X size={13} aria-hidden />
        </AriaButton>
      )}
    </Group>
  );
}
