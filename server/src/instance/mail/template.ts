import { findDirection, type Language } from '@earshot/contract/shared/languages';
import { inkOn } from '../../platform/html/color.ts';
import { html, type Html } from '../../platform/html/html.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { type Logo, renderLogo } from '../../platform/html/logo.ts';
import type { Article } from './article.ts';

/** Look of the mails of a project. */
interface Brand {
  name: string;
  /** `#rrggbb` */
  color: string;
  logo: Logo;
  /** First line, such as “Hi there,”. */
  greeting: string | null;
  /** Last lines. */
  signature: string | null;
}

/** Look of mails that belong to no project. */
export const BRAND: Brand = {
  name: 'Earshot',
  color: '#3a2fb8',
  logo: { light: null, dark: null },
  greeting: null,
  signature: null,
};

export interface Content extends Footer {
  /** Language of the texts, apart from those of the team and of visitors. */
  language: Language;
  heading: string;
  paragraphs: string[];
  /** Rendered content below the paragraphs. */
  article?: Article;
  /** Style rules for the content, in place of those for Markdown. */
  styles?: Html;
  /** The call to action. */
  action?: { label: string; url: string };
}

/** The end of a mail. Its links may differ between the recipients of a mail. */
export interface Footer {
  footer: string;
  unsubscribe?: { label: string; url: string };
  /** Further links in the footer. */
  footerLinks?: { label: string; url: string }[];
}

/** Styles of rendered Markdown: of comments, changelog entries and messages. */
const MARKDOWN_STYLES = html`
.article :is(h1, h2, h3, h4, h5, h6) { font-size: 17px; line-height: 1.35; margin: 24px 0 8px }
.article :is(ul, ol) { margin: 0 0 16px; padding-inline-start: 24px }
.article blockquote { margin: 0 0 16px; padding-inline-start: 14px; border-inline-start: 3px solid #d4d4d8 }
.article table { margin: 0 0 16px; border-collapse: collapse }
.article :is(th, td) { padding: 6px 12px 6px 0; border-bottom: 1px solid #e4e4e7 }
.article :is(pre, code) { font-size: 14px }
.article pre { margin: 0 0 16px; padding: 12px; border-radius: 8px; background: #f4f4f5; white-space: pre-wrap }
@media (prefers-color-scheme: dark) {
  .article :is(blockquote, th, td) { border-color: #3f3f46 }
  .article pre { background: #27272a }
}
`;

interface Rendered {
  text: string;
  html: string;
}

/**
 * Renders a mail as plain text and as HTML with the branding of the project. The HTML follows the light or dark scheme of the
 * reader.
 */
export const renderMail = (brand: Brand, content: Content): Rendered => renderBody(brand, content)(content);

/** Renders a mail up to its footer. Returns a function that adds the footer of a recipient. */
export function renderBody(brand: Brand, content: Omit<Content, keyof Footer>): (footer: Footer) => Rendered {
  const { language, heading, article, styles, action } = content;
  const { greeting, signature } = brand;
  const { colon } = commonTexts(language);
  const paragraphs = [...(greeting ? [greeting] : []), ...content.paragraphs];
  const text = joinTexts([
    heading,
    ...paragraphs,
    ...(article ? [article.text] : []),
    ...(action ? [action.label + colon + action.url] : []),
    ...(signature ? [signature] : []),
    '-- ',
  ]);
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${findDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; padding: 24px 12px; background: #f4f4f5; color: #18181b; font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere }
.card { max-width: 560px; margin: 0 auto; background: #ffffff; border-radius: 12px; padding: 28px; border-top: 4px solid ${brand.color} }
.logo { width: auto; height: 32px; max-width: 200px; margin: 0; margin-inline-end: 10px; vertical-align: middle }
.name { margin: 0 0 20px; font-size: 14px; font-weight: 600; color: #52525b }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 16px }
p { margin: 0 0 16px; white-space: pre-line }
.card > :last-child, .article:last-child > :last-child { margin-bottom: 0 }
.article a { color: #1d4ed8 }
.article table { overflow-wrap: break-word }
.article :is(h1, h2, h3, h4, h5, h6, p, li, td, th) { unicode-bidi: plaintext }
.article :is(pre, code) { direction: ltr; unicode-bidi: isolate; text-align: left }
.article img { max-width: 100%; height: auto }
.article .callout { margin: 0 0 16px; padding-inline-start: 14px; border-inline-start: 4px solid ${brand.color} }
.article .callout-title { font-weight: 600; margin: 0 0 4px }
.article .task { list-style: none }
.button { display: inline-block; margin-top: 8px; padding: 12px 22px; border-radius: 8px; background: ${brand.color}; color: ${inkOn(brand.color)}; font-weight: 600; text-decoration: none }
.footer { max-width: 560px; margin: 20px auto 0; font-size: 13px; color: #71717a; text-align: center }
.footer a { color: inherit }
@media (prefers-color-scheme: dark) {
  body { background: #09090b; color: #f4f4f5 }
  .card { background: #18181b }
  .name, .footer { color: #a1a1aa }
  .article a { color: #93c5fd }
}
${styles ?? (article && MARKDOWN_STYLES)}</style>
</head>
<body>
<div class="card">
<p class="name">${renderLogo(brand.logo)}${brand.name}</p>
<h1 dir="auto">${heading}</h1>
${paragraphs.map((paragraph) => html`<p dir="auto">${paragraph}</p>\n`)}${article ? html`<div class="article" dir="auto">${article.html}</div>` : ''}
${action ? html`<p><a class="button" href="${action.url}">${action.label}</a></p>` : ''}
${signature ? html`<p dir="auto">${signature}</p>` : ''}
</div>`;
  return ({ footer, unsubscribe, footerLinks = [] }) => {
    const links = [...(unsubscribe ? [unsubscribe] : []), ...footerLinks];
    const end = html`
<p class="footer">${footer}${links.map(({ label, url }, at) => html`${at ? ' · ' : ' '}<a href="${url}">${label}</a>`)}</p>
</body>
</html>`;
    return { text: joinTexts([text, footer, ...links.map(({ label, url }) => label + colon + url)]), html: markup + end.markup };
  };
}

const joinTexts = (texts: string[]): string => texts.filter(Boolean).join('\n\n');
