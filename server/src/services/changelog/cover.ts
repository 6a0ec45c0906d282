import { html } from '../../platform/html/html.ts';
import type { Entry } from './store.ts';

/** Returns the content of an entry with its cover image, for mails and feeds. */
export const withCover = ({ image_url: url, image_alt: alt, content_html: content }: Entry): string =>
  url ? `${html`<p><img src="${url}" alt="${alt}" style="max-width:100%"></p>`.markup}\n${content}` : content;
