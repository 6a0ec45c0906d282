import { Search } from 'lucide-react';
import type { RefObject } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { useTyped } from './typed.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  /** Once the typing pauses. */
  onChange: (value: string) => void;
  field?: RefObject<HTMLInputElement | null>;
  autoFocus?: boolean;
}

/** Where one types what to look for. */
export function SearchBox({ label, value, onChange, field, autoFocus = false }: SearchBoxProps) {
  const [typed, setTyped] = useTyped(value, onChange);
  return (
    <SearchField aria-label={label} value={typed} onChange={setTyped} autoFocus={autoFocus} className="search-field">
      <Search size={16} aria-hidden />
      <Input ref={field} className="input" placeholder={label} />
    </SearchField>
  );
}
