import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Transaction, transact } from '../../../platform/postgres/database.ts';
import type { Audience } from '../../../instance/projects/caller.ts';
import type { Project } from '../../../instance/projects/store.ts';
import type { Author } from '../authors.ts';
import { mayRead } from '../boards/access.ts';
import type { Entry } from '../store.ts';
import { hasOptedOut } from '../subscriptions/subscribers-store.ts';
import * as store from './comments-store.ts';
import type { Recipient } from './comments-store.ts';
import { commentForEvent } from '../projections.ts';
import { type Deps, lockEntry, refuseMerged, refuseTakenId, visibilityFor } from '../feedback.ts';

const BOTH = 'A comment can’t be both private and internal';

/** Adds a comment, an internal note for the team, or a private answer to the submitter. */
export async function addComment(
  { db, events }: Deps,
  {
    audience,
    project,
    entryId,
    originId = entryId,
    author,
    body,
    internal = false,
    isPrivate = false,
    recipient: given,
    authorName,
    mentionedIds = [],
    externalId = null,
    at = new Date(),
  }: {
    /** The public comments on entries that the author may read, and neither internally nor privately. */
    audience: Audience;
    project: Project;
    entryId: string;
    /** The entry that the author comments on, if it was merged into the entry. */
    originId?: string;
    author: Author;
    body: string;
    internal?: boolean;
    isPrivate?: boolean;
    /** Recipient of a private comment. Defaults to the submitter. */
    recipient?: Recipient;
    authorName?: string;
    mentionedIds?: string[];
    externalId?: string | null;
    at?: Date | undefined;
  },
): Promise<store.Comment> {
  if (internal && audience === 'public')
    throw invalidField('internal', 'not_allowed', 'internal must be false: only project members can write internal notes');
  if (isPrivate && audience === 'public')
    throw invalidField('private', 'not_allowed', 'private must be false: only project members can answer privately');
  if (isPrivate && internal) throw invalidField('private', 'conflict', BOTH);
  return await transact(db, async (tx) => {
    const entry = await lockEntry(tx, project.id, entryId);
    if (!mayRead(entry, { audience, person: author })) throw new HttpError('feedback.not_found');
    refuseMerged(entry);
    const recipient = isPrivate ? (given ?? (await findRecipient(tx, { ...entry, id: originId }))) : undefined;
    const id = newId();
    const comment: store.NewComment = {
      id,
      entry_id: entryId,
      origin_id: originId,
      body,
      internal,
      // Nobody else sees a private comment.
      visibility: isPrivate ? 'public' : visibilityFor(author, project),
      author_id: author.id,
      author_name: author.name ?? (author.role === 'visitor' ? authorName || null : null),
      author_avatar_url: author.avatarUrl,
      author_role: author.role,
      mentioned_ids: mentionedIds,
      private: isPrivate,
      recipient_id: recipient?.id ?? null,
      recipient_email: recipient?.email ?? null,
      recipient_confirmed: recipient?.is_confirmed ?? false,
      recipient_name: recipient?.name ?? null,
      external_id: externalId,
    };
    await refuseTakenId(() => store.insertComment(tx, project.id, comment, at));
    await store.recountComments(tx, project.id, [entryId]);
    const added = await getComment(tx, project.id, entryId, id);
    await events.record(tx, project.id, [
      {
        type: 'feedback.commented',
        data: { entry_id: entryId, comment_id: id, internal, private: isPrivate, mentioned_ids: mentionedIds },
        subject: commentForEvent(added, entry),
      },
    ]);
    return added;
  });
}

/** Returns the submitter of an entry as the recipient of a private answer. @throws {HttpError} 400 when nothing would reach them */
async function findRecipient(tx: Transaction, { project_id, id }: Pick<Entry, 'project_id' | 'id'>): Promise<Recipient> {
  const submitter = (await store.findSubmitters(tx, project_id, [id])).get(id);
  const isReachable =
    submitter?.id || (submitter?.email && submitter.is_confirmed && !(await hasOptedOut(tx, project_id, submitter.email)));
  if (!submitter || !isReachable)
    throw invalidField(
      'private',
      'not_found',
      'private must be false: the submitter of this entry has no user or visitor id and no confirmed email address',
    );
  return submitter;
}

type CommentChange = Partial<Pick<store.Comment, 'body' | 'internal' | 'visibility'>>;

export async function updateComment(
  { db }: Deps,
  { projectId, entryId, id, change }: { projectId: string; entryId: string; id: string; change: CommentChange },
): Promise<store.Comment> {
  return await transact(db, async (tx) => {
    await lockEntry(tx, projectId, entryId);
    const comment = { ...(await getComment(tx, projectId, entryId, id)), ...change, updated_at: new Date() };
    if (comment.private && comment.internal) throw invalidField('internal', 'conflict', BOTH);
    await store.updateComment(tx, comment);
    await store.recountComments(tx, projectId, [entryId]);
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
    await store.recountComments(tx, projectId, [entryId]);
  });
}

async function getComment(tx: Transaction, projectId: string, entryId: string, id: string): Promise<store.Comment> {
  const comment = await store.findComment(tx, projectId, entryId, id);
  if (!comment) throw new HttpError('comments.not_found');
  return comment;
}
