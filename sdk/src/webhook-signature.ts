import { type WebhookEvent, type WebhookHeaders, type WebhookOptions, WebhookVerificationError } from './webhook.ts';

const TOLERANCE_S = 5 * 60;

/** Implements `verifyWebhook`: symmetric signatures of Standard Webhooks (https://www.standardwebhooks.com). */
export async function verifySignature(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceS = TOLERANCE_S, now = Date.now }: WebhookOptions = {},
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
