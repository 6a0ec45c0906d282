import { createHmac, timingSafeEqual } from 'node:crypto';

const mac = (secret: Buffer, purpose: string, payload: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest();

/** A token for a link in a mail: what it names, signed for one purpose. It holds until the secret changes. */
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
