import { common } from '#texts/common';
import { useState } from 'react';
import { DialogTrigger } from 'react-aria-components';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Switch } from '../ui/field.tsx';

interface RotateProps {
  texts: { rotate: string; rotateTitle: string; rotateHint: string; revokeNow: string; make: string };
  onRotate: (revokeNow: boolean) => Promise<unknown>;
}

/** A new key or secret in place of an old one, which goes on for a day unless one says otherwise. */
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
                <div className="actions">
                  <Button onPress={close}>{common.cancel}</Button>
                  <Button type="submit" look={revokeNow ? 'danger' : 'primary'} isPending={isBusy}>
                    {texts.make}
                  </Button>
                </div>
              </>
            )}
          </Form>
        )}
      </Dialog>
    </DialogTrigger>
  );
}
