import { common } from '#texts/common';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Form, TextField } from './field.tsx';
import { FormActions } from './form-actions.tsx';

const MAX_NAME_LENGTH = 100;

interface NameDialogProps {
  title: string;
  label: string;
  hint: string;
  /** Name at the start. */
  name?: string | undefined;
  /** Verb of the button. Default: “Save”. */
  verb?: string;
  /** Stays open with the error when it fails. `text` reads a field by its name. */
  onSubmit: (name: string, text: (field: string) => string) => Promise<void>;
  onClose: () => void;
  /** Further fields. */
  children?: ReactNode;
}

/** Open dialog that asks for a name. */
export const NameDialog = ({
  title,
  label,
  hint,
  name = '',
  verb = common.save,
  onSubmit,
  onClose,
  children,
}: NameDialogProps) => (
  <Dialog title={title} isOpen onOpenChange={onClose}>
    <Form
      onSubmit={async (text) => {
        await onSubmit(text('name'), text);
        onClose();
      }}
    >
      {({ isBusy }) => (
        <>
          <TextField name="name" label={label} hint={hint} defaultValue={name} isRequired autoFocus maxLength={MAX_NAME_LENGTH} />
          {children}
          <FormActions label={verb} onCancel={onClose} isBusy={isBusy} />
        </>
      )}
    </Form>
  </Dialog>
);
