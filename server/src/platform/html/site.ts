import { findDirection, LANGUAGE_NAMES, LANGUAGES, type Language } from '@earshot/contract/shared/languages';
import { truncate } from '@earshot/contract/shared/text';
import { formatDate } from '../i18n/texts.ts';
import { unescapeHtml } from './escape.ts';
import { type Html, html, raw } from './html.ts';
import { renderLogo } from './logo.ts';
import { type Look, renderStyles, styleSources } from './site-style.ts';
import { commonTexts } from './texts/texts.ts';

/** A project's public site and its current URLs. */
export interface Site extends Look {
  name: string;
  description: string | null;
  logoUrl: string | null;
  /** Logo for dark backgrounds. */
  logoDarkUrl: string | null;
  faviconUrl: string | null;
  websiteUrl: string | null;
  headerLinks: { label: string; url: string }[];
  /** Markdown. */
  footer: string | null;
  projectKey: string;
  /** Prefix of all paths: `/p/acme`, or empty on a custom domain. */
  base: string;
  /** Absolute URL of the site, without a trailing slash. */
  url: string;
  menu: { path: string; label: string }[];
  /** Link in the header to sign in, or to the account of the visitor who is signed in. Undefined on sites without sign-in. */
  account?: SiteAccount | undefined;
  /** Language of the page, apart from texts of the team and of visitors. */
  language: Language;
  /** Language of the project: that of pages whose URL names none. */
  defaultLanguage: Language;
  /** Whether the URL of the page names its language. */
  hasLanguageInUrl: boolean;
  /** Language that the links to pages of the site name. Undefined if the reader gets the pages in the right language without it. */
  linkLanguage?: Language | undefined;
  /** Query of the URL of the page. */
  query: string;
  /** Origins of frames. */
  frames?: readonly string[];
}

export interface SiteAccount {
  /** Name or address of the person who is signed in. Null for one without both, and for visitors. */
  label: string | null;
  isSignedIn: boolean;
  /** Whether a script must tell the visitor id of the browser, whose votes the person takes over. */
  isNew: boolean;
}

export interface SitePage {
  title: string;
  /** Description for search engines and previews, in plain text. */
  description: string;
  /** Path below the site's URL: `/feedback`, or empty for the front page. */
  path: string;
  content: Html;
  /** Additional elements of the head. */
  head?: Html;
  /** Structured data (schema.org). */
  data?: object[];
  /** Widgets on the page. */
  widgets?: string[];
  /** Excludes search results and form results from search engines. */
  isUnlisted?: boolean;
  type?: 'website' | 'article';
  imageUrl?: string | null;
  /** Image for links in messengers and social networks, of 1200 × 630 px. */
  shareImageUrl?: string;
  /** URLs of the page in its languages. Without them, it is available in all languages under its own path. */
  alternates?: Alternate[];
  /** Rendered footer of the site. */
  footer?: Html;
}

interface Alternate {
  /** BCP 47. */
  language: string;
  url: string;
}

