import { sql } from 'kysely';
import type { Db, Transaction } from '../postgres/database.ts';

/** What PostgreSQL's dictionary makes of words: an empty list for one that says nothing, null for one it does not know. */
export async function stem(db: Db, dictionary: string, words: string[]): Promise<{ word: string; lexemes: string[] | null }[]> {
  const { rows } = await sql<{ word: string; lexemes: string[] | null }>`
    SELECT word, ts_lexize(${dictionary}::regdictionary, word) AS lexemes FROM unnest(${words}::text[]) AS word`.execute(db);
  return rows;
}

/** Which index, by all of its key. */
export interface IndexKey {
  project_id: string;
  id: string;
}

export const inIndex = ({ project_id, id }: IndexKey) => sql`project_id = ${project_id} AND index_id = ${id}`;

export interface Word {
  word: string;
  term: string;
  shown: string;
  passages: number;
}

/** Counts words of an index that is locked up or down; those in no passage are gone. */
export async function countWords(tx: Transaction, { project_id, id }: IndexKey, changes: Word[]): Promise<void> {
  if (!changes.length) return;
  await sql`
    INSERT INTO knowledge_words AS w (project_id, index_id, word, term, shown, passages)
    SELECT ${project_id}::uuid, ${id}::uuid, word, term, shown, passages
    FROM json_to_recordset(${JSON.stringify(changes)}::json) AS given (word text, term text, shown text, passages integer)
    ON CONFLICT (project_id, index_id, word, term) DO UPDATE SET passages = w.passages + excluded.passages`.execute(tx);
  const fewer = changes.filter(({ passages }) => passages < 0).map(({ word }) => word);
  if (fewer.length)
    await sql`
      DELETE FROM knowledge_words WHERE ${inIndex({ project_id, id })} AND word = ANY(${fewer}::text[]) AND passages <= 0`.execute(
      tx,
    );
}

/** What is known of these words, and of some that begin as `prefix` does: those in most passages. */
export async function findWords(
  db: Db,
  index: IndexKey,
  { words, prefix, most }: { words: string[]; prefix?: string; most: number },
): Promise<Word[]> {
  const exact = sql`SELECT word, term, shown, passages FROM knowledge_words WHERE ${inIndex(index)} AND word = ANY(${words}::text[])`;
  const longer = sql`
    (SELECT word, term, shown, passages FROM knowledge_words
    WHERE ${inIndex(index)} AND word LIKE ${likePrefix(prefix ?? '')} AND word <> ${prefix} ORDER BY passages DESC, word LIMIT ${most})`;
  const { rows } = await sql<Word>`${exact} ${prefix ? sql`UNION ALL ${longer}` : sql``}`.execute(db);
  return rows;
}

/** Words that end or begin alike, and are about as long: among these is what somebody meant to write. */
export async function findAlike(
  db: Db,
  index: IndexKey,
  { head, tail, shortest, longest, most }: { head: string; tail: string; shortest: number; longest: number; most: number },
): Promise<Word[]> {
  const reversed = Array.from(tail).toReversed().join('');
  const isAsLong = sql`length(word) BETWEEN ${shortest} AND ${longest}`;
  const { rows } = await sql<Word>`
    SELECT word, min(term) AS term, min(shown) AS shown, sum(passages)::int AS passages FROM (
      (SELECT * FROM knowledge_words WHERE ${inIndex(index)} AND word LIKE ${likePrefix(head)} AND ${isAsLong}
        ORDER BY passages DESC LIMIT ${most})
      UNION
      (SELECT * FROM knowledge_words WHERE ${inIndex(index)} AND reverse(word) COLLATE "C" LIKE ${likePrefix(reversed)} AND ${isAsLong}
        ORDER BY passages DESC LIMIT ${most})
    ) AS alike GROUP BY word`.execute(db);
  return rows;
}

/** The words that terms stand for, as they are in texts. */
export async function findWordsOfTerms(db: Db, index: IndexKey, terms: string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT DISTINCT word FROM knowledge_words WHERE ${inIndex(index)} AND term = ANY(${terms}::text[])`.execute(db);
  return rows.map(({ word }) => word);
}

const likePrefix = (prefix: string) => `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
