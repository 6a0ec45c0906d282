import { common } from '#texts/common';
import { feedback as texts } from '#texts/feedback';
import type { Feedback } from '@earshot/sdk';
import { useState } from 'react';
import { refresh } from '../api.ts';
import { usePublicClient } from '../projects/projects.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Fields, Form, Select, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { TYPES } from './filters.ts';

/** Dialog that adds an entry. Feedback is submitted with the API key, as on the website. */
export function NewEntry() {
  const call = usePublicClient();
  const [type, setType] = useState<Feedback['type']>('feedback');
  const submit = async (text: Fields) => {
    await call('POST /v1/feedback', {
      body: { type, title: text('title'), description: text('description') },
    });
    await refresh('/v1/feedback');
  };
  return (
    <Dialog title={texts.new} size="wide">
      {(close) => (
        <Form onSubmit={(text) => submit(text).then(close)}>
          {({ isBusy }) => (
            <>
              <p className="soft">{texts.newHint}</p>
              <TextField name="title" label={texts.newTitle} isRequired autoFocus maxLength={200} />
              <Select
                label={texts.type}
                options={TYPES.map((id) => ({ id, label: texts.types[id] }))}
                value={type}
                onChange={setType}
              />
              <TextField name="description" label={texts.newDescription} rows={6} maxLength={10_000} />
              <FormActions label={common.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
