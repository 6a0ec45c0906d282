import { common } from '#texts/common';
import { Button, type ButtonProps } from './button.tsx';

interface FormActionsProps extends Pick<ButtonProps, 'look' | 'autoFocus' | 'isDisabled'> {
  /** Verb of the submit action. */
  label: string;
  onCancel: () => void;
  isBusy?: boolean;
}

/** Buttons at the end of a form: cancel and submit. */
export const FormActions = ({ label, onCancel, isBusy = false, look = 'primary', ...props }: FormActionsProps) => (
  <div className="actions">
    <Button onPress={onCancel}>{common.cancel}</Button>
    <Button type="submit" look={look} isPending={isBusy} {...props}>
      {label}
    </Button>
  </div>
);
