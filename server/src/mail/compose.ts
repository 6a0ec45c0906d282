import type { Db } from '../postgres/database.ts';
import type { SendMails } from './outbox.ts';
import type { NewMail } from './store.ts';
import { type Content, renderMail } from './template.ts';

/** What writing mails with links in them takes. */
export interface Mailing {
  db: Db;
  sendMails: SendMails;
  linkSecret: Buffer;
  publicUrl: () => string;
}

/** In whose name a mail is sent. */
export interface Sender {
  name: string;
  settings: { mail: { color: string; reply_to: string | null } };
}

interface Message extends Content {
  /** What the mail tells of: for one cause, a recipient gets one mail. */
  cause: string;
  recipient: string;
  subject: string;
  /** Whether anybody can cause the mail by entering the address of somebody else. Such mails have a lower daily limit. */
  isUnsolicited?: boolean;
}

/** A mail of a project, rendered, with the headers by which mail programs offer to unsubscribe in one click (RFC 8058). */
export function composeMail(
  project: Sender,
  { cause, recipient, subject, isUnsolicited = false, ...content }: Message,
): Omit<NewMail, 'id'> {
  const { color, reply_to } = project.settings.mail;
  const { text, html } = renderMail({ name: project.name, color }, content);
  const { unsubscribe } = content;
  return {
    cause,
    recipient,
    sender_name: project.name,
    reply_to,
    // A title may hold a line break; a header may not.
    subject: subject.replaceAll(/\s+/g, ' '),
    text_body: text,
    html_body: html,
    is_unsolicited: isUnsolicited,
    headers: unsubscribe
      ? { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {},
  };
}
