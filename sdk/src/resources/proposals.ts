import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** A model takes up to a minute for each of two attempts. A repeated request would ask it again. */
export const OF_MODEL: CallOptions = { timeoutMs: 130_000, retries: 0 };

/** Changes that the language model of the instance proposes. */
export const proposals = (call: Client) => ({
  /** Lists proposals, the latest first. */
  list: (query?: Query<'GET /v1/proposals'>, options?: CallOptions) => list(call, 'GET /v1/proposals', { query }, options),
  /** Has the model make a proposal, which takes some seconds, at most two minutes. Nothing else changes. */
  create: (values: Body<'POST /v1/proposals'>, options?: CallOptions) =>
    call('POST /v1/proposals', { body: values }, { ...OF_MODEL, ...options }),
  /** Makes the proposed change. */
  accept: (id: string, options?: CallOptions) => call('POST /v1/proposals/{id}/accept', { path: { id } }, options),
  /** Dismisses a proposal. */
  dismiss: (id: string, options?: CallOptions) => call('POST /v1/proposals/{id}/dismiss', { path: { id } }, options),
});
