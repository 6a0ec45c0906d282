import { searchTerms as texts } from '../../analytics/texts/en/search-terms.ts';
import { common } from '#texts/common';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useClient } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';

const ROWS = 6;

interface KeyDialogProps {
  title: string;
  onSaved: () => Promise<void>;
}

/** Dialog for the key of a service account, with the steps that create it. */
export function KeyDialog({ title, onSaved }: KeyDialogProps) {
  const call = useClient();
  const [key, setKey] = useState('');
  const read = async (files: FileList | null) => setKey((await files?.[0]?.text()) ?? key);
  return (
    <Dialog title={title} size="wide">
      {(close) => (
        <Form
          onSubmit={async () => {
            await call('PUT /v1/analytics/search-console', { body: { key } });
            close();
            await onSaved();
          }}
        >
          {({ isBusy }) => (
            <>
              <ol className="prose">
                {texts.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              <TextField
                name="key"
                label={texts.key}
                hint={texts.keyHint}
                rows={ROWS}
                isCode
                value={key}
                onChange={setKey}
                autoComplete="off"
                isRequired
                autoFocus
              />
              <FileTrigger acceptedFileTypes={['application/json']} onSelect={(files) => void read(files)}>
                <Button>{texts.chooseFile}</Button>
              </FileTrigger>
              <FormActions label={common.save} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
