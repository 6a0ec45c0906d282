import { feedback as texts } from './texts/en/feedback.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';

export const TagDialog = ({ onTag, onClose }: { onTag: (tag: string) => void; onClose: () => void }) => (
  <Dialog isOpen onOpenChange={onClose} title={texts.addTag}>
    <Form
      onSubmit={(text) => {
        onTag(text('tag').trim());
        onClose();
      }}
    >
      {() => (
        <>
          <TextField name="tag" label={texts.tag} isRequired autoFocus maxLength={50} />
          <FormActions label={texts.addTag} onCancel={onClose} />
        </>
      )}
    </Form>
  </Dialog>
);

interface DeleteDialogProps {
  count: number;
  onDelete: () => Promise<void>;
  onClose: () => void;
}

export const DeleteDialog = ({ count, onDelete, onClose }: DeleteDialogProps) => (
  <Confirm title={texts.deleteTitle(count)} label={texts.delete} onConfirm={onDelete} onClose={onClose}>
    <p>{texts.deleteHint}</p>
  </Confirm>
);