/** Content security policy: only Earshot's own scripts, and inline styles identified by their hashes. */
export function buildPolicy(site: Site): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSources(site)}`,
    "connect-src 'self'",
    'img-src https: http: data:',
    "font-src 'self'",
    ...(site.frames ? [`frame-src ${site.frames.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Renders a complete page in the name and color of the project, with its menu. */
export const renderSite = (site: Site, page: SitePage): string => keepLanguage(renderPage(site, page), site);

/** Adds the language to the links to pages of the site. Links in other languages, and to files and the API, stay as they are. */
function keepLanguage(markup: string, { base, linkLanguage }: Site): string {
  if (!linkLanguage) return markup;
  return markup.replaceAll(/(<a [^>]*href=")(\/[^"#]*)([^"]*")/g, (link, start: string, path: string, end: string) => {
    const isPage = path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`);
    if (!isPage || /^\/(?:\/|v1\/)|^[^?]*\.\w+(?:\?|$)|[?;]lang=/.test(path)) return link;
    return `${start}${path}${path.includes('?') ? '&amp;' : '?'}lang=${linkLanguage}${end}`;
  });
}

/** Returns the path of a page of the site for a redirect, with the language that links name. */
export const linkToPage = ({ base, linkLanguage }: Site, path: string): string =>
  `${base}${path}${linkLanguage ? `${path.includes('?') ? '&' : '?'}lang=${linkLanguage}` : ''}`;

function renderPage(site: Site, page: SitePage): string {
  const { title, description, path, content, head, data = [], widgets = [], type = 'website' } = page;
  const fullTitle = path ? `${title} · ${site.name}` : title;
  const about = excerpt(description, 200);
  const t = commonTexts(site.language);
  const canonical = site.url + path + (site.hasLanguageInUrl && !page.alternates ? buildLanguageQuery(site, site.language) : '');
  const image = page.shareImageUrl ?? page.imageUrl ?? site.logoUrl;
  const section = /^\/\w+/.exec(path)?.[0];
  const scripts = [...widgets, ...(site.account?.isNew ? ['take-over'] : [])].map(
    (name) => html`<script type="module" src="/widgets/${name}.js"></script>`,
  );
  const items = site.menu.map(
    ({ path: to, label }) =>
      html`<li><a href="${site.base}${to}"${to === section ? html` aria-current="page"` : ''}>${label}</a></li>`,
  );
  const links = site.headerLinks.map(({ label, url }) => html`<li dir="auto"><a href="${url}" rel="noopener">${label}</a></li>`);
  const favicon = site.faviconUrl ?? site.logoUrl ?? '/favicon.ico';
  return html`<!doctype html>
<html lang="${site.language}" dir="${findDirection(site.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
${about && html`<meta name="description" content="${about}"><meta property="og:description" content="${about}">`}
${page.isUnlisted ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${canonical}">${renderAlternates(page.alternates ?? listAlternates(site, path), page.alternates ? undefined : site.url + path)}`}
<meta property="og:type" content="${type}"><meta property="og:title" content="${title}"><meta property="og:site_name" content="${site.name}"><meta property="og:url" content="${canonical}">${image ? html`<meta property="og:image" content="${image}">` : ''}
${page.shareImageUrl ? html`<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">` : html`<meta name="twitter:card" content="summary">`}<meta name="theme-color" content="${site.color}">
<link rel="icon" href="${favicon}">
${head}
${renderStyles(site)}
${data.map(renderJsonLd)}
${scripts}
</head>
<body>
<a class="skip" href="#main">${t.skip}</a>
<header class="top"><div class="wrap">
<a class="brand" href="${site.base || '/'}">${renderLogo({ light: site.logoUrl, dark: site.logoDarkUrl }, site.theme)}<span dir="auto">${site.name}</span></a>
<nav aria-label="${t.menu}"><ul>${items}${links}</ul></nav>
${site.account && renderAccountLink(site, site.account, path)}
</div></header>
<main id="main"><div class="wrap">
${content}
</div></main>
<footer class="foot"><div class="wrap">${page.footer ?? renderFooter(site)}${page.alternates ? '' : renderLanguages(site, path)}</div></footer>
</body>
</html>`.markup;
}

const renderAccountLink = ({ base, language, linkLanguage }: Site, { label, isSignedIn }: SiteAccount, path: string) =>
  isSignedIn
    ? html`<a class="account" dir="auto" href="${base}/account">${label ?? commonTexts(language).account}</a>`
    : html`<a class="account" href="${base}/sign-in?return_to=${encodeURIComponent((base + path || '/') + (linkLanguage ? `?lang=${linkLanguage}` : ''))}" rel="nofollow">${commonTexts(language).signIn}</a>`;

/** Returns the query of the URL of a page in a language. Pages in the language of the project have none. */
const buildLanguageQuery = ({ defaultLanguage }: Site, language: Language) =>
  language === defaultLanguage ? '' : `?lang=${language}`;

const listAlternates = (site: Site, path: string): Alternate[] =>
  LANGUAGES.map((language) => ({ language, url: site.url + path + buildLanguageQuery(site, language) }));

/** Renders the links by which search engines find the languages of a page. */
const renderAlternates = (alternates: Alternate[], fallback: string | undefined) =>
  html`${alternates.map(({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">`)}${fallback && html`<link rel="alternate" hreflang="x-default" href="${fallback}">`}`;

/** Returns the query of a page in another language. It keeps the referral code, the filters and the rest of the query. */
function translateQuery(query: string, language: Language): string {
  const search = new URLSearchParams(query);
  search.set('lang', language);
  return search.toString();
}

/** Renders the field by which a form keeps the language of the URL, for `method="get"`. */
export const renderLanguageField = ({ hasLanguageInUrl, language }: Site) =>
  hasLanguageInUrl && html`<input type="hidden" name="lang" value="${language}">`;

/** Renders links to the page in other languages. */
const renderLanguages = ({ base, language, query }: Site, path: string) =>
  html`<nav class="languages" aria-label="${commonTexts(language).languages}">${LANGUAGES.map((other) =>
    other === language
      ? html`<span lang="${other}" aria-current="true">${LANGUAGE_NAMES[other]}</span>`
      : html`<a href="${base + path || '/'}?${translateQuery(query, other)}" hreflang="${other}" lang="${other}" rel="nofollow">${LANGUAGE_NAMES[other]}</a>`,
  )}</nav>`;

/** Renders the footer of a site without one of its own: the website, or the name. */
const renderFooter = ({ websiteUrl, name }: Site) =>
  websiteUrl ? html`<a href="${websiteUrl}" rel="noopener">${new URL(websiteUrl).host}</a>` : name;

/** Returns JSON for a script element, escaped so that no text can end the element. */
const renderJsonLd = (data: object) =>
  html`<script type="application/ld+json">${raw(JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`))}</script>`;

/** Renders the title of a page, with an optional sentence and button. */
export const renderHead = (title: string, text = '', action?: Html | Html[]) =>
  html`<div class="head"><div><h1 dir="auto">${title}</h1>${text ? html`<p dir="auto">${text}</p>` : ''}</div>${action}</div>`;

/** Renders links to the pages above a page. */
export const renderBreadcrumbs = ({ language }: Site, pages: { href: string; label: string }[]) =>
  html`<nav class="crumbs" aria-label="${commonTexts(language).breadcrumb}"><ol>${pages.map(({ href, label }) => html`<li dir="auto"><a href="${href}">${label}</a></li>`)}</ol></nav>`;

/** Renders a machine-readable time. */
export const renderTime = ({ language }: Pick<Site, 'language'>, date: Date) =>
  html`<time datetime="${date.toISOString()}">${formatDate(date, language)}</time>`;

/** Renders links to the previous and next page. `query` contains the other query parameters. */
export function renderPageLinks(
  { language, hasLanguageInUrl }: Site,
  { page, limit, total, query = {} }: { page: number; limit: number; total: number; query?: Record<string, string | undefined> },
) {
  const t = commonTexts(language);
  const link = (to: number, rel: string, label: string) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
    if (to > 1) search.set('page', String(to));
    if (hasLanguageInUrl) search.set('lang', language);
    return html`<a rel="${rel}" href="?${search.toString()}">${label}</a>`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev', t.previousPage)] : []),
    ...(page * limit < total ? [link(page + 1, 'next', t.nextPage)] : []),
  ];
  return links.length ? html`<nav class="pages" aria-label="${t.pages}">${links}</nav>` : undefined;
}

/** Honeypot field: hidden from people, but filled in by bots. */
export const renderTrap = ({ language }: Site) =>
  html`<p class="unseen" aria-hidden="true"><label for="website">${commonTexts(language).trap}</label><input id="website" name="website" tabindex="-1" autocomplete="off"></p>`;

/** Returns the beginning of a text for a description, on one line, cut at a word boundary. */
export function excerpt(text: string, maxLength = 160): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const cut = truncate(line, maxLength);
  return `${cut.replace(/\s\S*$/, '')}…`;
}

/** Tags within a line, which do not part words. */
const INLINE_TAGS = /<\/?(?:a|b|code|del|em|i|ins|kbd|mark|s|span|strong|sub|sup|u)\b[^>]*>/g;

/** Returns the plain text of HTML. */
export const extractText = (markup: string) => unescapeHtml(markup.replaceAll(INLINE_TAGS, '').replaceAll(/<[^>]*>/g, ' '));
