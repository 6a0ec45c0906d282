import type { FastifyError, FastifyInstance } from 'fastify';
import { ClickHouseAway } from '../clickhouse/clickhouse.ts';
import { isForeignKeyViolation } from '../postgres/database.ts';

/** A refusal with its status and the sentence that the caller reads. */
export class HttpError extends Error {
  readonly statusCode: number;
  readonly headers: Record<string, string>;

  constructor(statusCode: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.statusCode = statusCode;
    this.headers = headers;
  }
}

export const badRequest = (message: string) => new HttpError(400, message);
export const unauthorized = (message: string) => new HttpError(401, message, { 'www-authenticate': 'Bearer realm="earshot"' });
export const forbidden = (message: string) => new HttpError(403, message);
export const notFound = (what: string) => new HttpError(404, `${what} not found`);
export const conflict = (message: string) => new HttpError(409, message);
export const unavailable = (message: string) => new HttpError(503, message, { 'retry-after': '2' });

/** The one place where what was thrown becomes an answer. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    const known = asHttpError(error);
    if (!known) request.log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'unexpected error');
    if (known?.statusCode === 503) request.log.warn({ request_id: request.id, reason: error.message }, 'a store is away');
    const { statusCode, message, headers } = known ?? new HttpError(500, 'Internal server error');
    return reply.code(statusCode).headers(headers).type('application/json; charset=utf-8').send({ error: message });
  });

  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `There is no ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}` }),
  );
}

function asHttpError(error: FastifyError | HttpError): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof ClickHouseAway)
    return unavailable('The event store is not available at the moment; try again in a few seconds');
  if (isStoreAway(error)) return unavailable('The database is not available at the moment; try again in a few seconds');
  // The project or entry was there when the request began.
  if (isForeignKeyViolation(error)) return new HttpError(404, 'What this request is about was deleted meanwhile');
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, 'The request body is too large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new HttpError(415, 'Content-Type must be application/json');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('Content-Length does not match the request body');
  }
  const status = (error as { statusCode?: number }).statusCode;
  return status !== undefined && status >= 400 && status < 500 ? new HttpError(status, error.message) : undefined;
}

// Class 08: connection exceptions; 57P: shutdown and start-up; 53: out of connections, disk or memory (PostgreSQL, appendix A).
const STORE_AWAY = /^(08...|57P0[1-5]|53...)$/;
const SOCKET_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether an error of `pg` says that the database can't be reached now, rather than that the query is wrong. */
export function isStoreAway(error: { code?: unknown; message?: string }): boolean {
  const code = typeof error.code === 'string' ? error.code : '';
  return (
    STORE_AWAY.test(code) ||
    SOCKET_AWAY.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message ?? '',
    )
  );
}
