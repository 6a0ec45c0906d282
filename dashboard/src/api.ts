import {
  type Client,
  ConnectionError,
  createClient,
  EarshotError,
  ServerError,
  type Request,
  type Result,
  type Route,
} from '@earshot/sdk';
import { keepPreviousData, MutationCache, QueryCache, QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { accessToken, fetchSignedIn } from './session/session.ts';
import { showProblem } from './ui/toast.tsx';

const clients = new Map<string | undefined, Client>();

/** Calls the API as whoever is signed in; collections are those of the project. */
export function clientOf(projectId?: string): Client {
  const known = clients.get(projectId);
  if (known) return known;
  const client = createClient({ accessToken, projectId, baseUrl: location.origin, fetch: fetchSignedIn });
  clients.set(projectId, client);
  return client;
}

/** Calls of pages that stand for something else than a project go by a client of their own. */
export function setClient(scope: string, create: () => Client): void {
  if (!clients.has(scope)) clients.set(scope, create());
}

/** The id of the project that the page is about, or what `setClient` was told. */
export const ProjectIdContext = createContext<string | undefined>(undefined);

export const useClient = () => clientOf(useContext(ProjectIdContext));

let isAway = false;
const awayListeners = new Set<() => void>();

function setAway(next: boolean): void {
  if (next === isAway) return;
  isAway = next;
  for (const listener of awayListeners) listener();
}

/** Whether the last question found Earshot away, or in trouble: what is shown may be old. */
export const useIsAway = () =>
  useSyncExternalStore(
    (listener) => {
      awayListeners.add(listener);
      return () => awayListeners.delete(listener);
    },
    () => isAway,
  );

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: () => setAway(false),
    onError: (error) => setAway(error instanceof ConnectionError || error instanceof ServerError),
  }),
  defaultOptions: {
    queries: {
      // The client tries again by itself.
      retry: false,
      staleTime: 5_000,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  // Whoever shows the error in its place says so by `meta.showsError`.
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { meta }) => void (meta?.showsError || showProblem(sentenceOf(error))),
  }),
});

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The API says its sentences without a full stop. */
export const sentenceOf = (error: unknown) => messageOf(error).replace(/[^.!?…]$/u, '$&.');

export const isNotFound = (error: unknown) => error instanceof EarshotError && [403, 404].includes(error.status);

type Input<R extends Route> = Pick<Request<R>, 'path' | 'query' | 'body'>;

interface ReadOptions<R extends Route> {
  /** Not asked until true. */
  enabled?: boolean;
  /** While another page loads, the last one stays. */
  keep?: boolean;
  /** Asked again after so many milliseconds, as long as it says so. */
  every?: number | false | ((answer: Result<R> | undefined) => number | false);
  staleTime?: number;
}

/** What a route answers, kept by its input: the same question of two parts of a page is asked once. */
export function useRead<R extends Route>(route: R, input: Input<R> = {}, options: ReadOptions<R> = {}) {
  const projectId = useContext(ProjectIdContext);
  const { enabled = true, keep = false, every = false, staleTime } = options;
  return useQuery({
    queryKey: [projectId ?? '', route, input],
    queryFn: ({ signal }) => clientOf(projectId)(route, input, { signal }),
    enabled,
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data) : every,
    ...(staleTime !== undefined && { staleTime }),
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

interface WriteOptions<R extends Route> {
  /** Paths whose answers it changes, `/v1/feedback`: they are asked anew. */
  refreshes?: string[];
  onSuccess?: (result: Result<R>) => void;
  /** The caller shows what went wrong. */
  showsError?: boolean;
}

/** A change by one call. */
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

/** Asks anew for what these paths answered, of any project, as far as it is shown. */
export const refresh = (...paths: string[]) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [, route] }) => typeof route === 'string' && paths.some((path) => route.startsWith(`GET ${path}`)),
  });

/** Asks anew for what this very route answered: after something was deleted, what stood below it is not there to be asked for. */
export const refreshRoute = (asked: Route) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [, route] }) => route === asked });
