import { type RawBuilder, sql } from 'kysely';
import { descending, integerKey, numberKey, type SortOrder, timeKey } from '../../../platform/postgres/paging.ts';

/** The score of a list. */
export interface ListScore {
  id: string;
  /** One for each term. */
  weights: number[];
  /** Lowest value of the entries of the list. */
  min?: number | undefined;
}

/** Returns the value of a score as an expression on `feedback_score_values v`. */
const weigh = ({ weights }: ListScore): RawBuilder<unknown> =>
  sql`(${sql.join(
    weights.map((weight, index) => sql`v.term_values[${sql.lit(index + 1)}] * ${weight}::float8`),
    sql` + `,
  )})`;

/** Returns the number of voters of whom a weighted term is not known, as an expression on `feedback_score_values v`. */
const countUnknown = ({ weights }: ListScore): RawBuilder<unknown> => {
  const known = weights.flatMap((weight, index) => (weight ? [sql`v.known[${sql.lit(index + 1)}]`] : []));
  return sql`coalesce(v.voters - least(${sql.join([sql`v.voters`, ...known])}), 0)`;
};

/** Returns the join of `feedback_entries e` with their values. */
export const joinScore = (score: ListScore | undefined): RawBuilder<unknown> =>
  score
    ? sql`LEFT JOIN feedback_score_values v ON v.project_id = e.project_id AND v.score_id = ${score.id} AND v.entry_id = e.id`
    : sql``;

/** Returns the columns of a list with a score, for `toScore`. */
export const buildScoreColumns = (score: ListScore | undefined): RawBuilder<unknown> =>
  score
    ? sql`, json_build_object('value', coalesce(${weigh(score)}, 0), 'values', coalesce(v.term_values, ${score.weights.map(() => 0)}::float8[]),
        'known', coalesce(v.known, ${score.weights.map(() => 0)}::integer[]), 'unknown', ${countUnknown(score)}, 'voters', coalesce(v.voters, 0)) AS score`
    : sql``;

/** Order by a score: the highest first, and of equal ones the newest. */
export const orderByScore = (score: ListScore): SortOrder =>
  descending(numberKey(sql`coalesce(${weigh(score)}, 0)`), timeKey(sql`e.created_at`), integerKey(sql`e.number`));

/** Returns the condition that `feedback_entries e` have the lowest value of a list. Entries without votes have 0. */
export function hasScore(projectId: string, score: ListScore & { min: number }): RawBuilder<unknown> {
  const isValue = (comparison: RawBuilder<unknown>) => sql`(
    SELECT v.entry_id FROM feedback_score_values v
    WHERE v.project_id = ${projectId} AND v.score_id = ${score.id} AND ${weigh(score)} ${comparison})`;
  return score.min > 0
    ? sql`e.id IN ${isValue(sql`>= ${score.min}::float8`)}`
    : sql`e.id NOT IN ${isValue(sql`< ${score.min}::float8`)}`;
}
