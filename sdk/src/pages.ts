import type { CallOptions, Client, Query, Result, Route } from './client.ts';
import type { Routes } from './types.ts';

export interface Page<Item> {
  data: Item[];
  total: number;
  page: number;
  limit: number;
}

/** A page when awaited; all entries, page after page, by `for await`. */
export type Pages<Item> = Promise<Page<Item>> & AsyncIterable<Item>;

type ItemOf<R extends Route> = Result<R> extends { data: (infer Item)[] } ? Item : never;

interface Input<R extends Route> {
  path?: Routes[R]['path'];
  query?: Query<R>;
}

/** Calls a route that answers a list. */
export function list<R extends Route>(call: Client, route: R, input: Input<R> = {}, options?: CallOptions): Pages<ItemOf<R>> {
  const read = (page?: number) =>
    call(route, { ...input, query: page ? ({ ...input.query, page } as Query<R>) : input.query }, options) as Promise<
      Page<ItemOf<R>>
    >;
  const first = read();
  return Object.assign(first, { [Symbol.asyncIterator]: () => entries(first, read) });
}

/**
 * What comes in at the front while pages are read pushes entries onto the next page: those are not given twice. Only `sort: 'oldest'`,
 * where a list has it, promises that nothing is left out when entries go.
 */
async function* entries<Item>(first: Promise<Page<Item>>, read: (page: number) => Promise<Page<Item>>): AsyncGenerator<Item> {
  let given = new Set<unknown>();
  for (let current = await first; ; current = await read(current.page + 1)) {
    const ids = current.data.map(idOf);
    for (const [at, item] of current.data.entries()) if (ids[at] === undefined || !given.has(ids[at])) yield item;
    if (current.page * current.limit >= current.total || !current.data.length) return;
    given = new Set(ids);
  }
}

const idOf = (item: unknown) => (item as { id?: unknown } | null)?.id;
