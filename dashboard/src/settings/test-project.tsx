import { testProject as texts } from '#texts/settings/test-project';
import { refresh, useClient } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { showToast } from '../ui/toast.tsx';

/** Emptying of a test project. */
export function TestProject() {
  const { id, name, settings } = useProject();
  const isOwner = useMay('owner');
  const call = useClient();
  return (
    <section className="panel">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      {!isOwner && <p>{texts.ownerOnly}</p>}
      {isOwner && !settings.test.enabled && <p>{texts.onlyTest}</p>}
      {isOwner && settings.test.enabled && (
        <div className="actions">
          <Confirm
            trigger={<Button look="danger">{texts.button}</Button>}
            title={texts.confirmTitle(name)}
            label={texts.confirm}
            onConfirm={async () => {
              await call('POST /v1/projects/{id}/empty', { path: { id } });
              showToast(texts.emptied);
              await refresh('/v1');
            }}
          >
            <p>{texts.confirmHint}</p>
          </Confirm>
        </div>
      )}
    </section>
  );
}
