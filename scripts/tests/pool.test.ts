import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { ROOT, runFiles } from './pool.ts';

const folder = await mkdtemp(join(tmpdir(), 'earshot-runner-'));
after(() => rm(folder, { recursive: true }));

/** Runs test files with these contents in one process. Returns the results, and the lines that the files have logged. */
async function run(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const tests = Object.keys(files).filter((name) => name.endsWith('.test.mjs'));
  await writeFile(join(folder, 'log'), '');
  const results = await runFiles(
    tests.map((name) => relative(ROOT, join(folder, name))),
    { concurrency: 1, onResult: () => {} },
  );
  return { results, log: (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n') };
}

const HEAD = `
import { appendFileSync } from 'node:fs';
import { after, afterEach, beforeEach, test } from 'node:test';
import { shared } from './shared.mjs';
const log = (line) => appendFileSync(new URL('log', import.meta.url), line + '\\n');`;

test('hooks and tests that a file registers after waiting for a promise of another file run with that file', async () => {
  const file = (name: string) => `${HEAD}
    await shared();
    after(() => log('${name}: after'));
    beforeEach(() => log('${name}: before each'));
    afterEach(() => log('${name}: after each'));
    test('one', async (t) => {
      await shared();
      t.after(() => log('${name}: after one'));
    });
    await shared();
    test('two', () => log('${name}: two'));`;
  const { results, log } = await run({
    'shared.mjs': 'let promise; export const shared = () => (promise ??= new Promise((resolve) => setImmediate(resolve)));',
    'a.test.mjs': file('a'),
    'b.test.mjs': file('b'),
  });
  assert.deepEqual(
    results.map(({ passed, failures, tests }) => [passed, failures, tests.map(({ name }) => name)]),
    [
      [2, [], ['one', 'two']],
      [2, [], ['one', 'two']],
    ],
  );
  const expected = ['before each', 'after each', 'after one', 'before each', 'two', 'after each', 'after'];
  assert.deepEqual(
    log,
    ['a', 'b'].flatMap((name) => expected.map((line) => `${name}: ${line}`)),
  );
});

test('a file that fails, ends its process or leaves work behind is reported by its name, and the next file runs', async () => {
  const { results } = await run({
    'fails.test.mjs': `${HEAD} test('outer', async (t) => { await t.test('inner', () => { throw new Error('Deliberate'); }); });`,
    'exits.test.mjs': `${HEAD} test('exits', () => process.exit(3));`,
    'broken.test.mjs': 'import "./missing.mjs";',
    'works.test.mjs': `import { createServer } from 'node:http'; ${HEAD} createServer().listen(0); test('works', () => {});`,
  });
  assert.deepEqual(
    results.map(({ passed, failures }) => [passed, failures.map((failure) => failure.test)]),
    [
      [0, ['outer › inner']],
      [0, ['']],
      [0, ['']],
      [1, []],
    ],
  );
  assert.match(results[0]?.failures[0]?.error ?? '', /Deliberate/);
  assert.match(results[1]?.failures[0]?.error ?? '', /The process ended \(3\)/);
  assert.match(results[2]?.failures[0]?.error ?? '', /missing\.mjs/);
});

test('an error that no test waits for fails the test that caused it', async () => {
  const { results } = await run({
    'rejects.test.mjs': `${HEAD}
      test('passes', () => {});
      test('rejects', async () => {
        void Promise.reject(new Error('Forgotten'));
        await new Promise((resolve) => process.once('unhandledRejection', resolve));
      });`,
    'throws.test.mjs': `${HEAD}
      test('throws', async () => {
        setImmediate(() => { throw new Error('Late'); });
        await new Promise((resolve) => process.once('uncaughtException', resolve));
      });`,
    'works.test.mjs': `${HEAD} test('works', () => {});`,
  });
  assert.deepEqual(
    results.map(({ passed, failures }) => [passed, failures.map(({ test: name }) => name)]),
    [
      [1, ['rejects']],
      [0, ['throws']],
      [1, []],
    ],
  );
  assert.match(results[0]?.failures[0]?.error ?? '', /Forgotten/);
  assert.match(results[1]?.failures[0]?.error ?? '', /Late/);
});

test('an error after the end of its test, or of a hook, is reported with the running file', async () => {
  const { results } = await run({
    'shared.mjs':
      'const { promise, resolve } = Promise.withResolvers(); export { resolve }; export const shared = () => promise;',
    'leaves.test.mjs': `${HEAD} test('ends', () => {
      for (const word of ['Late', 'Later']) void shared().then(() => { throw new Error(word); });
    });`,
    'works.test.mjs': `${HEAD}
      import { resolve } from './shared.mjs';
      test('works', async () => {
        resolve();
        await new Promise((done) => process.once('unhandledRejection', done));
      });`,
    'hook.test.mjs': `${HEAD}
      let rejected;
      beforeEach(() => {
        rejected = new Promise((done) => process.once('unhandledRejection', done));
        void Promise.reject(new Error('Forgotten'));
      });
      test('works', () => rejected);`,
  });
  assert.deepEqual(
    results.map(({ passed, failures, strays }) => [passed, failures, strays.map((stray) => /Error: (\w+)/.exec(stray)?.[1])]),
    [
      [1, [], []],
      [1, [], ['Late', 'Later']],
      [1, [], ['Forgotten']],
    ],
  );
});
