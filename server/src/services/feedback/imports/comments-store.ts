import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { columns, type Comment, type NewComment } from '../comments/comments-store.ts';

/** A comment with the fields that only imports compare. */
export interface StoredComment extends Comment {
  external_id: string;
  /** Entry for which the comment was written. */
  origin_id: string;
}

/** Returns comments by external id. */
export async function findStoredComments(db: Db, projectId: string, externalIds: string[]): Promise<StoredComment[]> {
  if (!externalIds.length) return [];
  const { rows } = await sql<StoredComment>`
    SELECT ${columns}, c.origin_id FROM feedback_comments c
    WHERE c.project_id = ${projectId} AND c.external_id = ANY(${externalIds}::text[])`.execute(db);
  return rows;
}

export interface ImportedComment extends NewComment {
  origin_id: string;
  created_at: Date;
}

/** Columns of records as `jsonb_to_recordset` reads them. */
const RECORD = sql`g (
  id uuid, entry_id uuid, origin_id uuid, external_id text, body text, internal boolean, visibility text, author_id text, author_name text,
  author_avatar_url text, author_role text, private boolean, recipient_id text, recipient_email text, recipient_confirmed boolean,
  recipient_name text, created_at timestamptz)`;

export async function insertComments(
  tx: Transaction,
  projectId: string,
  comments: ImportedComment[],
  importId: string | null,
): Promise<void> {
  if (!comments.length) return;
  await sql`
    INSERT INTO feedback_comments (project_id, id, entry_id, origin_id, external_id, body, internal, visibility, author_id, author_name,
      author_avatar_url, author_role, private, recipient_id, recipient_email, recipient_confirmed, recipient_name, created_at, updated_at,
      import_id)
    SELECT ${projectId}::uuid, id, entry_id, origin_id, external_id, body, internal, visibility, author_id, author_name, author_avatar_url,
      author_role, private, recipient_id, recipient_email, recipient_confirmed, recipient_name, created_at, created_at, ${importId}::uuid
    FROM jsonb_to_recordset(${JSON.stringify(comments)}::jsonb) AS ${RECORD}`.execute(tx);
}

export async function updateComments(tx: Transaction, projectId: string, comments: ImportedComment[]): Promise<void> {
  if (!comments.length) return;
  await sql`
    UPDATE feedback_comments c SET entry_id = g.entry_id, origin_id = g.origin_id, body = g.body, internal = g.internal,
      author_id = g.author_id, author_name = g.author_name, author_avatar_url = g.author_avatar_url, author_role = g.author_role,
      private = g.private, recipient_id = g.recipient_id, recipient_email = g.recipient_email,
      recipient_confirmed = g.recipient_confirmed, recipient_name = g.recipient_name, created_at = g.created_at, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(comments)}::jsonb) AS ${RECORD}
    WHERE c.project_id = ${projectId} AND c.id = g.id`.execute(tx);
}

/** Returns comments with their fields after an import. */
export async function findComments(tx: Transaction, projectId: string, ids: string[]): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    SELECT ${columns} FROM feedback_comments c WHERE c.project_id = ${projectId} AND c.id = ANY(${ids}::uuid[])`.execute(tx);
  return rows;
}
