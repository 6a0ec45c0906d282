import { common } from '#texts/common';
import { Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { useDebouncedInput } from './debounce.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  /** Called after a pause in typing. */
  onChange: (value: string) => void;
  field?: RefObject<HTMLInputElement | null>;
  autoFocus?: boolean;
}

/** Search field. */
export function SearchBox({ label, value, onChange, field, autoFocus = false }: SearchBoxProps) {
  const [typed, setTyped] = useDebouncedInput(value, onChange);
  return (
    <SearchField aria-label={label} value={typed} onChange={setTyped} autoFocus={autoFocus} className="search-field">
      <Search size={16} aria-hidden />
      <Input ref={field} className="input" placeholder={label} dir="auto" />
      {typed && (
        <Button className="search-clear" aria-label={common.clear}>
          <X size={14} aria-hidden />
        </Button>
      )}
    </SearchField>
  );
}
