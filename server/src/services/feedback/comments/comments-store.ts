import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { Visibility } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { ascending, type PageRows, readPage, readRows, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import type { Author } from '../authors.ts';
import type { Tables } from '../tables.ts';

export interface Comment extends Pick<
  Tables['feedback_comments'],
  | 'project_id'
  | 'id'
  | 'entry_id'
  | 'body'
  | 'internal'
  | 'visibility'
  | 'author_id'
  | 'author_name'
  | 'author_avatar_url'
  | 'author_role'
  | 'mentioned_ids'
  | 'private'
  | 'recipient_id'
  | 'recipient_email'
  | 'recipient_confirmed'
  | 'recipient_name'
  | 'external_id'
  | 'created_at'
  | 'updated_at'
> {
  visibility: Visibility;
  /** See `Author`. */
  author_id: string | null;
  author_role: 'team' | 'user' | 'visitor';
  /** Members whom the comment mentions. */
  mentioned_ids: string[];
  /** Whether only the team and the recipient see it: the submitter of the entry when the comment was written (`author_id` of `Author`). */
  private: boolean;
  recipient_id: string | null;
}

/** A new comment. `origin_id` is the entry to which it returns when the merge of this entry is undone. */
export type NewComment = Omit<Comment, 'project_id' | 'created_at' | 'updated_at'> & { origin_id: string };

/** Columns of a `Comment`, of the table with the alias `c`. */
export const columns = sql.raw(
  [
    'project_id, id, entry_id, body, internal, visibility, author_id, author_name, author_avatar_url, author_role, mentioned_ids, private',
    'recipient_id, recipient_email, recipient_confirmed, recipient_name, external_id, created_at, updated_at',
  ]
    .join(', ')
    .replaceAll(/\w+/g, 'c.$&'),
);

/** Comments that are visible to everyone and counted. */
export const isPublicComment = sql`(c.visibility = 'public' AND NOT c.internal AND NOT c.private)`;

/**
 * Reader of comments: the team, the public, or a recipient of private answers. A `person` proved to be a user, a visitor or the owner of an
 * address.
 */
export type Reader =
  | { audience: 'team' }
  | { audience: 'public'; person?: Pick<Author, 'id' | 'email'> }
  | { audience: 'recipient'; person: Pick<Author, 'id' | 'email'> };

/** Private answers that a person sees: an identified submitter, or the owner of the submitter's confirmed address. */
const isAnswerTo = ({ id, email }: Pick<Author, 'id' | 'email'>) =>
  sql`(c.private AND c.visibility = 'public' AND (c.recipient_id = ${id} OR (c.recipient_confirmed AND c.recipient_email = ${email && toMailboxKey(email)})))`;

const isVisible = (reader: Reader) => {
  if (reader.audience === 'team') return sql`true`;
  if (reader.audience === 'recipient') return isAnswerTo(reader.person);
  return reader.person ? sql`(${isPublicComment} OR ${isAnswerTo(reader.person)})` : isPublicComment;
};

/** A person who submitted an entry. */
export interface Recipient {
  /** See `Author`. */
  id: string | null;
  email: string | null;
  /** Whether the person proved to own the address. */
  is_confirmed: boolean;
  name: string | null;
}

/** Returns the submitters of entries by entry. Service accounts are no persons. */
export async function findSubmitters(db: Db, projectId: string, entryIds: string[]): Promise<Map<string, Recipient>> {
  const { rows } = await sql<Recipient & { entry_id: string }>`
    SELECT id AS entry_id, CASE WHEN submitter_id NOT LIKE 'svc:%' THEN submitter_id END AS id, submitter_name AS name,
      ${mailboxKey(sql`submitter_email`)} AS email, submitter_confirmed_at IS NOT NULL AS is_confirmed
    FROM feedback_entries WHERE project_id = ${projectId} AND id = ANY(${entryIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ entry_id, ...submitter }) => [entry_id, submitter]));
}

export async function insertComment(tx: Transaction, projectId: string, comment: NewComment, at: Date): Promise<void> {
  await sql`
    INSERT INTO feedback_comments (project_id, id, entry_id, origin_id, body, internal, visibility, author_id, author_name, author_avatar_url,
      author_role, mentioned_ids, private, recipient_id, recipient_email, recipient_confirmed,
      recipient_name, external_id, created_at, updated_at)
    VALUES (${projectId}, ${comment.id}, ${comment.entry_id}, ${comment.origin_id}, ${comment.body}, ${comment.internal}, ${comment.visibility},
      ${comment.author_id}, ${comment.author_name}, ${comment.author_avatar_url}, ${comment.author_role},
      ${comment.mentioned_ids}::uuid[], ${comment.private}, ${comment.recipient_id}, ${comment.recipient_email},
      ${comment.recipient_confirmed}, ${comment.recipient_name}, ${comment.external_id}, ${at}, ${at})`.execute(tx);
}

export async function findComment(db: Db, projectId: string, entryId: string, id: string): Promise<Comment | undefined> {
  const { rows } = await sql<Comment>`
    SELECT ${columns} FROM feedback_comments c WHERE c.project_id = ${projectId} AND c.entry_id = ${entryId} AND c.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Returns comments with the titles of their entries. */
export async function findCommentsOfEntries(db: Db, projectId: string, ids: string[]) {
  const { rows } = await sql<
    Pick<Comment, 'id' | 'entry_id' | 'body' | 'internal' | 'private' | 'visibility'> & { title: string }
  >`
    SELECT c.id, c.entry_id, c.body, c.internal, c.private, c.visibility, e.title
    FROM feedback_comments c JOIN feedback_entries e ON e.project_id = c.project_id AND e.id = c.entry_id
    WHERE c.project_id = ${projectId} AND c.id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Returns a comment of any entry: a merge may have moved it. */
export async function findCommentOfAny(db: Db, projectId: string, id: string): Promise<Comment | undefined> {
  const { rows } = await sql<Comment>`
    SELECT ${columns} FROM feedback_comments c WHERE c.project_id = ${projectId} AND c.id = ${id}`.execute(db);
  return rows[0];
}

export async function updateComment(tx: Transaction, comment: Comment): Promise<void> {
  await sql`
    UPDATE feedback_comments SET body = ${comment.body}, internal = ${comment.internal}, visibility = ${comment.visibility}, updated_at = ${comment.updated_at}
    WHERE project_id = ${comment.project_id} AND id = ${comment.id}`.execute(tx);
}

export async function deleteComment(tx: Transaction, projectId: string, id: string): Promise<void> {
  await sql`DELETE FROM feedback_comments WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}

/** Returns the comments that a reader may see, in chronological order. */
export const listComments = (db: Db, projectId: string, entryId: string, { reader, ...rows }: { reader: Reader } & PageRows) =>
  readPage<Comment>(db, {
    columns,
    source: sql`feedback_comments c WHERE c.project_id = ${projectId} AND c.entry_id = ${entryId} AND ${isVisible(reader)}`,
    order: ascending(timeKey(sql`c.created_at`), uuidKey(sql`c.id`)),
    rows,
  });

/** Returns comments of one or all entries with the titles of the entries, in the order of their ids. */
export const exportComments = (db: Db, projectId: string, { entryId, ...rows }: { entryId: string | undefined } & PageRows) =>
  readRows<Comment & { title: string }>(db, {
    columns: sql`${columns}, e.title`,
    source: sql`feedback_comments c JOIN feedback_entries e ON e.project_id = c.project_id AND e.id = c.entry_id
      WHERE c.project_id = ${projectId} ${entryId === undefined ? sql`` : sql`AND c.entry_id = ${entryId}`}`,
    order: ascending(uuidKey(sql`c.id`)),
    rows,
  });

/** Recomputes the counts of public comments. The entries must be locked. */
export async function recountComments(tx: Transaction, projectId: string, entryIds: string[]): Promise<void> {
  await sql`
    UPDATE feedback_entries e SET comment_count = (
      SELECT count(*) FROM feedback_comments c WHERE c.project_id = ${projectId} AND c.entry_id = e.id AND ${isPublicComment})
    WHERE e.project_id = ${projectId} AND e.id = ANY(${entryIds}::uuid[])`.execute(tx);
}
