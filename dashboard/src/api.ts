import { type Client, createClient, EarshotError, type Request, type Result, type Route } from '@earshot/sdk';
import { common } from '#texts/common';
import {
  keepPreviousData,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { PROMPT } from './session/retry-delays.ts';
import { accessToken, fetchSignedIn } from './session/session.ts';
import { showProblem } from './ui/toast.tsx';

const clients = new Map<string | undefined, Client>();

/** Client of the signed-in user. Collections belong to the current project. */
export function createProjectClient(projectId?: string): Client {
  const known = clients.get(projectId);
  if (known) return known;
  const client = createClient({ accessToken, projectId, baseUrl: location.origin, fetch: fetchSignedIn, ...PROMPT });
  clients.set(projectId, client);
  return client;
}

/** Sets the client of pages that do not belong to a project. */
export function setClient(scope: string, create: () => Client): void {
  if (!clients.has(scope)) clients.set(scope, create());
}

/** Id of the current project, or the value passed to `setClient`. */
export const ProjectIdContext = createContext<string | undefined>(undefined);

export const useClient = () => createProjectClient(useContext(ProjectIdContext));

/** Returns whether a request has no answer, or that of a failing server, so that it can be sent again. */
export const isUnanswered = (error: unknown): error is EarshotError =>
  error instanceof EarshotError && (!error.status || error.status >= 500);

/** Returns whether the server can't be reached. The error of a proxy has no code. */
const isLost = (error: unknown) => isUnanswered(error) && (!error.status || !error.code);

let isUnreachable = false;
const reachabilityListeners = new Set<() => void>();

function setUnreachable(next: boolean): void {
  if (next === isUnreachable) return;
  isUnreachable = next;
  for (const listener of reachabilityListeners) listener();
}

/**
 * Notes the failure of a request that writes: displayed data is requested until the server answers. An internal error is that of one request.
 */
export const noteFailure = (error: unknown): void => void (isUnanswered(error) && error.status !== 500 && setUnreachable(true));

/** Returns whether the last request failed, so that displayed data may be outdated. */
export const useIsOffline = () =>
  useSyncExternalStore(
    (listener) => {
      reachabilityListeners.add(listener);
      return () => reachabilityListeners.delete(listener);
    },
    () => isUnreachable,
  );

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: () => setUnreachable(false),
    onError: (error) => setUnreachable(isUnanswered(error)),
  }),
  defaultOptions: {
    queries: {
      // The client retries requests.
      retry: false,
      staleTime: 5_000,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  // Components that show the error themselves set `meta.showsError`.
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { meta }) => {
      noteFailure(error);
      if (!meta?.showsError) showProblem(toSentence(error));
    },
  }),
});

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Messages of the API have no final period. */
export const toSentence = (error: unknown) => (isLost(error) ? common.offline : messageOf(error).replace(/[^.!?…]$/u, '$&.'));

/** Describes why input could not be saved. It is kept. */
export const describeProblem = (error: unknown) => (isLost(error) ? common.connectionLost : toSentence(error));

export const isNotFound = (error: unknown) => error instanceof EarshotError && [403, 404].includes(error.status);

type Input<R extends Route> = Pick<Request<R>, 'path' | 'query' | 'body'>;

interface ReadOptions<R extends Route> {
  /** The request waits until this is true. */
  enabled?: boolean;
  /** Keeps the previous page while another page loads. */
  keep?: boolean;
  /** Polling interval in milliseconds, as long as the function returns one. */
  every?: number | false | ((answer: Result<R> | undefined) => number | false);
  staleTime?: number;
}

/** Query of a GET route for TanStack Query. */
export const readQuery = <R extends Route>(projectId: string | undefined, route: R, input: Input<R>) => ({
  queryKey: [projectId ?? '', route, input] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => createProjectClient(projectId)(route, input, { signal }),
});

/** Response of a GET route. Identical reads of several components share one request. */
export function useRead<R extends Route>(route: R, input: Input<R> = {}, options: ReadOptions<R> = {}) {
  const projectId = useContext(ProjectIdContext);
  const { enabled = true, keep = false, every = false, staleTime } = options;
  return useQuery({
    ...readQuery(projectId, route, input),
    enabled,
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data) : every,
    ...(staleTime !== undefined && { staleTime }),
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

interface WriteOptions<R extends Route> {
  /** Paths whose responses change, such as `/v1/feedback`. They are requested again. */
  refreshes?: string[];
  onSuccess?: (result: Result<R>) => void;
  /** Whether the caller shows the error. */
  showsError?: boolean;
}

/** Returns a mutation with a route that writes. */
export function useWrite<R extends Route>(route: R, { refreshes = [], onSuccess, showsError = false }: WriteOptions<R> = {}) {
  const client = useClient();
  return useMutation({
    mutationFn: (input: Input<R>) => client(route, input),
    meta: { showsError },
    onSuccess: (result: Result<R>) => {
      void refresh(...refreshes);
      onSuccess?.(result);
    },
  });
}

/** Requests displayed responses of routes again. */
async function invalidate(isMeant: (route: unknown) => boolean): Promise<void> {
  const predicate = ({ queryKey: [, route] }: Query) => isMeant(route);
  // A first request that still runs would be awaited instead, and may have been answered before the change.
  await queryClient.cancelQueries({ type: 'active', predicate: (query) => predicate(query) && query.state.data === undefined });
  await queryClient.invalidateQueries({ predicate });
}

/** Requests displayed responses of these paths again, of all projects. */
export const refresh = (...paths: string[]) =>
  invalidate((route) => typeof route === 'string' && paths.some((path) => route.startsWith(`GET ${path}`)));

/** Requests responses of this exact route again. After a deletion, nested resources no longer exist. */
export const refreshRoute = (asked: Route) => invalidate((route) => route === asked);
