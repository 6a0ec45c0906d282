import type { TrackedEvent } from '@earshot/sdk';

export type Properties = NonNullable<TrackedEvent['properties']>;

/** `earshot('signed_up', { plan: 'pro' })` */
interface Track {
  (name?: string, properties?: Properties, more?: Partial<TrackedEvent>): void;
  /** Calls made before the script was loaded. */
  q?: Parameters<Track>[];
  /** The user that was identified before the script was loaded. */
  user?: string;
}

export interface Tracker extends Track {
  /** Sets the user id or user token of the person in subsequent events. Without one, subsequent events are anonymous. */
  identify: (user?: string) => void;
}

declare global {
  // oxlint-disable-next-line no-var
  var earshot: Track | undefined;
  /** The trackers of the document by API key. A script that is evaluated again starts no second one. */
  // oxlint-disable-next-line no-var
  var earshotTrackers: Record<string, Tracker> | undefined;
}
