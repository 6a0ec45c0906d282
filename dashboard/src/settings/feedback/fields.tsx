import { FIELD_TYPES, type FieldDeclaration } from '@earshot/contract/services/feedback/fields';
import { fields as texts } from '#texts/settings/fields';
import { refresh, useClient } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { DeclaredFields } from '../declared-fields.tsx';

/** Custom fields of entries. */
export function CustomFields() {
  const { id, settings } = useProject();
  const call = useClient();
  const save = async (fields: FieldDeclaration[]) => {
    await call('PATCH /v1/projects/{id}', { path: { id }, body: { settings: { feedback: { fields } } } });
    await refresh('/v1/projects', '/v1/feedback');
  };
  return (
    <DeclaredFields<FieldDeclaration>
      fields={settings.feedback.fields}
      setting="feedback.fields"
      types={FIELD_TYPES}
      names={texts}
      maxLabel={60}
      kind="fields"
      save={save}
    />
  );
}
