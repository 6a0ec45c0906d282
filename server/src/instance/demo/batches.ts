import type { Body, Result, Route } from '@earshot/sdk';
import type { Send } from './filling.ts';

/** Routes that store records with dates. */
type BatchRoute = { [R in Route]: Body<R> extends { records: readonly unknown[] } ? R : never }[Route];
type RecordOf<R extends BatchRoute> = Body<R>['records'][number];

/** Maximum number of records in a request. */
const MAX_RECORDS = 1_000;

/** Stores records in batches, one after another. Returns their ids, in order. @throws {Error} when a record is refused */
export async function sendBatches<R extends BatchRoute>(
  send: Send,
  route: R,
  records: RecordOf<R>[],
): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for (let first = 0; first < records.length; first += MAX_RECORDS) {
    const body = { records: records.slice(first, first + MAX_RECORDS) };
    const { results }: Result<BatchRoute> = await send(route, { body } as never);
    const refused = results.find(({ outcome }) => outcome === 'failed');
    if (refused) throw new Error(`${route} refused a record: ${JSON.stringify(refused)}`);
    ids.push(...results.map(({ id }) => id));
  }
  return ids;
}
