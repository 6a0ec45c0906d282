import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { timingSafeEqual } from 'node:crypto';
import { createMac } from '../links.ts';

/** Record that a reply to a mail belongs to. */
export interface ReplyTarget {
  /** Number from 0 to 255 of the handler of such replies. Addresses of mails that were sent contain it, so it never changes. */
  kind: number;
  /** Database id of the record. */
  subject: string;
}

/** Target of an address that was signed. Any sender may have used it. */
export interface SignedTarget extends ReplyTarget {
  /** Returns whether the mail was addressed to this mailbox. */
  isFor: (email: string) => boolean;
}

/** Bytes of the mailbox, of which several people would have to share a keyed hash, and of the signature, which can only be guessed online. */
const MAILBOX_BYTES = 5;
const SIGNATURE_BYTES = 8;
const SIGNED_BYTES = 1 + 16 + MAILBOX_BYTES;

/** Characters of a token: 30 bytes with 5 bits each, in lower case, because some mail servers change the case. */
export const TOKEN_LENGTH = ((SIGNED_BYTES + SIGNATURE_BYTES) * 8) / 5;
const BASE = 32;

const hashMailbox = (secret: Buffer, email: string) =>
  createMac(secret, 'mail.reply.mailbox', toMailboxKey(email)).subarray(0, MAILBOX_BYTES);
const sign = (secret: Buffer, signed: Buffer) =>
  createMac(secret, 'mail.reply', signed.toString('base64url')).subarray(0, SIGNATURE_BYTES);

/** Returns a token for the address to which a recipient replies. It stays valid until the secret changes. */
export function signReply(secret: Buffer, { kind, subject }: ReplyTarget, recipient: string): string {
  const signed = Buffer.concat([
    Buffer.from([kind]),
    Buffer.from(subject.replaceAll('-', ''), 'hex'),
    hashMailbox(secret, recipient),
  ]);
  const bytes = Buffer.concat([signed, sign(secret, signed)]);
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(BASE)
    .padStart(TOKEN_LENGTH, '0');
}

/** Returns the target of a token of `TOKEN_LENGTH` characters, in any case, or undefined when the signature does not match. */
export function readReply(secret: Buffer, token: string): SignedTarget | undefined {
  let value = 0n;
  for (const digit of token) value = value * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE));
  const bytes = Buffer.from(value.toString(16).padStart((SIGNED_BYTES + SIGNATURE_BYTES) * 2, '0'), 'hex');
  const [signed, signature] = [bytes.subarray(0, SIGNED_BYTES), bytes.subarray(SIGNED_BYTES)];
  if (!timingSafeEqual(signature, sign(secret, signed))) return undefined;
  const hex = signed.toString('hex', 1, 17);
  return {
    kind: signed[0] ?? 0,
    subject: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    isFor: (email) => timingSafeEqual(signed.subarray(17), hashMailbox(secret, email)),
  };
}
