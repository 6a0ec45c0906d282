import { CheckboxGroup, FieldError, Label } from 'react-aria-components';
import { Checkbox, type Option, useFieldError } from '../ui/field.tsx';

interface OptionsProps<T extends string> {
  name: string;
  label: string;
  options: Option<T>[];
  chosen: T[];
  onChange: (chosen: T[]) => void;
}

/** Selection of some options. The selected ones keep the order of the options. */
export function Options<T extends string>({ name, label, options, chosen, onChange }: OptionsProps<T>) {
  const { isInvalid, error } = useFieldError(name);
  return (
    <CheckboxGroup
      name={name}
      className="field"
      value={chosen}
      isInvalid={isInvalid}
      onChange={(ids) => onChange(options.flatMap(({ id }) => (ids.includes(id) ? [id] : [])))}
    >
      <Label className="label">{label}</Label>
      {options.map(({ id, label: text }) => (
        <Checkbox key={id} value={id}>
          {text}
        </Checkbox>
      ))}
      <FieldError className="field-error">{error}</FieldError>
    </CheckboxGroup>
  );
}
