import type { WebhookEvent } from './types.ts';

export type { WebhookEvent };

/** The request was not sent by Earshot, was modified, or is too old. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** Options of `verifyWebhook`. */
export interface WebhookOptions {
  /** Maximum difference between the timestamp of the request and the current time in seconds. Defaults to 300. */
  toleranceS?: number | undefined;
  /** Returns the current time in milliseconds. Defaults to `Date.now`. */
  now?: (() => number) | undefined;
}

/** Headers of a request: `Headers` of the Fetch API, or an object of Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
