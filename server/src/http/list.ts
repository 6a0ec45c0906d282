import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { PageRows, Position } from '../postgres/paging.ts';
import { invalidCursor, invalidField } from './errors.ts';

/** Page of a list that a request asks for. */
export interface Paging extends PageRows {
  page: number;
  /** Identifies the list, its filters and its sort order, which a cursor is valid for. Without it, the page has no cursor. */
  list?: string;
}

/** Returns the row range of a page by its number. */
export const rowsOf = ({ page = 1, limit = 20 }: { page?: number; limit?: number }): PageRows => ({
  limit,
  offset: (page - 1) * limit,
});

/** Returns the first page of a list that is not continued. */
export const firstPage = (limit: number): Paging => ({ page: 1, limit, offset: 0 });

/**
 * Returns the page that `page`, `limit` and `cursor` of a request name. All other parameters are filters or the sort order of the
 * list. @throws {HttpError} 400
 */
export function pagingOf(request: FastifyRequest): Paging {
  const { page = 1, limit = 20, cursor, ...filters } = request.query as { page?: number; limit?: number; cursor?: string };
  const list = identify([
    request.routeOptions.url,
    request.params,
    Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  if (cursor === undefined) return { page, list, ...rowsOf({ page, limit }) };
  if (page !== 1) throw invalidField('page', 'not_allowed', 'page can’t be used with cursor');
  const [listOfCursor, pageOfCursor, after] = parseCursor(cursor);
  if (listOfCursor !== list) throw invalidCursor();
  return { page: pageOfCursor, limit, offset: 0, after, list };
}

const identify = (list: unknown) => createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 10);

type Cursor = [list: string, page: number, after: Position];

const formatCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function parseCursor(text: string): Cursor {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
  const [list, page, after] = Array.isArray(value) ? (value as unknown[]) : [];
  const isPosition = Array.isArray(after) && after.every((key) => typeof key === 'string');
  if (typeof list !== 'string' || !Number.isSafeInteger(page) || !isPosition) throw invalidCursor();
  return [list, page as number, after];
}

/** Returns the response body of one page. `next` is the position of its last item, or null for the last page. */
export const listOf = <T>(
  data: T[],
  { total, next }: { total: number; next: Position | null },
  { page, limit, list }: Paging,
) => ({
  data,
  total,
  page,
  limit,
  next_cursor: next && list !== undefined ? formatCursor([list, page + 1, next]) : null,
});

/** Returns the response body of a list that always fits on one page. */
export const wholeList = <T>(data: T[]) => ({
  data,
  total: data.length,
  page: 1,
  limit: Math.max(data.length, 20),
  next_cursor: null,
});
