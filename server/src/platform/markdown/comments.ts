import type { MarkdownIt } from 'markdown-it';

const [START, END] = ['<!--', '-->'];
/** Indentation from which a line is code. */
const CODE_INDENT = 4;

/** Removes HTML comments, which tools for releases add to texts. Without raw HTML they would be shown. Comments in code are text. */
export function removeComments(md: MarkdownIt): void {
  md.block.ruler.before(
    'html_block',
    'comment',
    (state, startLine, endLine, silent) => {
      const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= CODE_INDENT || !state.src.startsWith(START, start)) return false;
      const end = state.src.indexOf(END, start + START.length);
      let line = startLine;
      while (line < endLine && (state.eMarks[line] ?? 0) < end) line++;
      // A text after a comment is a paragraph, which the rule below shortens. A comment without an end is text.
      if (end < 0 || line === endLine || state.src.slice(end + END.length, state.eMarks[line]).trim()) return false;
      if (!silent) state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
  md.inline.ruler.before('html_inline', 'comment', (state) => {
    if (!state.src.startsWith(START, state.pos)) return false;
    const end = state.src.indexOf(END, state.pos + START.length);
    if (end < 0) return false;
    state.pos = end + END.length;
    return true;
  });
}
