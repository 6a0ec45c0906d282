import { runScheduled } from './jobs.ts';
import type { Json, TestClient } from './server.ts';
import { until } from './until.ts';

/** Searches an index without results, and returns the clusters of these searches. */
export async function clusterSearches(
  { call, db }: Pick<TestClient, 'call' | 'db'>,
  { id, token, key }: { id: string; token: string; key: string },
  { index, queries }: { index: string; queries: string[] },
): Promise<Json[]> {
  for (const query of queries) await call('POST', `/v1/indexes/${index}/search`, { key, body: { query } });
  return await until(async () => {
    // Waits until the searches are in ClickHouse.
    await call('GET', `/v1/indexes/${index}/insights`, { token });
    await runScheduled(db, 'knowledge-base.cluster');
    const { data } = (await call('GET', '/v1/search-clusters', { token, query: { project_id: id } })).body;
    return data.length >= queries.length ? data : undefined;
  });
}
