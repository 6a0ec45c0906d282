import { unnest } from '../../../platform/postgres/unnest.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { escapeLike } from '../../../platform/postgres/patterns.ts';

/** Returns the lexemes of words, in order: an empty list for a stop word, null for a word that the dictionary does not know. */
export async function lookUpLexemes(
  db: Db,
  dictionary: string,
  words: string[],
): Promise<{ word: string; lexemes: string[] | null }[]> {
  const { rows } = await sql<{ word: string; lexemes: string[] | null }>`
    /* prepared */ SELECT word, ts_lexize(${dictionary}::regdictionary, word) AS lexemes
    FROM unnest(${words}::text[]) WITH ORDINALITY AS given (word, position) ORDER BY position`.execute(db);
  return rows;
}

/** Primary key of an index. */
export interface IndexKey {
  project_id: string;
  id: string;
}

export const inIndex = ({ project_id, id }: IndexKey) => sql`project_id = ${project_id} AND index_id = ${id}`;

/** An entry of the vocabulary. */
export interface Word {
  /** Folded. */
  word: string;
  /** Term that postings of the word are stored under. */
  term: string;
  /** Form with accents, for suggestions. */
  display_form: string;
}

const columns = sql`word, term, display_form`;

/** Adds words to a locked index. */
export async function addWords(tx: Transaction, { project_id, id }: IndexKey, words: Word[]): Promise<void> {
  if (words.length)
    await sql`
      INSERT INTO knowledge_vocabulary (project_id, index_id, ${columns})
      SELECT ${project_id}::uuid, ${id}::uuid, * FROM ${unnest('given', { word: 'text', term: 'text', display_form: 'text' }, words)}
      ON CONFLICT DO NOTHING`.execute(tx);
}

/** Removes the words of those terms that no chunk contains anymore. */
export async function removeUnusedWords(tx: Transaction, index: IndexKey, terms: string[]): Promise<void> {
  if (terms.length)
    await sql`
      DELETE FROM knowledge_vocabulary WHERE ${inIndex(index)} AND term = ANY(${terms}::text[]) AND NOT EXISTS (
        SELECT FROM knowledge_postings AS p
        WHERE p.project_id = ${index.project_id} AND p.index_id = ${index.id} AND p.term = knowledge_vocabulary.term
      )`.execute(tx);
}

export async function removeAllWords(tx: Transaction, index: IndexKey): Promise<void> {
  await sql`DELETE FROM knowledge_vocabulary WHERE ${inIndex(index)}`.execute(tx);
}

/** Returns the entries of words. */
export async function findWords(db: Db, index: IndexKey, words: string[]): Promise<Word[]> {
  const { rows } = await sql<Word>`
    /* prepared */ SELECT ${columns} FROM knowledge_vocabulary WHERE ${inIndex(index)} AND word = ANY(${words}::text[])`.execute(
    db,
  );
  return rows;
}

/** Sorts after every letter. */
const LAST = '\u{10FFFF}';

/** Returns the entries of words, and for each prefix up to `limit` longer words that start with it, shortest first. */
export async function findWordsAndLongerWords(
  db: Db,
  index: IndexKey,
  words: string[],
  { prefixes, limit }: { prefixes: string[]; limit: number },
): Promise<{ words: Word[]; longer: Map<string, Word[]> }> {
  // Comparisons instead of LIKE, which uses no index in a prepared statement.
  const { rows } = await sql<Word & { prefix: string | null }>`
    /* prepared */ SELECT ${columns}, null AS prefix FROM knowledge_vocabulary WHERE ${inIndex(index)} AND word = ANY(${words}::text[])
    UNION ALL
    SELECT longer.word, longer.term, longer.display_form, given.prefix
    FROM unnest(${prefixes}::text[]) AS given (prefix) CROSS JOIN LATERAL (
      SELECT ${columns} FROM knowledge_vocabulary
      WHERE ${inIndex(index)} AND word > given.prefix COLLATE "C" AND word < (given.prefix || ${LAST}::text) COLLATE "C"
      ORDER BY length(word), word, term LIMIT ${limit}
    ) AS longer`.execute(db);
  const longer = prefixes.map((prefix) => [prefix, rows.filter((row) => row.prefix === prefix).map(toWord)] as const);
  return { words: rows.filter(({ prefix }) => prefix === null).map(toWord), longer: new Map(longer) };
}

