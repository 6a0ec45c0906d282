import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, DialogTrigger as AriaDialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { common } from '#texts/common';
import { IconButton } from './button.tsx';

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

/** What opens a dialog, and the dialog, which is not there before: it asks the server for nothing, and begins anew each time. */
export function DialogTrigger({ children: [trigger, dialog] }: { children: [trigger: ReactNode, dialog: ReactNode] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AriaDialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {trigger}
      {isOpen && dialog}
    </AriaDialogTrigger>
  );
}
