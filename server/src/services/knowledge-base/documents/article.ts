import type { ContentType } from '@earshot/contract/services/knowledge-base/values';
import type { Language } from '@earshot/contract/shared/languages';
import { escapeHtml, unescapeHtml } from '../../../platform/html/escape.ts';
import { html, raw } from '../../../platform/html/html.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import { renderArticle } from '../../../platform/markdown/render.ts';
import { FRONT_MATTER } from './parsing.ts';
import { createAnchors } from './chunking.ts';
import { type LinkOptions, resolveLinks } from './links.ts';

const HEADING = /<h([1-6])(?: id="([^"]*)")?>([\s\S]*?)<\/h\1>/g;

interface Source {
  content: string;
  content_type: ContentType;
  title: string;
  external_id: string | null;
  url: string | null;
}

/** A heading of a rendered document. */
export interface Heading {
  /** 2 to 6 */
  level: number;
  anchor: string;
  /** Plain text. */
  text: string;
}

interface RenderOptions extends LinkOptions {
  /** Language of what is added to the document. */
  language: Language;
  /** Whether headings contain a link to themselves. */
  linksHeadings?: boolean;
}

/**
 * Renders a document as safe HTML for a page that shows its title. Headings have the anchors that search results link to, and relative links
 * lead to other documents.
 */
export async function renderDocument(document: Source, options: RenderOptions): Promise<{ html: string; headings: Heading[] }> {
  const { content, content_type: type, title } = document;
  if (type === 'text')
    return {
      html: content
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim())
        .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
        .join('\n'),
      headings: [],
    };
  const rendered = await renderArticle(type === 'markdown' ? content.replace(FRONT_MATTER, '') : content, type, options.language);
  const createAnchor = createAnchors();
  const headings: Heading[] = [];
  const body = (await resolveLinks(rendered, document, options)).replaceAll(
    HEADING,
    (_all, level: string, id: string | undefined, inner: string) => {
      const text = unescapeHtml(inner.replaceAll(/<[^>]*>/g, '')).trim();
      // The page shows the title itself.
      if (level === '1' && text === title) return '';
      // Only the title of the page is a heading of level 1.
      const heading = { level: Math.max(2, Number(level)), anchor: createAnchor({ text, anchor: id }), text };
      headings.push(heading);
      const label = commonTexts(options.language).linkToSection;
      const link = html`<a class="anchor" href="#${encodeURIComponent(heading.anchor)}" aria-label="${label}">#</a>`;
      return html`<h${heading.level} id="${heading.anchor}">${raw(inner)}${options.linksHeadings && link}</h${heading.level}>`
        .markup;
    },
  );
  return { html: body.trim(), headings };
}
