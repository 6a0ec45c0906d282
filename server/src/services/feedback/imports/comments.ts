import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { CommentRecord } from '@earshot/contract/services/feedback/imports';
import { isDeepStrictEqual } from 'node:util';
import { createDuplicateCheck, parseTime } from '../../../instance/imports/decisions.ts';
import { isRefused, type ImportContext, type Importer, type Outcome } from '../../../instance/imports/importer.ts';
import { findMembersByAddress } from '../../../instance/projects/members/store.ts';
import { type HttpError, invalidField } from '../../../platform/api/errors.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { BY_ADDRESS } from '../authors.ts';
import { findSubmitters, type Recipient, recountComments } from '../comments/comments-store.ts';
import { lockMerging } from '../merging/merge-store.ts';
import { commentForEvent } from '../projections.ts';
import { findEntries, lockEntries } from '../store.ts';
import * as store from './comments-store.ts';
import { listValid, readReferences, type RecordOf } from './references.ts';
import { findAuthorIds } from './references-store.ts';
import { undoComments } from './undo.ts';

type Row = RecordOf<typeof CommentRecord>;
type AuthorFields = Pick<store.ImportedComment, 'author_id' | 'author_name' | 'author_avatar_url' | 'author_role'>;
type RecipientFields = Pick<store.ImportedComment, 'recipient_id' | 'recipient_email' | 'recipient_confirmed' | 'recipient_name'>;

/** A valid record, with the state that its comment is to have. */
interface Draft {
  stored: store.StoredComment | undefined;
  comment: store.ImportedComment;
  outcome: 'created' | 'updated' | 'unchanged';
}

/** Stores comments that come from elsewhere. Records are compared by the fields that they have. */
export const createCommentImporter = (events: DomainEvents): Importer<Row> => ({
  collection: 'comments',
  schema: CommentRecord,
  plan: async (db, context, rows, upcoming) =>
    (await draftAll(db, context, rows, upcoming)).map((item) =>
      isRefused(item) || item.stored ? toOutcome(item) : { outcome: item.outcome },
    ),
  save: async (tx, context, rows) => {
    await lockMerging(tx, context.project.id);
    const drafts = await draftAll(tx, context, rows);
    await write(tx, events, context, listValid(drafts));
    return drafts.map(toOutcome);
  },
  undo: async (tx, projectId, importId, limit) => await undoComments(tx, { projectId, importId, limit }),
});

const toOutcome = (draft: Draft | HttpError): Outcome =>
  isRefused(draft) ? draft : { outcome: draft.outcome, id: formatId('cmt', draft.comment.id) };

async function draftAll(
  db: Db,
  context: ImportContext,
  rows: Row[],
  upcoming?: ReadonlySet<string>,
): Promise<(Draft | HttpError)[]> {
  const projectId = context.project.id;
  const findEntry = await readReferences(db, projectId, rows, upcoming);
  const found = await store.findStoredComments(
    db,
    projectId,
    rows.flatMap(({ external_id: id }) => id ?? []),
  );
  const stored = new Map(found.map((comment) => [comment.external_id, comment]));
  const findAuthor = await readAuthors(db, context, rows);
  const recipients = await findSubmitters(
    db,
    projectId,
    rows.filter((row) => row.private).flatMap((row) => toEntryId(findEntry(row)) ?? []),
  );
  const findDuplicate = createDuplicateCheck('external_id');
  // Comments of the same time are listed by id, in the order of the batch.
  const ids = rows.map(newId).toSorted();
  return rows.map((row, index) => {
    const duplicate = findDuplicate(row.external_id);
    if (duplicate) return duplicate;
    const entry = findEntry(row);
    if (isRefused(entry)) return entry;
    const known = stored.get(row.external_id ?? '');
    const isPrivate = row.private ?? known?.private ?? false;
    const internal = row.internal ?? known?.internal ?? false;
    if (isPrivate && internal) return invalidField('private', 'conflict', 'A comment can’t be both private and internal');
    const author = findAuthor(row, known);
    if (isRefused(author)) return author;
    const recipient = isPrivate ? findRecipient(known, entry && recipients.get(entry.id), entry !== undefined) : NOBODY;
    if (isRefused(recipient)) return recipient;
    const comment: store.ImportedComment = {
      id: known?.id ?? (ids[index] as string),
      external_id: row.external_id ?? null,
      // The entries of a dry run may not exist yet.
      entry_id: entry?.root_id ?? '',
      origin_id: entry?.id ?? '',
      body: row.body,
      internal,
      private: isPrivate,
      visibility: known?.visibility ?? 'public',
      mentioned_ids: known?.mentioned_ids ?? [],
      ...author,
      ...recipient,
      created_at: parseTime(row.created_at) ?? known?.created_at ?? new Date(),
    };
    const isSame = known && isDeepStrictEqual({ ...known, ...comment }, known);
    return { stored: known, comment, outcome: isSame ? 'unchanged' : known ? 'updated' : 'created' };
  });
}

const toEntryId = (entry: ReturnType<Awaited<ReturnType<typeof readReferences>>>) => (isRefused(entry) ? undefined : entry?.id);

