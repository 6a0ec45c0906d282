import type { Db } from '../../../platform/postgres/database.ts';

/** Returns the titles of those of some releases that everyone may read, by id. */
export type FindReleaseTitles = (db: Db, projectId: string, ids: string[]) => Promise<Map<string, string>>;

/** Returns requests with the current titles of their releases, without those that not everyone may read. */
export async function nameReleases<Asked extends { release_id: string | null; subject: string | null }>(
  { db, findReleaseTitles }: { db: Db; findReleaseTitles: FindReleaseTitles },
  projectId: string,
  requests: Asked[],
): Promise<Asked[]> {
  const ids = requests.flatMap(({ release_id: id }) => id ?? []);
  if (!ids.length) return requests;
  const titles = await findReleaseTitles(db, projectId, ids);
  return requests.map((request) =>
    request.release_id === null ? request : { ...request, subject: titles.get(request.release_id) ?? null },
  );
}
