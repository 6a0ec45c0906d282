import { isEmail } from '@earshot/contract/shared/mailbox';
import type { Mailbox } from 'postal-mime';
import { extractReply, htmlToText } from './reply-text.ts';

/** Bytes of a mail that are read. The text precedes attachments, which are ignored. */
export const READ_BYTES = 1024 * 1024;

/** A received mail. */
export interface Message {
  /** RFC 5322 message id. Null without one. */
  id: string | null;
  /** The one person in `From`, undefined if there are several or none. */
  from: { address: string; name: string | null } | undefined;
  /** Addresses that the mail was sent or delivered to, as one text. */
  recipients: string;
  /** Whether a program wrote it: an auto-reply, a bounce or a mailing list. */
  isAutomatic: boolean;
  /** Results of the checks of SPF, DKIM and DMARC (RFC 8601), as `name=result`. */
  authentication: string[];
  /** Returns the text of the person, see `extractReply`. */
  readReply: () => Promise<string>;
}

const RECIPIENT_HEADERS = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']);

/**
 * Parses a mail in the format of RFC 5322.
 * @param authServer name of the receiving server in `Authentication-Results`: anyone can add this header with other names
 * @throws when the mail cannot be parsed
 */
export async function parseMessage(raw: Buffer, authServer: string | undefined): Promise<Message> {
  const { default: PostalMime, addressParser } = await import('postal-mime');
  const mail = await PostalMime.parse(raw.subarray(0, READ_BYTES));
  const senders = mail.headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }) as Mailbox[]);
  const values = (name: string) => mail.headers.flatMap(({ key, value }) => (key === name ? [value] : []));
  return {
    id: mail.messageId ?? null,
    from: findSender(senders),
    recipients: mail.headers.flatMap(({ key, value }) => (RECIPIENT_HEADERS.has(key) ? [value] : [])).join('\n'),
    isAutomatic: isAutomatic(values),
    authentication: values('authentication-results').flatMap((value) => readResults(value, authServer)),
    readReply: async () => extractReply(mail.text?.trim() ? mail.text : await htmlToText(mail.html ?? '')),
  };
}

/** Returns the sender. Mail programs show one of several, and servers check another. */
function findSender([person, ...others]: Mailbox[]): Message['from'] {
  if (!person?.address || others.length || !isEmail(person.address)) return undefined;
  const name = person.name.trim();
  // Some programs repeat the address as the name. Comments are public.
  return { address: person.address, name: name && !name.includes('@') ? name : null };
}

/** Senders of bounces. */
const SYSTEM_SENDER = /(?:^|[\s<"])(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i;

/** Returns whether the headers are those of a program (RFC 3834 and common practice). */
function isAutomatic(values: (name: string) => string[]): boolean {
  const has = (name: string, pattern = /\S/) => values(name).some((value) => pattern.test(value));
  return (
    has('auto-submitted', /^\s*(?!no\b)\S/i) ||
    has('x-auto-response-suppress') ||
    has('x-autoreply') ||
    has('x-autorespond') ||
    has('x-autoresponder') ||
    has('x-failed-recipients') ||
    has('list-id') ||
    has('precedence', /^\s*(?:bulk|junk|list|auto_reply)\b/i) ||
    has('return-path', /^\s*<\s*>/) ||
    has('content-type', /^\s*multipart\/report\b/i) ||
    has('from', SYSTEM_SENDER)
  );
}

/** Returns the results in a header `Authentication-Results` of the receiving server, without comments. */
function readResults(value: string, authServer: string | undefined): string[] {
  const [name = '', ...parts] = value.replaceAll(/\([^()]*\)/g, ' ').split(';');
  if (authServer === undefined || name.trim().split(/\s/)[0]?.toLowerCase() !== authServer.toLowerCase()) return [];
  return parts.flatMap((part) => /^\s*(?:spf|dkim|dmarc)\s*=\s*\w+/i.exec(part)?.[0].replaceAll(/\s/g, '').toLowerCase() ?? []);
}

/**
 * Returns whether the receiving server found that the sender is forged: DMARC fails, or without a result of DMARC neither SPF nor DKIM
 * passes and one of them fails. Mails without any check are not forged: the address they were sent to is secret.
 */
export function isForged({ authentication }: Pick<Message, 'authentication'>): boolean {
  const results = new Set(authentication);
  if (results.has('dmarc=fail')) return true;
  if (results.has('dmarc=pass') || results.has('spf=pass') || results.has('dkim=pass')) return false;
  return results.has('spf=fail') || results.has('spf=softfail') || results.has('dkim=fail');
}
