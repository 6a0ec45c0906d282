import { type ErrorCode, ERRORS } from '@earshot/contract/instance/errors';
import type { ErrorKind, FieldErrorCode } from '@earshot/contract/shared/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../html/html.ts';
import { describeMissing, findPageLanguage, sendPage } from '../html/page.ts';
import { commonTexts } from '../html/texts/texts.ts';
import { ClickHouseUnavailableError } from '../clickhouse/clickhouse.ts';
import { isForeignKeyViolation, isPassing, isStoreUnavailable } from '../postgres/database.ts';

/** An invalid field of a request. */
export interface InvalidField {
  path: string;
  code: FieldErrorCode;
  message: string;
}

interface ErrorOptions {
  /** Overrides the message of the code in the catalog. */
  message?: string;
  headers?: Record<string, string>;
  fields?: InvalidField[];
  /** Explanation of an OAuth error, whose message is a code. */
  description?: string;
}

/** Error response: its code, the status of the code, and the message for the caller. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly fields: InvalidField[] | undefined;
  readonly description: string | undefined;

  constructor(code: ErrorCode, { message = ERRORS[code].message, headers = {}, fields, description }: ErrorOptions = {}) {
    const kind: ErrorKind = ERRORS[code];
    super(message);
    this.code = code;
    this.statusCode = kind.status;
    this.headers = { ...HEADERS[this.statusCode], ...headers };
    this.description = description;
    this.fields = fields ?? (kind.field && [{ ...kind.field, message }]);
  }
}

/** Redirect to another URL with the same method and body. */
export class MovedError extends Error {
  readonly statusCode = 308;
  readonly url: string;

  /** @param url path and query */
  constructor(url: string) {
    super(`Moved to ${url}`);
    this.url = url;
  }
}

const HEADERS: Record<number, Record<string, string>> = {
  401: { 'www-authenticate': 'Bearer realm="earshot"' },
  503: { 'retry-after': '2' },
};

/** Returns the validation error for one field. */
export const invalidField = (path: string, code: FieldErrorCode, message: string) => invalidFields([{ path, code, message }]);

/** Returns the validation error for one or more fields. Its message is that of the first field. */
export const invalidFields = (fields: InvalidField[]) => new HttpError('validation', { message: fields[0]?.message, fields });

/** Returns the body of an error response. */
export const errorBody = ({ message, code, fields, description }: HttpError) => ({
  error: message,
  code,
  fields,
  error_description: description,
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error in the response. */
    errorCode: ErrorCode | null;
  }
}

/** Maps thrown errors to responses, for all routes. */
export function handleErrors(app: FastifyInstance): void {
  app.decorateRequest('errorCode', null);
  app.setErrorHandler<FastifyError | HttpError | MovedError>((error, request, reply) => {
    // Not cached: another resource may take the URL.
    if (error instanceof MovedError) return reply.header('cache-control', 'no-cache').redirect(error.url, error.statusCode);
    const known = asHttpError(error);
    if (!known) request.log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'unexpected error');
    // Others have a log of their own, such as those of the language model.
    if (known?.statusCode === 503 && known.code.startsWith('server.'))
      request.log.warn({ request_id: request.id, reason: error.message }, 'database unavailable');
    const refusal = known ?? new HttpError('server.internal');
    request.errorCode = refusal.code;
    if (!request.raw.complete) drainBody(request, reply);
    return reply
      .code(refusal.statusCode)
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .send(errorBody(refusal));
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]?.slice(0, 200);
    if (!path?.startsWith('/v1/') && request.headers.accept?.includes('text/html'))
      return sendPage(reply.code(404), {
        ...describeMissing(findPageLanguage(reply)),
        content: html`<p><a href="/">${commonTexts(findPageLanguage(reply)).startPage}</a></p>`,
      });
    throw new HttpError('request.route_not_found', { message: `Route ${request.method} ${path} not found` });
  });
}

/**
 * Reads the rest of a refused body without storing it, until the limit of a request (30 s). Fastify would close the connection, and clients
 * that are still sending would get a connection reset instead of the response.
 */
function drainBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}

function asHttpError(error: FastifyError | HttpError): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof ClickHouseUnavailableError) return new HttpError('server.event_store_unavailable');
  if (isStoreUnavailable(error) || isPassing(error)) return new HttpError('server.database_unavailable');
  // The project or entry existed when the request began.
  if (isForeignKeyViolation(error)) return new HttpError('request.resource_deleted');
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError('request.body_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new HttpError('request.unsupported_media_type');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new HttpError('request.malformed', { message: 'Content-Length does not match the request body' });
  }
  const status = (error as { statusCode?: number }).statusCode;
  return status !== undefined && status >= 400 && status < 500
    ? new HttpError('request.malformed', { message: error.message })
    : undefined;
}
