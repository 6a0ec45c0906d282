import { findDirection, type Language } from '@earshot/contract/shared/languages';
import type { FastifyReply } from 'fastify';
import { chooseLanguage } from '../i18n/choice.ts';
import { inkOn } from './color.ts';
import { type Html, html } from './html.ts';
import { type Logo, renderLogo } from './logo.ts';
import { commonTexts } from './texts/texts.ts';

export interface Page {
  title: string;
  text: string;
  /** Text of the confirmation button. */
  button?: string;
  /** The project whose name, color and logo the page has. */
  brand?: { name: string; color: string; logo: Logo };
  /** Additional content. */
  content?: Html;
}

const CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; form-action 'self'; frame-ancestors 'none'";

/** Language of the reader of a page that belongs to no site. Links in emails name their language, unless it is English. */
export const findPageLanguage = ({ request }: FastifyReply): Language => chooseLanguage(request, 'en');

/** Renders a page for links in mails: without scripts, in light or dark, in the name and color of the project. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CSP)
    .header('referrer-policy', 'no-referrer')
    .serializer((markup: string) => markup)
    .header('vary', 'Accept-Language, Cookie')
    .send(renderPage(page, findPageLanguage(reply)));
}

function renderPage({ title, text, button, brand, content }: Page, language: Language): string {
  const color = brand?.color ?? '#2563eb';
  return html`<!doctype html>
<html lang="${language}" dir="${findDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { font: 17px/1.55 system-ui, sans-serif; max-width: 32rem; margin: 14vh auto 4rem; padding: 0 1.25rem; overflow-wrap: anywhere }
.name { display: flex; gap: .6rem; align-items: center; font-weight: 600 }
.logo { width: auto; height: 32px; max-width: 12rem; border-radius: 4px; object-fit: contain }
.name span { opacity: .75 }
h1 { font-size: 1.7rem; line-height: 1.25 }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600 }
input, textarea, select { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; border: 1px solid #808080; border-radius: .4rem }
input[type=checkbox] { width: auto; margin: 0; margin-inline-end: .4rem }
button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .65em 1.4em; border: 1px solid transparent; border-radius: .5rem; background: ${color}; color: ${inkOn(color)}; cursor: pointer }
button.plain { background: none; color: inherit; border-color: currentColor }
:focus-visible { outline: 3px solid ${color}; outline-offset: 2px }
</style>
</head>
<body><main>
${brand ? html`<p class="name">${renderLogo(brand.logo)}<span>${brand.name}</span></p>` : ''}
<h1>${title}</h1>
<p>${text}</p>
${button ? html`<form method="post"><button>${button}</button></form>` : ''}
${content}
</main></body>
</html>`.markup;
}

/** Returns the title and text for an address without a page. */
export const describeMissing = (language: Language): Page => {
  const { missing, missingText } = commonTexts(language);
  return { title: missing, text: missingText };
};

/** Answers a link that leads nowhere, with a page. */
export function sendGone(reply: FastifyReply): FastifyReply {
  const { gone, goneText } = commonTexts(findPageLanguage(reply));
  return sendPage(reply.code(404), { title: gone, text: goneText });
}
