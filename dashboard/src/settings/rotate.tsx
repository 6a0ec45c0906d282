import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Switch } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';

interface RotateProps {
  texts: { rotate: string; rotateTitle: string; rotateHint: string; revokeNow: string; rotateConfirm: string };
  onRotate: (revokeNow: boolean) => Promise<unknown>;
}

/** Dialog that rotates a key or secret. The old one remains valid for a day unless revoked. */
export function Rotate({ texts, onRotate }: RotateProps) {
  const [revokeNow, setRevokeNow] = useState(false);
  return (
    <DialogTrigger>
      <Button>{texts.rotate}</Button>
      <Dialog title={texts.rotateTitle}>
        {(close) => (
          <Form onSubmit={() => onRotate(revokeNow).then(close)}>
            {({ isBusy }) => (
              <>
                <p>{texts.rotateHint}</p>
                <Switch label={texts.revokeNow} isSelected={revokeNow} onChange={setRevokeNow} />
                <FormActions
                  label={texts.rotateConfirm}
                  onCancel={close}
                  isBusy={isBusy}
                  look={revokeNow ? 'danger' : 'primary'}
                />
              </>
            )}
          </Form>
        )}
      </Dialog>
    </DialogTrigger>
  );
}
