import type sanitizeHtml from 'sanitize-html';
import { toPlainText } from '../../../platform/markdown/plain-text.ts';

/** Lines of a mail that are read. Every rule below reads a bounded part of the text, so that the time is linear. */
const MAX_LINES = 2_000;
/** Longest line that is compared with rules. */
const MAX_RULE_LENGTH = 400;
/** Mail programs wrap the line above a quote. */
const MAX_ATTRIBUTION_LINES = 4;

// cspell:disable
/** Lines above a quote that contain no address, in the languages of Earshot. */
const ATTRIBUTIONS = [
  /^On .+ wrote ?:$/,
  /^Am .+ schrieb(?: .+)? ?:$/,
  /^.+ schrieb (?:am .+)?:$/,
  /^Le .+ a écrit ?:$/,
  /^El .+ escribió ?:$/,
  /^(?:Em|A) .+ escreveu ?:$/,
  /^.+(?:のメール|のメッセージ|が書きました|書きました) ?[:：]$/,
  /^(?:في|بتاريخ) .+ (?:كتب|كتبت|بواسطة)(?: .+)? ?[:：]$/,
];
/** Any language: a year and an address in angle brackets, as Gmail, Apple Mail and Thunderbird write. */
const ATTRIBUTION_WITH_ADDRESS = /^(?=.*(?:19|20)\d\d).+<[^<>\s]+@[^<>\s]+>.{0,60}[:：]$/;

/** Lines above a whole message that is not quoted, with which the reply ends. */
const SEPARATORS = [
  /^-{2,} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Weitergeleitete Nachricht|Message d['’]origine|Message transféré|Mensaje original|Mensaje reenviado|Mensagem original|Mensagem encaminhada|元のメッセージ|転送メッセージ|الرسالة الأصلية|رسالة محولة) ?-{2,}$/i,
  /^_{20,}$/,
];
/** Names of the headers that Outlook writes above the original message: the sender first, and then others. */
const SENDER_HEADER = /^[*_]{0,2}(?:From|Von|De|差出人|من)[*_]{0,2} ?[:：][*_]{0,2} ?\S/;
const OTHER_HEADER =
  /^[*_]{0,2}(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado(?: el| em)?|Enviada em|Fecha|Data|Para|Asunto|Assunto|送信日時|日時|宛先|件名|تم الإرسال|أرسلت|التاريخ|إلى|الموضوع)[*_]{0,2} ?[:：]/;
/** Other headers among the lines after the sender. */
const MIN_OTHER_HEADERS = 2;
const HEADER_LINES = 5;

/** Last lines that mail programs add. */
const ADVERTISEMENTS = [
  /^(?:Sent|Get Outlook) (?:from|for|via|with) /i,
  /^(?:Von .+ gesendet|Gesendet (?:von|mit) .+|Outlook für .+)$/i,
  /^(?:Envoyé (?:depuis|de|à partir de) |Télécharger Outlook pour |Obtenez Outlook pour )/i,
  /^(?:Enviado (?:desde|do|de|a partir do|con|com) |Obtener Outlook para |Obter o Outlook para )/i,
  /^(?:iPhone|iPad|Android|Outlook).{0,30}から送信/,
  /^(?:أُ?رسلت? من|مُ?رسل من) /,
];
const MAX_ADVERTISEMENT_LENGTH = 120;
// cspell:enable

/** A signature (RFC 3676, 4.3). Many programs remove the space at the end. */
const SIGNATURE = /^--\s?$/;
const QUOTE = /^\s*>/;
/** Images that text parts stand for. */
const IMAGES = /\[(?:cid:[^\]\n]*|image: ?[^\]\n]*)\]/g;
/** Controls except tab and line break, invisible spaces, and marks that change the direction of a line. */
const INVISIBLE = /[\p{Cc}--[\t\n]]|[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gv;

/**
 * Returns what a person wrote in a reply, above, below or between quoted text: without quotes, the original message, signatures and
 * advertisements of mail programs. Empty when nothing is left.
 */
export function extractReply(text: string): string {
  const lines = toLines(text);
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (QUOTE.test(line)) continue;
    if (SIGNATURE.test(line) || isOriginal(lines, at)) break;
    const length = measureAttribution(lines, at);
    if (!length) {
      written.push(line.trimEnd());
      continue;
    }
    at += length - 1;
    // Without quote characters, the rest is the original message.
    if (!QUOTE.test(lines.slice(at + 1).find((next) => next.trim()) ?? '')) break;
  }
  while (written.length && isRemovable(written.at(-1) ?? '')) written.pop();
  return written
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '');
}

const toLines = (text: string): string[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\u00A0', ' ')
    .replaceAll(INVISIBLE, '')
    .toWellFormed()
    .replaceAll(IMAGES, '')
    .split('\n', MAX_LINES);

const toRule = (line: string | undefined = ''): string => line.trim().slice(0, MAX_RULE_LENGTH);

/** Returns whether the original message begins at a line. */
function isOriginal(lines: string[], at: number): boolean {
  const line = toRule(lines[at]);
  if (SEPARATORS.some((separator) => separator.test(line))) return true;
  if (!SENDER_HEADER.test(line)) return false;
  const next = lines.slice(at + 1, at + 1 + HEADER_LINES);
  return next.filter((header) => OTHER_HEADER.test(toRule(header))).length >= MIN_OTHER_HEADERS;
}

/** Returns the number of lines of the sentence above a quote that begins at a line, 0 without one. */
function measureAttribution(lines: string[], at: number): number {
  if (!toRule(lines[at])) return 0;
  let text = '';
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES; count++) {
    const line = toRule(lines[at + count - 1]);
    if (!line || QUOTE.test(line) || text.length > MAX_RULE_LENGTH) return 0;
    text = `${text} ${line}`.trim();
    if (!/[:：]$/.test(line)) continue;
    if (ATTRIBUTION_WITH_ADDRESS.test(text)) return count;
    // A sentence such as “On Monday Ada wrote:” may introduce the person's own words.
    const next = lines.slice(at + count).find((one) => one.trim()) ?? '';
    const hasYear = /(?:19|20)\d\d/.test(text);
    if ((hasYear || QUOTE.test(next)) && ATTRIBUTIONS.some((attribution) => attribution.test(text))) return count;
  }
  return 0;
}

const isRemovable = (line: string): boolean => {
  const text = line.trim();
  return !text || (text.length <= MAX_ADVERTISEMENT_LENGTH && ADVERTISEMENTS.some((one) => one.test(text)));
};

/** Elements with the quotes and signatures of Gmail, Outlook, Apple Mail, Thunderbird, Yahoo and Proton. */
const QUOTED_CLASSES =
  /(?:^|\s)(?:gmail_quote|gmail_quote_container|gmail_signature|moz-cite-prefix|moz-signature|yahoo_quoted|protonmail_quote|zmail_extra)(?:\s|$)/;
const QUOTED_IDS = /^(?:Signature|ms-outlook-mobile-signature|appendonsend|mail-editor-reference-message-container)$/;

/** Returns the text of a mail that has no plain text, without its marked quotes and signatures. */
export async function htmlToText(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  const options: sanitizeHtml.IOptions = {
    allowedTags: 'p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre br a b strong i em span'.split(' '),
    allowedAttributes: { a: ['href'] },
    // The text is built recursively.
    nestingLimit: 200,
    nonTextTags: ['style', 'script', 'head', 'title', 'textarea', 'option', 'noscript'],
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'blockquote' || QUOTED_CLASSES.test(attribs.class ?? '') || QUOTED_IDS.test(attribs.id ?? ''),
  };
  return await toPlainText(sanitize(html, options));
}
