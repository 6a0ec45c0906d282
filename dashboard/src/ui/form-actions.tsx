import { common } from '#texts/common';
import { Button, type ButtonProps } from './button.tsx';

interface FormActionsProps extends Pick<ButtonProps, 'look' | 'autoFocus' | 'isDisabled'> {
  /** The verb of what submitting does. */
  label: string;
  onCancel: () => void;
  isBusy?: boolean;
}

/** The end of a form: leave it, or send it. */
export const FormActions = ({ label, onCancel, isBusy = false, look = 'primary', ...props }: FormActionsProps) => (
  <div className="actions">
    <Button onPress={onCancel}>{common.cancel}</Button>
    <Button type="submit" look={look} isPending={isBusy} {...props}>
      {label}
    </Button>
  </div>
);
