import type { Language } from '@earshot/contract/shared/languages';
import type { Db } from '../../platform/postgres/database.ts';
import type { SendMails } from './outbox.ts';
import type { NewMail } from './store.ts';
import { type Content, type Footer, renderBody } from './template.ts';

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
    pages: { logo_url: string | null; logo_dark_url: string | null; language: Language };
  };
}

interface Message extends Omit<Content, 'unsubscribe' | 'footerLinks' | 'language'> {
  /** Language of the recipients. By default that of the project. */
  language?: Language;
  /** Identifies the reason for the mail. A recipient gets one mail for each cause. */
  cause: string;
  about?: NonNullable<NewMail['about']>;
  subject: string;
  /** Whether anyone can trigger the mail by entering the address of another person. Such mails have a lower daily limit. */
  isUnsolicited?: boolean;
  /** Message ids (RFC 5322) of the conversations that the mail belongs to, under which mail programs group it. */
  thread?: string[];
}

/** Parts of a mail that differ between its recipients. */
interface Addressing extends Pick<Footer, 'unsubscribe' | 'footerLinks'> {
  recipient: string;
  /** Address that receives replies in place of the project's, and a sentence about them for the footer. */
  reply?: { to: string | undefined; hint: string } | undefined;
}

/** URLs of links with a token, which lead to a page of the instance. */
const LINK = /\/v1\/[^?]*\?token=/;

/** Renders a mail of a project to many recipients. Returns a function that addresses it to one of them. */
export function createComposer(project: Sender, message: Message): (addressing: Addressing) => Omit<NewMail, 'id'> {
  const { cause, about, isUnsolicited = false, thread = [], language = project.settings.pages.language } = message;
  const { mail, pages } = project.settings;
  const { color, reply_to, greeting, signature } = mail;
  /**
   * Names the language of the email in the URL of a link with a token, whose page is in this language then. English emails of projects whose
   * pages are in English leave it to the browser.
   */
  const nameLanguage = <L extends { url: string } | undefined>(link: L): L =>
    link && (language !== 'en' || pages.language !== 'en') && LINK.test(link.url)
      ? { ...link, url: `${link.url}&lang=${language}` }
      : link;
  const logo = mail.show_logo ? { light: pages.logo_url, dark: pages.logo_dark_url } : { light: null, dark: null };
  const addFooter = renderBody(
    { name: project.name, color, logo, greeting, signature },
    {
      ...message,
      language,
      action: nameLanguage(message.action),
    },
  );
  // Titles may contain line breaks, headers may not. No-break spaces stay, such as those before colons in French.
  const subject = message.subject.replaceAll(/[^\S\u00a0\u202f]+/g, ' ');
  return ({ recipient, reply, unsubscribe: given, footerLinks }) => {
    const unsubscribe = nameLanguage(given);
    const footer = reply?.to ? `${reply.hint} ${message.footer}` : message.footer;
    const { text, html } = addFooter({ footer, unsubscribe, footerLinks: footerLinks?.map(nameLanguage) });
    return {
      cause,
      recipient,
      about,
      sender_name: project.name,
      reply_to: reply?.to ?? reply_to,
      subject,
      text_body: text,
      html_body: html,
      is_unsolicited: isUnsolicited,
      headers: {
        ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        ...(thread.length && { 'In-Reply-To': thread.join(' '), References: thread.join(' ') }),
      },
    };
  };
}

/** Returns a rendered mail of a project, with the headers for one-click unsubscribe (RFC 8058) and for conversations. */
export const composeMail = (
  project: Sender,
  { recipient, reply, unsubscribe, footerLinks, ...message }: Message & Addressing,
): Omit<NewMail, 'id'> => createComposer(project, message)({ recipient, reply, unsubscribe, footerLinks });
