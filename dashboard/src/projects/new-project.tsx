import { projects as texts } from '#texts/projects';
import { useNavigate } from '@tanstack/react-router';
import { refresh, useClient } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { useTitle } from '../ui/state.tsx';

export function NewProject() {
  useTitle(texts.new);
  const call = useClient();
  const navigate = useNavigate();
  const create = async (name: string) => {
    const { slug } = await call('POST /v1/projects', { body: { name } });
    await refresh('/v1/projects');
    await navigate({ to: '/projects/$slug', params: { slug } });
  };
  return (
    <main className="narrow card">
      <h1>{texts.new}</h1>
      <p className="lead">{texts.noneHint}</p>
      <Form onSubmit={(text) => create(text('name'))}>
        {({ isBusy }) => (
          <>
            <TextField name="name" label={texts.name} hint={texts.newHint} isRequired autoFocus maxLength={100} />
            <Button type="submit" look="primary" isPending={isBusy}>
              {texts.create}
            </Button>
          </>
        )}
      </Form>
    </main>
  );
}
