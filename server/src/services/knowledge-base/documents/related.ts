import { TEAM } from '../../../instance/end-users/readers.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findCards } from './related-store.ts';

/** Returns the ids of related documents that a request names. @throws {HttpError} 400 unless all of them are other documents of the project */
export async function parseRelated(
  db: Db,
  projectId: string,
  { given, ownId }: { given: string[]; ownId: string },
): Promise<string[]> {
  const ids = given.map((text) => parseId('doc', text) ?? '');
  const known = new Set(
    (await findCards(db, projectId, { ids: ids.filter(Boolean), status: 'any', reader: TEAM })).map(({ id }) => id),
  );
  const unknown = ids.findIndex((id) => !known.has(id) || id === ownId);
  if (unknown >= 0)
    throw invalidField(
      `related_ids[${unknown}]`,
      'not_found',
      `related_ids[${unknown}] must be the id of another document of the project`,
    );
  return ids;
}
