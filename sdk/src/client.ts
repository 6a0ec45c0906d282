import { ConnectionError, ConnectionTimeoutError, EarshotError, readError, readJson, UnexpectedResponseError } from './errors.ts';
import { randomId } from './random-id.ts';
import { createTokenSource, type UserToken } from './token-source.ts';
import type { Routes } from './types.ts';
import { visitorId } from './visitor.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;
const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 60_000;
/** Statuses of temporary errors, after which the same request can succeed. */
const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Options of a client. Without `projectKey` and `accessToken`, both are read from the environment: `EARSHOT_KEY`, `EARSHOT_TOKEN` and the
 * project id in `EARSHOT_PROJECT`. A client can have both credentials: operations of members use the token, all others the key.
 */
export interface ClientOptions {
  /** The project's API key, `pk_…`, for the operations of end users. API keys are public. */
  projectKey?: string | undefined;
  /** An access token, a personal access token, or a function that returns a valid token, for the operations of members. Keep the token on a server. */
  accessToken?: string | (() => string | Promise<string>) | undefined;
  /** The project for requests to collections, `prj_…`. Not required with a `projectKey`. */
  projectId?: string | undefined;
  /** URL of the Earshot instance. Defaults to `EARSHOT_URL`, in browsers to the origin of the page, otherwise to http://127.0.0.1:4000. */
  baseUrl?: string | undefined;
  /** Timeout of each attempt in milliseconds. Defaults to 30,000. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries after the first attempt. Defaults to 2. */
  retries?: number | undefined;
  /** A call fails instead of waiting longer than this before a retry, in milliseconds. Defaults to 60,000, the longest delay. */
  maxRetryDelayMs?: number | undefined;
  /** Token of the user. The result of a function is reused until the token expires or is rejected. For another user, create another client. */
  userToken?: UserToken | undefined;
  /** UUID that identifies an anonymous voter. Defaults to a UUID stored in the browser; `null` sends none. */
  visitorId?: string | null | undefined;
  /** Replacement for the global `fetch`, which is called for each attempt. */
  fetch?: typeof fetch | undefined;
  /** Wraps each call with its retries, for example in a span. `run` must be called once, and its result returned. */
  trace?: (<Output>(call: TracedCall, run: () => Promise<Output>) => Promise<Output>) | undefined;
}

