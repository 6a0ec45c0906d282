// Runs the tests (`npm test`). Without arguments: the checks, all test files, and the comparison of received and documented responses.
// With arguments: the test files whose paths contain one of them, such as `npm test -- server/src/services/feedback`.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { globalSetup, globalTeardown } from '../../server/src/testing/database.ts';
import { compareAnswers } from '../../server/src/testing/compare-answers.ts';
import { recordTests, startTests } from '../release/checks.ts';
import { recordFlaky } from './flaky.ts';
import { useMemoryFolder } from './memory-folder.ts';
import { type FileResult, ROOT, runFiles } from './pool.ts';
import { describeUse, ProcessorClock } from './processor-time.ts';
import { describeFailures, summarize } from './summary.ts';

const FILES = [
  // The browser tests first: the longest files, and a pool ends soonest when its last files are short.
  'e2e/src/**/*.test.ts',
  'cli/test/*.test.ts',
  'server/src/**/*.test.ts',
  'scripts/tests/*.test.ts',
  '{contract,dashboard,mcp,sdk,widgets}/{src,test}/**/*.test.ts',
];
/** Tests that install example apps from the registry run only when they are named. */
const NAMED_FILES = ['e2e/examples/*.test.ts'];

/** More failed files than these are no flakes, and are not run again. */
const MAX_REPEATED = 8;

/** Test processes. The databases and browsers of the tests need the rest of the processors. */
const CONCURRENCY = Number(process.env.EARSHOT_TEST_PROCESSES ?? availableParallelism());

const patterns = process.argv.slice(2);
const isComplete = !patterns.length;
const isRepository = existsSync(join(ROOT, '.git'));

function findFiles(): string[] {
  const readSize = (file: string) => statSync(join(ROOT, file)).size;
  const find = (glob: string) => globSync(glob, { cwd: ROOT }).toSorted((a, b) => readSize(b) - readSize(a));
  if (isComplete) return FILES.flatMap(find);
  return [...FILES, ...NAMED_FILES].flatMap(find).filter((file) => patterns.some((pattern) => file.includes(pattern)));
}

const log = (text: string) => void process.stdout.write(`${text}\n`);
const clock = new ProcessorClock();
const isFailed = ({ failures }: FileResult) => failures.length > 0;

function runChecks(): boolean {
  return spawnSync(process.execPath, [join(ROOT, 'scripts/check.ts')], { stdio: 'inherit' }).status === 0;
}

/**
 * Runs test files, and each failed one once more, alone. Returns the last result of each file, the failures that did not repeat, and whether
 * the server that they share ended without an error.
 */
async function runTests(files: string[]): Promise<{ results: FileResult[]; flaky: FileResult[]; isServerPassing: boolean }> {
  await globalSetup();
  const onResult = (result: FileResult) => {
    const used = clock.sample();
    log(
      isFailed(result)
        ? describeFailures(result)
        : `✔ ${result.file} (${result.passed} tests, ${Math.round(result.durationMs)} ms${CONCURRENCY === 1 ? `; ${describeUse(used)}` : ''})`,
    );
  };
  let results = await runFiles(files, { concurrency: CONCURRENCY, onResult });
  const failed = results.filter(isFailed);
  let flaky: FileResult[] = [];
  if (failed.length && failed.length <= MAX_REPEATED) {
    log(`\nRunning failed files once more: ${failed.map(({ file }) => file).join(', ')}`);
    const repeated = await runFiles(
      failed.map(({ file }) => file),
      { concurrency: 1, isolated: true, onResult },
    );
    flaky = failed.filter(({ file }) => repeated.some((result) => result.file === file && !isFailed(result)));
    results = [...results.filter((result) => !isFailed(result)), ...repeated];
  }
  clock.sample();
  return { results, flaky, isServerPassing: await globalTeardown() };
}

const startedAt = performance.now();
// Ends processes and removes files, which a signal alone would not.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
useMemoryFolder();
// A downloaded archive is no repository, and is not released.
if (isComplete && isRepository) startTests(ROOT);
const areChecksPassing = !isComplete || runChecks();
const testsStartedAt = performance.now();
const { results, flaky, isServerPassing } = await runTests(findFiles());
const areAnswersComplete = !isComplete || (await compareAnswers());
log(summarize(results, { checksMs: testsStartedAt - startedAt, testsMs: performance.now() - testsStartedAt, clock }));
if (!areChecksPassing) log('\nFailed: the checks');
if (!isServerPassing) log('\nFailed: the server that test files share (its errors are above)');
if (!areAnswersComplete) log('\nFailed: received and documented responses differ');
if (flaky.length) log(recordFlaky(flaky));
if (!areChecksPassing || !isServerPassing || !areAnswersComplete || results.some(isFailed) || !results.length) process.exit(1);
if (isComplete && isRepository) recordTests(ROOT);
process.exit();
