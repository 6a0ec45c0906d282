import { createHmac, timingSafeEqual } from 'node:crypto';

const mac = (secret: Buffer, purpose: string, payload: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest();

/** A token for a link in a mail: what it names, signed for one purpose. It is valid until the secret changes, or the action of the link ends it. */
export function signLink(secret: Buffer, purpose: string, payload: object): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${mac(secret, purpose, text).toString('base64url')}`;
}

/** What a token names, or undefined when it was not signed by us for this purpose. */
export function readLink<Payload extends object>(secret: Buffer, purpose: string, token: string): Payload | undefined {
  const [text = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = mac(secret, purpose, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Payload;
}

const DAY_MS = 86_400_000;
const MAX_CONFIRMATION_DAYS = 7;

/** What a link that confirms an address names besides that. */
export interface Expiring {
  /** Unix time in milliseconds. */
  until: number;
}

/** Returns the end of a link that confirms an address: after seven days, or once the project deletes what nobody confirmed. */
export function expireConfirmation({ settings }: { settings: { retention: { unconfirmed_days: number | null } } }): Expiring {
  const days = Math.min(MAX_CONFIRMATION_DAYS, settings.retention.unconfirmed_days ?? MAX_CONFIRMATION_DAYS);
  return { until: Date.now() + days * DAY_MS };
}
