import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Clusters of unanswered searches. */
export const searchClusters = (call: Client) => ({
  /** Lists clusters, those with most searches first. */
  list: (query?: Query<'GET /v1/search-clusters'>, options?: CallOptions) =>
    list(call, 'GET /v1/search-clusters', { query }, options),
  /** Returns a cluster. */
  get: (id: string, options?: CallOptions) => call('GET /v1/search-clusters/{id}', { path: { id } }, options),
  /** Links a cluster to a feedback entry or a document, dismisses or reopens it. */
  update: (id: string, changes: Body<'PATCH /v1/search-clusters/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/search-clusters/{id}', { path: { id }, body: changes }, options),
});
