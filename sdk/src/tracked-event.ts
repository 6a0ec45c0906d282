import type { Body } from './client.ts';

/** A tracked event in the format of the API. */
export type TrackedEvent = Exclude<Body<'POST /v1/analytics/events'>, { events: readonly unknown[] }>;

/** A queued event. The id stays the same for retries, so that the event is counted once. */
export interface QueuedEvent extends TrackedEvent {
  event_id: string;
}
