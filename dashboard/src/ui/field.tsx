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
import { EMAIL_INPUT } from '@earshot/contract/shared/email-input';
import { EarshotError } from '@earshot/sdk';
import { common } from '#texts/common';
import { describeProblem, noteFailure, toSentence } from '../api.ts';

/** Errors of the server by field name. */
const ErrorsContext = createContext<Record<string, string>>({});

/** Returns the error of a field. */
export function useFieldError(name: string | undefined): { isInvalid: boolean; error: string | undefined } {
  const error = useContext(ErrorsContext)[name ?? ''];
  return { isInvalid: error !== undefined, error };
}

/** Hint and error below a field. */
export const FieldNotes = ({ hint, error }: { hint: ReactNode; error: string | undefined }) => (
  <>
    {hint && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="field-error">{error}</FieldError>
  </>
);

/** Isolates an example, such as `/pricing`, whose direction may not be that of the page. */
export const isolate = (example: string | undefined) => example && `\u2068${example}\u2069`;

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
  /** The label is visible to screen readers only. */
  isLabelHidden?: boolean;
}

export function TextField({ label, hint, rows, placeholder, isCode, isLabelHidden, ...props }: FieldProps) {
  const { isInvalid, error } = useFieldError(props.name);
  const className = isCode ? 'input code' : 'input';
  // The direction follows the text, which may be in any language. Codes and URLs have one direction.
  const direction = isCode ? {} : { dir: 'auto' };
  return (
    <AriaTextField {...props} isInvalid={isInvalid} className="field">
      <Label className={isLabelHidden ? 'unseen' : 'label'}>{label}</Label>
      {rows ? (
        <TextArea className={className} rows={rows} placeholder={isolate(placeholder)} {...direction} />
      ) : (
        <Input className={className} placeholder={isolate(placeholder)} {...direction} />
      )}
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}

const { inputmode, autocomplete, autocapitalize, spellcheck, maxlength } = EMAIL_INPUT;
const EMAIL_PROPS = {
  inputMode: inputmode,
  autoComplete: autocomplete,
  autoCapitalize: autocapitalize,
  spellCheck: spellcheck,
  maxLength: maxlength,
};

/** Field for an email address. */
export const EmailField = (props: Omit<FieldProps, 'type'>) => <TextField {...EMAIL_PROPS} {...props} />;

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
      <FieldNotes hint={hint} error={error} />
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
  id?: string;
  className?: string;
}

/**
 * Returns the messages of the server by the field of the form that they are about, with the label of the field instead of its path in
 * the API, and the messages that belong to no field. An item of a list, `hosts[2]`, belongs to the field of the list.
 */
function assignErrors(form: HTMLFormElement, error: unknown): { atFields: Record<string, string>; others: string[] } {
  const invalid = error instanceof EarshotError ? error.fields : [];
  if (!invalid.length) return { atFields: {}, others: [describeProblem(error)] };
  const atFields: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of invalid) {
    const [name = '', item] = form.elements.namedItem(path) ? [path] : path.split(/\[(\d+)\]/);
    const field = form.elements.namedItem(name);
    if (!field) {
      others.push(toSentence(new Error(message)));
      continue;
    }
    const label = findLabel(field) || common.value;
    const subject = item === undefined ? label : common.item(label, Number(item) + 1);
    atFields[name] ??= message.startsWith(path)
      ? `${subject}${message.slice(path.length)}`.replace(/ or null$/, ' or empty')
      : message;
  }
  return { atFields, others };
}

/** Returns the label of a text or date field, or of a group of checkboxes. */
function findLabel(field: Element | RadioNodeList): string | null | undefined {
  if (field instanceof HTMLInputElement && field.type === 'hidden')
    return field.closest('.field')?.querySelector('.label')?.textContent;
  if (field instanceof HTMLInputElement && field.type !== 'checkbox') return field.labels?.[0]?.textContent;
  if (field instanceof HTMLTextAreaElement) return field.labels[0]?.textContent;
  const element = field instanceof Element ? field : (field[0] as Element | undefined);
  const [id = ''] = element?.closest('[role=group]')?.getAttribute('aria-labelledby')?.split(' ') ?? [];
  return document.getElementById(id)?.textContent;
}

/** Form that keeps its input when the server rejects it, and shows errors at their fields. */
export function Form({ onSubmit, children, id, className = 'form' }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});
  return (
    <form
      id={id}
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
            noteFailure(error);
            const { atFields, others } = assignErrors(form, error);
            setErrors(atFields);
            setProblem(others.length ? others.join(' ') : undefined);
            const invalid = [...form.elements].find((element) => (element as HTMLInputElement).name in atFields);
            // The value of a date is in a hidden field, next to the parts that are typed.
            const typed = invalid?.matches('[type=hidden]') ? invalid.parentElement?.querySelector('[role=spinbutton]') : invalid;
            (typed as HTMLElement | null | undefined)?.focus();
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
