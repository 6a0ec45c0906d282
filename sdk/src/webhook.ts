import type {
  ChangelogEvent,
  CommentEvent,
  FeedbackEvent,
  MissedSearchEvent,
  TestEvent,
  TestimonialEvent,
  WaitlistEvent,
} from './types.ts';

/** The body of a webhook request. `type` tells which fields `data` has. */
export type WebhookEvent =
  | FeedbackEvent
  | CommentEvent
  | WaitlistEvent
  | TestimonialEvent
  | ChangelogEvent
  | MissedSearchEvent
  | TestEvent;

/** The request was not sent by Earshot, was modified, or is too old. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

const TOLERANCE_S = 5 * 60;

/**
 * Verifies the signature of a webhook request with the secret of the webhook (`whsec_…`) and returns the event. Implements symmetric
 * signatures of Standard Webhooks (https://www.standardwebhooks.com). Requires the unparsed request body.
 * @throws {WebhookVerificationError} when a header is missing, the timestamp differs by more than `toleranceS` (default 300 seconds), or no
 * signature matches
 */
export async function verifyWebhook(
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
  { toleranceS = TOLERANCE_S, now = Date.now }: { toleranceS?: number; now?: () => number } = {},
): Promise<WebhookEvent> {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string' || !value) throw new WebhookVerificationError(`The header ${name} is missing`);
    return value;
  };
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  const age = now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceS))
    throw new WebhookVerificationError(`webhook-timestamp must be within ${toleranceS} seconds of the current time`);

  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',');
    if (version !== 'v1') continue;
    const decoded = decodeBase64(encoded);
    if (decoded && (await crypto.subtle.verify('HMAC', key, decoded, signed))) return JSON.parse(body) as WebhookEvent;
  }
  throw new WebhookVerificationError('No signature matches the body and secret');
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
