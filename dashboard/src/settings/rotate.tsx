import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Switch } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';

interface RotateProps {
  texts: { rotate: string; rotateTitle: string; rotateHint: string; revokeNow: string; rotateConfirm: string };
  onRotate: (revokeNow: boolean) => Promise<unknown>;
}

/** Button that rotates a secret, after a dialog. */
export const Rotate = (props: RotateProps) => (
  <DialogTrigger>
    <Button>{props.texts.rotate}</Button>
    <RotateDialog {...props} />
  </DialogTrigger>
);

interface DialogProps extends RotateProps {
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** Dialog that rotates a key or secret. The old one remains valid for a day unless revoked. */
export function RotateDialog({ texts, onRotate, ...open }: DialogProps) {
  const [revokeNow, setRevokeNow] = useState(false);
  return (
    <Dialog title={texts.rotateTitle} {...open}>
      {(close) => (
        <Form onSubmit={() => onRotate(revokeNow).then(close)}>
          {({ isBusy }) => (
            <>
              <p>{texts.rotateHint}</p>
              <Switch label={texts.revokeNow} isSelected={revokeNow} onChange={setRevokeNow} />
              <FormActions label={texts.rotateConfirm} onCancel={close} isBusy={isBusy} look={revokeNow ? 'danger' : 'primary'} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
