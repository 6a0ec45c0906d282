// Measures the search for questions about help pages in Markdown: the README files of the installed packages, and 100 questions with the
// packages that answer them (questions/readmes.tsv). Prints the rank of the best answer: `npm run -w bench readmes`.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, createToken, printTable, startEarshot, withFolder } from './measure.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const QUESTIONS = fileURLToPath(new URL('../questions/readmes.tsv', import.meta.url));
const BATCH = 50;
const LIMIT = 10;
/** Ranks up to which answers are counted. */
const RANKS = [1, 3, LIMIT];

interface Document {
  external_id: string;
  content: string;
}

const questions = readFileSync(QUESTIONS, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [question = '', ...packages] = line.split('\t');
    return { question, packages };
  });

await withFolder(async (data) => {
  const earshot = await startEarshot(data);
  try {
    const call = createClient(earshot.url, createToken({ EARSHOT_DATA_DIR: data }));
    const { data: projects } = await call('GET', '/v1/projects');
    const index = await call('POST', `/v1/indexes?project_id=${projects[0].id}`, { name: 'READMEs', language: 'en' });
    const documents = readDocuments();
    for (let start = 0; start < documents.length; start += BATCH)
      await call('POST', `/v1/indexes/${index.id}/documents/batch`, { documents: documents.slice(start, start + BATCH) });
    const names = new Set(documents.map(({ external_id: name }) => name));
    const ranks: number[] = [];
    for (const { question, packages } of questions) {
      const missing = packages.filter((name) => !names.has(name));
      if (missing.length) throw new Error(`No README of ${missing.join(', ')}. Run npm ci.`);
      const { results } = await call('POST', `/v1/indexes/${index.id}/search`, { query: question, limit: LIMIT });
      const found: string[] = results.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
      const rank = found.findIndex((name) => packages.includes(name)) + 1;
      ranks.push(rank || Infinity);
      if (!rank || rank > 3)
        console.log(`${rank || '–'}\t${question}\t${packages.join(', ')}\tinstead: ${found.slice(0, 3).join(', ')}`);
    }
    printTable([
      ['documents', 'questions', ...RANKS.map((rank) => (rank === 1 ? 'first' : `top ${rank}`))],
      [documents.length, questions.length, ...RANKS.map((most) => ranks.filter((rank) => rank <= most).length)].map(String),
    ]);
  } finally {
    await earshot.end('SIGTERM');
  }
});

/** Returns the README files of the installed packages. Packages of several platforms have the same one. */
function readDocuments(): (Document & { metadata: { name: string } })[] {
  const seen = new Set<string>();
  return globSync(['*/*.md', '@*/*/*.md'], { cwd: MODULES })
    .filter((file) => /(?:^|\/)readme\.md$/i.test(file) && existsSync(join(MODULES, dirname(file), 'package.json')))
    .toSorted()
    .flatMap((file) => {
      const content = readFileSync(join(MODULES, file), 'utf8').replaceAll('\0', '');
      if (!content.trim() || seen.has(content)) return [];
      seen.add(content);
      const name = dirname(file);
      return [{ external_id: name, content, metadata: { name } }];
    });
}
