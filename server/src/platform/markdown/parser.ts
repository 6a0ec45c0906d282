import type { Language } from '@earshot/contract/shared/languages';
import { extendMarkdown } from '@earshot/contract/shared/markdown';
import type { Env, MarkdownIt, Token } from 'markdown-it';
import { html } from '../html/html.ts';
import { commonTexts } from '../html/texts/texts.ts';
import { loadOnce } from '../async/memoize.ts';
import { removeComments } from './comments.ts';
import { addCaptions } from './captions.ts';
import { addTaskLists } from './task-lists.ts';

/** Context of a rendering. */
export interface RenderContext extends Env {
  /** Language of what the renderer adds. */
  language: Language;
  /** Keeps ids of footnotes apart from those of other texts on the page. */
  docId?: string | undefined;
}

/** The titles of the plugin would be English. */
const NO_TITLES = { note: '', tip: '', important: '', warning: '', caution: '' };

const loadPlain = loadOnce(() => createParser(false));
const loadWithHtml = loadOnce(() => createParser(true));

/**
 * Returns the parser of articles and changelog entries: GitHub Flavored Markdown with footnotes, task lists, captions and callouts
 * (`> [!NOTE]`), and for articles raw HTML. Its HTML must be sanitized. Loaded on first use.
 */
export const loadParser = ({ hasHtml }: { hasHtml: boolean }): Promise<MarkdownIt> => (hasHtml ? loadWithHtml() : loadPlain());

async function createParser(hasHtml: boolean): Promise<MarkdownIt> {
  const [{ default: MarkdownItParser }, { default: addFootnotes }, { default: addCallouts }] = await Promise.all([
    import('markdown-it'),
    import('markdown-it-footnote'),
    import('markdown-it-github-alerts'),
  ]);
  const md = new MarkdownItParser({ html: hasHtml, linkify: true });
  md.use(extendMarkdown).use(addFootnotes).use(addCallouts, { titles: NO_TITLES });
  md.use(addTaskLists).use(addCaptions).use(removeComments);
  // GitHub has no footnotes within text: ^[text].
  md.disable('footnote_inline');
  const { rules } = md.renderer;
  // The plugin does not escape titles.
  rules.alert_open = (tokens, at, _options, env) => {
    const { type, title } = (tokens[at] as Token).meta as { type: keyof typeof NO_TITLES; title: string };
    const shown = title || commonTexts((env as RenderContext).language).callouts[type];
    return html`<div class="callout callout-${type}"><p class="callout-title">${shown}</p>`.markup;
  };
  const renderBackLink = rules.footnote_anchor;
  if (renderBackLink)
    rules.footnote_anchor = (...call) => {
      const { language } = call[3] as RenderContext;
      return renderBackLink(...call).replace('<a ', html`<a aria-label="${commonTexts(language).backToText}" `.markup);
    };
  return md;
}
