import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sharedTestServer } from '@earshot/server/testing/server';
import { describeError } from '../src/errors.ts';
import { replaceFile } from '../src/replace-file.ts';
import { createEnvironment, runWith } from './processes.ts';

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

test('errors of connections name their cause', async () => {
  const { port } = new URL((await sharedTestServer()).url);
  const cases: [url: string, reason: RegExp][] = [
    // Above the ports that systems assign.
    ['http://127.0.0.1:65000', /^Reason: connect ECONNREFUSED 127\.0\.0\.1:65000$/m],
    [`https://127.0.0.1:${port}`, /^Reason: .*(SSL|TLS|wrong version|packet length)/m],
    ['http://nobody.invalid', /^Reason: getaddrinfo (ENOTFOUND|EAI_AGAIN) nobody\.invalid$/m],
  ];
  for (const [url, reason] of cases) {
    const variables = { ...createEnvironment(folder), EARSHOT_URL: url, EARSHOT_TOKEN: 'earshot_pat_x', EARSHOT_PROJECT: 'acme' };
    const { code, stderr } = await runWith(variables, 'feedback', 'list');
    assert.equal(code, 1, stderr);
    assert.ok(stderr.includes(`${url} is unreachable`), stderr);
    assert.match(stderr, reason);
  }
});

test('an API key in place of a token is named', async () => {
  const { url } = await sharedTestServer();
  const variables = {
    ...createEnvironment(folder),
    EARSHOT_URL: url,
    EARSHOT_PROJECT: 'acme',
    EARSHOT_TOKEN: `pk_${'x'.repeat(32)}`,
  };
  const { code, stderr } = await runWith(variables, 'feedback', 'list');
  assert.equal(code, 4, stderr);
  assert.match(stderr, /EARSHOT_TOKEN is an API key\. Set it to a personal access token/);
});
