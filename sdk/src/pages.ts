import type { CallOptions, Client, Query, Result, Route } from './client.ts';
import type { Page } from './page.ts';
import type { Routes } from './types.ts';

/**
 * Resolves to a single page when awaited, which has all fields of the response. Iterates over the items of all pages with `for await`. The
 * first request is sent when the list is awaited or iterated over, and each further one when its page is needed.
 */
export type Pages<Item, Found extends Page<Item> = Page<Item>> = Promise<Found> & AsyncIterable<Item>;

type PageOf<R extends Route> = Result<R> & Page<ItemOf<R>>;
type ItemOf<R extends Route> = Result<R> extends { data: (infer Item)[] } ? Item : never;

interface Input<R extends Route> {
  path?: Routes[R]['path'];
  query?: Query<R> | undefined;
}

/** Creates the list of a route. */
export function list<R extends Route>(
  call: Client,
  route: R,
  input: Input<R> = {},
  options?: CallOptions,
): Pages<ItemOf<R>, Result<R> & Page<ItemOf<R>>> {
  const read = (query: object | undefined) => call(route, { ...input, query: query as Query<R> }, options) as Promise<PageOf<R>>;
  const { page: _page, ...query } = { page: 1, ...input.query };
  let first: Promise<PageOf<R>> | undefined;
  const readFirst = () => (first ??= read(input.query));
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a promise that starts when it is used
    then: (resolve, reject) => readFirst().then(resolve, reject),
    catch: (reject) => readFirst().catch(reject),
    finally: (settle) => readFirst().finally(settle),
    [Symbol.toStringTag]: 'Pages',
    [Symbol.asyncIterator]: () => iterateItems(readFirst, (cursor) => read({ ...query, cursor })),
  };
}

/**
 * Iterates over all pages. Items that are added, changed or deleted meanwhile do not shift pages. An item that moves to a later page,
 * because the value that it is sorted by changes, is yielded once.
 */
async function* iterateItems<Item>(
  readFirst: () => Promise<Page<Item>>,
  readNext: (cursor: string) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  const yieldedIds = new Set<unknown>();
  for (let current = await readFirst(); ; current = await readNext(current.next_cursor)) {
    for (const item of current.data) {
      const id = idOf(item);
      if (yieldedIds.has(id)) continue;
      if (id !== undefined) yieldedIds.add(id);
      yield item;
    }
    if (!current.next_cursor) return;
  }
}

const idOf = (item: unknown) => (item as { id?: unknown } | null)?.id;
