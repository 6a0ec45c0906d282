import type { FieldDeclaration } from '@earshot/contract/services/feedback/fields';
import { useMay, useProject } from '../../projects/projects.ts';

/** Returns the custom fields that the user may see. Viewers see public ones only. */
export function useFields(): FieldDeclaration[] {
  const { fields } = useProject().settings.feedback;
  return useMay('member') ? fields : fields.filter((field) => field.public);
}