/** A call, as a span of OpenTelemetry. */
export interface TracedCall {
  /** Name of the span: method and route, such as `GET /v1/feedback/{id}`. */
  name: string;
  /** Attributes of the semantic conventions for HTTP clients. Status, resend count and error type are set while the call runs. */
  attributes: Record<string, string | number>;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call. The call rejects with the reason of the signal, unlike after `timeoutMs`. */
  signal?: AbortSignal | undefined;
  /** Timeout of each attempt in milliseconds. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries after the first attempt. */
  retries?: number | undefined;
  /** The call fails instead of waiting longer than this before a retry, in milliseconds. */
  maxRetryDelayMs?: number | undefined;
  /** Idempotency key of a POST request. Defaults to a random key, so that retries have no duplicate effect. */
  idempotencyKey?: string | undefined;
  /** Additional headers. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Method and path of an operation, such as `GET /v1/feedback/{id}`. */
export type Route = keyof Routes;
/**
 * Query parameters of a route.
 * @inline
 */
export type Query<R extends Route> = Omit<Routes[R]['query'], 'project_id' | 'key'>;
/**
 * Body of a route.
 * @inline
 */
export type Body<R extends Route> = Routes[R]['body'];
/**
 * Result of a route.
 * @inline
 */
export type Result<R extends Route> = Routes[R]['result'];

type QueryValue = string | number | boolean | Date | undefined;

/** Path parameters, query parameters and body of a call. */
export interface Request<R extends Route = Route> {
  path?: Routes[R]['path'];
  query?: Query<R> | undefined;
  body?: Routes[R]['body'] | FormData;
  /** Sends the key without the token, if the client has both: for operations that accept either, in the role of an end user. */
  usesKey?: boolean;
}

/** Calls a route of the API reference: `call('GET /v1/feedback/{id}', { path: { id } })`. */
export interface Client {
  <R extends Route>(route: R, input?: Request<R>, options?: CallOptions): Promise<Result<R>>;
  /** Returns the response without parsing it, for routes that do not return JSON. */
  raw: <R extends Route>(route: R, input?: Request<R>, options?: CallOptions) => Promise<Response>;
  baseUrl: string;
  projectKey: string | undefined;
  projectId: string | undefined;
}

/**
 * Creates the client that all resources share: it adds credentials, retries temporary errors, applies timeouts and throws typed errors.
 * @throws {TypeError} without `projectKey` and `accessToken`, also in the environment
 */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, trace = (_call, run) => run() } = options;
  const { projectKey, accessToken, projectId } =
    options.projectKey || options.accessToken
      ? options
      : { projectKey: readEnv('KEY'), accessToken: readEnv('TOKEN'), projectId: options.projectId ?? readEnv('PROJECT') };
  if (!projectKey && !accessToken)
    throw new TypeError('projectKey or accessToken is required: pass one of them, or set EARSHOT_KEY or EARSHOT_TOKEN');
  const baseUrl = (options.baseUrl ?? defaultUrl()).replace(/\/+$/, '');
  const fetchFn: typeof fetch = options.fetch ?? ((...request) => fetch(...request));
  const userToken = createTokenSource(options.userToken);

  async function createHeaders(method: string, path: string, usesKey = false): Promise<Record<string, string>> {
    const headers: Record<string, string> = {};
    if (accessToken && !(projectKey && usesKey))
      headers.authorization = `Bearer ${typeof accessToken === 'function' ? await accessToken() : accessToken}`;
    if (projectKey) headers['x-project-key'] = projectKey;
    if (!projectKey) return headers;
    const token = await userToken.get();
    if (token) return { ...headers, 'x-user-token': token };
    if (!path.startsWith('/v1/feedback') && !path.endsWith('/reaction')) return headers;
    const visitor = options.visitorId === undefined ? visitorId(method !== 'GET') : options.visitorId;
    return visitor ? { ...headers, 'x-visitor-id': visitor } : headers;
  }

  async function send<Output>(
    read: (response: Response) => Promise<Output>,
    route: Route,
    { path, query, body, usesKey }: Request = {},
    call: CallOptions = {},
  ): Promise<Output> {
    const [method = '', template = ''] = route.split(' ');
    const pathname = template.replaceAll(/\{(\w+)\}/g, (_part, name: string) =>
      encodeSegment(name, (path as Record<string, unknown> | undefined)?.[name]),
    );
    const url = new URL(baseUrl + pathname);
    if (projectId && !projectKey && !template.startsWith('/v1/projects') && !template.startsWith('/v1/auth'))
      url.searchParams.set('project_id', projectId);
    for (const [name, value] of Object.entries<QueryValue | readonly QueryValue[]>(query ?? {}))
      for (const item of [value].flat())
        if (item !== undefined) url.searchParams.append(name, item instanceof Date ? item.toISOString() : String(item));

    const idempotency = method === 'POST' && { 'idempotency-key': call.idempotencyKey ?? randomId() };
    const isForm = body instanceof FormData;
    const contentType = body !== undefined && !isForm && { 'content-type': 'application/json' };
    const content = isForm ? body : (JSON.stringify(body) as string | undefined);
    const maxRetries = call.retries ?? retries;
    const attributes: TracedCall['attributes'] = {
      'http.request.method': method,
      'url.template': template,
      'url.full': url.href,
      'server.address': url.hostname,
    };

    async function attempt(): Promise<Output> {
      for (let retryCount = 0, isRefreshed = false; ; retryCount++) {
        call.signal?.throwIfAborted();
        const credentials = await createHeaders(method, template, usesKey);
        const { signal: timeout, stop } = startTimeout(call.timeoutMs ?? timeoutMs);
        const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
        let error: EarshotError;
        let response: Response | undefined;
        if (retryCount) attributes['http.request.resend_count'] = retryCount;
        try {
          const headers = { ...credentials, ...idempotency, ...contentType, ...call.headers };
          response = await fetchFn(url, { method, headers, ...(content !== undefined && { body: content }), signal });
          attributes['http.response.status_code'] = response.status;
          if (response.ok) return await read(response);
          error = await readError(response);
        } catch (cause) {
          // An abort by the caller is rethrown unchanged.
          call.signal?.throwIfAborted();
          if (cause instanceof UnexpectedResponseError) throw cause;
          error = timeout.aborted
            ? new ConnectionTimeoutError(`${url.origin} did not respond within ${call.timeoutMs ?? timeoutMs} ms`, {
                code: 'client.timeout',
                cause,
              })
            : new ConnectionError(`${url.origin} is unreachable`, { code: 'client.connection_failed', cause });
        } finally {
          stop();
        }
        // A rejected token of a function is fetched again, once.
        if (error.code?.startsWith('auth.user_token_') && !isRefreshed && userToken.refresh()) {
          isRefreshed = true;
          continue;
        }
        if (retryCount >= maxRetries || (response && !RETRYABLE_STATUSES.has(response.status) && !response.ok)) throw error;
        const delayMs = retryDelayMs(retryCount, response);
        if (delayMs > (call.maxRetryDelayMs ?? options.maxRetryDelayMs ?? MAX_RETRY_DELAY_MS)) throw error;
        await wait(delayMs, call.signal);
      }
    }

    return await trace({ name: route, attributes }, () =>
      attempt().catch((error: unknown) => {
        attributes['error.type'] = error instanceof EarshotError ? (error.code ?? error.name) : (error as Error).name;
        throw error;
      }),
    );
  }

  const call = ((...request) => send(readJson, ...request)) as Client;
  const raw: Client['raw'] = (...request) => send(async (response) => response, ...request);
  return Object.assign(call, { raw, baseUrl, projectKey, projectId });
}

/** Starts a timeout that can be stopped, unlike `AbortSignal.timeout`, so that reading a streamed response is not limited. */
function startTimeout(ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

/** Returns the delay from `Retry-After`, or an exponential delay with jitter, which prevents clients from retrying simultaneously. */
function retryDelayMs(retryCount: number, response: Response | undefined): number {
  const requestedMs = Number(response?.headers.get('retry-after') ?? NaN) * 1000;
  if (requestedMs >= 0) return Math.min(requestedMs, MAX_RETRY_DELAY_MS);
  return FIRST_RETRY_DELAY_MS * 2 ** retryCount * (0.5 + Math.random() / 2);
}

export const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** Encodes a path parameter. Empty and dot segments are rejected because they would change the path. */
function encodeSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || !value || value === '.' || value === '..')
    throw new TypeError(`${name} must be a non-empty string`);
  return encodeURIComponent(value);
}

/** Returns an environment variable. Undefined in browsers. */
const readEnv = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[`EARSHOT_${name}`] || undefined;

function defaultUrl(): string {
  const { location } = globalThis as { location?: Location };
  return readEnv('URL') ?? (location?.origin.startsWith('http') ? location.origin : 'http://127.0.0.1:4000');
}
