import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Button,
  Checkbox as AriaCheckbox,
  type CheckboxProps,
  FieldError,
  Form as AriaForm,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Switch as AriaSwitch,
  type SwitchProps,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from 'react-aria-components';
import { messageOf, sentenceOf } from '../api.ts';

interface Described {
  label: string;
  hint?: ReactNode;
}

interface FieldProps extends Omit<TextFieldProps, 'className' | 'style' | 'children'>, Described {
  /** So many lines, in place of one. */
  rows?: number;
  placeholder?: string;
  /** For machines' words: keys, addresses, codes. */
  isCode?: boolean;
  /** The label is read out and not seen. */
  isLabelHidden?: boolean;
}

export const TextField = ({ label, hint, rows, placeholder, isCode, isLabelHidden, ...props }: FieldProps) => (
  <AriaTextField {...props} className="field">
    <Label className={isLabelHidden ? 'unseen' : undefined}>{label}</Label>
    {rows ? (
      <TextArea className={isCode ? 'input code' : 'input'} rows={rows} placeholder={placeholder} />
    ) : (
      <Input className={isCode ? 'input code' : 'input'} placeholder={placeholder} />
    )}
    {hint && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="field-error" />
  </AriaTextField>
);

export interface Option<T extends string> {
  id: T;
  label: string;
  icon?: ReactNode;
}

interface SelectProps<T extends string> extends Described {
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
  name?: string;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
}

/** One of a few. */
export const Select = <T extends string>({ label, hint, options, value, onChange, isLabelHidden, ...props }: SelectProps<T>) => (
  <AriaSelect {...props} value={value} onChange={(key) => onChange(key as T)} className="field">
    <Label className={isLabelHidden ? 'unseen' : undefined}>{label}</Label>
    <Button className="input select">
      <SelectValue />
      <ChevronDown size={16} aria-hidden />
    </Button>
    {hint && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="field-error" />
    <Popover className="popover">
      <ListBox items={options} className="menu">
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.label} className="menu-item">
            {({ isSelected }) => (
              <>
                {option.icon}
                <span className="grow">{option.label}</span>
                {isSelected && <Check size={16} aria-hidden />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </AriaSelect>
);

export const Switch = ({ label, hint, ...props }: Omit<SwitchProps, 'className' | 'children'> & Described) => (
  <div className="field">
    <AriaSwitch {...props} className="switch">
      <span className="track" aria-hidden />
      {label}
    </AriaSwitch>
    {hint && <p className="hint">{hint}</p>}
  </div>
);

export const Checkbox = ({ children, ...props }: Omit<CheckboxProps, 'className' | 'children'> & { children?: ReactNode }) => (
  <AriaCheckbox {...props} className="checkbox">
    {({ isSelected, isIndeterminate }) => (
      <>
        <span className="box" aria-hidden>
          {isSelected && !isIndeterminate && <Check size={12} strokeWidth={3} />}
          {isIndeterminate && '–'}
        </span>
        {children}
      </>
    )}
  </AriaCheckbox>
);

/** What stands in the field of that name. */
export type Fields = (name: string) => string;

interface FormProps {
  /** Rejects with what the server says; a sentence that begins with a field's name stands at that field. */
  onSubmit: (text: Fields) => unknown;
  children: (state: { isBusy: boolean }) => ReactNode;
  className?: string;
}

/** A form whose fields are kept when the server refuses them, with its words at the field that it names. */
export function Form({ onSubmit, children, className = 'form' }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});
  return (
    <AriaForm
      className={className}
      validationErrors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        const form = event.currentTarget;
        const fields = new FormData(form);
        setBusy(true);
        setProblem(undefined);
        setErrors({});
        const text = (name: string) => {
          const value = fields.get(name);
          return typeof value === 'string' ? value : '';
        };
        // Also what it throws at once is shown.
        new Promise((resolve) => resolve(onSubmit(text)))
          .catch((error: unknown) => {
            const message = messageOf(error);
            const name = /^[\w.]+/.exec(message)?.[0] ?? '';
            if (form.elements.namedItem(name)) setErrors({ [name]: message });
            else setProblem(sentenceOf(error));
          })
          .finally(() => setBusy(false));
      }}
    >
      {children({ isBusy })}
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </AriaForm>
  );
}
