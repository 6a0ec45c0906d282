import { randomUUID } from 'node:crypto';
import type { Language } from '@earshot/contract/shared/languages';
import type { FastifyBaseLogger } from 'fastify';
import type { MailServer } from '../../mail/delivery.ts';
import { BRAND, renderMail } from '../../mail/template.ts';
import { memberTexts } from '../../texts/texts.ts';

/** Mails a code in the background. */
export type SendCode = (mail: { email: string; code: string; minutes: number; language: Language }) => void;

/**
 * Returns a function that mails codes for signing in. They belong to no project, so that no outbox lists them, and a code that could not
 * be delivered is requested again by the person who waits for it.
 */
export function createSendCode({
  server,
  log,
  publicUrl,
}: {
  server: MailServer;
  log: FastifyBaseLogger;
  publicUrl: () => string;
}): SendCode {
  return ({ email, code, minutes, language }) => {
    const t = memberTexts(language).account;
    const { host } = new URL(publicUrl());
    const { text, html } = renderMail(BRAND, {
      language,
      heading: t.code(code),
      paragraphs: [t.codeText(host, minutes), t.ignoreCode],
      footer: t.sentBy(host),
    });
    const mail = {
      id: randomUUID(),
      recipient: email,
      sender_name: null,
      reply_to: null,
      headers: {},
      text_body: text,
      html_body: html,
    };
    void server
      .send({ ...mail, subject: t.codeSubject(code, host) }, async () => {})
      .catch((error: Error) => log.error({ reason: error.message }, 'a sign-in code could not be mailed'));
  };
}
