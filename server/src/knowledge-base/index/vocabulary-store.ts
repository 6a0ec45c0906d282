import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../postgres/database.ts';

/** What PostgreSQL's dictionary makes of words, in their order: an empty list for one that says nothing, null for one it does not know. */
export async function stem(db: Db, dictionary: string, words: string[]): Promise<{ word: string; lexemes: string[] | null }[]> {
  const { rows } = await sql<{ word: string; lexemes: string[] | null }>`
    /* prepared */ SELECT word, ts_lexize(${dictionary}::regdictionary, word) AS lexemes
    FROM unnest(${words}::text[]) WITH ORDINALITY AS given (word, place) ORDER BY place`.execute(db);
  return rows;
}

/** Which index, by all of its key. */
export interface IndexKey {
  project_id: string;
  id: string;
}

export const inIndex = ({ project_id, id }: IndexKey) => sql`project_id = ${project_id} AND index_id = ${id}`;

/** A word as it is written, the term that it is found by, and how it is suggested. */
export interface Word {
  word: string;
  term: string;
  shown: string;
}

/** Adds words to an index that is locked. */
export async function addWords(tx: Transaction, { project_id, id }: IndexKey, words: Word[]): Promise<void> {
  if (words.length)
    await sql`
      INSERT INTO knowledge_words (project_id, index_id, word, term, shown)
      SELECT ${project_id}::uuid, ${id}::uuid, * FROM unnest(${words.map(({ word }) => word)}::text[],
        ${words.map(({ term }) => term)}::text[], ${words.map(({ shown }) => shown)}::text[])
      ON CONFLICT DO NOTHING`.execute(tx);
}

/** Removes the words of these terms, if no passage has these any more. */
export async function removeUnusedWords(tx: Transaction, index: IndexKey, terms: string[]): Promise<void> {
  if (terms.length)
    await sql`
      DELETE FROM knowledge_words WHERE ${inIndex(index)} AND term = ANY(${terms}::text[]) AND NOT EXISTS (
        SELECT FROM knowledge_postings AS p
        WHERE p.project_id = ${index.project_id} AND p.index_id = ${index.id} AND p.term = knowledge_words.term
      )`.execute(tx);
}

export async function removeAllWords(tx: Transaction, index: IndexKey): Promise<void> {
  await sql`DELETE FROM knowledge_words WHERE ${inIndex(index)}`.execute(tx);
}

/** What is known of these words. */
export async function findWords(db: Db, index: IndexKey, words: string[]): Promise<Word[]> {
  const { rows } = await sql<Word>`
    /* prepared */ SELECT word, term, shown FROM knowledge_words WHERE ${inIndex(index)} AND word = ANY(${words}::text[])`.execute(
    db,
  );
  return rows;
}

/** After every letter. */
const LAST = '\u{10FFFF}';

/** What is known of these words; and for each prefix longer words that begin with it, the shortest first. */
export async function findWordsAndLonger(
  db: Db,
  index: IndexKey,
  words: string[],
  { prefixes, most }: { prefixes: string[]; most: number },
): Promise<{ words: Word[]; longer: Map<string, Word[]> }> {
  // Bounds in place of LIKE, which looks nothing up where the statement is prepared.
  const { rows } = await sql<Word & { prefix: string | null }>`
    /* prepared */ SELECT word, term, shown, null AS prefix FROM knowledge_words WHERE ${inIndex(index)} AND word = ANY(${words}::text[])
    UNION ALL
    SELECT longer.word, longer.term, longer.shown, given.prefix FROM unnest(${prefixes}::text[]) AS given (prefix) CROSS JOIN LATERAL (
      SELECT word, term, shown FROM knowledge_words
      WHERE ${inIndex(index)} AND word > given.prefix COLLATE "C" AND word < (given.prefix || ${LAST}::text) COLLATE "C"
      ORDER BY length(word), word, term LIMIT ${most}
    ) AS longer`.execute(db);
  const longer = prefixes.map((prefix) => [prefix, rows.filter((row) => row.prefix === prefix).map(toWord)] as const);
  return { words: rows.filter(({ prefix }) => prefix === null).map(toWord), longer: new Map(longer) };
}

const toWord = ({ word, term, shown }: Word): Word => ({ word, term, shown });

/** For each ending longer words that have it, or whose terms have it; the shortest first. */
export async function findWordsEndingWith(
  db: Db,
  index: IndexKey,
  endings: string[],
  most: number,
): Promise<Map<string, Word[]>> {
  const endsWith = (column: RawBuilder<unknown>) => sql`SELECT word, term, shown FROM knowledge_words WHERE ${inIndex(index)}
    AND reverse(${column}) COLLATE "C" > reverse(given.ending) AND reverse(${column}) COLLATE "C" < reverse(given.ending) || ${LAST}::text`;
  const { rows } = await sql<Word & { ending: string }>`
    /* prepared */ SELECT given.ending, longer.* FROM unnest(${endings}::text[]) AS given (ending) CROSS JOIN LATERAL (
      SELECT * FROM (${endsWith(sql`word`)} UNION ${endsWith(sql`term`)}) AS ending
      ORDER BY length(word), word, term LIMIT ${most}
    ) AS longer`.execute(db);
  return Map.groupBy(rows, ({ ending }) => ending);
}

/** Words that end or begin alike, and are about as long: among these is what somebody meant to write. */
export interface Alike {
  head: string;
  tail: string;
  shortest: number;
  longest: number;
}

export async function findAlike(db: Db, index: IndexKey, { head, tail, shortest, longest }: Alike): Promise<Word[]> {
  const reversed = Array.from(tail).toReversed().join('');
  const isAsLong = sql`length(word) BETWEEN ${shortest} AND ${longest}`;
  const { rows } = await sql<Word>`
    SELECT word, term, shown FROM knowledge_words WHERE ${inIndex(index)} AND word LIKE ${likePrefix(head)} AND ${isAsLong}
    UNION
    SELECT word, term, shown FROM knowledge_words
    WHERE ${inIndex(index)} AND reverse(word) COLLATE "C" LIKE ${likePrefix(reversed)} AND ${isAsLong}`.execute(db);
  return rows;
}

/** All words of an index, as columns. */
export async function findAllWords(db: Db, index: IndexKey): Promise<Record<keyof Word, string[]>> {
  const { rows } = await sql<Record<keyof Word, string>>`
    SELECT string_agg(word, E'\n') AS word, string_agg(term, E'\n') AS term, string_agg(shown, E'\n') AS shown
    FROM knowledge_words WHERE ${inIndex(index)} HAVING count(*) > 0`.execute(db);
  const columnOf = (name: keyof Word) => rows[0]?.[name].split('\n') ?? [];
  return { word: columnOf('word'), term: columnOf('term'), shown: columnOf('shown') };
}

/** The words that terms stand for, as they are in texts. */
export async function findWordsOfTerms(db: Db, index: IndexKey, terms: string[]): Promise<Word[]> {
  const { rows } = await sql<Word>`
    /* prepared */ SELECT word, term, shown FROM knowledge_words WHERE ${inIndex(index)} AND term = ANY(${terms}::text[])`.execute(
    db,
  );
  return rows;
}

const likePrefix = (prefix: string) => `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Lets PostgreSQL know how large the tables have become. */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`ANALYZE knowledge_words, knowledge_postings, knowledge_passages, knowledge_documents`.execute(db);
}
