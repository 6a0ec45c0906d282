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
  /** Width of the dialog. A full dialog fills the window. */
  size?: 'normal' | 'wide' | 'full';
  /** The dialog can't be closed with Escape or a click outside. */
  isForced?: boolean;
}

/** Modal dialog: controlled by `isOpen`, or as the second child of a `DialogTrigger`. */
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

/** Button and its dialog. The dialog is mounted only while it is open, so that it starts with new state each time. */
export function DialogTrigger({ children: [trigger, dialog] }: { children: [trigger: ReactNode, dialog: ReactNode] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AriaDialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {trigger}
      {isOpen && dialog}
    </AriaDialogTrigger>
  );
}
