/** What every failed call throws. `status` is 0 when no answer came. */
export class EarshotError extends Error {
  readonly status: number;
  /** The `X-Request-Id` of the answer, which the server's log bears too. */
  readonly requestId: string | undefined;

  constructor(message: string, { status = 0, requestId, cause }: { status?: number; requestId?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.status = status;
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

/** The error that an answer stands for. */
export async function errorOf(response: Response): Promise<EarshotError> {
  const { status } = response;
  const said = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined;
  const message = typeof said?.error === 'string' ? said.error : `Earshot answered ${status}`;
  return errorWith(status, message, response.headers.get('x-request-id') ?? undefined);
}

/** The error of a status. */
export function errorWith(status: number, message: string, requestId?: string): EarshotError {
  const Kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : EarshotError);
  return new Kind(message, { status, requestId });
}
