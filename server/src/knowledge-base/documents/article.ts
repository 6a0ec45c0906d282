import type { ContentType } from '@earshot/contract/knowledge-base';
import { escapeHtml, unescapeHtml } from '../../html/escape.ts';
import { renderArticle } from '../../markdown/render.ts';
import { FRONT_MATTER } from './parsing.ts';
import { createAnchors } from './chunking.ts';

const HEADING = /<h([1-6])(?: id="([^"]*)")?>([\s\S]*?)<\/h\1>/g;

/** Renders a document as safe HTML for a page that shows its title. Headings have the anchors that search results link to. */
export async function renderDocument(document: { content: string; content_type: ContentType; title: string }): Promise<string> {
  const { content, content_type: type, title } = document;
  if (type === 'text')
    return content
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim())
      .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
      .join('\n');
  const html = await renderArticle(type === 'markdown' ? content.replace(FRONT_MATTER, '') : content, type);
  const createAnchor = createAnchors();
  return html
    .replaceAll(HEADING, (_all, level: string, id: string | undefined, inner: string) => {
      const text = unescapeHtml(inner.replaceAll(/<[^>]*>/g, ''));
      // The page shows the title itself.
      if (level === '1' && text.trim() === title) return '';
      // Only the title of the page is a heading of level 1.
      const tag = level === '1' ? 'h2' : `h${level}`;
      return `<${tag} id="${escapeHtml(createAnchor({ text: text.trim(), anchor: id }))}">${inner}</${tag}>`;
    })
    .trim();
}
