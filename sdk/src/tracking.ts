import type { Body, Client } from './client.ts';
import { EarshotError } from './errors.ts';
import { randomId } from './random-id.ts';
import { openStorage } from './tracking-storage.ts';

/** An event as the API takes it. */
export type TrackedEvent = Exclude<Body<'POST /v1/analytics/events'>, { events: unknown[] }>;
type Properties = TrackedEvent['properties'];

/** Sent again, an event has the same id, and counts once. */
export interface QueuedEvent extends TrackedEvent {
  event_id: string;
}

/** Gathers what happens within it into one request. */
const PAUSE_MS = 1_000;
const BATCH = 100;
/** In memory and in the browser's storage: some 300 bytes each. What is older goes first. */
const MOST_QUEUED = 2_000;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** What a browser takes from a page that is left, over all its beacons. */
const BEACON_BYTES = 60_000;

export interface TrackingOptions {
  /** Told of events that the server refused for good, and why. */
  onRejected?: (error: Error, events: QueuedEvent[]) => void;
}

/**
 * Events wait in a queue that survives a reload, and are sent in batches: after a second, when the network is back, and when the page is
 * left. Each keeps its place until the server has answered that it has it; since it also keeps its id, nothing counts twice.
 */
export function tracking(call: Client, { onRejected }: TrackingOptions = {}) {
  const storage = openStorage(call.projectKey ?? '');
  let queue: QueuedEvent[] = storage.take();
  let userId: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let batch = BATCH;
  let sending: Promise<void> | undefined;

  function track(name: string, properties?: Properties, event: Omit<TrackedEvent, 'name' | 'properties'> = {}): void {
    if (!call.projectKey) throw new TypeError('projectKey is required to track');
    if (isRefused()) return;
    queue.push({
      name,
      ...(properties && { properties }),
      ...pageOf(),
      ...(userId !== undefined && { user_id: userId }),
      ...event,
      event_id: event.event_id ?? randomId(),
      timestamp: event.timestamp ?? new Date().toISOString(),
    });
    queue = queue.slice(-MOST_QUEUED);
    storage.keep(queue);
    // While the server is away, the next try has its time.
    if (queue.length >= BATCH && !failures) void flush().catch(() => {});
    else schedule(PAUSE_MS);
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush().catch(() => {});
    }, ms);
  }

  /** Sends all that waits. @throws when the server can't be reached: it will be tried again by itself, later */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => (sending = undefined));
    await sending;
  }

  async function sendAll(): Promise<void> {
    while (queue.length) {
      const events = queue.slice(0, batch);
      const again = new Set<QueuedEvent>();
      try {
        const { rejected = [] } = await call('POST /v1/analytics/events', { body: { events } }, { retries: 0 });
        for (const { index, error, ...answer } of rejected) {
          const event = events[index];
          if (event?.timestamp && answer.code === 'analytics.timestamp_in_future') again.add(event);
          else if (event) onRejected?.(new EarshotError(error, answer), [event]);
        }
      } catch (error) {
        const status = error instanceof EarshotError ? error.status : 0;
        if (status === 413 && events.length > 1) {
          batch = Math.ceil(events.length / 2);
          continue;
        }
        if (status < 400 || status === 429 || status >= 500) {
          schedule(Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS));
          throw error;
        }
        onRejected?.(error as Error, events);
      }
      failures = 0;
      batch = BATCH;
      // The server dates the events of a clock that is ahead.
      for (const event of again) delete event.timestamp;
      const done = new Set(events.filter((event) => !again.has(event)).map(({ event_id }) => event_id));
      queue = queue.filter(({ event_id }) => !done.has(event_id));
      storage.keep(queue);
    }
  }

  /** For a page that goes away: no answer will be seen, so the events stay in storage and are sent again by the next page. */
  function sendBeacon(): void {
    for (let from = 0, bytes = 0; from < queue.length; from += BATCH) {
      const body = JSON.stringify({ events: queue.slice(from, from + BATCH) });
      bytes += body.length;
      if (bytes > BEACON_BYTES || !navigator.sendBeacon(`${call.baseUrl}/v1/analytics/events?key=${call.projectKey}`, body))
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
    /** Notes that something happened. Sent soon, never lost. */
    track,
    /** Notes a page view. */
    page: (event?: Omit<TrackedEvent, 'name' | 'properties'>) => track('page_view', undefined, event),
    /** Names your own user for what follows; `undefined` when they sign out. */
    identify: (id: string | undefined) => {
      userId = id;
    },
    flush,
  };
}

/** The page, in a browser. */
function pageOf(): Partial<TrackedEvent> {
  if (typeof document === 'undefined') return {};
  return {
    url: location.href,
    title: document.title.slice(0, 300),
    language: navigator.language,
    screen_width: screen.width,
    ...(document.referrer && { referrer: document.referrer.slice(0, 2048) }),
  };
}

/** Somebody asked, by their browser, not to be tracked. */
function isRefused(): boolean {
  if (typeof navigator === 'undefined') return false;
  const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: string; globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
