import { randomUUID } from 'node:crypto';
import type { Language } from '@earshot/contract/shared/languages';
import type { FastifyBaseLogger } from 'fastify';
import type { MailServer } from '../delivery.ts';
import { memberTexts } from '../../texts/texts.ts';
import { BRAND, renderMail } from '../template.ts';

/** A reply that was not taken. */
interface Refused {
  to: string;
  /** Message id of the reply, to whose conversation the explanation belongs. */
  messageId: string | null;
  language: Language;
  explanation: Explanation;
}

/** Returns the sentences about a refusal in the language of their reader. Undefined when the reason has none. */
export type Explanation = (language: Language) => string | undefined;

/**
 * Mails why a reply was not taken, in the background. These mails belong to no project, because its entry may not exist, and are sent once:
 * a person who misses it finds no comment either.
 */
export function sendExplanation(
  { server, log, publicUrl }: { server: MailServer; log: FastifyBaseLogger; publicUrl: () => string },
  { to, messageId, language, explanation }: Refused,
): void {
  const { host } = new URL(publicUrl());
  const t = memberTexts(language).refusedReply;
  const { text, html } = renderMail(BRAND, {
    language,
    heading: t.heading,
    paragraphs: [explanation(language) ?? [], t.text].flat(),
    footer: t.footer(host),
  });
  const mail = { id: randomUUID(), recipient: to, sender_name: null, reply_to: null, subject: t.heading };
  const headers = { 'Auto-Submitted': 'auto-replied', ...(messageId && { 'In-Reply-To': messageId, References: messageId }) };
  void server
    .send({ ...mail, text_body: text, html_body: html, headers }, async () => {})
    .catch((error: Error) => log.warn({ reason: error.message }, 'the explanation of a refused reply could not be mailed'));
}
