import type { Question } from '@earshot/contract/services/waitlist/questions';
import { QUESTION_TYPES } from '@earshot/contract/services/waitlist/values';
import { questions as texts } from '#texts/settings/waitlist';
import { refresh, useClient } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import { DeclaredFields } from '../declared-fields.tsx';

/** Questions of the sign-up form. */
export function Questions() {
  const { id, settings } = useProject();
  const call = useClient();
  const save = async (questions: Question[]) => {
    await call('PATCH /v1/projects/{id}', { path: { id }, body: { settings: { waitlist: { questions } } } });
    await refresh('/v1/projects', '/v1/waitlist');
  };
  return (
    <DeclaredFields<Question>
      fields={settings.waitlist.questions}
      setting="waitlist.questions"
      types={QUESTION_TYPES}
      names={texts}
      maxLabel={200}
      kind="questions"
      save={save}
    />
  );
}
