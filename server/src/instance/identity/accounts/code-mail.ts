import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { MailServer } from '../../mail/delivery.ts';
import { BRAND, renderMail } from '../../mail/template.ts';

/** Mails a code in the background. */
export type SendCode = (mail: { email: string; code: string; minutes: number }) => void;

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
  return ({ email, code, minutes }) => {
    const { host } = new URL(publicUrl());
    const { text, html } = renderMail(BRAND, {
      language: 'en',
      heading: `Your code: ${code}`,
      paragraphs: [
        `Enter this code on the sign-in page of ${host}. It is valid for ${minutes} minutes.`,
        'If you didn’t request this code, you can ignore this email. No one can sign in without the code.',
      ],
      footer: `Sent by Earshot at ${host}.`,
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
      .send({ ...mail, subject: `${code} is your code for ${host}` }, async () => {})
      .catch((error: Error) => log.error({ reason: error.message }, 'a sign-in code could not be mailed'));
  };
}
