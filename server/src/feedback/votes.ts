import type { Caller } from '../http/credentials.ts';
import { invalidField } from '../http/errors.ts';
import type { Db } from '../postgres/database.ts';
import type { Author } from './authors.ts';
import { getEntry, refuseMerged } from './feedback.ts';
import type { Entry } from './store.ts';
import { castVote, findVotes, removeVote, type Vote } from './votes-store.ts';

/** Casts, changes or (with `isCast` false) removes a vote. Each voter has one vote per entry. Idempotent. */
export async function vote(
  db: Db,
  { caller, entryId, author, value, isCast }: { caller: Caller; entryId: string; author: Author; value: Vote; isCast: boolean },
): Promise<{ entry: Entry; vote: Vote | undefined }> {
  const voter = author.id;
  if (!voter) throw invalidField('X-Visitor-Id', 'required', 'X-Visitor-Id or X-User-Token is required to vote');
  const isPublic = caller.by === 'key';
  const hasChanged = isCast
    ? await castVote(db, caller.project.id, { entryId, voter: { ...author, id: voter }, value, isPublic })
    : await removeVote(db, caller.project.id, { entryId, voterId: voter, value, isPublic });
  const entry = await getEntry(db, caller, entryId);
  if (!hasChanged) refuseMerged(entry);
  return { entry, vote: isCast ? value : (await findVotes(db, caller.project.id, [entryId], voter)).get(entryId) };
}
