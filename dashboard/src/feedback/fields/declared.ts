import type { FieldDeclaration } from '@earshot/contract/services/feedback/fields';
import type { FeedbackBoard } from '@earshot/sdk';
import { useMay, useProject } from '../../projects/projects.ts';

/** Returns the fields that the form of a board asks for. */
export const listBoardFields = (fields: FieldDeclaration[], board: FeedbackBoard | undefined): FieldDeclaration[] =>
  board?.fields ? fields.filter(({ key }) => board.fields?.includes(key)) : fields;

/** Returns the custom fields that the user may see. Viewers see public ones only. */
export function useFields(): FieldDeclaration[] {
  const { fields } = useProject().settings.feedback;
  return useMay('member') ? fields : fields.filter((field) => field.public);
}
