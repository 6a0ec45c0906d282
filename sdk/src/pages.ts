import type { CallOptions, Client, Query, Result, Route } from './client.ts';
import type { Routes } from './types.ts';

export interface Page<Item> {
  data: Item[];
  /** Number of items on all pages. */
  total: number;
  /** Page number, starting at 1. */
  page: number;
  /** Number of items per page. */
  limit: number;
}

/**
 * Resolves to a single page when awaited. Iterates over the items of all pages with `for await`. The first request is sent on first use, so
 * that an unused list causes neither a request nor an unhandled rejection.
 */
export type Pages<Item> = Promise<Page<Item>> & AsyncIterable<Item>;

type ItemOf<R extends Route> = Result<R> extends { data: (infer Item)[] } ? Item : never;

interface Input<R extends Route> {
  path?: Routes[R]['path'];
  query?: Query<R> | undefined;
}

/** Creates the list of a route. */
export function list<R extends Route>(call: Client, route: R, input: Input<R> = {}, options?: CallOptions): Pages<ItemOf<R>> {
  const read = (page?: number) =>
    call(route, { ...input, query: page ? ({ ...input.query, page } as Query<R>) : input.query }, options) as Promise<
      Page<ItemOf<R>>
    >;
  let started: ReturnType<typeof read> | undefined;
  const first = () => (started ??= read());
  return {
    // oxlint-disable-next-line unicorn/no-thenable
    then: (...handlers) => first().then(...handlers),
    catch: (handler) => first().catch(handler),
    finally: (handler) => first().finally(handler),
    [Symbol.toStringTag]: 'Promise',
    [Symbol.asyncIterator]: () => iterateItems(first, read),
  };
}

/**
 * Iterates over all pages. New items at the front of the list move items to the next page; these items are yielded only once. When items
 * are deleted meanwhile, only lists with `sort: 'oldest'` guarantee that no item is skipped.
 */
async function* iterateItems<Item>(
  first: () => Promise<Page<Item>>,
  read: (page: number) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let yieldedIds = new Set<unknown>();
  for (let current = await first(); ; current = await read(current.page + 1)) {
    const ids = current.data.map(idOf);
    for (const [index, item] of current.data.entries()) if (ids[index] === undefined || !yieldedIds.has(ids[index])) yield item;
    if (current.page * current.limit >= current.total || !current.data.length) return;
    yieldedIds = new Set(ids);
  }
}

const idOf = (item: unknown) => (item as { id?: unknown } | null)?.id;
