// Applies small faults to the server, one at a time, and reports the faults that no test detects (`npm run mutate`, see CONTRIBUTING.md).
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../database.ts';
import { collectCoverage, covers, computeHash, isTestCode, type TestFile } from './coverage.ts';
import { EQUIVALENT, type Equivalent } from './equivalent.ts';
import { nodeOptionsFor } from './hook.ts';
import { apply, findMutants, isValid, type Mutant } from './operators.ts';
import { ROOT, runTestFile } from './run-test-file.ts';

const SOURCES = new URL('server/src/', ROOT);
const DETECTED = new URL('node_modules/.cache/earshot/mutation-noticed.json', ROOT);
/** Test files that take longer run last. */
const SLOW_MS = 45_000;
/** Factor by which a test file may take longer with a mutant, in addition to `GRACE_MS`. */
const PATIENCE = 5;
const GRACE_MS = 60_000;

type Outcome = 'killed' | 'timed out' | 'survived' | 'not covered';

interface Result {
  mutant: Mutant;
  outcome: Outcome;
  /** The test that detected the mutant, or the number of test files that passed. */
  detail: string;
}

/** A mutant that was detected in an earlier run. It runs again only after a change of its source or of the test file. */
interface Detected {
  outcome: Outcome;
  detail: string;
  file: string;
  hash: string;
}

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    file: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    budget: { type: 'string', default: '120' },
  },
});
const jobs = Number(options.jobs);
const log = (line: string) => void process.stdout.write(`${line}\n`);
const codeOf = (source: string) => readFileSync(new URL(source, SOURCES), 'utf8');

/** Returns the line of code that a mutant changes. */
const readLine = ({ source, line }: Mutant) => (codeOf(source).split('\n')[line - 1] ?? '').trim();

const matches = (mutant: Mutant, { source, operator, replacement, code }: Equivalent) =>
  mutant.source === source && mutant.operator === operator && mutant.replacement === replacement && code === readLine(mutant);

const isEquivalent = (mutant: Mutant) => EQUIVALENT.some((equivalent) => matches(mutant, equivalent));

/** @throws {Error} for equivalent mutants that no operator makes, because their source moved or changed */
function checkEquivalents(): void {
  const isFound = (equivalent: Equivalent) =>
    existsSync(new URL(equivalent.source, SOURCES)) &&
    findMutants(equivalent.source, codeOf(equivalent.source)).some((mutant) => matches(mutant, equivalent));
  const outdated = EQUIVALENT.filter((equivalent) => !isFound(equivalent)).map(
    ({ source, operator, code }) => `\n${source}: ${operator}: ${code}`,
  );
  if (outdated.length)
    throw new Error(`equivalent.ts has mutants without their line of code. Correct or remove them:${outdated.join('')}`);
}

/**
 * Selects mutants by a hash of the seed and of the mutant, at most one per line. Changes elsewhere in the server do not affect the
 * selection, so that scores of different days can be compared.
 */
function pickMutants(): Mutant[] {
  const sources = globSync('**/*.ts', { cwd: fileURLToPath(SOURCES) }).filter(
    (source) => !isTestCode(source) && source.includes(options.file),
  );
  const ranked = sources
    .flatMap((source) => {
      const code = codeOf(source);
      const lines = code.split('\n');
      return findMutants(source, code).map((mutant) => {
        const column = mutant.start - code.lastIndexOf('\n', mutant.start);
        const identity = [options.seed, source, lines[mutant.line - 1], column, mutant.operator, mutant.replacement].join('\n');
        return { mutant, rank: createHash('sha256').update(identity).digest('hex') };
      });
    })
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  const picked = new Map<string, Mutant>();
  for (const { mutant } of ranked) {
    if (picked.size >= Number(options.count)) break;
    const line = `${mutant.source}:${mutant.line}`;
    if (!picked.has(line) && isValid(apply(codeOf(mutant.source), mutant)) && !isEquivalent(mutant)) picked.set(line, mutant);
  }
  return [...picked.values()];
}

/** Lines around a mutant whose words are compared with those of test files. */
const NEARBY_LINES = 4;
const MIN_WORD_LENGTH = 4;

/** Returns the words of a text, in lower case. Identifiers are split: `readEvents` has two words. */
const findWords = (text: string) =>
  new Set(
    (text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase()).filter((word) => word.length >= MIN_WORD_LENGTH),
  );

const wordsOfTests = new Map<string, Set<string>>();

function wordsOfTest(file: string): Set<string> {
  const words = wordsOfTests.get(file) ?? findWords(file + readFileSync(new URL(file, ROOT), 'utf8'));
  wordsOfTests.set(file, words);
  return words;
}

/**
 * Returns the test files that execute the code of a mutant, within the budget. Files that share rare words with the surrounding code come
 * first, especially files of the same folders; slow files come last.
 */
