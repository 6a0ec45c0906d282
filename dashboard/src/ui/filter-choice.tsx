import { common } from '#texts/common';
import { Select } from './field.tsx';

const ALL = 'all';

interface FilterChoiceProps<T extends string> {
  label: string;
  values: readonly T[];
  names: Record<T, string>;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

/** Selection of one of few values, or all. A selected value is highlighted, because the list then is incomplete. */
export const FilterChoice = <T extends string>({ label, values, names, value, onChange }: FilterChoiceProps<T>) => (
  <div className={value ? 'filter active' : 'filter'}>
    <Select
      label={label}
      isLabelHidden
      options={[{ id: ALL, label: label + common.colon + common.all }, ...values.map((id) => ({ id, label: names[id] }))]}
      value={value ?? ALL}
      onChange={(id) => onChange(values.find((one) => one === id))}
    />
  </div>
);
