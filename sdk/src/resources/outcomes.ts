import type { CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Effects of the work of the team. */
export const outcomes = (call: Client) => ({
  /** Lists the changelog entries whose adoption is measured, newest first. */
  adoption: (query?: Query<'GET /v1/outcomes/adoption'>, options?: CallOptions) =>
    list(call, 'GET /v1/outcomes/adoption', { query }, options),
});
