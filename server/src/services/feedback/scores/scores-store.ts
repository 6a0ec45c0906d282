import type { ScoreTerm } from '@earshot/contract/services/feedback/scores';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { unnest } from '../../../platform/postgres/unnest.ts';
import type { Tables } from '../tables.ts';

export interface Score extends Pick<
  Tables['feedback_scores'],
  'project_id' | 'id' | 'name' | 'computed_at' | 'created_at' | 'updated_at'
> {
  terms: ScoreTerm[];
}

/** Values of the terms of a score for an entry. */
export interface ScoreValues {
  term_values: number[];
  /** For each term, the number of voters of whom it is known. */
  known: number[];
  voters: number;
}

export async function listScores(db: Db, projectId: string): Promise<Score[]> {
  const { rows } = await sql<Score>`
    SELECT * FROM feedback_scores WHERE project_id = ${projectId} ORDER BY name`.execute(db);
  return rows;
}

export async function findScore(db: Db, projectId: string, by: { id: string } | { name: string }): Promise<Score | undefined> {
  const { rows } = await sql<Score>`
    SELECT * FROM feedback_scores
    WHERE project_id = ${projectId} AND ${'id' in by ? sql`id = ${by.id}` : sql`name = ${by.name}`}`.execute(db);
  return rows[0];
}

