import { Check, ChevronDown } from 'lucide-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import {
  Button,
  Checkbox as AriaCheckbox,
  type CheckboxProps,
  FieldError,
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
import { EarshotError } from '@earshot/sdk';
import { sentenceOf } from '../api.ts';

/** Errors of the server by field name. */
const ErrorsContext = createContext<Record<string, string>>({});

/** Returns the error of a field. */
export function useFieldError(name: string | undefined): { isInvalid: boolean; error: string | undefined } {
  const error = useContext(ErrorsContext)[name ?? ''];
  return { isInvalid: error !== undefined, error };
}

interface Described {
  label: string;
  hint?: ReactNode;
}

interface FieldProps extends Omit<TextFieldProps, 'className' | 'style' | 'children'>, Described {
  /** Number of lines of a multi-line field. */
  rows?: number;
  placeholder?: string;
  /** Uses a monospace font, for keys, URLs and codes. */
  isCode?: boolean;
  /** Id of a `datalist` with suggestions. */
  list?: string;
  /** The label is visible to screen readers only. */
  isLabelHidden?: boolean;
}

export function TextField({ label, hint, rows, placeholder, isCode, isLabelHidden, list, ...props }: FieldProps) {
  const { isInvalid, error } = useFieldError(props.name);
  const className = isCode ? 'input code' : 'input';
  return (
    <AriaTextField {...props} isInvalid={isInvalid} className="field">
      <Label className={isLabelHidden ? 'unseen' : 'label'}>{label}</Label>
      {rows ? (
        <TextArea className={className} rows={rows} placeholder={placeholder} />
      ) : (
        <Input className={className} placeholder={placeholder} list={list} />
      )}
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}

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

/** Selection of one of few options. */
export const Select = <T extends string>({ label, hint, options, value, onChange, isLabelHidden, ...props }: SelectProps<T>) => {
  const { isInvalid, error } = useFieldError(props.name);
  return (
    <AriaSelect {...props} isInvalid={isInvalid} value={value} onChange={(key) => onChange(key as T)} className="field">
      <Label className={isLabelHidden ? 'unseen' : 'label'}>{label}</Label>
      <Button className="input select">
        <SelectValue />
        <ChevronDown size={16} aria-hidden />
      </Button>
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
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
};

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

/** Returns the value of the field with this name. */
export type Fields = (name: string) => string;

interface FormProps {
  /** Rejects with the error of the server. Messages of invalid fields are shown at these fields. */
  onSubmit: (text: Fields) => unknown;
  children: (state: { isBusy: boolean }) => ReactNode;
  className?: string;
}

/** Form that keeps its input when the server rejects it, and shows errors at their fields. */
export function Form({ onSubmit, children, className = 'form' }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});
  return (
    <form
      className={className}
      // The server validates and provides better messages.
      noValidate
      // Clears errors on input. Clearing them on blur would move the button while it is being clicked.
      onInput={(event) => {
        const { name } = event.target as HTMLInputElement;
        if (errors[name] !== undefined) setErrors(({ [name]: _mended, ...others }) => others);
      }}
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
        // Also handles synchronous exceptions.
        new Promise((resolve) => resolve(onSubmit(text)))
          .catch((error: unknown) => {
            const invalid = error instanceof EarshotError ? error.fields : [];
            const shown = invalid.filter(({ path }) => form.elements.namedItem(path));
            setErrors(Object.fromEntries(shown.map(({ path, message }) => [path, message])));
            if (!shown.length || shown.length < invalid.length) setProblem(sentenceOf(error));
          })
          .finally(() => setBusy(false));
      }}
    >
      <ErrorsContext value={errors}>{children({ isBusy })}</ErrorsContext>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </form>
  );
}
