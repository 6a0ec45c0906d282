import { type Html, raw } from '../../platform/html/html.ts';
import { toPlainText } from '../../platform/markdown/plain-text.ts';
import { resolveUrls } from '../../platform/markdown/render.ts';

/** Rendered Markdown in a mail, as text and as HTML. */
export interface Article {
  text: string;
  html: Html;
}

/**
 * Prepares rendered Markdown for a mail: its links are absolute, and its text has no Markdown.
 * @param pageUrl URL of the page that shows the text
 */
export async function buildArticle(rendered: string, pageUrl: string): Promise<Article> {
  const html = await resolveUrls(rendered, pageUrl);
  return { text: await toPlainText(html), html: raw(html) };
}
