import type { MarkdownIt } from 'markdown-it';

const MARKER = /^\[([ xX])\]\s+/;

/** Renders `[ ]` and `[x]` at the beginning of a list item as a checkbox. */
export function addTaskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task-lists', ({ tokens, Token }) => {
    for (const [at, { type, children }] of tokens.entries()) {
      const [item, paragraph] = [tokens[at - 2], tokens[at - 1]];
      if (type !== 'inline' || paragraph?.type !== 'paragraph_open' || item?.type !== 'list_item_open') continue;
      const first = children?.[0];
      const marker = first?.type === 'text' ? MARKER.exec(first.content) : null;
      if (!first || !marker) continue;
      first.content = first.content.slice(marker[0].length);
      const checkbox = new Token('html_inline', '', 0);
      checkbox.content = `<input type="checkbox"${marker[1] === ' ' ? '' : ' checked'}> `;
      children?.unshift(checkbox);
      item.attrJoin('class', 'task');
    }
  });
}
