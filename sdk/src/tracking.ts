import type { Client } from './client.ts';
import { EarshotError } from './errors.ts';
import { randomId } from './random-id.ts';
import type { QueuedEvent, TrackedEvent } from './tracked-event.ts';
import { openStorage } from './tracking-storage.ts';

/** Events within this time are sent in one request. */
const BATCH_DELAY_MS = 1_000;
const MAX_BATCH_EVENTS = 100;
/** Limit of the queue in memory and in the storage of the browser, at about 300 bytes per event. The oldest events are dropped first. */
const MAX_QUEUED_EVENTS = 2_000;
const FIRST_RETRY_DELAY_MS = 2_000;
const MAX_RETRY_DELAY_MS = 5 * 60_000;
/** Limit of browsers for all beacons of a page. */
const MAX_BEACON_BYTES = 60_000;
/** User tokens begin with the base64url form of `{"`. */
const USER_TOKEN_START = 'eyJ';

/** Options of tracked events. */
export interface TrackingOptions {
  /** Called with events that the server permanently rejected, and the reason. */
  onRejected?: ((error: Error, events: QueuedEvent[]) => void) | undefined;
}

/**
 * Creates the tracking methods. Events are queued across reloads and sent in batches: after one second, when the network is back, and when
 * the page is closed. Events stay in the queue until the server confirms them, and keep their id so that no event is counted twice.
 */
export function tracking(call: Client, { onRejected }: TrackingOptions = {}) {
  const storage = openStorage(call.projectKey ?? '');
  let queue: QueuedEvent[] = storage.takeOver();
  let user: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let batchSize = MAX_BATCH_EVENTS;
  let sending: Promise<void> | undefined;

  function track(
    name: string,
    properties?: TrackedEvent['properties'],
    event: Omit<TrackedEvent, 'name' | 'properties'> = {},
  ): void {
    if (!call.projectKey && !call.projectId) throw new TypeError('projectKey or projectId is required to track');
    if (hasPrivacySignal()) return;
    queue.push({
      name,
      ...(properties && { properties }),
      ...readPage(),
      ...(user !== undefined && (user.startsWith(USER_TOKEN_START) ? { user_token: user } : { user_id: user })),
      ...event,
      event_id: event.event_id ?? randomId(),
      timestamp: event.timestamp ?? new Date().toISOString(),
    });
    queue = queue.slice(-MAX_QUEUED_EVENTS);
    storage.save(queue);
    // While the server is unavailable, the next attempt is already scheduled.
    if (queue.length >= MAX_BATCH_EVENTS && !failures) void flush().catch(() => {});
    else schedule(BATCH_DELAY_MS);
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush().catch(() => {});
    }, ms);
  }

  /** Sends all queued events. @throws {EarshotError} when the server is unavailable; the events are retried automatically */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => (sending = undefined));
    await sending;
  }

  async function sendAll(): Promise<void> {
    while (queue.length) {
      const events = queue.slice(0, batchSize);
      const resent = new Set<QueuedEvent>();
      try {
        // A token for other operations may lack the scope to track, and only events with facts about their client require one.
        const usesKey = !events.some(({ ip, user_agent: userAgent }) => ip ?? userAgent);
        const { rejected = [] } = await call('POST /v1/analytics/events', { body: { events }, usesKey }, { retries: 0 });
        for (const { index, error, ...properties } of rejected) {
          const event = events[index];
          if (event?.timestamp && properties.code === 'analytics.timestamp_in_future') resent.add(event);
          else if (event) onRejected?.(new EarshotError(error, properties), [event]);
        }
      } catch (error) {
        const status = error instanceof EarshotError ? error.status : 0;
        if (status === 413 && events.length > 1) {
          batchSize = Math.ceil(events.length / 2);
          continue;
        }
        if (status < 400 || status === 429 || status >= 500) {
          schedule(Math.min(FIRST_RETRY_DELAY_MS * 2 ** failures++, MAX_RETRY_DELAY_MS));
          throw error;
        }
        onRejected?.(error as Error, events);
      }
      failures = 0;
      batchSize = MAX_BATCH_EVENTS;
      // Events of a clock that is ahead are sent again without a timestamp: the server sets the current time.
      for (const event of resent) delete event.timestamp;
      const sentIds = new Set(events.filter((event) => !resent.has(event)).map(({ event_id }) => event_id));
      queue = queue.filter(({ event_id }) => !sentIds.has(event_id));
      storage.save(queue);
    }
  }

  /** Sends events from a page that is being closed. Without a response, the events stay in storage and the next page sends them again. */
  function sendBeacon(): void {
    for (let from = 0, bytes = 0; from < queue.length; from += MAX_BATCH_EVENTS) {
      const body = JSON.stringify({ events: queue.slice(from, from + MAX_BATCH_EVENTS) });
      bytes += body.length;
      if (bytes > MAX_BEACON_BYTES || !navigator.sendBeacon(`${call.baseUrl}/v1/analytics/events?key=${call.projectKey}`, body))
        return;
    }
  }

  if (typeof document !== 'undefined' && call.projectKey) {
    addEventListener('online', () => void flush().catch(() => {}));
    addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendBeacon());
    addEventListener('pagehide', sendBeacon);
  }
  if (queue.length) schedule(0);

  return {
    /**
     * Tracks an event. Queues the event and returns immediately. A server sets `ip`, `user_agent` and `referrer` of the event from the
     * request of the visitor; this requires an `accessToken`.
     */
    track,
    /** Tracks a page view. */
    page: (event?: Omit<TrackedEvent, 'name' | 'properties'>) => track('page_view', undefined, event),
    /**
     * Sets the user of subsequent events: a user id, or a token of `signUserToken`. Earlier anonymous events of the visit are attributed to
     * the user as well. Pass `undefined` when the user signs out.
     */
    identify: (idOrToken: string | undefined) => {
      user = idOrToken;
    },
    /** Sends all queued events now. */
    flush,
  };
}

/** Returns the properties of the current page, in a browser. */
function readPage(): Partial<TrackedEvent> {
  if (typeof document === 'undefined') return {};
  return {
    url: location.href,
    // By characters: half an emoji cannot be stored.
    title: Array.from(document.title).slice(0, 300).join(''),
    language: navigator.language,
    screen_width: screen.width,
    ...(document.referrer && { referrer: document.referrer.slice(0, 2048) }),
  };
}

/** Returns whether the browser sends `DNT` or Global Privacy Control. */
function hasPrivacySignal(): boolean {
  if (typeof navigator === 'undefined') return false;
  const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: string; globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
