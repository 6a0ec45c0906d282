import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import type { HiddenBoards } from '../boards/access.ts';
import { isOnNoHiddenBoard } from '../boards/boards-store.ts';
import type { Tables } from '../tables.ts';

/** Identity of a person who is signed in. */
export interface Identity {
  /** Ids under which the person votes and writes (`id` of `Author`). */
  ids: string[];
  /** Key of the mailbox of the person. */
  email: string | null;
  /** Boards that the person may not read. */
  hidden: HiddenBoards;
  /** Boards on which the person may not even read own entries. */
  hiddenOwn: HiddenBoards;
}

/** Returns the condition that the person submitted `feedback_entries e`. */
const isOwn = ({ ids, email }: Identity): RawBuilder<unknown> =>
  sql`coalesce(e.submitter_id = ANY(${ids}::text[]) OR ${mailboxKey(sql`e.submitter_email`)} = ${email}, false)`;

/** Returns the condition that the person may read the title of `feedback_entries e`: the rule of `mayReadBoard`, for own entries in any state. */
const mayRead = (projectId: string, person: Identity): RawBuilder<unknown> =>
  sql`(e.visibility = 'public' AND ${isOnNoHiddenBoard(projectId, person.hidden)}
      OR ${isOwn(person)} AND ${isOnNoHiddenBoard(projectId, person.hiddenOwn)})`;

type EntryOf = Pick<
  Tables['feedback_entries'],
  'id' | 'title' | 'status' | 'custom_status' | 'visibility' | 'upvote_count' | 'created_at'
>;

/** Returns entries that the person submitted, newest first. */
export async function listOwnEntries(db: Db, projectId: string, person: Identity, limit: number): Promise<EntryOf[]> {
  const { rows } = await sql<EntryOf>`
    SELECT e.id, e.title, e.status, e.custom_status, e.visibility, e.upvote_count, e.created_at FROM feedback_entries e
    WHERE e.project_id = ${projectId} AND ${isOwn(person)} AND ${isOnNoHiddenBoard(projectId, person.hiddenOwn)}
    ORDER BY e.created_at DESC, e.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Public entry with the value of a vote, the text of a comment, or nothing else. */
type PublicEntry = Pick<Tables['feedback_entries'], 'id' | 'title' | 'created_at'>;

/** Returns public entries that the person votes for, latest vote first. */
export async function listOwnVotes(db: Db, projectId: string, person: Identity, limit: number) {
  const { rows } = await sql<PublicEntry & { value: 1 | -1 }>`
    SELECT e.id, e.title, v.value, v.created_at FROM feedback_votes v
      JOIN feedback_entries e ON e.project_id = v.project_id AND e.id = v.entry_id
    WHERE v.project_id = ${projectId} AND v.voter = ANY(${person.ids}::text[]) AND e.visibility = 'public' AND e.merged_into IS NULL
      AND ${mayRead(projectId, person)}
    ORDER BY v.created_at DESC, e.id LIMIT ${limit}`.execute(db);
  return rows;
}

interface OwnComment extends Omit<PublicEntry, 'title'> {
  /** Null if the person may not read the entry, such as the target of a merge. */
  title: string | null;
  body: string;
  /** Visibility of the comment. */
  visibility: string;
  /** Whether the entry has a page. */
  is_linked: boolean;
}

const buildCommentColumns = (
  projectId: string,
  person: Identity,
) => sql`e.id, CASE WHEN ${mayRead(projectId, person)} THEN e.title END AS title,
  c.body, c.visibility, c.created_at, e.visibility = 'public' AND ${mayRead(projectId, person)} AS is_linked`;
const comments = sql`feedback_comments c JOIN feedback_entries e ON e.project_id = c.project_id AND e.id = c.entry_id`;

/** Returns comments of the person, newest first. */
export async function listOwnComments(db: Db, projectId: string, person: Identity, limit: number): Promise<OwnComment[]> {
  const { rows } = await sql<OwnComment>`
    SELECT ${buildCommentColumns(projectId, person)} FROM ${comments}
    WHERE c.project_id = ${projectId} AND c.author_id = ANY(${person.ids}::text[]) AND NOT c.internal AND NOT c.private
      AND ${mayRead(projectId, person)}
    ORDER BY c.created_at DESC, c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns private answers of the team to the person, newest first. */
export async function listAnswers(db: Db, projectId: string, person: Identity, limit: number): Promise<OwnComment[]> {
  const { rows } = await sql<OwnComment>`
    SELECT ${buildCommentColumns(projectId, person)} FROM ${comments}
    WHERE c.project_id = ${projectId} AND c.private AND c.visibility = 'public'
      AND (c.recipient_id = ANY(${person.ids}::text[]) OR (c.recipient_confirmed AND c.recipient_email = ${person.email}))
    ORDER BY c.created_at DESC, c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns public entries that an address follows, latest first. */
export async function listFollowed(db: Db, projectId: string, person: Identity, limit: number): Promise<PublicEntry[]> {
  const { rows } = await sql<PublicEntry>`
    SELECT e.id, e.title, s.created_at FROM feedback_subscribers s
      JOIN feedback_entries e ON e.project_id = s.project_id AND e.id = s.entry_id
    WHERE s.project_id = ${projectId} AND s.email = ${person.email} AND s.confirmed_at IS NOT NULL AND e.visibility = 'public'
      AND e.merged_into IS NULL AND ${mayRead(projectId, person)}
    ORDER BY s.created_at DESC, e.id LIMIT ${limit}`.execute(db);
  return rows;
}
