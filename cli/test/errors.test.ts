import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { describeError } from '../src/errors.ts';
import { replaceFile } from '../src/replace-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'earshot-errors-'));
after(() => rm(folder, { recursive: true, force: true }));
const fail = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => describeError(error),
  );

test('errors of files name the file and not the system call', async () => {
  const file = join(folder, 'a.csv');
  await writeFile(file, '');
  const cases: [() => Promise<unknown>, string][] = [
    [() => readFile(join(folder, 'none.csv')), `${join(folder, 'none.csv')} not found`],
    [() => readdir(join(folder, 'none')), `${join(folder, 'none')} not found`],
    [() => readFile(join(file, 'b.csv')), `A part of ${join(file, 'b.csv')} is a file, not a folder`],
    [() => writeFile(folder, ''), `${folder} is a folder, not a file`],
    // Without the name of the temporary file.
    [() => replaceFile(join(folder, 'none', 'out.csv'), ''), `${join(folder, 'none')} not found`],
  ];
  for (const [work, expected] of cases) assert.equal(await fail(work()), expected);
});
