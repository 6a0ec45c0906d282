declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';
  /** Adds footnotes: `[^1]`, and `[^1]: text`. */
  export default function footnotes(md: MarkdownIt): void;
}
