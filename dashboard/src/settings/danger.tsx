import { settings } from '#texts/settings';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refresh, useClient } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';

const texts = settings.danger;

/** What can't be taken back. */
export const Danger = () => (
  <>
    <Forget />
    <DeleteProject />
  </>
);

function Forget() {
  const maySet = useMay('admin');
  const call = useClient();
  if (!maySet) return undefined;
  return (
    <section className="panel">
      <h2>{texts.erase}</h2>
      <p className="soft">{texts.eraseHint}</p>
      <Form
        onSubmit={async (text) => {
          const { events } = await call('POST /v1/analytics/erase', { body: { user_id: text('user_id') } });
          showToast(texts.erased(events));
          await refresh('/v1/analytics');
        }}
      >
        {({ isBusy }) => (
          <>
            <TextField name="user_id" label={texts.userId} hint={texts.userIdHint} isRequired />
            <div className="actions">
              <Button type="submit" look="danger" isPending={isBusy}>
                {texts.eraseButton}
              </Button>
            </div>
          </>
        )}
      </Form>
    </section>
  );
}

function DeleteProject() {
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
            await refresh('/v1/projects');
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
