import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { MailServer } from '../delivery.ts';
import { BRAND, renderMail } from '../template.ts';

/** A reply that was not taken. */
interface Refused {
  to: string;
  /** Message id of the reply, to whose conversation the explanation belongs. */
  messageId: string | null;
  /** Sentence without a period. */
  explanation: string;
}

/**
 * Mails why a reply was not taken, in the background. These mails belong to no project, because its entry may not exist, and are sent once:
 * a person who misses it finds no comment either.
 */
export function sendExplanation(
  { server, log, publicUrl }: { server: MailServer; log: FastifyBaseLogger; publicUrl: () => string },
  { to, messageId, explanation }: Refused,
): void {
  const { host } = new URL(publicUrl());
  const { text, html } = renderMail(BRAND, {
    language: 'en',
    heading: 'Your reply was not added',
    paragraphs: [
      `${explanation}.`,
      'Your reply was not stored. To comment nevertheless, open the link in the email that you replied to.',
    ],
    footer: `You received this email because you replied to an email of ${host}. Further replies of today are not answered.`,
  });
  const mail = { id: randomUUID(), recipient: to, sender_name: null, reply_to: null, subject: 'Your reply was not added' };
  const headers = { 'Auto-Submitted': 'auto-replied', ...(messageId && { 'In-Reply-To': messageId, References: messageId }) };
  void server
    .send({ ...mail, text_body: text, html_body: html, headers }, async () => {})
    .catch((error: Error) => log.warn({ reason: error.message }, 'the explanation of a refused reply could not be mailed'));
}
