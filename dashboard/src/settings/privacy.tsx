import { settings } from '#texts/settings';
import type { ReactNode } from 'react';
import { refresh, useClient } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { download } from '../ui/download.ts';
import { Form, EmailField, TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';

const texts = settings.privacy;

/** Export and deletion of the data of a user. */
export function Privacy() {
  const maySet = useMay('admin');
  if (!maySet) return undefined;
  return (
    <section className="panel">
      <h2>{texts.userData}</h2>
      <p className="soft">{texts.hint}</p>
      <div className="actions">
        <DialogTrigger>
          <Button>{texts.export}</Button>
          <Export />
        </DialogTrigger>
        <DialogTrigger>
          <Button look="danger">{texts.delete}</Button>
          <Delete />
        </DialogTrigger>
      </div>
    </section>
  );
}

/** Entered identifiers. */
const personIn = (text: (name: string) => string) => ({
  email: text('email').trim() || undefined,
  user_id: text('user_id').trim() || undefined,
});

function Export() {
  const { id, slug } = useProject();
  const call = useClient();
  return (
    <Dialog title={texts.export}>
      {(close) => (
        <PersonForm
          hint={texts.exportHint}
          submit={texts.exportButton}
          onSubmit={async (text) => {
            const input = { path: { id }, body: personIn(text) };
            await download(call, 'POST /v1/projects/{id}/people/export', input, `${slug}-user-data.json`);
            close();
          }}
        />
      )}
    </Dialog>
  );
}

function Delete() {
  const { id } = useProject();
  const call = useClient();
  return (
    <Dialog title={texts.delete}>
      {(close) => (
        <PersonForm
          hint={texts.deleteHint}
          submit={texts.deleteButton}
          isDangerous
          onSubmit={async (text) => {
            if (text('confirm').trim().toLowerCase() !== texts.confirmWord) throw new Error(texts.confirmWrong);
            const { erased } = await call('POST /v1/projects/{id}/people/erase', { path: { id }, body: personIn(text) });
            showToast(texts.deleted(Object.values(erased).reduce((sum, count) => sum + count, 0)));
            close();
            await refresh('/v1');
          }}
        >
          <TextField name="confirm" label={texts.confirm} autoComplete="off" isRequired />
        </PersonForm>
      )}
    </Dialog>
  );
}

interface PersonFormProps {
  hint: string;
  submit: string;
  isDangerous?: boolean;
  onSubmit: (text: (name: string) => string) => Promise<void>;
  children?: ReactNode;
}

function PersonForm({ hint, submit, isDangerous, onSubmit, children }: PersonFormProps) {
  return (
    <Form onSubmit={onSubmit}>
      {({ isBusy }) => (
        <>
          <p className="soft">{hint}</p>
          <EmailField name="email" label={texts.email} autoComplete="off" />
          <TextField name="user_id" label={texts.userId} hint={texts.userIdHint} autoComplete="off" />
          {children}
          <div className="actions">
            <Button type="submit" look={isDangerous ? 'danger' : 'primary'} isPending={isBusy}>
              {submit}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
