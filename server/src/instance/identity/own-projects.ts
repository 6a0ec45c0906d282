import { invalidField } from '../../platform/api/errors.ts';
import { parseId } from '../../platform/ids.ts';
import type { Identity } from './identity.ts';

/** Returns the UUIDs of projects. @throws {HttpError} 400 that names the first project that the user is not a member of */
export async function getOwnProjects(
  { db, findForeignProjects }: Pick<Identity, 'db' | 'findForeignProjects'>,
  userId: string,
  texts: string[] | undefined,
): Promise<string[] | null> {
  if (!texts) return null;
  const ids = texts.map((text) => parseId('prj', text));
  const known = ids.filter((id) => id !== undefined);
  const foreign = await findForeignProjects(db, userId, known);
  for (const [index, id] of ids.entries())
    if (!id || foreign.includes(id))
      throw invalidField(
        `project_ids[${index}]`,
        'not_found',
        `project_ids[${index}] must be the id of a project that you are a member of`,
      );
  return known;
}
