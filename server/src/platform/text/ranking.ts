import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the rank of an entry that a search finds, as an integer expression: the number of match levels below its own. For tables with
 * few matches, because it compares each.
 * @param search column with the lexemes
 * @param levels queries, best matches first; see `buildMatchLevels`
 */
export function rankMatch(search: RawBuilder<unknown>, levels: string[]): RawBuilder<number> {
  const cases = levels.map((query, at) => sql`WHEN ${search} @@ ${query}::tsquery THEN ${sql.lit(levels.length - at)}`);
  return sql<number>`CASE ${sql.join(cases, sql` `)} ELSE 0 END`;
}
