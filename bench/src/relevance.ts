// cspell:ignore judgements
// Measures search quality on collections with relevance judgments, over the HTTP API:
// `npm run -w bench relevance -- folder…`. A folder has documents.jsonl, queries.jsonl and judgements.tsv (query, document, grade).
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createGenerator } from '@earshot/server/instance/demo/random';
import { createClient, createToken, printTable, startEarshot, withFolder } from './measure.ts';

const BATCH = 100;
const DEPTH = 100;
const LIMIT = 50;
const SEED = 20_261_121;

interface Item {
  id: string;
  title?: string;
  text: string;
}

type Judgments = Map<string, Map<string, number>>;

const folders = process.argv.slice(2);
if (!folders.length) throw new Error('Name a folder with documents.jsonl, queries.jsonl and judgements.tsv');

await withFolder(async (data) => {
  const earshot = await startEarshot(data);
  try {
    const token = createToken({ EARSHOT_DATA_DIR: data });
    const rows = [['collection', 'queries', 'nDCG@10', 'MAP', 'recall@100', 'documents/s', 'nDCG@10 with typos', 'kept']];
    for (const folder of folders) rows.push(await measure(folder, createClient(earshot.url, token)));
    printTable(rows);
  } finally {
    await earshot.end('SIGTERM');
  }
});

async function measure(folder: string, call: ReturnType<typeof createClient>): Promise<string[]> {
  const documents = readLines<Item>(join(folder, 'documents.jsonl'));
  const judgments = readJudgments(join(folder, 'judgements.tsv'));
  const queries = readLines<Item>(join(folder, 'queries.jsonl')).filter(({ id }) => judgments.has(id));
  const { data } = await call('GET', '/v1/projects');
  const index = await call('POST', `/v1/indexes?project_id=${data[0].id}`, { name: basename(folder), language: 'en' });

  const began = performance.now();
  for (let start = 0; start < documents.length; start += BATCH) {
    const batch = documents.slice(start, start + BATCH).map(({ id, title, text }) => ({
      content: text || title || id,
      content_type: 'text',
      external_id: id,
      metadata: { id },
      ...(title && { title: title.slice(0, 300) }),
    }));
    const { results } = await call('POST', `/v1/indexes/${index.id}/documents/batch`, { documents: batch });
    const refused = results.find(({ ok }: { ok: boolean }) => !ok);
    if (refused) throw new Error(refused.error);
  }
  const seconds = (performance.now() - began) / 1_000;

  const ask = async (query: string): Promise<string[]> => {
    const found: string[] = [];
    for (let page = 1; page <= DEPTH / LIMIT; page++) {
      const { results } = await call('POST', `/v1/indexes/${index.id}/search`, { query, limit: LIMIT, page, highlight: false });
      found.push(...results.map(({ metadata }: { metadata: { id: string } }) => metadata.id));
    }
    return found;
  };
  const clean = await computeFigures(queries, judgments, ask);
  const random = createGenerator(SEED);
  const mistyped = await computeFigures(
    queries.map((query) => ({ ...query, text: mistype(query.text, random) })),
    judgments,
    ask,
  );
  return [
    basename(folder),
    String(queries.length),
    clean.ndcg.toFixed(4),
    clean.map.toFixed(4),
    clean.recall.toFixed(4),
    (documents.length / seconds).toFixed(0),
    mistyped.ndcg.toFixed(4),
    `${((100 * mistyped.ndcg) / clean.ndcg).toFixed(1)} %`,
  ];
}

async function computeFigures(queries: Item[], judgments: Judgments, ask: (query: string) => Promise<string[]>) {
  let [ndcg, map, recall] = [0, 0, 0];
  for (const { id, text } of queries) {
    const grades = judgments.get(id) as Map<string, number>;
    const found = await ask(text);
    const gain = (grade: number, rank: number) => grade / Math.log2(rank + 2);
    const dcg = found.slice(0, 10).reduce((sum, one, rank) => sum + gain(grades.get(one) ?? 0, rank), 0);
    const best = [...grades.values()]
      .toSorted((a, b) => b - a)
      .slice(0, 10)
      .reduce((sum, grade, rank) => sum + gain(grade, rank), 0);
    let hits = 0;
    let precision = 0;
    for (const [rank, one] of found.entries()) if (grades.has(one)) precision += ++hits / (rank + 1);
    ndcg += dcg / best;
    map += precision / grades.size;
    recall += hits / grades.size;
  }
  return { ndcg: ndcg / queries.length, map: map / queries.length, recall: recall / queries.length };
}

/** Adds a typo to a word of at least four letters: a transposition, a deletion, an insertion or a substitution. */
function mistype(text: string, random: () => number): string {
  const words = Array.from(text.matchAll(/[a-z]{4,}/gi));
  const word = words[Math.floor(random() * words.length)];
  if (!word) return text;
  const letters = Array.from(word[0]);
  const index = Math.floor(random() * (letters.length - 1));
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const [a = '', b = ''] = letters.slice(index, index + 2);
  const errors = [
    () => letters.splice(index, 2, b, a),
    () => letters.splice(index, 1),
    () => letters.splice(index, 0, letter),
    () => letters.splice(index, 1, letter),
  ];
  errors[Math.floor(random() * errors.length)]?.();
  return text.slice(0, word.index) + letters.join('') + text.slice(word.index + word[0].length);
}

function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as T);
}

function readJudgments(file: string): Judgments {
  const judgments: Judgments = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const [query = '', document = '', grade] = line.split('\t');
    if (Number(grade) <= 0) continue;
    judgments.set(query, (judgments.get(query) ?? new Map<string, number>()).set(document, Number(grade)));
  }
  return judgments;
}
