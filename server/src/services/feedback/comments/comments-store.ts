import type { Audience } from '../../../instance/projects/caller.ts';
import type { Visibility } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { ascending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
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
  | 'created_at'
  | 'updated_at'
> {
  visibility: Visibility;
  /** See `Author`. */
  author_id: string | null;
  author_role: 'team' | 'user' | 'visitor';
  /** Members whom the comment mentions. */
  mentioned_ids: string[];
}

export type NewComment = Omit<Comment, 'project_id' | 'created_at' | 'updated_at'>;

const columns = sql`c.project_id, c.id, c.entry_id, c.body, c.internal, c.visibility, c.author_id, c.author_name, c.author_avatar_url, c.author_role, c.mentioned_ids, c.created_at, c.updated_at`;

/** Comments that are visible to everyone and counted. */
const isPublicComment = sql`c.visibility = 'public' AND NOT c.internal`;

export async function insertComment(tx: Transaction, projectId: string, comment: NewComment, at: Date): Promise<void> {
  await sql`
    INSERT INTO feedback_comments (project_id, id, entry_id, origin_id, body, internal, visibility, author_id, author_name, author_avatar_url,
      author_role, mentioned_ids, created_at, updated_at)
    VALUES (${projectId}, ${comment.id}, ${comment.entry_id}, ${comment.entry_id}, ${comment.body}, ${comment.internal}, ${comment.visibility},
      ${comment.author_id}, ${comment.author_name}, ${comment.author_avatar_url}, ${comment.author_role},
      ${comment.mentioned_ids}::uuid[], ${at}, ${at})`.execute(tx);
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
  const { rows } = await sql<Pick<Comment, 'id' | 'entry_id' | 'body' | 'internal' | 'visibility'> & { title: string }>`
    SELECT c.id, c.entry_id, c.body, c.internal, c.visibility, e.title
    FROM feedback_comments c JOIN feedback_entries e ON e.project_id = c.project_id AND e.id = c.entry_id
    WHERE c.project_id = ${projectId} AND c.id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function updateComment(tx: Transaction, comment: Comment): Promise<void> {
  await sql`
    UPDATE feedback_comments SET body = ${comment.body}, internal = ${comment.internal}, visibility = ${comment.visibility}, updated_at = ${comment.updated_at}
    WHERE project_id = ${comment.project_id} AND id = ${comment.id}`.execute(tx);
}

export async function deleteComment(tx: Transaction, projectId: string, id: string): Promise<void> {
  await sql`DELETE FROM feedback_comments WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}

/** Returns comments in chronological order. */
export const listComments = (
  db: Db,
  projectId: string,
  entryId: string,
  { audience, ...rows }: { audience: Audience } & PageRows,
) =>
  readPage<Comment>(db, {
    columns,
    source: sql`feedback_comments c WHERE c.project_id = ${projectId} AND c.entry_id = ${entryId}
      ${audience === 'public' ? sql`AND ${isPublicComment}` : sql``}`,
    order: ascending(timeKey(sql`c.created_at`), uuidKey(sql`c.id`)),
    rows,
  });

/** Recomputes the count of public comments. The entry must be locked. */
export async function recountComments(tx: Transaction, projectId: string, entryId: string): Promise<void> {
  await sql`
    UPDATE feedback_entries SET comment_count = (
      SELECT count(*) FROM feedback_comments c WHERE c.project_id = ${projectId} AND c.entry_id = ${entryId} AND ${isPublicComment})
    WHERE project_id = ${projectId} AND id = ${entryId}`.execute(tx);
}
