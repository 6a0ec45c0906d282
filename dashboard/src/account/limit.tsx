import { type Option, Select } from '../ui/field.tsx';
import { Options } from './options.tsx';

interface LimitProps<T extends string> {
  name: string;
  texts: { label: string; all: string; some: string; options: string };
  options: Option<T>[];
  /** Undefined for no limit. */
  chosen: T[] | undefined;
  onChange: (chosen: T[] | undefined) => void;
}

/** Selection of all options, or of some of them. */
export function Limit<T extends string>({ name, texts: words, options, chosen, onChange }: LimitProps<T>) {
  return (
    <>
      <Select
        label={words.label}
        options={[
          { id: 'all', label: words.all },
          { id: 'some', label: words.some },
        ]}
        value={chosen ? 'some' : 'all'}
        onChange={(kind) => onChange(kind === 'some' ? [] : undefined)}
      />
      {chosen && <Options name={name} label={words.options} options={options} chosen={chosen} onChange={onChange} />}
    </>
  );
}