function testFilesFor({ source, start, line }: Mutant, tests: TestFile[]): TestFile[] {
  const folders = `server/src/${source}`.split('/').slice(0, -1);
  /** Returns how many folders around the source are also around a test file, at least 2. */
  const countShared = (file: string) => {
    const others = file.split('/');
    const differing = folders.findIndex((folder, index) => folder !== others[index]);
    return Math.max(2, differing < 0 ? folders.length : differing);
  };
  const lines = codeOf(source).split('\n');
  const nearby = findWords(source + lines.slice(Math.max(0, line - 1 - NEARBY_LINES), line + NEARBY_LINES).join('\n'));
  const weights = new Map(
    [...nearby].map((word) => [word, 1 / (1 + tests.filter(({ file }) => wordsOfTest(file).has(word)).length)] as const),
  );
  const relevance = ({ file, durationMs }: TestFile) => {
    const shared = [...weights].filter(([word]) => wordsOfTest(file).has(word)).reduce((sum, [, weight]) => sum + weight, 0.01);
    return (shared * (countShared(file) - 1)) / (durationMs > SLOW_MS ? 10 : 1);
  };
  let budgetMs = Number(options.budget) * 1_000;
  return tests
    .filter((test) => test.isPassing && covers(test, source, start))
    .map((test) => ({ test, relevance: relevance(test) }))
    .toSorted((a, b) => b.relevance - a.relevance)
    .map(({ test }) => test)
    .filter((test, index) => (budgetMs -= test.durationMs) > 0 || index === 0);
}

const detected = readDetected();

function readDetected(): Map<string, Detected> {
  try {
    return new Map(JSON.parse(readFileSync(DETECTED, 'utf8')) as [string, Detected][]);
  } catch {
    return new Map();
  }
}

const toIdentity = ({ source, start, end, replacement }: Mutant) => `${source} ${start} ${end} ${replacement}`;
const hashFor = ({ source }: Mutant, file: string) => computeHash(`server/src/${source}`) + computeHash(file);

async function tryMutant(mutant: Mutant, tests: TestFile[]): Promise<Result> {
  const earlier = detected.get(toIdentity(mutant));
  if (earlier && earlier.hash === hashFor(mutant, earlier.file)) return { mutant, ...earlier };
  const files = testFilesFor(mutant, tests);
  if (!files.length) return { mutant, outcome: 'not covered', detail: 'no test executes this code' };
  const url = new URL(mutant.source, SOURCES).href;
  const env = { NODE_OPTIONS: nodeOptionsFor({ ...mutant, url }) };
  for (const { file, durationMs } of files) {
    const { outcome, failure } = await runTestFile(file, { env, timeoutMs: durationMs * PATIENCE + GRACE_MS });
    if (outcome === 'passed') continue;
    const result = { outcome: outcome === 'failed' ? ('killed' as const) : outcome, detail: `${file}: ${failure ?? 'timeout'}` };
    detected.set(toIdentity(mutant), { ...result, file, hash: hashFor(mutant, file) });
    mkdirSync(new URL('./', DETECTED), { recursive: true });
    writeFileSync(DETECTED, JSON.stringify([...detected]));
    return { mutant, ...result };
  }
  return { mutant, outcome: 'survived', detail: `${files.length} test files passed` };
}

function renderDiff(mutant: Mutant): string {
  const { start, end, replacement } = mutant;
  const code = codeOf(mutant.source);
  const [from, to] = [code.lastIndexOf('\n', start - 1) + 1, code.indexOf('\n', end)];
  const mark = (sign: string, text: string) => text.replaceAll(/^/gm, `    ${sign} `);
  return `${mark('-', code.slice(from, to))}\n${mark('+', code.slice(from, start) + replacement + code.slice(end, to))}`;
}

const describe = ({ mutant: { source, line, operator }, outcome, detail }: Result) =>
  `${outcome}: server/src/${source}:${line} ${operator} (${detail})`;

async function main(): Promise<void> {
  checkEquivalents();
  await globalSetup();
  // Mutants are applied in the process of the test, which therefore needs a server of its own.
  delete process.env.EARSHOT_TEST_SERVER;
  try {
    const tests = await collectCoverage({ jobs, log });
    for (const { file, isPassing } of tests) if (!isPassing) log(`excluded, because it fails without a fault: ${file}`);
    const mutants = pickMutants();
    const results: Result[] = [];
    const queue = [...mutants];
    // Reports the results so far. The databases end with the process.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => queue.splice(0));
    const runNext = async (): Promise<void> => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const result = await tryMutant(mutant, tests);
        results.push(result);
        log(`${results.length}/${mutants.length} ${describe(result)}`);
      }
    };
    await Promise.all(Array.from({ length: jobs }, runNext));
    report(results);
  } finally {
    await globalTeardown();
  }
}

function report(results: Result[]): void {
  const survivors = results.filter(({ outcome }) => outcome === 'survived' || outcome === 'not covered');
  for (const result of survivors) log(`\n${describe(result)}\n${renderDiff(result.mutant)}`);
  const count = (wanted: Result['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  log(
    `\n${results.length} mutants (seed ${options.seed}): ${count('killed')} killed, ${count('timed out')} timed out, ` +
      `${count('survived')} survived, ${count('not covered')} not covered. Score ${(100 * (1 - survivors.length / results.length)).toFixed(1)} %`,
  );
}

await main();
