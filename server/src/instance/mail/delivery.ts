import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Mail } from './store.ts';

const SMTP_TIMEOUT_MS = 20_000;

/** Error of a delivery that the mail server did not accept. */
export class MailRefusedError extends Error {
  /** Whether the transfer of the text began: `onText` ran and did not fail. */
  readonly hasBegun: boolean;
  /** Whether the mail may have been accepted: the connection was lost after the transfer. */
  readonly isUncertain: boolean;

  constructor(message: string, { hasBegun, hasAnswered }: { hasBegun: boolean; hasAnswered: boolean }) {
    super(message);
    this.hasBegun = hasBegun;
    this.isUncertain = hasBegun && !hasAnswered;
  }
}

/** The parts of a mail that reach the mail server. */
type MailContent = Pick<
  Mail,
  'id' | 'recipient' | 'sender_name' | 'reply_to' | 'subject' | 'text_body' | 'html_body' | 'headers'
>;

export interface MailServer {
  /** Address of the server, without user and password. */
  name: string;
  /** Connects and signs in. @throws {Error} with the reason */
  verify: () => Promise<unknown>;
  /** Delivers a mail. `onText` runs before the first byte of the text is sent. @throws {MailRefusedError} */
  send: (mail: MailContent, onText: () => Promise<void>) => Promise<void>;
  close: () => void;
}

export function createMailServer(url: string, from: string): MailServer {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  } as object);
  // The stream is read after the mail server has accepted sender and recipient and answered 354, not before.
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
        // In addition to nodemailer's own options, an option for the plugin above.
        const message: SendMailOptions & { onText: () => Promise<void> } = {
          from: mail.sender_name ? { name: mail.sender_name, address } : from,
          replyTo: mail.reply_to ?? undefined,
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          // Prevents answers of programs (RFC 3834), and marks a mail that comes back.
          headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
          messageId: `<${mail.id}@${address.split('@')[1] ?? 'earshot'}>`,
          onText: async () => {
            await onText();
            hasBegun = true;
          },
        };
        await transport.sendMail(message);
      } catch (error) {
        const { responseCode, message } = error as Error & { responseCode?: number };
        throw new MailRefusedError(message, { hasBegun, hasAnswered: responseCode !== undefined });
      }
    },
    close: () => transport.close(),
  };
}

async function* after(begin: () => Promise<void>, text: Readable): AsyncGenerator<Buffer> {
  await begin();
  yield* text;
}
