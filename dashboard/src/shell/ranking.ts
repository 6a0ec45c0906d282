/** Number of characters of a snippet before the found text. */
const CONTEXT = 30;
const SNIPPET = 120;

/** Returns the part of a text around the first of the words, or undefined when none of them occurs. */
export function findSnippet(text: string | null | undefined, q: string): string | undefined {
  const plain = (text ?? '').replaceAll(/[#*`>_\s]+/g, ' ').trim();
  const lower = plain.toLowerCase();
  const at = [q, ...q.split(/\s+/)].map((word) => lower.indexOf(word.toLowerCase())).find((index) => index >= 0);
  if (at === undefined) return undefined;
  const from = at <= CONTEXT ? 0 : plain.indexOf(' ', at - CONTEXT) + 1 || at;
  return `${from > 0 ? '… ' : ''}${plain.slice(from, from + SNIPPET)}`;
}

/** Returns how well a label fits a search text, the best first: 0 for the same text, 4 when only another part of the record fits. */
export function rankLabel(label: string, q: string): number {
  const [text, words] = [label.toLowerCase(), q.toLowerCase()];
  if (text === words) return 0;
  if (text.startsWith(words)) return 1;
  const at = text.indexOf(words);
  if (at < 0) return 4;
  return /\w/.test(text[at - 1] ?? ' ') ? 3 : 2;
}
