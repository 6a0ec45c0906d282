const LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const BLOCK_MARK = /^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm;
const EMPHASIS = /(\*\*|__|~~|`+|\*)(?=\S)(.+?)(?<=\S)\1/g;

/** Returns the text of Markdown without marks, for excerpts. */
export const toPlainText = (markdown: string): string =>
  markdown.replace(LINK, '$1').replace(BLOCK_MARK, '').replace(EMPHASIS, '$2').trim();
