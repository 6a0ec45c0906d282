import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

// Checks rules about tests. architecture.test.ts checks the rules about the product.

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
/** Test code that waits for time, with the reason. */
const MAY_WAIT: Record<string, string> = {
  'cli/test/terminal.test.ts': 'repeats a change of the server until a watching command shows it',
  'e2e/src/accounts.test.ts': 'delays a response behind a pressed button',
  'e2e/src/tracker-pages.test.ts': 'no state says that a tracker sends nothing more',
  'e2e/src/tracker-script.test.ts': 'no state says that a tracker sends nothing more',
  'e2e/src/tracker.test.ts': 'no state says that a tracker sends nothing more',
  'sdk/test/calls.test.ts': 'a response that takes longer than a timeout',
  'server/src/services/analytics/pipeline/durability.test.ts': 'kills at random moments (long version)',
  'server/src/services/feedback/races.test.ts': 'spreads votes over the time of a merge',
  'server/src/platform/api/csv.test.ts': 'readers and sources that pause, against limits of a few hundred milliseconds',
  'server/src/platform/api/malformed.test.ts': 'lets the garbage collector run (long version)',
  'server/src/platform/ids.test.ts': 'ids contain the millisecond',
  'server/src/platform/outbound/requests.test.ts': 'an endless response',
  'server/src/platform/postgres/embedded.test.ts':
    'kills processes during a start of PostgreSQL, which has no states to wait for',
  'server/src/platform/postgres/fixtures/embedded-process.ts': 'inserts again after a failure',
  'server/src/platform/postgres/fixtures/embedded.ts': 'tries again until PostgreSQL answers',
  'server/src/platform/postgres/failover.test.ts': 'requests during a failover (long version)',
  'server/src/process.test.ts': 'stops PostgreSQL at moments of a restart, which has no states to wait for',
  'server/src/testing/cluster/comparison.ts': 'mutations of a cluster',
  'server/src/testing/mutation/run-test-file.ts': 'time limit of a test file',
  'server/src/testing/process.ts': 'time limit of the end of a process',
  'server/src/testing/until.ts': 'the interval at which states are checked',
};

/** Returns the code of tests. */
const readTests = () =>
  execFileSync('git', ['ls-files', '*.test.ts', 'server/src/testing', 'e2e/src', '*/fixtures/*'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter(
      (file) => file.endsWith('.ts') && file !== 'server/src/testing/conventions.test.ts' && existsSync(join(REPOSITORY, file)),
    )
    .map((file) => ({ file, text: readFileSync(join(REPOSITORY, file), 'utf8') }));

test('tests wait for states, and not for time', () => {
  const waiting = readTests().filter(({ text }) => /\b(setTimeout|setInterval|sleep|waitForTimeout)\(/.test(text));
  assert.deepEqual(waiting.map(({ file }) => file).toSorted(), Object.keys(MAY_WAIT).toSorted());
});

test('tests of the shared server change only their own rows', () => {
  const wrong = readTests()
    .filter(({ text }) => text.includes('sharedTestServer()') && !text.includes('startTestServer('))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/`\s*((?:UPDATE|DELETE FROM|TRUNCATE) [^`]*)`/g)]
        .filter(([, statement = '']) => !/\bWHERE\b/.test(statement))
        .map(([, statement]) => `${file}: ${statement}`),
    );
  assert.deepEqual(wrong, []);
});
