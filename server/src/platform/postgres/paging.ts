import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Values of the sort keys of a row, as text. A page that starts after a position is not shifted by other rows. */
export type Position = string[];

/** Rows of a page: those after a position, or after a number of rows. */
export interface PageRows {
  limit: number;
  offset: number;
  after?: Position;
}

/** PostgreSQL types of sort keys. */
type SortKind = 'boolean' | 'bigint' | 'double precision' | 'numeric' | 'text' | 'timestamptz' | 'uuid';

interface SortKey {
  kind: SortKind;
  /** Expression in ORDER BY. */
  value: RawBuilder<unknown>;
  /** Expression that sorts like `value` and is never null. Defaults to `value`. */
  compared: RawBuilder<unknown>;
}

/**
 * Sort order of a list. The last key must be unique. All keys have the same direction, so that an index finds the rows after a
 * position with one row comparison.
 */
export interface SortOrder {
  keys: SortKey[];
  isDescending: boolean;
}

/** Creates an ascending sort order. */
export const ascending = (...keys: SortKey[]): SortOrder => ({ keys, isDescending: false });

/** Creates a descending sort order. */
export const descending = (...keys: SortKey[]): SortOrder => ({ keys, isDescending: true });

const toKeyReader =
  (kind: SortKind) =>
  (value: RawBuilder<unknown>, compared = value): SortKey => ({ kind, value, compared });

export const booleanKey = toKeyReader('boolean');
export const integerKey = toKeyReader('bigint');
export const numberKey = toKeyReader('double precision');
/** Decimals without rounding. */
export const decimalKey = toKeyReader('numeric');
export const textKey = toKeyReader('text');
export const timeKey = toKeyReader('timestamptz');
export const uuidKey = toKeyReader('uuid');

/** Returns the position of a row as an expression. Times keep their microseconds. */
export const buildPosition = ({ keys }: SortOrder): RawBuilder<unknown> =>
  sql`json_build_array(${sql.join(
    keys.map(({ kind, compared }) =>
      kind === 'timestamptz'
        ? sql`to_char((${compared}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
        : sql`(${compared})::text`,
    ),
  )})`;

/** Returns the expressions of ORDER BY. */
export const orderBy = ({ keys, isDescending }: SortOrder): RawBuilder<unknown> =>
  sql.join(keys.map(({ value }) => (isDescending ? sql`${value} DESC` : value)));

/** Returns the condition of rows after a position, with `AND` in front, or nothing without a position. */
export function andAfter({ keys, isDescending }: SortOrder, after: Position | undefined): RawBuilder<unknown> {
  if (!after) return sql``;
  const values = sql.join(keys.map(({ kind }, index) => sql`${after[index]}::${sql.raw(kind)}`));
  const row = sql.join(keys.map(({ compared }) => compared));
  return sql`AND (${row}) ${sql.raw(isDescending ? '<' : '>')} (${values})`;
}

/** A page of rows, and the position of its last row, or null for the last page. */
export interface PageOf<Row> {
  rows: Row[];
  next: Position | null;
}

/** Returns the page of rows that were read with their positions, and one row more than the limit to know whether a page follows. */
export function toPage<Row extends { next_position: Position }>(found: Row[], limit: number): PageOf<Omit<Row, 'next_position'>> {
  const rows = found.slice(0, limit);
  return {
    rows: rows.map(({ next_position: _position, ...row }) => row),
    next: found.length > limit ? (rows.at(-1)?.next_position ?? null) : null,
  };
}

interface RowsQuery {
  columns: RawBuilder<unknown>;
  /** Tables and a WHERE clause: everything between FROM and ORDER BY. */
  source: RawBuilder<unknown>;
  order: SortOrder;
  rows: PageRows;
}

/** Returns one page of rows. */
export async function readRows<Row>(
  db: Db,
  { columns, source, order, rows: { limit, offset, after } }: RowsQuery,
): Promise<PageOf<Row>> {
  const { rows } = await sql<Row & { next_position: Position }>`
    SELECT ${columns}, ${buildPosition(order)} AS next_position FROM ${source} ${andAfter(order, after)}
    ORDER BY ${orderBy(order)} LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return toPage(rows, limit) as PageOf<Row>;
}

/** Returns the number of rows. `source` has tables and a WHERE clause: everything after FROM. */
export async function countRows(db: Db, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${source}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns one page of rows, and the number of rows on all pages. */
export async function readPage<Row>(db: Db, query: RowsQuery): Promise<PageOf<Row> & { total: number }> {
  const page = await readRows<Row>(db, query);
  return { ...page, total: await countRows(db, query.source) };
}
