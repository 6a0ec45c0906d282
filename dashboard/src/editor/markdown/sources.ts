import type { Env } from 'markdown-it';
import type { Node } from 'prosemirror-model';
import { type Flavor, parseMarkdown, getTokenizer } from './parse.ts';
import { schema } from './schema.ts';

/** Returns the Markdown of a block that was not edited, as it was written. */
export type Sources = (block: Node) => string | undefined;

const { code_block: codeBlock, horizontal_rule: rule, footnote } = schema.nodes;

/**
 * Returns the document of a Markdown text, and the source of its blocks. Some blocks have no source: indented ones, which a new list before
 * them would take in; code, which could be open until the end; and lines, which begin front matter at the start.
 */
export function parseWithSources(markdown: string, flavor: Flavor): { doc: Node; sources: Sources } {
  const doc = parseMarkdown(markdown, flavor);
  const same = new WeakMap<Node, string>();
  /** An edit next to a block, such as a new paragraph after it, replaces the block by an equal one. */
  const byText = new Map<string, Node>();
  const sources: Sources = (block) => {
    const known = same.get(block);
    if (known !== undefined) return known;
    const equal = byText.get(block.textContent);
    return equal?.eq(block) ? same.get(equal) : undefined;
  };
  const env: Env = {};
  const lines = markdown.split(/\r\n|\r|\n/);
  const places = getTokenizer(flavor)
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
    if (block.type === codeBlock || block.type === rule || !/^\S/.test(source)) continue;
    same.set(block, source);
    byText.set(block.textContent, block);
  }
  return { doc, sources };
}