const NOBODY: RecipientFields = { recipient_id: null, recipient_email: null, recipient_confirmed: false, recipient_name: null };

/** Returns the recipient of a private answer: of a stored answer its own, of a new one the submitter. */
function findRecipient(
  stored: store.StoredComment | undefined,
  submitter: Recipient | undefined,
  isKnown: boolean,
): RecipientFields | HttpError {
  if (stored?.private) {
    const { recipient_id, recipient_email, recipient_confirmed, recipient_name } = stored;
    return { recipient_id, recipient_email, recipient_confirmed, recipient_name };
  }
  if (!isKnown) return NOBODY;
  if (!submitter?.id && !submitter?.email)
    return invalidField(
      'private',
      'not_found',
      'private must be false: the submitter of the entry has no user id and no email address',
    );
  return {
    recipient_id: submitter.id,
    recipient_email: submitter.email,
    recipient_confirmed: submitter.is_confirmed,
    recipient_name: submitter.name,
  };
}

/** Returns a function that finds the author of a record. The author of a stored comment stays unless the record has another one. */
async function readAuthors(db: Db, { project: { id: projectId }, actor }: ImportContext, rows: Row[]) {
  const isByTeam = (row: Row) => row.by_team ?? Boolean(row.internal || row.private);
  const listEmails = (some: Row[]) => some.flatMap(({ author_email: email }) => email ?? []);
  const { team = [], others = [] } = Object.groupBy(rows, (row) => (isByTeam(row) ? 'team' : 'others'));
  const members = await findMembersByAddress(db, projectId, listEmails(team));
  const users = await findAuthorIds(db, projectId, listEmails(others));
  return (row: Row, stored: store.StoredComment | undefined): AuthorFields | HttpError => {
    const { author_name: name, author_email: email, author_user_id: userId, by_team: given } = row;
    if (given === false && (row.internal || row.private))
      return invalidField('by_team', 'conflict', 'by_team must be true for notes and private answers');
    const isTeam = isByTeam(row);
    if (isTeam && userId !== undefined)
      return invalidField('author_user_id', 'conflict', 'author_user_id can’t be combined with by_team');
    const hasAuthor = name !== undefined || email !== undefined || userId !== undefined;
    const key = email && toMailboxKey(email);
    if (stored && !hasAuthor && (given === undefined || isTeam === (stored.author_role === 'team'))) return pickAuthor(stored);
    if (isTeam && !hasAuthor)
      return {
        author_id: `${actor.is_service_account ? 'svc' : 'usr'}:${actor.id}`,
        author_name: actor.name,
        author_avatar_url: null,
        author_role: 'team',
      };
    if (isTeam) {
      const member = key ? members.get(key) : undefined;
      return {
        author_id: member ? `usr:${member.id}` : null,
        author_name: (member ? member.name : name) ?? null,
        author_avatar_url: row.author_avatar_url ?? member?.avatar_url ?? null,
        author_role: 'team',
      };
    }
    // The user of an address may have become known after the comment.
    const isSameAddress = userId === undefined && key && stored?.author_id === `${BY_ADDRESS}:${key}`;
    const id = isSameAddress ? stored.author_id : userId === undefined ? key && users.get(key) : `end:${userId}`;
    const isStored = id !== undefined && id === stored?.author_id;
    return {
      author_id: id ?? null,
      author_name: name ?? (isStored ? stored.author_name : null),
      author_avatar_url: row.author_avatar_url ?? (isStored ? stored.author_avatar_url : null),
      author_role: id ? 'user' : 'visitor',
    };
  };
}

const pickAuthor = ({ author_id, author_name, author_avatar_url, author_role }: store.StoredComment): AuthorFields => ({
  author_id,
  author_name,
  author_avatar_url,
  author_role,
});

async function write(tx: Transaction, events: DomainEvents, context: ImportContext, drafts: Draft[]): Promise<void> {
  const { project, importId, notify } = context;
  const changed = drafts.filter(({ outcome }) => outcome !== 'unchanged');
  const entryIds = [
    ...new Set(changed.flatMap(({ comment, stored }) => [comment.entry_id, ...(stored ? [stored.entry_id] : [])])),
  ];
  await lockEntries(tx, project.id, entryIds);
  const created = changed.filter(({ stored }) => !stored).map(({ comment }) => comment);
  await store.insertComments(tx, project.id, created, importId);
  await store.updateComments(
    tx,
    project.id,
    changed.filter(({ stored }) => stored).map(({ comment }) => comment),
  );
  await recountComments(tx, project.id, entryIds);
  if (!notify || !created.length) return;
  const entries = new Map((await findEntries(tx, project.id, entryIds)).map((entry) => [entry.id, entry]));
  const ids = created.map(({ id }) => id);
  await events.record(
    tx,
    project.id,
    (await store.findComments(tx, project.id, ids)).flatMap((comment) => {
      const { id, entry_id, internal, private: isPrivate } = comment;
      const entry = entries.get(entry_id);
      if (!entry) return [];
      const data = { entry_id, comment_id: id, internal, private: isPrivate, mentioned_ids: [] };
      return [{ type: 'feedback.commented' as const, data, subject: commentForEvent(comment, entry) }];
    }),
  );
}