const toWord = ({ word, term, display_form }: Word): Word => ({ word, term, display_form });

/** Returns for each ending up to `limit` longer words that have the ending, or whose terms have it, shortest first. */
export async function findWordsByEnding(db: Db, index: IndexKey, endings: string[], limit: number): Promise<Map<string, Word[]>> {
  const endsWith = (column: RawBuilder<unknown>) => sql`SELECT ${columns} FROM knowledge_vocabulary WHERE ${inIndex(index)}
    AND reverse(${column}) COLLATE "C" > reverse(given.ending) AND reverse(${column}) COLLATE "C" < reverse(given.ending) || ${LAST}::text`;
  const { rows } = await sql<Word & { ending: string }>`
    /* prepared */ SELECT given.ending, longer.* FROM unnest(${endings}::text[]) AS given (ending) CROSS JOIN LATERAL (
      SELECT * FROM (${endsWith(sql`word`)} UNION ${endsWith(sql`term`)}) AS ending
      ORDER BY length(word), word, term LIMIT ${limit}
    ) AS longer`.execute(db);
  return Map.groupBy(rows, ({ ending }) => ending);
}

/** Condition for candidates of a spelling correction: a common head or tail, and a similar length. */
export interface CandidateFilter {
  head: string;
  tail: string;
  minLength: number;
  maxLength: number;
}

/** Returns candidates for a spelling correction. */
export async function findCandidates(
  db: Db,
  index: IndexKey,
  { head, tail, minLength, maxLength }: CandidateFilter,
): Promise<Word[]> {
  const reversedTail = Array.from(tail).toReversed().join('');
  const hasLength = sql`length(word) BETWEEN ${minLength} AND ${maxLength}`;
  const { rows } = await sql<Word>`
    SELECT ${columns} FROM knowledge_vocabulary WHERE ${inIndex(index)} AND word LIKE ${toLikePrefix(head)} AND ${hasLength}
    UNION
    SELECT ${columns} FROM knowledge_vocabulary
    WHERE ${inIndex(index)} AND reverse(word) COLLATE "C" LIKE ${toLikePrefix(reversedTail)} AND ${hasLength}`.execute(db);
  return rows;
}

/** Returns all words of an index, as columns. */
export async function findAllWords(db: Db, index: IndexKey): Promise<Record<keyof Word, string[]>> {
  const { rows } = await sql<Record<keyof Word, string>>`
    SELECT string_agg(word, E'\n') AS word, string_agg(term, E'\n') AS term, string_agg(display_form, E'\n') AS display_form
    FROM knowledge_vocabulary WHERE ${inIndex(index)} HAVING count(*) > 0`.execute(db);
  const readColumn = (name: keyof Word) => rows[0]?.[name].split('\n') ?? [];
  return { word: readColumn('word'), term: readColumn('term'), display_form: readColumn('display_form') };
}

/** Returns the words of terms. */
export async function findWordsOfTerms(db: Db, index: IndexKey, terms: string[]): Promise<Word[]> {
  const { rows } = await sql<Word>`
    /* prepared */ SELECT ${columns} FROM knowledge_vocabulary WHERE ${inIndex(index)} AND term = ANY(${terms}::text[])`.execute(
    db,
  );
  return rows;
}

const toLikePrefix = (prefix: string) => `${escapeLike(prefix)}%`;

/** Refreshes the planner statistics of all tables of the index. */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`ANALYZE knowledge_vocabulary, knowledge_postings, knowledge_chunks, knowledge_documents`.execute(db);
}
