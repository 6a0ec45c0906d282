import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Mail } from './store.ts';

const SMTP_TIMEOUT_MS = 20_000;

/** The mail server did not take a mail. */
export class MailRefused extends Error {
  /** Whether the text had begun to go over: `onText` was run and did not fail. */
  readonly hasBegun: boolean;
  /** Whether it may have taken it all the same: the connection was lost after that. */
  readonly isUncertain: boolean;

  constructor(message: string, { hasBegun, hasAnswered }: { hasBegun: boolean; hasAnswered: boolean }) {
    super(message);
    this.hasBegun = hasBegun;
    this.isUncertain = hasBegun && !hasAnswered;
  }
}

export interface MailServer {
  /** Where it is, without user and password. */
  name: string;
  /** Connects and signs in. @throws {Error} with the reason when that fails */
  verify: () => Promise<unknown>;
  /** Hands one mail over; `onText` runs before the first byte of it goes. @throws {MailRefused} */
  send: (mail: Mail, onText: () => Promise<void>) => Promise<void>;
  close: () => void;
}

export function createMailServer(url: string, from: string): MailServer {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  } as object);
  // The text is read once the mail server has taken sender and recipient and said "go ahead" (354), not before.
  transport.use('stream', (mail, done) => {
    const { onText } = mail.data as { onText?: () => Promise<void> };
    if (onText) mail.message.processFunc((text: Readable) => Readable.from(after(onText, text), { objectMode: false }));
    done();
  });
  const { protocol, host } = new URL(url);
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from;

  return {
    name: `${protocol}//${host}`,
    verify: () => transport.verify(),
    send: async (mail, onText) => {
      let hasBegun = false;
      try {
        // Beside nodemailer's own options, one for the plugin above.
        const message: SendMailOptions & { onText: () => Promise<void> } = {
          from: mail.sender_name ? { name: mail.sender_name, address } : from,
          replyTo: mail.reply_to ?? undefined,
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          headers: mail.headers,
          messageId: `<${mail.id}@${address.split('@')[1] ?? 'earshot'}>`,
          onText: async () => {
            await onText();
            hasBegun = true;
          },
        };
        await transport.sendMail(message);
      } catch (error) {
        const { responseCode, message } = error as Error & { responseCode?: number };
        throw new MailRefused(message, { hasBegun, hasAnswered: responseCode !== undefined });
      }
    },
    close: () => transport.close(),
  };
}

async function* after(begin: () => Promise<void>, text: Readable): AsyncGenerator<Buffer> {
  await begin();
  yield* text;
}
