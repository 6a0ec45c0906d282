import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Webhooks: where events are sent, and what became of them. To verify what arrives, see `verifyWebhook`. */
export const webhooks = (call: Client) => ({
  list: (query?: Query<'GET /v1/webhooks'>, options?: CallOptions) => list(call, 'GET /v1/webhooks', { query }, options),
  get: (id: string, options?: CallOptions) => call('GET /v1/webhooks/{id}', { path: { id } }, options),
  create: (webhook: Body<'POST /v1/webhooks'>, options?: CallOptions) => call('POST /v1/webhooks', { body: webhook }, options),
  update: (id: string, changes: Body<'PATCH /v1/webhooks/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/webhooks/{id}', { path: { id }, body: changes }, options),
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/webhooks/{id}', { path: { id } }, options),
  /** Sends a test event, and answers what came of it. */
  test: (id: string, options?: CallOptions) => call('POST /v1/webhooks/{id}/test', { path: { id } }, options),
  rotateSecret: (id: string, how: Body<'POST /v1/webhooks/{id}/rotate'> = {}, options?: CallOptions) =>
    call('POST /v1/webhooks/{id}/rotate', { path: { id }, body: how }, options),
  deliveries: {
    list: (id: string, query?: Query<'GET /v1/webhooks/{id}/deliveries'>, options?: CallOptions) =>
      list(call, 'GET /v1/webhooks/{id}/deliveries', { path: { id }, query }, options),
    get: (id: string, deliveryId: string, options?: CallOptions) =>
      call('GET /v1/webhooks/{id}/deliveries/{delivery_id}', { path: { id, delivery_id: deliveryId } }, options),
    retry: (id: string, deliveryId: string, options?: CallOptions) =>
      call('POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry', { path: { id, delivery_id: deliveryId } }, options),
  },
});