/** Locks a score until the transaction ends, so that its terms stay and it is computed once at a time. */
export async function lockScore(tx: Transaction, projectId: string, id: string): Promise<Score | undefined> {
  const { rows } = await sql<Score>`
    SELECT * FROM feedback_scores WHERE project_id = ${projectId} AND id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

export async function insertScore(
  tx: Transaction,
  projectId: string,
  { id, name, terms }: Pick<Score, 'id' | 'name' | 'terms'>,
): Promise<Score> {
  const { rows } = await sql<Score>`
    INSERT INTO feedback_scores (project_id, id, name, terms)
    VALUES (${projectId}, ${id}, ${name}, ${JSON.stringify(terms)}::jsonb) RETURNING *`.execute(tx);
  return rows[0] as Score;
}

/** Replaces the terms, and deletes the values unless only weights changed. */
export async function updateTerms(
  tx: Transaction,
  { project_id, id }: Score,
  terms: ScoreTerm[],
  { keepsValues }: { keepsValues: boolean },
): Promise<Score> {
  if (!keepsValues)
    await sql`DELETE FROM feedback_score_values WHERE project_id = ${project_id} AND score_id = ${id}`.execute(tx);
  const { rows } = await sql<Score>`
    UPDATE feedback_scores SET terms = ${JSON.stringify(terms)}::jsonb, updated_at = now(),
      computed_at = CASE WHEN ${keepsValues}::boolean THEN computed_at END
    WHERE project_id = ${project_id} AND id = ${id} RETURNING *`.execute(tx);
  return rows[0] as Score;
}

/** Returns whether the score existed. */
export async function deleteScore(tx: Transaction, projectId: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM feedback_scores WHERE project_id = ${projectId} AND name = ${name} RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Returns all scores, for the job that computes them again. */
export async function listAllScores(db: Db): Promise<Pick<Score, 'project_id' | 'id'>[]> {
  const { rows } = await sql<
    Pick<Score, 'project_id' | 'id'>
  >`/* all projects */ SELECT project_id, id FROM feedback_scores`.execute(db);
  return rows;
}

export async function findValues(db: Db, projectId: string, scoreId: string, entryId: string): Promise<ScoreValues | undefined> {
  const { rows } = await sql<ScoreValues>`
    SELECT term_values, known, voters FROM feedback_score_values
    WHERE project_id = ${projectId} AND score_id = ${scoreId} AND entry_id = ${entryId}`.execute(db);
  return rows[0];
}

/** A term of people: expressions on `people p`, their company `c` and the revenue of persons. */
export type ComputedTerm =
  | { of: 'votes' }
  /** The number of people with a condition. `isKnown` tells of whom the condition is known. */
  | { of: 'people'; condition: RawBuilder<unknown>; isKnown: RawBuilder<unknown> }
  | { of: 'attribute'; subject: 'person' | 'company'; attribute: string }
  | { of: 'revenue'; amounts: { user_id: string; amount: number }[] };

/** Condition that events of `people p` are known. */
export const hasUserIds = sql`p.user_ids <> '{}'`;
/** Condition that the last visit of `people p` is known. */
export const wasSeen = sql`p.last_seen_at IS NOT NULL`;

/** Returns a numeric attribute of a person or company, null without one. */
export const readNumber = (attributes: RawBuilder<unknown>, name: string) =>
  sql`CASE WHEN jsonb_typeof(${attributes} -> ${name}) = 'number' THEN (${attributes} ->> ${name})::float8 END`;

const column = (prefix: string, index: number) => sql.ref(`${prefix}${index}`);

/** Returns the value of a term for a person, and whether it is known. */
function toFacts(term: ComputedTerm, index: number): { value: RawBuilder<unknown>; isKnown: RawBuilder<unknown> } {
  switch (term.of) {
    case 'votes':
      return { value: sql`1`, isKnown: sql`true` };
    case 'people':
      return { value: sql`CASE WHEN ${term.condition} THEN 1 ELSE 0 END`, isKnown: term.isKnown };
    case 'attribute': {
      const value = readNumber(term.subject === 'person' ? sql`p.attributes` : sql`c.attributes`, term.attribute);
      return { value, isKnown: sql`(${value}) IS NOT NULL` };
    }
    default:
      return { value: sql`coalesce(${column('revenue', index)}.amount, 0)`, isKnown: hasUserIds };
  }
}

/** Returns the join with the revenue of persons. */
const joinRevenue = (projectId: string, term: ComputedTerm, index: number) =>
  term.of === 'revenue'
    ? sql`LEFT JOIN (
        SELECT i.person_id, sum(given.amount) AS amount
        FROM ${unnest('given', { user_id: 'text', amount: 'float8' }, term.amounts)}
        JOIN people_identities i ON i.project_id = ${projectId} AND i.kind = 'user_id' AND i.value = given.user_id
        GROUP BY i.person_id
      ) AS ${column('revenue', index)} ON ${column('revenue', index)}.person_id = p.id`
    : sql``;

/** Each company counts once an entry. */
const onlyOnce = (term: ComputedTerm) =>
  term.of === 'attribute' && term.subject === 'company' ? sql`FILTER (WHERE is_first_of_company)` : sql``;

/**
 * Computes the values of a score for all entries. Two identities of a person are one in the values, and two votes in `known` and `voters`,
 * as they are in the counts of the entry.
 */
export async function computeValues(tx: Transaction, { project_id, id }: Score, terms: ComputedTerm[]): Promise<void> {
  const facts = terms.map(toFacts);
  await sql`
    WITH votes AS MATERIALIZED (
      SELECT v.entry_id, i.person_id FROM feedback_votes v
      LEFT JOIN people_identities i ON i.project_id = ${project_id} AND i.value = substr(v.voter, 5)
        AND i.kind = CASE left(v.voter, 4) WHEN 'end:' THEN 'user_id' WHEN 'eml:' THEN 'email' END
      WHERE v.project_id = ${project_id} AND v.value = 1
    ), voters AS MATERIALIZED (
      SELECT entry_id, person_id, count(*) AS votes FROM votes WHERE person_id IS NOT NULL GROUP BY entry_id, person_id
    ), facts AS MATERIALIZED (
      SELECT p.id, p.company_id, ${sql.join(facts.map(({ value, isKnown }, index) => sql`${value} AS ${column('value', index)}, ${isKnown} AS ${column('known', index)}`))}
      FROM people p LEFT JOIN companies c ON c.project_id = p.project_id AND c.id = p.company_id
      ${sql.join(
        terms.map((term, index) => joinRevenue(project_id, term, index)),
        sql` `,
      )}
      WHERE p.project_id = ${project_id} AND p.id IN (SELECT person_id FROM voters)
    ), placed AS (
      SELECT voters.entry_id, voters.votes, facts.*,
        row_number() OVER (PARTITION BY voters.entry_id, facts.company_id ORDER BY facts.id) = 1 AS is_first_of_company
      FROM voters JOIN facts ON facts.id = voters.person_id
    ), sums AS (
      SELECT entry_id,
        ARRAY[${sql.join(terms.map((term, index) => sql`coalesce(sum(${column('value', index)}) ${onlyOnce(term)}, 0)`))}]::float8[] AS term_values,
        ARRAY[${sql.join(terms.map((_, index) => sql`coalesce(sum(votes) FILTER (WHERE ${column('known', index)}), 0)`))}]::integer[] AS known
      FROM placed GROUP BY entry_id
    ), totals AS (
      SELECT entry_id, count(*)::integer AS voters FROM votes GROUP BY entry_id
    )
    INSERT INTO feedback_score_values AS v (project_id, score_id, entry_id, term_values, known, voters)
    SELECT ${project_id}, ${id}, t.entry_id,
      ARRAY[${sql.join(terms.map((term, index) => (term.of === 'votes' ? sql`t.voters` : sql`coalesce(s.term_values[${sql.lit(index + 1)}], 0)`)))}]::float8[],
      ARRAY[${sql.join(terms.map((term, index) => (term.of === 'votes' ? sql`t.voters` : sql`coalesce(s.known[${sql.lit(index + 1)}], 0)`)))}]::integer[],
      t.voters
    FROM totals t LEFT JOIN sums s ON s.entry_id = t.entry_id ORDER BY t.entry_id
    ON CONFLICT (project_id, score_id, entry_id) DO UPDATE
      SET term_values = excluded.term_values, known = excluded.known, voters = excluded.voters
      WHERE (v.term_values, v.known, v.voters) IS DISTINCT FROM (excluded.term_values, excluded.known, excluded.voters)`.execute(
    tx,
  );
  await sql`
    DELETE FROM feedback_score_values s
    WHERE s.project_id = ${project_id} AND s.score_id = ${id} AND NOT EXISTS (
      SELECT FROM feedback_votes v WHERE v.project_id = s.project_id AND v.entry_id = s.entry_id AND v.value = 1)`.execute(tx);
  await sql`
    UPDATE feedback_scores SET computed_at = transaction_timestamp() WHERE project_id = ${project_id} AND id = ${id}`.execute(tx);
}
