import type { Env } from 'markdown-it';
import type { Node } from 'prosemirror-model';
import { type Flavor, parseMarkdown, tokenizerOf } from './parse.ts';
import { schema } from './schema.ts';

/** Markdown of the blocks that were not edited, as it was written. */
export type Sources = WeakMap<Node, string>;

const { code_block: codeBlock, horizontal_rule: rule, footnote } = schema.nodes;

/**
 * Returns the document of a Markdown text, and the source of its blocks. Some blocks have no source: indented ones, which a new list before
 * them would take in; code, which could be open until the end; and lines, which begin front matter at the start.
 */
export function parseWithSources(markdown: string, flavor: Flavor): { doc: Node; sources: Sources } {
  const doc = parseMarkdown(markdown, flavor);
  const sources: Sources = new WeakMap();
  const env: Env = {};
  const lines = markdown.split(/\r\n|\r|\n/);
  const places = tokenizerOf(flavor)
    .parse(markdown, env)
    .flatMap(({ level, nesting, map, type }) =>
      level === 0 && nesting >= 0 && map && !type.startsWith('footnote') ? [map] : [],
    );
  const blocks = doc.children.filter(({ type }) => type !== footnote);
  // Blocks may refer to definitions between them, which are not a part of any block.
  if (env.references || places.length !== blocks.length) return { doc, sources };
  for (const [at, block] of blocks.entries()) {
    const source = lines
      .slice(...(places[at] ?? []))
      .join('\n')
      .trimEnd();
    if (block.type !== codeBlock && block.type !== rule && /^\S/.test(source)) sources.set(block, source);
  }
  return { doc, sources };
}
