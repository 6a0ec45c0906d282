import type { changelog as resource, ChangelogEntry } from '@earshot/sdk';
import { renderDate } from '../calls.ts';
import { h } from '../dom.ts';
import { safeHtml } from '../html.ts';
import { createReactions } from './reaction-buttons.ts';
import type { Texts } from '../texts.ts';

export type Api = ReturnType<typeof resource>;

/** Maximum length of a path that the API accepts. */
const MAX_PATH_LENGTH = 4_000;

/** Returns the place and the language of the reader of a widget, for entries that are limited to some. A frame may have no path. */
export const findPlace = ({ language }: { language: string }) => {
  const { pathname: path } = location;
  return path.startsWith('/') && path.length <= MAX_PATH_LENGTH ? { path, language } : { language };
};

/** Styles of changelog entries. */
export const ARTICLE = `
article { padding-block: 1.2rem } article + article { border-block-start: 1px solid var(--line) }
.cover { display: block; width: 100%; aspect-ratio: 40 / 21; object-fit: cover; border-radius: calc(var(--radius) * .6) }
article h2, article h3 { font-size: 1.15em; margin-block: .3em .5em }
.type-feature { background: light-dark(#dbeafe, #1e3a8a) } .type-improvement { background: light-dark(#dcfce7, #14532d) }
.type-fix { background: light-dark(#fef3c7, #713f12) } .type-breaking { background: light-dark(#fee2e2, #7f1d1d) }
`;

/** Creates the element of a changelog entry. */
export const renderArticle = (
  entry: ChangelogEntry,
  { texts, api, lang, level }: { texts: Texts<'changelog'>; api: Api; lang: string; level: 'h2' | 'h3' },
): HTMLElement =>
  h(
    'article',
    {},
    h(
      'p',
      { class: 'row muted' },
      h('span', { class: `badge type-${entry.type}` }, texts[`type_${entry.type}`]),
      entry.published_at && h('time', { datetime: entry.published_at }, renderDate(entry.published_at, lang)),
      entry.version,
    ),
    h(level, {}, entry.title),
    entry.image_url && h('img', { class: 'cover', src: entry.image_url, alt: entry.image_alt }),
    safeHtml(entry.content_html),
    entry.reactions && createReactions({ texts, api, id: entry.id }, entry.reactions),
  );
