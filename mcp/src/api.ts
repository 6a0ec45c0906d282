import type { FieldError, Route, Routes } from '@earshot/sdk';

/** Parts of a request to the HTTP API. */
export interface ApiRequest<R extends Route = Route> {
  path?: Routes[R]['path'];
  query?: Routes[R]['query'];
  body?: Routes[R]['body'];
  /** Public key of the project, for operations of end users. */
  projectKey?: string;
}

/**
 * Sends a request of a tool to the HTTP API with the credential of the caller: within the server, or over the network.
 * @throws {Error} with the properties of `ApiFailure` for an error response
 */
export type Api = <R extends Route>(route: R, request?: ApiRequest<R>) => Promise<Routes[R]['result']>;

/** Properties of the error that `Api` throws for an error response. Errors of the SDK have them too. */
interface ApiFailure extends Error {
  status: number;
  code?: string;
  fields?: FieldError[];
}

/** An error response of the HTTP API. */
export class ApiError extends Error implements ApiFailure {
  readonly status: number;
  readonly code: string | undefined;
  readonly fields: FieldError[];

  constructor(status: number, { error, code, fields = [] }: { error: string; code?: string; fields?: FieldError[] }) {
    super(error);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Returns whether an error is an error response of the HTTP API, or a failure to reach the API. */
export const isApiFailure = (error: unknown): error is ApiFailure =>
  error instanceof Error && 'status' in error && typeof error.status === 'number';

/** A request with its path parameters filled in. */
export interface PreparedRequest {
  method: string;
  /** Path with the query. */
  url: string;
}

/**
 * Fills in the path parameters and the query of a route.
 * @throws {ApiError} 404 for a path parameter that is empty or would change the path
 */
export function prepareRequest(route: Route, { path, query }: Pick<ApiRequest, 'path' | 'query'>): PreparedRequest {
  const [method = '', template = ''] = route.split(' ');
  const parameters = (path ?? {}) as Record<string, unknown>;
  const pathname = template.replaceAll(/\{(\w+)\}/g, (_part, name: string) => {
    const value = String(parameters[name]);
    if (/^\.{0,2}$/.test(value)) throw new ApiError(404, { error: `${name} must be an id`, code: 'validation' });
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const item of [value].flat()) if (item !== undefined) search.append(name, String(item));
  return { method, url: search.size ? `${pathname}?${search.toString()}` : pathname };
}
