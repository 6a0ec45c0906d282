// Generates texts with the word frequencies of a natural language (Zipf's law), and queries with words of these texts.
import { createGenerator } from '@earshot/server/instance/demo/random';

const WORDS = 120_000;
const PASSAGE_WORDS = 190;
/** The documents whose words queries use. */
const KEPT = 1_000;

const random = createGenerator(7);
const texts: string[][] = [];
const vocabulary = Array.from({ length: WORDS }, (_, rank) => buildWord(rank));
const cumulative = cumulate(vocabulary.map((_, rank) => 1 / (rank + 2.7) ** 1.05));

export function buildDocuments(count: number) {
  const document = () => ({ title: buildText(6), content: keep(buildText(PASSAGE_WORDS)), content_type: 'text' as const });
  return Array.from({ length: count }, document);
}

function keep(text: string): string {
  if (texts.length < KEPT) texts.push(text.split(' '));
  return text;
}

/** Words of the documents, each as often as it occurs, so that every query has results. */
export function buildQuery(words: number): string {
  const one = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: words }, () => one(one(texts))).join(' ');
}

function buildText(words: number): string {
  return Array.from({ length: words }, () => {
    const wanted = random() * (cumulative.at(-1) ?? 0);
    let [low, high] = [0, cumulative.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low];
  }).join(' ');
}

/** Returns a unique word for each rank. */
function buildWord(rank: number): string {
  const consonants = 'bdfgklmnprstvz';
  const vowels = 'aeiou';
  let word = '';
  for (let rest = rank + 70; rest > 0; rest = Math.floor(rest / 70))
    word += (consonants[Math.floor((rest % 70) / 5)] ?? '') + (vowels[rest % 5] ?? '');
  return word;
}

function cumulate(weights: number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}
