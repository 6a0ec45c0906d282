import { projects } from '#texts/projects';
import { useNavigate } from '@tanstack/react-router';
import { refresh, refreshRoute, useClient, useWrite } from '../../api.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useProject, useProjects } from '../projects.ts';

const texts = projects.start.data;

/** Offers a project with sample data, and its deletion. */
export function SampleData() {
  const current = useProject();
  const list = useProjects();
  const navigate = useNavigate();
  const create = useWrite('POST /v1/projects/sample', {
    onSuccess: ({ slug }) => {
      void refresh('/v1/projects').then(() => navigate({ to: '/projects/$slug', params: { slug } }));
    },
  });
  const sample = current.is_sample ? current : list.data?.find(({ is_sample, role }) => is_sample && role === 'owner');
  return (
    <section className="panel sample-data">
      <h2>{current.is_sample ? texts.here : texts.title}</h2>
      <p className="soft">{current.is_sample ? texts.hereHint : texts.hint}</p>
      <p className="actions">
        {!sample && (
          <Button isPending={create.isPending} onPress={() => create.mutate({})}>
            {texts.create}
          </Button>
        )}
        {sample && !current.is_sample && (
          <LinkButton to="/projects/$slug" params={{ slug: sample.slug }}>
            {texts.open}
          </LinkButton>
        )}
        {sample?.role === 'owner' && <DeleteSample id={sample.id} name={sample.name} slug={sample.slug} />}
      </p>
    </section>
  );
}

function DeleteSample({ id, name, slug }: { id: string; name: string; slug: string }) {
  const call = useClient();
  const navigate = useNavigate();
  const isCurrent = useProject().id === id;
  return (
    <Confirm
      trigger={<Button>{texts.delete}</Button>}
      title={texts.deleteTitle}
      label={texts.delete}
      onConfirm={async () => {
        await call('DELETE /v1/projects/{id}', { path: { id }, query: { confirm: slug } });
        await refreshRoute('GET /v1/projects');
        if (isCurrent) await navigate({ to: '/' });
      }}
    >
      <p>{texts.deleteHint(name)}</p>
    </Confirm>
  );
}
