import type { Body } from './client.ts';

/** What a webhook receives. */
export interface WebhookEvent {
  id: string;
  type: NonNullable<Body<'POST /v1/webhooks'>['types']>[number] | 'webhook.test';
  version: number;
  created_at: string;
  project_id: string;
  data: Record<string, unknown>;
  changes?: { field: string; old: unknown; new: unknown }[];
}

/** What arrived was not sent by Earshot, was changed on its way, or is too old. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

const TOLERANCE_S = 5 * 60;

/**
 * The event that was received, once its signature is verified by the webhook's secret (`whsec_…`). Standard Webhooks, symmetric signatures:
 * https://www.standardwebhooks.com. Give the body as it came, not parsed.
 * @throws WebhookVerificationError
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
    throw new WebhookVerificationError(`webhook-timestamp is not of the last ${toleranceS} seconds`);

  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',');
    if (version !== 'v1') continue;
    const given = decodeBase64(encoded);
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return JSON.parse(body) as WebhookEvent;
  }
  throw new WebhookVerificationError('No signature fits this body and secret');
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
