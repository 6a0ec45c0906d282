import { type Body, type CallOptions, type Client, type Query, wait } from '../client.ts';
import { createError, EarshotError, type ErrorMessage } from '../errors.ts';
import { list } from '../pages.ts';
import { readServerEvents } from '../server-events.ts';
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
  events: (query?: Query<'GET /v1/webhooks/events'>, options?: WebhookEventOptions) => events(call, query, options),
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

export interface WebhookEventOptions extends CallOptions {
  /** Called when the stream is open, and after each reconnection. */
  onOpen?: (() => void) | undefined;
}

const MAX_RECONNECT_MS = 10_000;
/** Number of recent ids by which repeated events are recognized. */
const RECENT = 1_000;

async function* events(
  call: Client,
  query?: Query<'GET /v1/webhooks/events'>,
  { onOpen, ...options }: WebhookEventOptions = {},
): AsyncGenerator<WebhookEvent> {
  let position: string | undefined;
  const recent = new Set<string>();
  for (let delay = 250; ; delay = Math.min(delay * 2, MAX_RECONNECT_MS)) {
    try {
      const headers = { ...options.headers, ...(position !== undefined && { 'last-event-id': position }) };
      const response = await call.raw('GET /v1/webhooks/events', { query }, { ...options, headers });
      for await (const { type, data = '', id } of readServerEvents(response)) {
        position = id ?? position;
        delay = 250;
        if (type === undefined) {
          // The first message is the position only, and comments have neither.
          if (id !== undefined) onOpen?.();
          continue;
        }
        if (type === 'end') throw createError(JSON.parse(data) as ErrorMessage & { status: number });
        const event = JSON.parse(data) as WebhookEvent;
        if (recent.has(event.id)) continue;
        recent.add(event.id);
        if (recent.size > RECENT) recent.delete(recent.values().next().value as string);
        yield event;
      }
    } catch (error) {
      const isRefused = error instanceof EarshotError && error.status >= 400 && error.status < 500;
      if (position === undefined || isRefused || options.signal?.aborted) throw error;
    }
    await wait(delay, options.signal);
  }
}
