import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileResult, ROOT } from './pool.ts';

const LIST = join(ROOT, 'docs/flaky-tests.md');

/**
 * Adds tests that failed and then passed to `docs/flaky-tests.md`, to be committed with the next change. Returns the lines to print, one per test.
 * A continuous integration run only prints them, because its clone is not kept.
 */
export function recordFlaky(flaky: FileResult[]): string {
  const cases = flaky.flatMap(({ file, failures }) =>
    failures.map(({ test, error }) => ({ file, test: test || '(whole file)', error })),
  );
  if (!process.env.CI)
    for (const { file, test, error } of cases) {
      // Without the stack: the first line of an assertion does not say what differs.
      const [message = ''] = error.split('\n    at ');
      const row = [new Date().toISOString().slice(0, 10), `\`${file}\``, test, message.trim().slice(0, 500)];
      const cells = row.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' '));
      appendFileSync(LIST, `| ${cells.join(' | ')} |\n`);
    }
  return cases.map(({ file, test }) => `FLAKY ${file}: ${test}`).join('\n');
}
