// Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
import type { FastifyReply } from 'fastify';
import { errorBody, HttpError } from './errors.ts';

/** Proxies close connections without data after a minute. */
const SILENCE_MS = 15_000;

const RETRY_AFTER_S = 60;

/** Returns the error for a caller with too many open streams. */
export const tooManyStreams = (code: 'analytics.too_many_streams' | 'webhooks.too_many_streams', message: string) =>
  new HttpError(code, { message, headers: { 'retry-after': String(RETRY_AFTER_S) } });

/** A response that sends events. */
export interface EventStream {
  send: (messages: string) => void;
  /** Sends a comment when nothing was sent for 15 seconds. */
  keepAlive: () => void;
  /** Ends the stream. The last event, `end`, states the reason when there is one. */
  end: (reason?: HttpError) => void;
  /** Called once when the stream ends for any reason. */
  onClose: (listener: () => void) => void;
}

/** Starts a stream as the response of a request. */
export function openEventStream(reply: FastifyReply): EventStream {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  raw.flushHeaders();
  let sentAt = performance.now();

  const send = (messages: string): void => {
    if (raw.writableEnded || raw.destroyed) return;
    sentAt = performance.now();
    // A reader that does not read is disconnected and can reconnect.
    if (raw.writableNeedDrain) raw.destroy();
    else raw.write(messages);
  };

  return {
    send,
    keepAlive: () => {
      if (performance.now() - sentAt > SILENCE_MS) send(': still here\n\n');
    },
    end: (reason) => {
      if (reason) send(formatMessage('end', { status: reason.statusCode, ...errorBody(reason) }));
      raw.end();
    },
    onClose: (listener) => void raw.once('close', listener),
  };
}

/** Returns an event. Clients that reconnect send the id of the last event that they received. */
export const formatMessage = (type: string, data: object, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Returns why a stream has to end: the error of `check`, which checks its credential again. Returns undefined when it may continue.
 * @throws when the check fails for another reason, such as an unavailable database
 */
export async function findRefusal(check: () => Promise<void>): Promise<HttpError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && error.statusCode < 500) return error;
    throw error;
  }
}
