import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { common } from '#texts/common';
import { sentenceOf } from '../api.ts';
import { Button, IconButton } from './button.tsx';

interface DialogProps {
  title: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Wide enough for more than a question. */
  size?: 'normal' | 'wide';
  /** Nobody leaves it by a key or a click beside it. */
  isForced?: boolean;
}

/** A window over the page: by itself when `isOpen` says so, or as the second part of a `DialogTrigger`. */
export const Dialog = ({ title, children, size = 'normal', isForced = false, ...open }: DialogProps) => (
  <ModalOverlay {...open} className="overlay" isDismissable={!isForced} isKeyboardDismissDisabled={isForced}>
    <Modal className={`modal ${size}`}>
      <AriaDialog className="dialog">
        {({ close }) => (
          <>
            <header>
              <Heading slot="title">{title}</Heading>
              {!isForced && (
                <IconButton label={common.close} onPress={close}>
                  <X size={18} />
                </IconButton>
              )}
            </header>
            {typeof children === 'function' ? children(close) : children}
          </>
        )}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

interface ConfirmProps {
  /** What opens it: a button. */
  trigger: ReactNode;
  title: string;
  children: ReactNode;
  /** The verb of what happens. */
  label: string;
  onConfirm: () => Promise<unknown>;
  isDanger?: boolean;
}

/** Asks before what can't be taken back. It stays open, with the reason, when that fails. */
export function Confirm({ trigger, title, children, label, onConfirm, isDanger = true }: ConfirmProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  return (
    <DialogTrigger onOpenChange={() => setProblem(undefined)}>
      {trigger}
      <Dialog title={title}>
        {(close) => (
          <>
            <div className="prose">{children}</div>
            {problem && (
              <p role="alert" className="field-error">
                {problem}
              </p>
            )}
            <div className="actions">
              <Button onPress={close}>{common.cancel}</Button>
              <Button
                autoFocus
                look={isDanger ? 'danger' : 'primary'}
                isPending={isBusy}
                onPress={() => {
                  setBusy(true);
                  onConfirm()
                    .then(close, (error: unknown) => setProblem(sentenceOf(error)))
                    .finally(() => setBusy(false));
                }}
              >
                {label}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </DialogTrigger>
  );
}
