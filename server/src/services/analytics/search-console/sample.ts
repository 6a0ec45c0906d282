import type { Filling } from '../../../instance/demo/filling.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { parseId } from '../../../platform/ids.ts';
import texts from '../sample.json' with { type: 'json' };
import { insertTerms } from './terms-store.ts';

const DAYS = 60;
/** Google publishes a day later. */
const DELAY_DAYS = 2;
const DAY_MS = 86_400_000;
/** Search terms with their page, mean impressions a day, and mean position. */
const terms = texts.searchTerms as [query: string, page: string, impressions: number, position: number][];

/** Adds search terms of the last 60 days, without a connection with Search Console. */
export async function fillSearchTerms(clickhouse: ClickHouse, { projectId, random, now }: Filling): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, index) => ({
    day: new Date(now - (index + DELAY_DAYS) * DAY_MS).toISOString().slice(0, 10),
    rows: terms.map(([query, page, mean, position]) => {
      const impressions = Math.max(1, Math.round(mean * (0.6 + random.next() * 0.8) * (1 - index / (2 * DAYS))));
      // Fewer people click on results that are further down.
      const clicks = Math.round((impressions * (0.7 + random.next() * 0.6) * 0.32) / position);
      return { query, page, clicks, impressions, position: Math.max(1, position + random.next() - 0.5) };
    }),
  }));
  await insertTerms(clickhouse, parseId('prj', projectId) as string, days, 1);
}
