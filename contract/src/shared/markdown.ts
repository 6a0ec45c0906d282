import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

// The Markdown of server and dashboard beyond CommonMark, tables and strikethrough.

/**
 * Adds emphasis in Chinese, Japanese and Korean, links that begin with `www.`, and the few tags that texts on GitHub have and Markdown does
 * not replace. Without raw HTML, all other tags are text.
 */
export function extendMarkdown(md: MarkdownIt): void {
  parseEmphasisInCjk(md);
  linkBareHosts(md);
  if (md.options.html) return;
  parseInlineTags(md);
  parseDetails(md);
}

/** Letters and punctuation of Chinese, Japanese and Korean, among them full-width forms, which belong to no script. */
const CJK =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}\u3000-\u303F\uFF01-\uFFEE]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** The same characters as in the parser: Unicode spaces, tabs and line breaks. */
const SPACE = /[\p{Zs}\t\n\f\r\v]/u;
/** Selects a form of the character before it, as in `〽︎`. */
const VARIATION_SELECTOR = /^[\uFE00-\uFE0F]$/;

/** Returns the character before a position, and a space at the beginning. */
function findBefore(text: string, position: number): string {
  const last = Array.from(text.slice(Math.max(0, position - 4), position));
  while (last.length > 1 && VARIATION_SELECTOR.test(last.at(-1) ?? '')) last.pop();
  return last.at(-1) ?? ' ';
}

/** Returns the character at a position, and a space at the end. */
const findAt = (text: string, position: number): string => String.fromCodePoint(text.codePointAt(position) ?? 32);

/**
 * Emphasizes `**「強調」**の例`. CommonMark decides by spaces whether `*` next to punctuation begins or ends an emphasis, and Chinese,
 * Japanese and Korean have no spaces between words. Amends the rules as markdown-cjk-friendly does: punctuation of these scripts counts as
 * a letter, and next to a character of these scripts no space is required.
 */
function parseEmphasisInCjk(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<StateInline['scanDelims']> {
      const scanned = super.scanDelims(start, canSplitWord);
      const end = start + scanned.length;
      const [before, next] = [findBefore(this.src, start), end < this.posMax ? findAt(this.src, end) : ' '];
      if (!CJK.test(before) && !CJK.test(next)) return scanned;
      const [isAfterSpace, isBeforeSpace] = [SPACE.test(before), SPACE.test(next)];
      const needsSpace = (character: string) => PUNCTUATION.test(character) && !CJK.test(character);
      const isSeparating = (character: string) => SPACE.test(character) || PUNCTUATION.test(character) || CJK.test(character);
      const isLeftFlanking = !isBeforeSpace && (!needsSpace(next) || isSeparating(before));
      const isRightFlanking = !isAfterSpace && (!needsSpace(before) || isSeparating(next));
      return {
        length: scanned.length,
        can_open: isLeftFlanking && (canSplitWord || !isRightFlanking || PUNCTUATION.test(before)),
        can_close: isRightFlanking && (canSplitWord || !isLeftFlanking || PUNCTUATION.test(next)),
      };
    }
  };
}

const BARE_HOST = 'www.';

/** Links `www.example.com/path`, as GitHub does. Other hosts without a scheme stay text: `main.rs` and `README.md` are files. */
function linkBareHosts(md: MarkdownIt): void {
  md.linkify.add(BARE_HOST, {
    validate: (text, position, linkify) => {
      const length = linkify.testSchemaAt(`http://${BARE_HOST}${text.slice(position)}`, 'http:', 'http:'.length);
      return Math.max(0, length - `//${BARE_HOST}`.length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

const INLINE_TAG = /<\/?(?:kbd|su[bp])>/iy;

/** Parses `<kbd>`, `<sub>` and `<sup>`. */
function parseInlineTags(md: MarkdownIt): void {
  md.inline.ruler.before('html_inline', 'inline_tag', (state, silent) => {
    INLINE_TAG.lastIndex = state.pos;
    const [tag] = INLINE_TAG.exec(state.src) ?? [];
    if (tag === undefined) return false;
    if (!silent) state.push('html_inline', '', 0).content = tag;
    state.pos += tag.length;
    return true;
  });
}

/** Indentation from which a line is code. */
const CODE_INDENT = 4;
/** A line that begins or ends details, or has their summary. */
const DETAILS_LINE =
  /^(?:<details(?: open)?> ?)?(?:<summary>(?:[^<]|<\/?(?:b|strong|i|em|code|kbd)>)*<\/summary> ?)?(?:<\/details>)?$/i;

/** Parses the lines of `<details>` and its `<summary>`. The text within is Markdown. */
function parseDetails(md: MarkdownIt): void {
  const isDetails = (state: StateBlock, line: number) => {
    const text = state.getLines(line, line + 1, 0, false).trim();
    return text !== '' && (state.sCount[line] ?? 0) - state.blkIndent < CODE_INDENT && DETAILS_LINE.test(text);
  };
  md.block.ruler.before(
    'html_block',
    'details',
    (state, startLine, endLine, silent) => {
      if (!isDetails(state, startLine)) return false;
      if (silent) return true;
      let line = startLine + 1;
      while (line < endLine && isDetails(state, line)) line++;
      const token = state.push('html_block', '', 0);
      token.map = [startLine, line];
      token.content = state.getLines(startLine, line, state.blkIndent, true);
      state.line = line;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
}
