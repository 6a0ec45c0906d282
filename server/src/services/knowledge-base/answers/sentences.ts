/** A sentence of a response, before its check. */
export interface DraftSentence {
  text: string;
  /** Numbers of the passages that the model named. */
  citations: number[];
}

const CITATIONS = String.raw`(?:\s*\[\d+(?:\s*,\s*\d+)*\])+`;
const END = String.raw`[.!?…。！？؟।]+["'”’»」）)]*`;
/** Matches a sentence with its citations, which are before or after its end. A line break ends a sentence as well. */
const SENTENCE = new RegExp(String.raw`^\s*(?:[^\n]*?(?:${CITATIONS}\s*${END}|${END}${CITATIONS})(?=\s|$|\p{L})|[^\n]*\n)`, 'u');
const NUMBERS = /\d+/g;

/**
 * Returns the sentences of a streamed response as soon as they are complete. A sentence ends with its citations, so that abbreviations do not
 * divide sentences, and sentences without citations before another one are a part of it.
 */
export async function* readSentences(parts: AsyncIterable<string>): AsyncGenerator<DraftSentence> {
  let rest = '';
  for await (const part of parts) {
    rest += part;
    // The last sentence may continue with further citations.
    for (
      let [found] = SENTENCE.exec(rest) ?? [];
      found !== undefined && isComplete(rest.slice(found.length), found);
      [found] = SENTENCE.exec(rest) ?? []
    ) {
      rest = rest.slice(found.length);
      yield parseSentence(found);
    }
  }
  for (let [found] = SENTENCE.exec(rest) ?? []; found; [found] = SENTENCE.exec(rest) ?? []) {
    rest = rest.slice(found.length);
    yield parseSentence(found);
  }
  yield parseSentence(rest);
}

const isComplete = (next: string, sentence: string) => sentence.endsWith('\n') || /^\s*[^\s[]/u.test(next);

function parseSentence(text: string): DraftSentence {
  const citations = (text.match(new RegExp(CITATIONS, 'g')) ?? []).flatMap((group) => group.match(NUMBERS) ?? []);
  return { text: toPlainText(text.replaceAll(new RegExp(CITATIONS, 'g'), '')), citations: [...new Set(citations.map(Number))] };
}

/** Removes HTML tags, and the marks of Markdown. */
const toPlainText = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\*\*|__|`/g, '')
    .replace(/^\s*(?:[#>*•–-]+|\d+[.)])\s+/, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,!?;:])/g, '')
    .trim();
