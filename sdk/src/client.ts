import { ConnectionError, EarshotError, readError, TimeoutError } from './errors.ts';
import { randomId } from './random-id.ts';
import type { Routes } from './types.ts';
import { visitorId } from './visitor.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;
const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 60_000;
/** Statuses of temporary errors, after which the same request can succeed. */
const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** Credential for the operations of end users. API keys are public. */
export interface PublicCredential {
  /** The project's API key, `pk_…`. */
  projectKey: string;
  accessToken?: undefined;
  projectId?: undefined;
}

/** Credential for the operations of project members. Keep the token on a server. */
export interface OwnerCredential {
  /** An access token, a personal access token, or a function that returns a valid token. */
  accessToken: string | (() => string | Promise<string>);
  /** The project for requests to collections, `prj_…`. */
  projectId?: string;
  projectKey?: undefined;
}

export type ClientOptions = (PublicCredential | OwnerCredential) & {
  /** URL of the Earshot instance. Defaults to `EARSHOT_URL`, in browsers to the origin of the page, otherwise to http://127.0.0.1:4000. */
  baseUrl?: string;
  /** Timeout of each attempt in milliseconds. Defaults to 30,000. */
  timeoutMs?: number;
  /** Maximum number of retries after the first attempt. Defaults to 2. */
  retries?: number;
  /** Token that identifies a user of your application (see `signUserToken`), or a function that returns the token. */
  userToken?: string | (() => string | undefined | Promise<string | undefined>);
  /** UUID that identifies an anonymous voter. Defaults to a UUID stored in the browser; `null` sends none. */
  visitorId?: string | null;
  /** Replacement for the global `fetch`. */
  fetch?: typeof fetch;
};

/** Options of a single call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Timeout of each attempt in milliseconds. */
  timeoutMs?: number;
  /** Maximum number of retries after the first attempt. */
  retries?: number;
  /** Idempotency key of a POST request. Defaults to a random key, so that retries have no duplicate effect. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export type Route = keyof Routes;
export type Query<R extends Route> = Omit<Routes[R]['query'], 'project_id' | 'key'>;
export type Body<R extends Route> = Routes[R]['body'];
export type Result<R extends Route> = Routes[R]['result'];

type QueryValue = string | number | boolean | undefined;

/** Path parameters, query parameters and body of a call. */
export interface Request<R extends Route = Route> {
  path?: Routes[R]['path'];
  query?: Query<R>;
  body?: Routes[R]['body'] | FormData;
}

/** Calls a route of the API reference: `call('GET /v1/feedback/{id}', { path: { id } })`. */
export interface Client {
  <R extends Route>(route: R, input?: Request<R>, options?: CallOptions): Promise<Result<R>>;
  /** Returns the response without parsing it, for routes that do not return JSON. */
  raw: <R extends Route>(route: R, input?: Request<R>, options?: CallOptions) => Promise<Response>;
  baseUrl: string;
  projectKey: string | undefined;
}

/**
 * Creates the client that all resources share: it adds credentials, retries temporary errors, applies timeouts and throws typed errors.
 * @throws {TypeError} without `projectKey` and `accessToken`
 */
export function createClient(options: ClientOptions): Client {
  const { projectKey, accessToken, projectId, timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = options;
  if (!projectKey && !accessToken) throw new TypeError('projectKey or accessToken is required');
  const baseUrl = (options.baseUrl ?? defaultUrl()).replace(/\/+$/, '');
  const fetchFn: typeof fetch = options.fetch ?? ((...request) => fetch(...request));

  async function createHeaders(method: string, path: string): Promise<Record<string, string>> {
    const headers: Record<string, string> = {};
    if (accessToken) headers.authorization = `Bearer ${typeof accessToken === 'function' ? await accessToken() : accessToken}`;
    if (projectKey) headers['x-project-key'] = projectKey;
    if (!projectKey || !path.startsWith('/v1/feedback')) return headers;
    const token = typeof options.userToken === 'function' ? await options.userToken() : options.userToken;
    if (token) return { ...headers, 'x-user-token': token };
    const visitor = options.visitorId === undefined ? visitorId(method !== 'GET') : options.visitorId;
    return visitor ? { ...headers, 'x-visitor-id': visitor } : headers;
  }

  async function send<Output>(
    read: (response: Response) => Promise<Output>,
    route: Route,
    { path, query, body }: Request = {},
    call: CallOptions = {},
  ): Promise<Output> {
    const [method = '', template = ''] = route.split(' ');
    const pathname = template.replaceAll(/\{(\w+)\}/g, (_part, name: string) =>
      encodeSegment(name, (path as Record<string, unknown> | undefined)?.[name]),
    );
    const url = new URL(baseUrl + pathname);
    if (projectId && !template.startsWith('/v1/projects') && !template.startsWith('/v1/auth'))
      url.searchParams.set('project_id', projectId);
    for (const [name, value] of Object.entries<QueryValue | QueryValue[]>(query ?? {}))
      for (const item of [value].flat()) if (item !== undefined) url.searchParams.append(name, String(item));

    const headers = await createHeaders(method, template);
    if (method === 'POST') headers['idempotency-key'] = call.idempotencyKey ?? randomId();
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    const request = { method, headers: { ...headers, ...call.headers }, body: isForm ? body : JSON.stringify(body) };

    for (let retriesLeft = call.retries ?? retries; ; retriesLeft--) {
      call.signal?.throwIfAborted();
      const { signal: timeout, stop } = startTimeout(call.timeoutMs ?? timeoutMs);
      const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
      let error: EarshotError;
      let response: Response | undefined;
      try {
        response = await fetchFn(url, { ...request, signal });
        if (response.ok) return await read(response);
        error = await readError(response);
      } catch (cause) {
        // An abort by the caller is rethrown unchanged.
        call.signal?.throwIfAborted();
        const problem = timeout.aborted ? 'did not respond in time' : 'is unreachable';
        error = new (timeout.aborted ? TimeoutError : ConnectionError)(`${url.origin} ${problem}`, { cause });
      } finally {
        stop();
      }
      if (retriesLeft <= 0 || (response && !RETRYABLE_STATUSES.has(response.status) && !response.ok)) throw error;
      await wait(retryDelayMs((call.retries ?? retries) - retriesLeft, response), call.signal);
    }
  }

  const call = ((...request) => send((response) => response.json(), ...request)) as Client;
  const raw: Client['raw'] = (...request) => send(async (response) => response, ...request);
  return Object.assign(call, { raw, baseUrl, projectKey });
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

function defaultUrl(): string {
  const { location, process } = globalThis as { location?: Location; process?: { env?: Record<string, string | undefined> } };
  return process?.env?.EARSHOT_URL ?? (location?.origin.startsWith('http') ? location.origin : 'http://127.0.0.1:4000');
}
