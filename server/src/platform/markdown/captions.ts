import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from '../html/escape.ts';

/** Renders an image with a title in a paragraph of its own as a figure, with the title as its caption. */
export function addCaptions(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'captions', ({ tokens, Token }) => {
    for (const [at, { type, children }] of tokens.entries()) {
      const [start, end] = [tokens[at - 1], tokens[at + 1]];
      const [image, ...others] = children ?? [];
      const title = image?.type === 'image' && !others.length ? image.attrGet('title') : '';
      // The paragraph of an item in a tight list is hidden.
      if (type !== 'inline' || start?.type !== 'paragraph_open' || start.hidden || !end || !image || !title) continue;
      image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? [];
      start.tag = 'figure';
      end.tag = 'figure';
      const caption = new Token('html_inline', '', 0);
      caption.content = `<figcaption>${escapeHtml(String(title))}</figcaption>`;
      children?.push(caption);
    }
  });
}
