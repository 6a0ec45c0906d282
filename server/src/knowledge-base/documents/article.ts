import type { ContentType } from '@earshot/contract/knowledge-base';
import { escapeHtml, unescapeHtml } from '../../html/escape.ts';
import { renderArticle } from '../../markdown/render.ts';
import { FRONT_MATTER } from './parsing.ts';
import { createAnchors } from './chunking.ts';

const HEADING = /<h([1-6])(?: id="([^"]*)")?>([\s\S]*?)<\/h\1>/g;

/** A document for reading: HTML that is safe to put in a page below its title. Sections have the names that search results link to. */
export async function renderDocument(document: { content: string; content_type: ContentType; title: string }): Promise<string> {
  const { content, content_type: type, title } = document;
  if (type === 'text')
    return content
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim())
      .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
      .join('\n');
  const html = await renderArticle(type === 'markdown' ? content.replace(FRONT_MATTER, '') : content, type);
  const anchors = createAnchors();
  return html
    .replaceAll(HEADING, (_all, level: string, id: string | undefined, inner: string) => {
      const text = unescapeHtml(inner.replaceAll(/<[^>]*>/g, ''));
      // The page has it as its title.
      if (level === '1' && text.trim() === title) return '';
      // The page's own heading is the only one of the first level.
      const tag = level === '1' ? 'h2' : `h${level}`;
      return `<${tag} id="${escapeHtml(anchors({ text: text.trim(), anchor: id }))}">${inner}</${tag}>`;
    })
    .trim();
}
