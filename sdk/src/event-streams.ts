// Streams of events. Loaded with the first stream, so that pages without streams do not load them.
import { type CallOptions, type Client, type Query, wait } from './client.ts';
import { createError, EarshotError, type ErrorMessage } from './errors.ts';
import { readServerEvents } from './server-events.ts';
import type { Answer } from './types.ts';
import type { WebhookEvent } from './webhook.ts';

const MAX_RECONNECT_MS = 10_000;
/** Number of recent ids by which repeated events are recognized. */
const RECENT = 1_000;

/** A message of the live stream: the number of current visitors, or an accepted event. */
export type Live = { type: 'visitors'; visitors: number } | { type: 'event'; event: Record<string, unknown> };

/** Implements `analytics.live`. */
export async function* readLive(
  call: Client,
  query?: Query<'GET /v1/analytics/live'>,
  options?: CallOptions,
): AsyncGenerator<Live> {
  for await (const { type, data = '' } of readServerEvents(await call.raw('GET /v1/analytics/live', { query }, options))) {
    if (type === 'visitors') yield { type, visitors: (JSON.parse(data) as { visitors: number }).visitors };
    if (type === 'event') yield { type, event: JSON.parse(data) as Record<string, unknown> };
    if (type === 'end') throw createError(JSON.parse(data) as ErrorMessage & { status: number });
  }
}

/** A part of an answer: its sources, then its sentences, or the reason why the question is not answered. */
export type AnswerPart =
  | ({ type: 'sources' } & Pick<Answer, 'query_id' | 'sources'>)
  | ({ type: 'sentence' } & Answer['sentences'][number])
  | { type: 'refused'; reason: NonNullable<Answer['refused']> };

/** Implements `indexes.ask` and `indexes.askAll`. */
export async function* readAnswer(response: Response): AsyncGenerator<AnswerPart> {
  for await (const { type, data = '' } of readServerEvents(response)) {
    if (type === 'end') throw createError(JSON.parse(data) as ErrorMessage & { status: number });
    if (type === 'sources' || type === 'sentence' || type === 'refused') yield { type, ...JSON.parse(data) } as AnswerPart;
  }
}

/** Options of `webhooks.events`. */
export interface WebhookEventOptions extends CallOptions {
  /** Called when the stream is open, and after each reconnection. */
  onOpen?: (() => void) | undefined;
}

/** Implements `webhooks.events`. */
export async function* readWebhookEvents(
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
