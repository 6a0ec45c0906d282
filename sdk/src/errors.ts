import type { ErrorCode, FieldError } from './types.ts';

/** An error answer without its message. */
interface ErrorAnswer {
  /** 0 when no answer came. */
  status?: number;
  code?: ErrorCode;
  fields?: FieldError[];
  requestId?: string;
}

/** The error that every failed call throws. */
export class EarshotError extends Error {
  /** The HTTP status, 0 when no answer came. */
  readonly status: number;
  /** The stable name of the error, such as `feedback.not_found`; undefined when no answer came, or not from Earshot. */
  readonly code: ErrorCode | undefined;
  /** With the code `validation`: every invalid field. */
  readonly fields: FieldError[];
  /** The `X-Request-Id` of the answer, which the server's log bears too. */
  readonly requestId: string | undefined;

  constructor(message: string, { status = 0, code, fields = [], requestId, cause }: ErrorAnswer & { cause?: unknown } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/** 400: a field is missing or invalid; the message names it. */
export class BadRequestError extends EarshotError {}
/** 401: no credential, or one that is unknown, revoked or expired. */
export class AuthenticationError extends EarshotError {}
/** 403: somebody who is signed in, and may not do this. */
export class PermissionError extends EarshotError {}
/** 404 */
export class NotFoundError extends EarshotError {}
/** 409: it is there already. */
export class ConflictError extends EarshotError {}
/** 413 */
export class PayloadTooLargeError extends EarshotError {}
/** 429, after all retries. */
export class RateLimitError extends EarshotError {}
/** 5xx, after all retries. */
export class ServerError extends EarshotError {}
/** No answer came: the network, or the server, is away. */
export class ConnectionError extends EarshotError {}
/** No answer came in time. */
export class TimeoutError extends ConnectionError {}

const BY_STATUS: Record<number, typeof EarshotError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  429: RateLimitError,
};

/** Returns the error of an answer that is not a success. */
export async function errorOf(response: Response): Promise<EarshotError> {
  const { status, headers } = response;
  const answer = (await response.json().catch(() => undefined)) as Partial<ErrorMessage> | undefined;
  const message = typeof answer?.error === 'string' ? answer.error : `Earshot answered ${status}`;
  return errorWith({ ...answer, error: message, status, requestId: headers.get('x-request-id') ?? undefined });
}

/** The body of an error. */
export interface ErrorMessage extends ErrorAnswer {
  error: string;
}

/** Returns an error of the class that belongs to its status. */
export function errorWith({ error, ...answer }: ErrorMessage & { status: number }): EarshotError {
  const Kind = BY_STATUS[answer.status] ?? (answer.status >= 500 ? ServerError : EarshotError);
  return new Kind(error, answer);
}
