import type { ErrorCode, FieldError } from './types.ts';

/** Codes of errors without a response of the API. */
export type ClientErrorCode = 'client.connection_failed' | 'client.timeout' | 'client.unexpected_response';

/** The properties of an error response except the message. */
interface ErrorProperties {
  /** 0 without a response. */
  status?: number;
  code?: ErrorCode | ClientErrorCode;
  fields?: FieldError[];
  requestId?: string | undefined;
}

/** Base class of all errors thrown by calls. */
export class EarshotError extends Error {
  // Names are written out, because the names of classes are shortened in bundles.
  override name = 'EarshotError';
  // Declared only: the constructor sets them, and field definitions would repeat their names in bundles.
  /** HTTP status. 0 without a response. */
  declare readonly status: number;
  /** Stable error code such as `feedback.not_found`. Undefined when a proxy, and not Earshot, responded with an error. */
  declare readonly code: ErrorCode | ClientErrorCode | undefined;
  /** Invalid fields, with the code `validation` and with codes about a single field. */
  declare readonly fields: FieldError[];
  /** `X-Request-Id` of the response, which is also part of the server log. */
  declare readonly requestId: string | undefined;
  /** Headers of the response. Undefined without a response. */
  declare readonly headers: Headers | undefined;

  constructor(
    message: string,
    { status = 0, code, fields = [], requestId, headers, cause }: ErrorProperties & { headers?: Headers; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.headers = headers;
  }

  /** Path of the first invalid field, such as `title`. */
  get field(): string | undefined {
    return this.fields[0]?.path;
  }
}

/** 400: a field is missing or invalid. */
export class BadRequestError extends EarshotError {
  override name = 'BadRequestError';
}
/** 401: the credential is missing, unknown, revoked or expired. */
export class AuthenticationError extends EarshotError {
  override name = 'AuthenticationError';
}
/** 403: the caller is not allowed to perform the operation. */
export class PermissionError extends EarshotError {
  override name = 'PermissionError';
}
/** 404: the resource was not found. */
export class NotFoundError extends EarshotError {
  override name = 'NotFoundError';
}
/** 409: the request conflicts with an existing resource. */
export class ConflictError extends EarshotError {
  override name = 'ConflictError';
}
/** 405: the route does not support the method. */
export class MethodNotAllowedError extends EarshotError {
  override name = 'MethodNotAllowedError';
}
/** 410: the resource was deleted. */
export class GoneError extends EarshotError {
  override name = 'GoneError';
}
/** 413: the request body is too large. */
export class PayloadTooLargeError extends EarshotError {
  override name = 'PayloadTooLargeError';
}
/** 415: the type of the request body is not supported. */
export class UnsupportedMediaTypeError extends EarshotError {
  override name = 'UnsupportedMediaTypeError';
}
/** 429: too many requests, after all retries. */
export class RateLimitError extends EarshotError {
  override name = 'RateLimitError';
}
/** 5xx: a server error, after all retries. */
export class ServerError extends EarshotError {
  override name = 'ServerError';
}
/** No response: the network or the server is unavailable. */
export class ConnectionError extends EarshotError {
  override name = 'ConnectionError';
}
/** No response within `timeoutMs`. The signal of the caller, such as `AbortSignal.timeout`, causes a `DOMException` instead. */
export class ConnectionTimeoutError extends ConnectionError {
  override name = 'ConnectionTimeoutError';
}
/** The earlier name of `ConnectionTimeoutError`. */
export { ConnectionTimeoutError as TimeoutError };
/** The response is not JSON: `baseUrl` is probably the URL of another server. */
export class UnexpectedResponseError extends EarshotError {
  override name = 'UnexpectedResponseError';
}

const BY_STATUS: Record<number, typeof EarshotError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  409: ConflictError,
  410: GoneError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  429: RateLimitError,
};

/** Reads the error from an unsuccessful response. */
export async function readError(response: Response): Promise<EarshotError> {
  const { status, headers } = response;
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorMessage> | undefined;
  const error = typeof body?.error === 'string' ? body.error : describe(response);
  return createError({ ...body, error, status, requestId: headers.get('x-request-id') ?? undefined }, headers);
}

/**
 * Reads the JSON of a successful response.
 * @throws {UnexpectedResponseError} when the response has another format, such as the HTML page of another server
 */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { status, headers } = response;
    throw new UnexpectedResponseError(describe(response), { status, code: 'client.unexpected_response', headers, cause });
  }
}

/** Describes a response that is not from the API of Earshot. */
function describe({ url, status, headers }: Response): string {
  const type = headers.get('content-type')?.split(';')[0];
  const source = url ? new URL(url).origin : 'The server';
  return `${source} responded with ${status} and ${type ?? 'no content'} instead of JSON. Check the base URL`;
}

/** The body of an error response. */
export interface ErrorMessage extends ErrorProperties {
  error: string;
}

/** Creates an error of the class for the status. */
export function createError({ error, ...properties }: ErrorMessage & { status: number }, headers?: Headers): EarshotError {
  const ErrorClass = BY_STATUS[properties.status] ?? (properties.status >= 500 ? ServerError : EarshotError);
  return new ErrorClass(error, { ...properties, ...(headers && { headers }) });
}
