import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/api/credentials.ts';
import { seesPersonalData } from '../../platform/api/personal-data.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { findAuthor } from './authors.ts';
import { toViewer, type Viewer } from './boards/access.ts';
import { entryProjection } from './projections.ts';
import type { ListedEntry } from './views/list-store.ts';
import { findVotes } from './votes/votes-store.ts';

/** Counts the unanswered searches of entries by id. */
export type CountSearches = (db: Db, projectId: string, entryIds: string[]) => Promise<Map<string, number>>;

/** Returns the entries in the projection for the caller, each with the vote of the person. */
export async function present(
  { db, countSearches }: { db: Db; countSearches: CountSearches },
  request: FastifyRequest,
  { person }: Viewer,
  entries: ListedEntry[],
) {
  const caller = callerOf(request);
  const ids = entries.map(({ id }) => id);
  const searches = caller.by === 'session' ? await countSearches(db, caller.project.id, ids) : undefined;
  const votes = person.id && entries.length ? await findVotes(db, caller.project.id, ids, person.id) : undefined;
  const project = entryProjection(caller);
  return entries.map((entry) => ({
    ...project(entry, votes?.get(entry.id)),
    ...(searches && { search_count: searches.get(entry.id) ?? 0 }),
  }));
}

/** Returns the caller, the viewer and the variant of cached answers: callers with the same rights and votes share a cached answer. */
export async function identifyReader(db: Db, request: FastifyRequest) {
  const caller = callerOf(request);
  const author = await findAuthor(db, request, caller);
  return {
    caller,
    viewer: toViewer(caller, author),
    variant: `feedback ${caller.by} ${seesPersonalData(caller)} ${caller.project.id} ${author.id ?? ''} ${author.email ?? ''} ${author.segmentIds?.join() ?? ''}`,
  };
}
