import type {
  ChangelogEvent,
  CommentEvent,
  FeedbackEvent,
  MissedSearchEvent,
  TestEvent,
  TestimonialEvent,
  VoteEvent,
  WaitlistEvent,
} from './types.ts';

/** The body of a webhook request. `type` tells which fields `data` has. */
export type WebhookEvent =
  | FeedbackEvent
  | CommentEvent
  | VoteEvent
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
 * signatures of Standard Webhooks (https://www.standardwebhooks.com). Requires the unparsed request body, as text or bytes.
 * @throws {TypeError} when the body was parsed, or the secret is missing or malformed
 * @throws {WebhookVerificationError} when a header is missing, the timestamp differs by more than `toleranceS` (default 300 seconds), or no
 * signature matches
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
  { toleranceS = TOLERANCE_S, now = Date.now }: { toleranceS?: number | undefined; now?: (() => number) | undefined } = {},
): Promise<WebhookEvent> {
  if (!secret) throw new TypeError('secret is required: the secret of the webhook, whsec_…');
  const secretBytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!secretBytes?.length) throw new TypeError('secret must be the secret of a webhook, whsec_…');
  const text = readText(body);
  const given = new Map(
    headers instanceof Headers ? headers : Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const header = (name: string) => {
    const value = given.get(name);
    if (typeof value !== 'string' || !value) throw new WebhookVerificationError(`The header ${name} is missing`);
    return value;
  };
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  const age = now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceS))
    throw new WebhookVerificationError(`webhook-timestamp must be within ${toleranceS} seconds of the current time`);

  const key = await crypto.subtle.importKey('raw', secretBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',');
    if (version !== 'v1') continue;
    const decoded = decodeBase64(encoded);
    if (decoded && (await crypto.subtle.verify('HMAC', key, decoded, signed))) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookVerificationError('No signature matches the body and secret');
}

/** Returns the body as text. Earshot sends UTF-8, so that invalid bytes fail the verification. */
function readText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  throw new TypeError(
    'body must be the unparsed request body, as text or bytes, because parsing loses the signed text. In Express, use express.raw()',
  );
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
