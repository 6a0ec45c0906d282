import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ComboBox, type ComboBoxProps, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { FieldNotes, isolate, useFieldError } from './field.tsx';

interface SuggestFieldProps extends Pick<
  ComboBoxProps<{ id: string }>,
  'name' | 'isRequired' | 'autoFocus' | 'onFocus' | 'isReadOnly'
> {
  label: string;
  hint?: ReactNode;
  isLabelHidden?: boolean;
  /** Values to choose from. Others can be typed. */
  suggestions: readonly string[];
  value?: string;
  defaultValue?: string;
  onChange?: (text: string) => void;
  placeholder?: string | undefined;
  maxLength?: number;
  isCode?: boolean;
}

/** A typed text is no suggestion, so that the list closes when it is complete. */
const isSuggested = (suggestion: string, typed: string): boolean =>
  suggestion !== typed && suggestion.toLowerCase().includes(typed.toLowerCase());

/** Text field that suggests values while something is typed, and lists all of them with its button or an arrow key. */
export function SuggestField({
  label,
  hint,
  isLabelHidden,
  suggestions,
  value,
  defaultValue,
  onChange,
  placeholder,
  maxLength,
  isCode,
  ...props
}: SuggestFieldProps) {
  const { isInvalid, error } = useFieldError(props.name);
  return (
    <ComboBox
      {...props}
      className="field"
      isInvalid={isInvalid}
      validationBehavior="aria"
      allowsCustomValue
      menuTrigger="input"
      defaultItems={suggestions.map((id) => ({ id }))}
      defaultFilter={isSuggested}
      inputValue={value}
      defaultInputValue={defaultValue}
      onInputChange={onChange}
    >
      <Label className={isLabelHidden ? 'unseen' : 'label'}>{label}</Label>
      <div className="combo">
        <Input
          className={isCode ? 'input code' : 'input'}
          placeholder={isolate(placeholder)}
          maxLength={maxLength}
          {...(!isCode && { dir: 'auto' })}
        />
        {suggestions.length > 0 && (
          <Button className="icon-button">
            <ChevronDown size={16} aria-hidden />
          </Button>
        )}
      </div>
      <FieldNotes hint={hint} error={error} />
      <Popover className="popover">
        <ListBox<{ id: string }> className="menu">
          {({ id }) => (
            <ListBoxItem id={id} textValue={id} className="menu-item">
              <span className="grow">{id}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
