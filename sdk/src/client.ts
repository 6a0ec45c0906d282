import { ConnectionError, EarshotError, errorOf, TimeoutError } from './errors.ts';
import { randomId } from './random-id.ts';
import type { Routes } from './types.ts';
import { visitorId } from './visitor.ts';

const TIMEOUT_MS = 30_000;
const RETRIES = 2;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** Answers after which the same request may succeed. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/** What a key may do: everything that a product's own users do. */
export interface PublicCredential {
  /** The project's API key, `pk_…`. */
  projectKey: string;
  accessToken?: undefined;
  projectId?: undefined;
}

/** What a session may do: everything that the team does. Keep it on a server. */
export interface OwnerCredential {
  /** An access token or a personal access token, or what gets one that is still good. */
  accessToken: string | (() => string | Promise<string>);
  /** The project that calls on a collection are about, `prj_…`. */
  projectId?: string;
  projectKey?: undefined;
}

export type ClientOptions = (PublicCredential | OwnerCredential) & {
  /** Where Earshot is. Default: in a browser the page's own origin; elsewhere `EARSHOT_URL`, or http://127.0.0.1:4000. */
  baseUrl?: string;
  /** How long one try may take. Default: 30,000. */
  timeoutMs?: number;
  /** Tries after the first one. Default: 2. */
  retries?: number;
  /** Vouches for one of your own users (see `signUserToken`): the token, or what gets it. */
  userToken?: string | (() => string | undefined | Promise<string | undefined>);
  /** A UUID by which anonymous votes are told apart. Default: in a browser one that is kept there; `null`: none. */
  visitorId?: string | null;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch;
};

/** For one call. */
export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  /** For a POST; one is made if none is given, so that a retry never does it twice. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export type Route = keyof Routes;
export type Query<R extends Route> = Omit<Routes[R]['query'], 'project_id' | 'key'>;
export type Body<R extends Route> = Routes[R]['body'];
export type Result<R extends Route> = Routes[R]['result'];

type QueryValue = string | number | boolean | undefined;

/** What goes into a call, as far as the route has it. */
export interface Request<R extends Route = Route> {
  path?: Routes[R]['path'];
  query?: Query<R>;
  body?: Routes[R]['body'] | FormData;
}

/** Calls a route by its name in the API's documentation: `call('GET /v1/feedback/{id}', { path: { id } })`. */
export interface Client {
  <R extends Route>(route: R, input?: Request<R>, options?: CallOptions): Promise<Result<R>>;
  /** The answer as it comes, for what is not JSON. */
  raw: <R extends Route>(route: R, input?: Request<R>, options?: CallOptions) => Promise<Response>;
  baseUrl: string;
  projectKey: string | undefined;
}

/** The core that every resource stands on: credentials, retries, timeouts, errors. */
export function createClient(options: ClientOptions): Client {
  const { projectKey, accessToken, projectId, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  if (!projectKey && !accessToken) throw new TypeError('projectKey or accessToken is required');
  const baseUrl = (options.baseUrl ?? defaultUrl()).replace(/\/+$/, '');
  const send: typeof fetch = options.fetch ?? ((...request) => fetch(...request));

  async function headersFor(method: string, path: string): Promise<Record<string, string>> {
    const headers: Record<string, string> = {};
    if (accessToken) headers.authorization = `Bearer ${typeof accessToken === 'function' ? await accessToken() : accessToken}`;
    if (projectKey) headers['x-project-key'] = projectKey;
    if (!projectKey || !path.startsWith('/v1/feedback')) return headers;
    const token = typeof options.userToken === 'function' ? await options.userToken() : options.userToken;
    if (token) return { ...headers, 'x-user-token': token };
    const visitor = options.visitorId === undefined ? visitorId(method !== 'GET') : options.visitorId;
    return visitor ? { ...headers, 'x-visitor-id': visitor } : headers;
  }

  async function ask<Answer>(
    read: (response: Response) => Promise<Answer>,
    route: Route,
    { path, query, body }: Request = {},
    call: CallOptions = {},
  ): Promise<Answer> {
    const [method = '', template = ''] = route.split(' ');
    const place = template.replaceAll(/\{(\w+)\}/g, (_part, name: string) =>
      segment(name, (path as Record<string, unknown> | undefined)?.[name]),
    );
    const url = new URL(baseUrl + place);
    if (projectId && !template.startsWith('/v1/projects') && !template.startsWith('/v1/auth'))
      url.searchParams.set('project_id', projectId);
    for (const [name, value] of Object.entries<QueryValue | QueryValue[]>(query ?? {}))
      for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));

    const headers = await headersFor(method, template);
    if (method === 'POST') headers['idempotency-key'] = call.idempotencyKey ?? randomId();
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    const request = { method, headers: { ...headers, ...call.headers }, body: isForm ? body : JSON.stringify(body) };

    for (let triesLeft = call.retries ?? retries; ; triesLeft--) {
      call.signal?.throwIfAborted();
      const { signal: timeout, stop } = startTimeout(call.timeoutMs ?? timeoutMs);
      const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
      let error: EarshotError;
      let response: Response | undefined;
      try {
        response = await send(url, { ...request, signal });
        if (response.ok) return await read(response);
        error = await errorOf(response);
      } catch (cause) {
        // The caller's own signal is thrown as it is.
        call.signal?.throwIfAborted();
        const why = timeout.aborted ? 'gave no answer in time' : 'can’t be reached';
        error = new (timeout.aborted ? TimeoutError : ConnectionError)(`${url.origin} ${why}`, { cause });
      } finally {
        stop();
      }
      if (triesLeft <= 0 || (response && !PASSING.has(response.status) && !response.ok)) throw error;
      await pause(pauseMs((call.retries ?? retries) - triesLeft, response), call.signal);
    }
  }

  const call = ((...request) => ask((response) => response.json(), ...request)) as Client;
  const raw: Client['raw'] = (...request) => ask(async (response) => response, ...request);
  return Object.assign(call, { raw, baseUrl, projectKey });
}

/** Unlike `AbortSignal.timeout`, it ends with the try: what is read as it comes may take as long as it likes. */
function startTimeout(ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

/** What the server asks for; otherwise twice as long each time, with jitter, so that clients don’t come back together. */
function pauseMs(tried: number, response: Response | undefined): number {
  const asked = Number(response?.headers.get('retry-after') ?? NaN) * 1000;
  if (asked >= 0) return Math.min(asked, LONGEST_PAUSE_MS);
  return FIRST_PAUSE_MS * 2 ** tried * (0.5 + Math.random() / 2);
}

const pause = (ms: number, signal?: AbortSignal) =>
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

/** A part of a path. An empty one would make another path of it. */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || !value || value === '.' || value === '..')
    throw new TypeError(`${name} must be a non-empty text`);
  return encodeURIComponent(value);
}

function defaultUrl(): string {
  const { location, process } = globalThis as { location?: Location; process?: { env?: Record<string, string | undefined> } };
  return process?.env?.EARSHOT_URL ?? (location?.origin.startsWith('http') ? location.origin : 'http://127.0.0.1:4000');
}
