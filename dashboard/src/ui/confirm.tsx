import type { ReactNode } from 'react';
import { Dialog, DialogTrigger } from './dialog.tsx';
import { Form } from './field.tsx';
import { FormActions } from './form-actions.tsx';

interface ConfirmProps {
  /** What opens it, a button; without one it is open, and `onClose` tells of its end. */
  trigger?: ReactNode;
  onClose?: () => void;
  title: string;
  children: ReactNode;
  /** The verb of what happens. */
  label: string;
  onConfirm: () => Promise<unknown>;
}

/** By then the dialog has given the focus back, if what it came from is still there. */
const CLOSED_MS = 100;

/** Who deleted what they stood on by keyboard goes on in what was around it. */
function focusWhatIsLeft(): void {
  if (document.activeElement !== document.body) return;
  const around = [...document.querySelectorAll<HTMLElement>('[role=dialog], #main')].at(-1);
  around?.focus({ preventScroll: true });
}

/** Asks before what can't be taken back. It stays open, with the reason, when that fails. */
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
