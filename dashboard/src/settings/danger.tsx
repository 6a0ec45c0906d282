import { settings } from '#texts/settings';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshRoute, useClient } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';

const texts = settings.danger;

/** Deletion of the project. */
export function Danger() {
  const { id, slug } = useProject();
  const isOwner = useMay('owner');
  const call = useClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  return (
    <section className="panel">
      <h2>{texts.delete}</h2>
      <p className="soft">{texts.hint}</p>
      {isOwner ? (
        <Form
          onSubmit={async () => {
            await call('DELETE /v1/projects/{id}', { path: { id }, query: { confirm: slug } });
            showToast(texts.deleted);
            await refreshRoute('GET /v1/projects');
            await navigate({ to: '/' });
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField label={texts.confirm(slug)} value={typed} onChange={setTyped} autoComplete="off" />
              <div className="actions">
                <Button type="submit" look="danger" isDisabled={typed !== slug} isPending={isBusy}>
                  {texts.button}
                </Button>
              </div>
            </>
          )}
        </Form>
      ) : (
        <p>{texts.ownerOnly}</p>
      )}
    </section>
  );
}
