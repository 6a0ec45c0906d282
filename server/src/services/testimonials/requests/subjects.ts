import type { Db } from '../../../platform/postgres/database.ts';
import type { Rule } from './store.ts';

/** Returns those of some titles that releases have which everyone may read. */
export type FindPublicTitles = (db: Db, projectId: string, titles: string[]) => Promise<Set<string>>;

/** Returns requests without the titles of releases that were withdrawn, renamed or limited to a segment after the request. */
export async function hideSubjects<Asked extends { subject: string | null }>(
  { db, findPublicTitles }: { db: Db; findPublicTitles: FindPublicTitles },
  projectId: string,
  { requests, findTrigger }: { requests: Asked[]; findTrigger: (request: Asked) => Rule['trigger'] | null },
): Promise<Asked[]> {
  const titles = requests.flatMap((request) => (findTrigger(request) === 'release_used' ? (request.subject ?? []) : []));
  const known = titles.length ? await findPublicTitles(db, projectId, titles) : new Set<string>();
  return requests.map((request) =>
    findTrigger(request) !== 'release_used' || known.has(request.subject ?? '') ? request : { ...request, subject: null },
  );
}
