import type { Caller } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Transaction, transact } from '../../../platform/postgres/database.ts';
import type { Project } from '../../../instance/projects/store.ts';
import type { Author } from '../authors.ts';
import * as store from './comments-store.ts';
import { commentForEvent } from '../projections.ts';
import { type Deps, lockEntry, refuseMerged, visibilityFor } from '../feedback.ts';

/** Adds a comment, or an internal note for the team. */
export async function addComment(
  { db, events }: Deps,
  {
    caller,
    project,
    entryId,
    author,
    body,
    internal,
    authorName,
    mentionedIds = [],
    at = new Date(),
  }: {
    caller: Caller;
    project: Project;
    entryId: string;
    author: Author;
    body: string;
    internal: boolean;
    authorName?: string;
    mentionedIds?: string[];
    at?: Date | undefined;
  },
): Promise<store.Comment> {
  if (internal && caller.by === 'key')
    throw invalidField('internal', 'not_allowed', 'internal must be false: only project members can write internal notes');
  return await transact(db, async (tx) => {
    const entry = await lockEntry(tx, project.id, entryId);
    if (caller.by === 'key' && entry.visibility !== 'public') throw new HttpError('feedback.not_found');
    refuseMerged(entry);
    const id = newId();
    const comment: store.NewComment = {
      id,
      entry_id: entryId,
      body,
      internal,
      visibility: visibilityFor(author, project),
      author_id: author.id,
      author_name: author.name ?? (author.role === 'visitor' ? authorName || null : null),
      author_avatar_url: author.avatarUrl,
      author_role: author.role,
      mentioned_ids: mentionedIds,
    };
    await store.insertComment(tx, project.id, comment, at);
    await store.recountComments(tx, project.id, entryId);
    const added = await getComment(tx, project.id, entryId, id);
    await events.record(tx, project.id, [
      {
        type: 'feedback.commented',
        data: { entry_id: entryId, comment_id: id, internal, mentioned_ids: mentionedIds },
        subject: commentForEvent(added, entry),
      },
    ]);
    return added;
  });
}

type CommentChange = Partial<Pick<store.Comment, 'body' | 'internal' | 'visibility'>>;

export async function updateComment(
  { db }: Deps,
  { projectId, entryId, id, change }: { projectId: string; entryId: string; id: string; change: CommentChange },
): Promise<store.Comment> {
  return await transact(db, async (tx) => {
    await lockEntry(tx, projectId, entryId);
    const comment = { ...(await getComment(tx, projectId, entryId, id)), ...change, updated_at: new Date() };
    await store.updateComment(tx, comment);
    await store.recountComments(tx, projectId, entryId);
    return comment;
  });
}

export async function deleteComment(
  { db }: Deps,
  { projectId, entryId, id }: { projectId: string; entryId: string; id: string },
): Promise<void> {
  await transact(db, async (tx) => {
    await lockEntry(tx, projectId, entryId);
    await getComment(tx, projectId, entryId, id);
    await store.deleteComment(tx, projectId, id);
    await store.recountComments(tx, projectId, entryId);
  });
}

async function getComment(tx: Transaction, projectId: string, entryId: string, id: string): Promise<store.Comment> {
  const comment = await store.findComment(tx, projectId, entryId, id);
  if (!comment) throw new HttpError('comments.not_found');
  return comment;
}
