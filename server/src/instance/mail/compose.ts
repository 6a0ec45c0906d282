import type { Db } from '../../platform/postgres/database.ts';
import type { SendMails } from './outbox.ts';
import type { Announcement, NewMail } from './store.ts';
import { type Content, renderMail } from './template.ts';

/** Dependencies for composing mails with links. */
export interface Mailing {
  db: Db;
  sendMails: SendMails;
  linkSecret: Buffer;
  publicUrl: () => string;
}

/** Sender of a mail. */
export interface Sender {
  name: string;
  settings: {
    mail: { color: string; reply_to: string | null; show_logo: boolean; greeting: string | null; signature: string | null };
    pages: { logo_url: string | null; logo_dark_url: string | null };
  };
}

interface Message extends Content {
  /** Identifies the reason for the mail. A recipient gets one mail for each cause. */
  cause: string;
  recipient: string;
  about?: Announcement;
  subject: string;
  /** Whether anyone can trigger the mail by entering the address of another person. Such mails have a lower daily limit. */
  isUnsolicited?: boolean;
  /** Address that receives replies in place of the project's, and a sentence about them for the footer. */
  reply?: { to: string | undefined; hint: string } | undefined;
  /** Message ids (RFC 5322) of the conversations that the mail belongs to, under which mail programs group it. */
  thread?: string[];
}

/** Returns a rendered mail of a project, with the headers for one-click unsubscribe (RFC 8058) and for conversations. */
export function composeMail(
  project: Sender,
  { cause, recipient, about, subject, isUnsolicited = false, reply, thread = [], ...rest }: Message,
): Omit<NewMail, 'id'> {
  const { mail, pages } = project.settings;
  const { color, reply_to, greeting, signature } = mail;
  const logo = mail.show_logo ? { light: pages.logo_url, dark: pages.logo_dark_url } : { light: null, dark: null };
  const content = reply?.to ? { ...rest, footer: `${reply.hint} ${rest.footer}` } : rest;
  const { text, html } = renderMail({ name: project.name, color, logo, greeting, signature }, content);
  const { unsubscribe } = content;
  return {
    cause,
    recipient,
    about,
    sender_name: project.name,
    reply_to: reply?.to ?? reply_to,
    // Titles may contain line breaks, headers may not.
    subject: subject.replaceAll(/\s+/g, ' '),
    text_body: text,
    html_body: html,
    is_unsolicited: isUnsolicited,
    headers: {
      ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      ...(thread.length && { 'In-Reply-To': thread.join(' '), References: thread.join(' ') }),
    },
  };
}
