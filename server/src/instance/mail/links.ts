import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Key objects of secrets: `createHmac` prepares a secret that is a buffer again for each mail, which takes five times as long. */
const keys = new WeakMap<Buffer, KeyObject>();

/** Returns a keyed hash of a payload for one purpose: 32 bytes. */
export function createMac(secret: Buffer, purpose: string, payload: string): Buffer {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return createHmac('sha256', key).update(`${purpose}\n${payload}`).digest();
}

/**
 * Returns a token for a link in a mail: a payload signed for one purpose. It stays valid until the secret changes or the action
 * invalidates it.
 */
export function signLink(secret: Buffer, purpose: string, payload: object): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${createMac(secret, purpose, text).toString('base64url')}`;
}

/** Returns the payload of a token, or undefined when the signature does not match the purpose. */
export function readLink<Payload extends object>(secret: Buffer, purpose: string, token: string): Payload | undefined {
  const [text = '', signature = ''] = token.split('.');
  const actual = Buffer.from(signature, 'base64url');
  const expected = createMac(secret, purpose, text);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Payload;
}

const DAY_MS = 86_400_000;
const MAX_CONFIRMATION_DAYS = 7;

/** Additional payload of links that confirm an address. */
export interface Expiring {
  /** Unix time in milliseconds. */
  until: number;
}

/** Returns the expiry of a confirmation link: after seven days, or earlier when the project deletes unconfirmed records earlier. */
export function expireConfirmation({ settings }: { settings: { retention: { unconfirmed_days: number | null } } }): Expiring {
  const days = Math.min(MAX_CONFIRMATION_DAYS, settings.retention.unconfirmed_days ?? MAX_CONFIRMATION_DAYS);
  return { until: Date.now() + days * DAY_MS };
}
