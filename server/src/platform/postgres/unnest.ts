import { type RawBuilder, sql } from 'kysely';

/**
 * Returns rows as a table: `unnest($1::smallint[], $2::uuid[]) AS given(partition, project_id)`. `types` has the PostgreSQL type of each
 * column. A statement has the same text for any number of rows, so that it can be prepared.
 */
export function unnest<Column extends string>(
  alias: string,
  types: Record<Column, string>,
  rows: readonly Readonly<Record<NoInfer<Column>, unknown>>[],
): RawBuilder<unknown> {
  const columns = Object.keys(types) as Column[];
  const arrays = columns.map((column) => sql`${rows.map((row) => row[column])}::${sql.raw(types[column])}[]`);
  return sql`unnest(${sql.join(arrays)}) AS ${sql.ref(alias)}(${sql.join(columns.map((column) => sql.ref(column)))})`;
}
