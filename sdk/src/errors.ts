import type { ErrorCode, FieldError } from './types.ts';

/** The properties of an error response except the message. */
interface ErrorProperties {
  /** 0 without a response. */
  status?: number;
  code?: ErrorCode;
  fields?: FieldError[];
  requestId?: string;
}

/** Base class of all errors thrown by calls. */
export class EarshotError extends Error {
  /** HTTP status. 0 without a response. */
  readonly status: number;
  /** Stable error code such as `feedback.not_found`. Undefined without a response from Earshot. */
  readonly code: ErrorCode | undefined;
  /** Invalid fields, with the code `validation` and with codes about a single field. */
  readonly fields: FieldError[];
  /** `X-Request-Id` of the response, which is also part of the server log. */
  readonly requestId: string | undefined;

  constructor(message: string, { status = 0, code, fields = [], requestId, cause }: ErrorProperties & { cause?: unknown } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/** 400: a field is missing or invalid. */
export class BadRequestError extends EarshotError {}
/** 401: the credential is missing, unknown, revoked or expired. */
export class AuthenticationError extends EarshotError {}
/** 403: the caller is not allowed to perform the operation. */
export class PermissionError extends EarshotError {}
/** 404: the resource was not found. */
export class NotFoundError extends EarshotError {}
/** 409: the request conflicts with an existing resource. */
export class ConflictError extends EarshotError {}
/** 413: the request body is too large. */
export class PayloadTooLargeError extends EarshotError {}
/** 429: too many requests, after all retries. */
export class RateLimitError extends EarshotError {}
/** 5xx: a server error, after all retries. */
export class ServerError extends EarshotError {}
/** No response: the network or the server is unavailable. */
export class ConnectionError extends EarshotError {}
/** No response within the timeout. */
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

/** Reads the error from an unsuccessful response. */
export async function readError(response: Response): Promise<EarshotError> {
  const { status, headers } = response;
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorMessage> | undefined;
  const message = typeof body?.error === 'string' ? body.error : `Earshot responded with ${status}`;
  return createError({ ...body, error: message, status, requestId: headers.get('x-request-id') ?? undefined });
}

/** The body of an error response. */
export interface ErrorMessage extends ErrorProperties {
  error: string;
}

/** Creates an error of the class for the status. */
export function createError({ error, ...properties }: ErrorMessage & { status: number }): EarshotError {
  const ErrorClass = BY_STATUS[properties.status] ?? (properties.status >= 500 ? ServerError : EarshotError);
  return new ErrorClass(error, properties);
}
