import type { MarkdownIt, Token } from 'markdown-it';
import { escapeHtml } from '../html/escape.ts';
import { addTaskLists } from './task-lists.ts';

let parser: Promise<MarkdownIt> | undefined;

/**
 * Returns the parser of articles: GitHub Flavored Markdown with raw HTML, footnotes, task lists and callouts (`> [!NOTE]`). Its HTML must be
 * sanitized. Loaded on first use.
 */
export const loadArticleParser = (): Promise<MarkdownIt> => (parser ??= createArticleParser());

async function createArticleParser(): Promise<MarkdownIt> {
  const [{ default: MarkdownItParser }, { default: addFootnotes }, { default: addCallouts }] = await Promise.all([
    import('markdown-it'),
    import('markdown-it-footnote'),
    import('markdown-it-github-alerts'),
  ]);
  const md = new MarkdownItParser({ html: true, linkify: true });
  md.use(addFootnotes).use(addCallouts).use(addTaskLists);
  // GitHub has no footnotes within text: ^[text].
  md.disable('footnote_inline');
  const { rules } = md.renderer;
  // The plugin does not escape titles.
  rules.alert_open = (tokens, at) => {
    const { type, title } = (tokens[at] as Token).meta as Record<'type' | 'title', string>;
    return `<div class="callout callout-${type}"><p class="callout-title">${escapeHtml(title)}</p>`;
  };
  const renderBackLink = rules.footnote_anchor;
  if (renderBackLink)
    rules.footnote_anchor = (...call) => renderBackLink(...call).replace('<a ', '<a aria-label="Back to the text" ');
  return md;
}
