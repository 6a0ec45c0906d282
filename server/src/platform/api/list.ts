import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PageRows, Position } from '../postgres/paging.ts';
import { invalidField } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    cursorKeys: { encryption: KeyObject; nonce: KeyObject };
  }
}

/** Derives the keys of cursors from a secret of the instance, so that a cursor is valid on all nodes. */
export function encryptCursors(app: FastifyInstance, secret: Buffer): void {
  const keys = createHmac('sha512', secret).update('cursors').digest();
  app.decorate('cursorKeys', { encryption: createSecretKey(keys.subarray(0, 32)), nonce: createSecretKey(keys.subarray(32)) });
}

/** Page of a list that a request asks for. */
export interface Paging extends PageRows {
  page: number;
  /** Returns the cursor of the page after a position. Undefined for a list that is not continued. */
  toCursor?: (next: Position) => string;
}

/** Returns the row range of a page by its number. */
export const toRows = ({ page = 1, limit = 20 }: { page?: number; limit?: number }): PageRows => ({
  limit,
  offset: (page - 1) * limit,
});

/** Returns the first page of a list that is not continued. */
export const firstPage = (limit: number): Paging => ({ page: 1, limit, offset: 0 });

/**
 * Returns the page that `page`, `limit` and `cursor` of a request name. All other parameters are filters or the sort order of the
 * list. @throws {HttpError} 400
 */
export function parsePaging(request: FastifyRequest): Paging {
  const {
    page: number = 1,
    limit = 20,
    cursor,
    ...filters
  } = request.query as { page?: number; limit?: number; cursor?: string };
  const list = JSON.stringify([
    request.routeOptions.url,
    request.params,
    Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  const keys = request.server.cursorKeys;
  if (cursor !== undefined && number !== 1) throw invalidField('page', 'not_allowed', 'page can’t be used with cursor');
  const { page, after } = cursor === undefined ? { page: number } : decrypt(keys, list, cursor);
  return {
    page,
    limit,
    offset: after ? 0 : (page - 1) * limit,
    after,
    toCursor: (next) => encrypt(keys, list, { page: page + 1, after: next }),
  };
}

/** Content of a cursor. */
interface Continuation {
  page: number;
  after?: Position;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns a cursor that is valid for one list only. Cursors are encrypted, because sort keys may be values that the caller may not see,
 * such as the voter of a vote. The nonce depends on the content only, so that a list that has not changed has the same ETag.
 */
function encrypt({ encryption, nonce }: FastifyInstance['cursorKeys'], list: string, content: Continuation): string {
  const text = JSON.stringify(content);
  const iv = createHmac('sha256', nonce).update(`${list}\n${text}`).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, encryption, iv).setAAD(Buffer.from(list));
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Returns the content of a cursor of a list. @throws {HttpError} 400 */
function decrypt({ encryption }: FastifyInstance['cursorKeys'], list: string, cursor: string): Continuation {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    const decipher = createDecipheriv(ALGORITHM, encryption, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(list))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
    return JSON.parse(text) as Continuation;
  } catch {
    throw invalidField('cursor', 'format', 'cursor must be next_cursor of the same list, with the same filters and sort order');
  }
}

/** Returns the response body of one page. `next` is the position of its last item, or null for the last page. */
export const buildList = <T>(
  data: T[],
  { total, next }: { total: number; next: Position | null },
  { page, limit, toCursor }: Paging,
) => ({
  data,
  total,
  page,
  limit,
  next_cursor: (next && toCursor?.(next)) ?? null,
});

/** Returns the response body of a list that always fits on one page. */
export const wholeList = <T>(data: T[]) => ({
  data,
  total: data.length,
  page: 1,
  limit: Math.max(data.length, 20),
  next_cursor: null,
});
