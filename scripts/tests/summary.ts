import type { FileResult } from './pool.ts';
import type { ProcessorClock } from './processor-time.ts';

const SLOWEST = 15;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1).padStart(7)} s`;

const indent = (text: string) => text.replaceAll(/^/gm, '  ');

/** Returns the errors that failed no test, with the file that ran or had ended. */
const describeStrays = ({ file, strays }: FileResult) => strays.map((error) => `${file}:\n${indent(error)}`);

/** Returns the failed tests of a file with their errors, the stray errors, and the output of the file. */
export function describeFailures(result: FileResult): string {
  const { file, failures, output } = result;
  const tests = failures.map(({ test, error }) => `✖ ${file}${test && `: ${test}`}\n${indent(error)}`);
  const strays = describeStrays(result).map((stray) => `Stray error in ${stray}`);
  return ['', ...tests, ...strays, ...(output ? [`Output of ${file}:\n${output}`] : [])].join('\n');
}

/** Part of the suite that a file belongs to: its workspace. */
const findPart = ({ file }: FileResult) => file.slice(0, file.indexOf('/'));

/** Returns the slowest files, the total of each part of the suite, and a closing line with the number of tests. */
export function summarize(
  results: FileResult[],
  { checksMs, testsMs, clock }: { checksMs: number; testsMs: number; clock: ProcessorClock },
): string {
  const sum = (of: FileResult[], value: (result: FileResult) => number) => of.reduce((total, one) => total + value(one), 0);
  const slowest = results.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST);
  const slowestTests = results
    .flatMap(({ file, tests }) => tests.map((one) => ({ file, ...one })))
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, SLOWEST);
  const parts = Object.entries(Object.groupBy(results, findPart)).map(
    ([part, of = []]) => `${seconds(sum(of, ({ durationMs }) => durationMs))}  ${part} (${of.length} files)`,
  );
  const strays = results.flatMap(describeStrays);
  const failed = results.filter(({ failures }) => failures.length);
  return [
    '\nSlowest files',
    ...slowest.map(({ file, durationMs }) => `${seconds(durationMs)}  ${file}`),
    '\nSlowest tests',
    ...slowestTests.map(({ file, name, durationMs }) => `${seconds(durationMs)}  ${file}: ${name}`),
    '\nTest files of each part, added up',
    ...parts,
    '\nElapsed time',
    ...(checksMs > 1_000 ? [`${seconds(checksMs)}  checks`] : []),
    `${seconds(testsMs)}  tests`,
    ...(clock.seconds.size ? ['\nProcessor time of the tests'] : []),
    ...[...clock.seconds].map(([program, used]) => `${seconds(used * 1_000)}  ${program}`),
    ...(strays.length ? ['\nStray errors: they failed no test', ...strays] : []),
    ...(failed.length ? ['\nFailed twice', ...failed.map(({ file }) => file)] : []),
    '',
    `${sum(results, ({ passed }) => passed)} passed, ${sum(results, ({ failures }) => failures.length)} failed, ${sum(results, ({ skipped }) => skipped)} skipped`,
  ].join('\n');
}
