import type { ReactNode } from 'react';
import { Dialog, DialogTrigger } from './dialog.tsx';
import { Form } from './field.tsx';
import { FormActions } from './form-actions.tsx';

interface ConfirmProps {
  /** Button that opens the dialog. Without it, the dialog is open, and `onClose` is called when it closes. */
  trigger?: ReactNode;
  onClose?: () => void;
  title: string;
  children: ReactNode;
  /** Verb of the action. */
  label: string;
  onConfirm: () => Promise<unknown>;
}

/** At this time, the dialog has returned the focus to its trigger, if that still exists. */
const CLOSED_MS = 100;

/** When the trigger was deleted with its item, the surrounding region gets the focus. */
function focusWhatIsLeft(): void {
  if (document.activeElement !== document.body) return;
  const around = [...document.querySelectorAll<HTMLElement>('[role=dialog], #main')].at(-1);
  around?.focus({ preventScroll: true });
}

/** Confirmation of an action that can't be undone. Stays open with the error when the action fails. */
export function Confirm({ trigger, onClose, title, children, label, onConfirm }: ConfirmProps) {
  const dialog = (
    <Dialog title={title} {...(!trigger && { isOpen: true, onOpenChange: onClose })}>
      {(close) => (
        <Form
          onSubmit={async () => {
            await onConfirm();
            close();
            setTimeout(focusWhatIsLeft, CLOSED_MS);
          }}
        >
          {({ isBusy }) => (
            <>
              <div className="prose">{children}</div>
              <FormActions label={label} onCancel={close} isBusy={isBusy} look="danger" autoFocus />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
  return trigger ? (
    <DialogTrigger>
      {trigger}
      {dialog}
    </DialogTrigger>
  ) : (
    dialog
  );
}
