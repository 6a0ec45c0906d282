import type { Feedback } from '@earshot/sdk';
import { useQueries } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { ProjectIdContext, queryClient, readQuery, useRead } from '../../api.ts';
import type { Filters, ListState } from '../filters.ts';

const PAGE_SIZE = 50;
const ROUTE = 'GET /v1/feedback';
/** Number of pages that are requested at a time. */
const CONCURRENCY = 4;
/** Pages of this age are used without a request. */
const STALE_MS = 5_000;

const findPage = (index: number) => Math.floor(index / PAGE_SIZE) + 1;

export type EntryPages = ReturnType<typeof useEntryPages>;

/**
 * Entries of the list, by their position. Only pages in view are requested and refreshed, so that lists of any length are as fast as short
 * ones.
 */
export function useEntryPages(filters: Filters, sort: ListState['sort'], { enabled = true, near = 0 } = {}) {
  const projectId = useContext(ProjectIdContext);
  const toInput = (page: number) => ({ query: { ...filters, sort, page, limit: PAGE_SIZE } });
  const first = useRead(ROUTE, toInput(1), { keep: true, enabled });
  const [[from, to], show] = useState<[from: number, to: number]>(() => [findPage(Math.max(0, near - 1)), findPage(near + 1)]);
  const total = first.data?.total ?? 0;
  const last = first.isPlaceholderData ? 1 : Math.min(to, Math.ceil(total / PAGE_SIZE));
  const numbers = Array.from({ length: Math.max(0, last - Math.max(2, from) + 1) }, (_, index) => Math.max(2, from) + index);
  const others = useQueries({ queries: numbers.map((page) => readQuery(projectId, ROUTE, toInput(page))) });
  const pages = new Map([[1, first.data?.data], ...numbers.map((page, index) => [page, others[index]?.data?.data] as const)]);
  // After the pages themselves, because duplicates take much longer to find in a large project.
  const shown = [...pages].flatMap(([page, entries]) => (entries?.length ? page : []));
  const compared = useQueries({
    queries: shown.map((page) => {
      const { query } = toInput(page);
      return readQuery(projectId, ROUTE, { query: { ...query, similar: true } });
    }),
  });
  const similar = new Map(compared.flatMap(({ data }) => data?.data ?? []).map((entry) => [entry.id, entry.similar]));

  return {
    first,
    total,
    /** Returns an entry with its probable duplicates, or undefined while its page is loading. */
    at: (index: number): Feedback | undefined => {
      const entry = pages.get(findPage(index))?.[index % PAGE_SIZE];
      const duplicates = entry && similar.get(entry.id);
      return duplicates ? { ...entry, similar: duplicates } : entry;
    },
    /** Loads the pages with these positions, which are in view. */
    showRange: (start: number, end: number): void => {
      const [a, b] = [findPage(start), findPage(end)];
      if (a !== from || b !== to) show([a, b]);
    },
    /** Returns all entries of a range of positions, both inclusive. */
    loadRange: async (start: number, end: number): Promise<Feedback[]> => {
      const wanted = Array.from({ length: findPage(end) - findPage(start) + 1 }, (_, index) => findPage(start) + index);
      const loaded = new Map<number, Feedback[]>();
      const queue = [...wanted];
      const worker = async () => {
        for (let page = queue.shift(); page !== undefined; page = queue.shift())
          loaded.set(
            page,
            (await queryClient.fetchQuery({ ...readQuery(projectId, ROUTE, toInput(page)), staleTime: STALE_MS })).data,
          );
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      const entries = wanted.flatMap((page) => loaded.get(page) ?? []);
      const offset = start % PAGE_SIZE;
      return entries.slice(offset, offset + end - start + 1);
    },
    /** Returns the entries with the changes since they were loaded. */
    withChanges: (entries: Feedback[]): Feedback[] => {
      const cached = queryClient.getQueriesData<{ data: Feedback[] }>({ queryKey: [projectId ?? '', ROUTE] });
      const byId = new Map(cached.flatMap(([, list]) => list?.data ?? []).map((entry) => [entry.id, entry]));
      return entries.map((entry) => byId.get(entry.id) ?? entry);
    },
  };
}
