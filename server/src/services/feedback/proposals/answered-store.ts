import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { ANYONE, mayRead } from '../boards/access.ts';
import { isPublicComment } from '../comments/comments-store.ts';
import { findEntry } from '../store.ts';

/** Answers that are read, the latest ones. */
const MAX_ANSWERS = 10;

/** An entry that everyone may read, with public comments of the team in chronological order. */
interface AnsweredEntry {
  id: string;
  title: string;
  description: string;
  answers: string[];
}

/** Returns an entry and its answers. Undefined when not everyone may read the entry, or when it was merged. */
export async function findPublicAnswers(db: Db, projectId: string, id: string): Promise<AnsweredEntry | undefined> {
  const entry = await findEntry(db, projectId, id);
  if (!entry || entry.merged_into || !mayRead(entry, ANYONE)) return undefined;
  const { rows } = await sql<{ body: string }>`
    SELECT c.body FROM feedback_comments c
    WHERE c.project_id = ${projectId} AND c.entry_id = ${id} AND c.author_role = 'team' AND ${isPublicComment}
    ORDER BY c.created_at DESC, c.id DESC LIMIT ${MAX_ANSWERS}`.execute(db);
  const { title, description } = entry;
  return { id, title, description, answers: rows.map(({ body }) => body).toReversed() };
}
