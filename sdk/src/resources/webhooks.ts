import type { Body, CallOptions, Client, Query } from '../client.ts';
import type { WebhookEventOptions } from '../event-streams.ts';
import { list } from '../pages.ts';
import type { WebhookEvent } from '../webhook.ts';

/** Webhook endpoints and deliveries. To verify received events, see `verifyWebhook`. */
export const webhooks = (call: Client) => ({
  /** Lists webhooks. */
  list: (query?: Query<'GET /v1/webhooks'>, options?: CallOptions) => list(call, 'GET /v1/webhooks', { query }, options),
  /** Returns a webhook. */
  get: (id: string, options?: CallOptions) => call('GET /v1/webhooks/{id}', { path: { id } }, options),
  /** Creates a webhook. */
  create: (webhook: Body<'POST /v1/webhooks'>, options?: CallOptions) => call('POST /v1/webhooks', { body: webhook }, options),
  /** Updates, enables or disables a webhook. */
  update: (id: string, changes: Body<'PATCH /v1/webhooks/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/webhooks/{id}', { path: { id }, body: changes }, options),
  /** Deletes a webhook and its deliveries. */
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/webhooks/{id}', { path: { id } }, options),
  /** Returns the request that a webhook with this URL and format sends about an event. Nothing is sent. */
  preview: (webhook: Body<'POST /v1/webhooks/preview'>, options?: CallOptions) =>
    call('POST /v1/webhooks/preview', { body: webhook }, options),
  /** Sends a test event and returns the result. */
  test: (id: string, options?: CallOptions) => call('POST /v1/webhooks/{id}/test', { path: { id } }, options),
  /**
   * Schedules the deliveries of a period again, such as after an outage of the endpoint: failed ones by default, or all. Returns their
   * number.
   */
  replay: (id: string, period: Body<'POST /v1/webhooks/{id}/replay'>, options?: CallOptions) =>
    call('POST /v1/webhooks/{id}/replay', { path: { id }, body: period }, options),
  /** Creates a new secret. The previous secret stays valid for 24 hours unless `revoke_now` is set. */
  rotateSecret: (id: string, how: Body<'POST /v1/webhooks/{id}/rotate'> = {}, options?: CallOptions) =>
    call('POST /v1/webhooks/{id}/rotate', { path: { id }, body: how }, options),
  /**
   * Yields the events of the project as they happen, with the payloads that webhooks receive. Reconnects after an interruption and
   * continues with the events since then.
   * @throws {EarshotError} when the first connection fails, and when the token, the membership or the project ends
   */
  async *events(query?: Query<'GET /v1/webhooks/events'>, options?: WebhookEventOptions): AsyncGenerator<WebhookEvent> {
    const { readWebhookEvents } = await import('../event-streams.ts');
    yield* readWebhookEvents(call, query, options);
  },
  /** Deliveries of a webhook. */
  deliveries: {
    /** Lists deliveries of the last 30 days, newest first. */
    list: (id: string, query?: Query<'GET /v1/webhooks/{id}/deliveries'>, options?: CallOptions) =>
      list(call, 'GET /v1/webhooks/{id}/deliveries', { path: { id }, query }, options),
    /** Returns a delivery with its requests and responses. */
    get: (id: string, deliveryId: string, options?: CallOptions) =>
      call('GET /v1/webhooks/{id}/deliveries/{delivery_id}', { path: { id, delivery_id: deliveryId } }, options),
    /** Sends a delivery again and returns the result. */
    retry: (id: string, deliveryId: string, options?: CallOptions) =>
      call('POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry', { path: { id, delivery_id: deliveryId } }, options),
  },
});
