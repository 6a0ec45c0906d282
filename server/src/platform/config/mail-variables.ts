import { keepText, parseImapUrl, parseReplyAddress, parseSecret, parseSender, parseSmtpUrl, variable } from './config-values.ts';

/** Environment variables of email, a part of `VARIABLES` in config.ts. */
export const MAIL_VARIABLES = {
  SMTP_URL: variable({
    example: 'smtps://user:password@mail.example.com',
    description: 'URL of the mail server. Without a mail server, emails are kept in the outbox (GET /v1/projects/:id/mails).',
    parse: parseSmtpUrl,
  }),
  EARSHOT_MAIL_FROM: variable({
    default: 'Earshot <earshot@localhost>',
    description: 'Sender of all emails.',
    parse: parseSender,
  }),
  EARSHOT_MAIL_IN_ADDRESS: variable({
    example: 'reply@feedback.example.com',
    description:
      'Address of the mailbox that receives replies to emails, with at most 15 characters before the @. Replies become comments. Mail to reply+<anything>@… must arrive in the same mailbox. Requires EARSHOT_IMAP_URL or EARSHOT_MAIL_IN_SECRET. See docs/guides/mail-in.md.',
    parse: parseReplyAddress,
  }),
  EARSHOT_IMAP_URL: variable({
    example: 'imaps://user:password@mail.example.com/INBOX',
    description: 'URL of the mailbox of EARSHOT_MAIL_IN_ADDRESS, which is read every minute. No one else may read this mailbox.',
    parse: parseImapUrl,
  }),
  EARSHOT_IMAP_CA: variable({
    example: '/etc/earshot/mail.pem',
    description:
      'Path of a PEM file with the certificates to trust for the mailbox, in place of public ones: a self-signed certificate, or an own authority.',
    parse: keepText,
  }),
  EARSHOT_MAIL_IN_SECRET: variable({
    description:
      'Secret of at least 16 characters with which a mail provider or mail server passes received emails to POST /v1/mail/inbound.',
    parse: parseSecret,
  }),
  EARSHOT_MAIL_IN_AUTH_SERVER: variable({
    example: 'mx.example.com',
    description:
      'Name with which the server that receives the replies starts its header Authentication-Results. Replies from senders that it found to be forged are ignored.',
    parse: keepText,
  }),
};
