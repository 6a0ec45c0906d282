import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { listImageTags, toNpmTag, writeArtifacts } from '../../scripts/release/artifacts.ts';
import { readSection } from '../../scripts/release/changelog.ts';
import { findObstacles, recordTests, startTests } from '../../scripts/release/checks.ts';
import { findDifferences, findVersionedFiles } from '../../scripts/release/versions.ts';
import { createFolder } from './packages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const readRoot = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(readRoot('package.json')) as { version: string; scripts: Record<string, string> };

/** Creates a repository with the files of this one that contain the version, without dependencies. */
function createRepository() {
  const root = createFolder();
  for (const file of [...findVersionedFiles(ROOT), 'package-lock.json', 'CHANGELOG.md']) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(ROOT, file), join(root, file));
  }
  writeFileSync(join(root, '.gitignore'), 'node_modules\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: root, encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Start');
  const release = (...args: string[]) => {
    const program = join(ROOT, 'scripts/release/main.ts');
    return spawnSync(process.execPath, [program, ...args, '--root', root], { encoding: 'utf8' });
  };
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return { root, git, release, read };
}

/** Records that the tests passed, without running them. */
const passTests = (root: string) => {
  startTests(root);
  recordTests(root);
};

test('a different version in any package, document or the lock file is reported', () => {
  const { root, read } = createRepository();
  assert.deepEqual(findDifferences(root), []);
  const replace = (file: string, from: string, to: string) => writeFileSync(join(root, file), read(file).replace(from, to));
  const { version } = manifest;
  replace('sdk/package.json', `"version": "${version}"`, '"version": "7.0.0"');
  replace('mcp/package.json', `"@earshot/sdk": "${version}"`, '"@earshot/sdk": "7.0.0-rc.1"');
  replace('sdk/README.md', `earshot-sdk-${version}.tgz`, ['earshot-sdk-7.0.0', 'tgz'].join('.'));
  replace('Dockerfile', `ARG VERSION=${version}`, 'ARG VERSION=7.0.0');
  replace('deploy/compose.yaml', `earshot:${version}`, ['earshot', '7.0.0'].join(':'));
  replace('package-lock.json', `"@earshot/sdk": "${version}"`, '"@earshot/sdk": "7.0.0"');
  assert.deepEqual(findDifferences(root).toSorted(), [
    `Dockerfile: 7.0.0 instead of ${version}`,
    `deploy/compose.yaml: 7.0.0 instead of ${version}`,
    `mcp/package.json: 7.0.0-rc.1 instead of ${version}`,
    `package-lock.json: a package of this repository is not ${version}`,
    `sdk/README.md: 7.0.0 instead of ${version}`,
    `sdk/package.json: 7.0.0 instead of ${version}`,
  ]);
});

test('a release requires committed files, passed tests, unreleased changes and a newer version', () => {
  const { root, git, release, read } = createRepository();
  const untested = release('99.0.0', '--files-only');
  assert.equal(untested.status, 1);
  assert.match(untested.stderr, /^✗ `npm test` has not passed for the commit [0-9a-f]{10}$/m);
  passTests(root);
  writeFileSync(join(root, 'new.txt'), '');
  assert.match(release('99.0.0', '--files-only').stderr, /^✗ These files are not committed: new\.txt$/m);
  passTests(root);
  git('clean', '-fq');
  assert.equal(release('99.0.0', '--dry-run').status, 0);
  assert.deepEqual(git('status', '--porcelain'), '', 'a dry run changes nothing');
  for (const version of ['1.0', 'v1.0.0', '01.0.0']) assert.match(release(version).stderr, /must be a semantic version/);
  assert.match(release('0.0.9', '--files-only').stderr, /The current version .* is newer than 0\.0\.9/);

  writeFileSync(join(root, 'CHANGELOG.md'), read('CHANGELOG.md').replace(/(## \[Unreleased\]\n)[\s\S]*?(?=## \[)/, '$1\n'));
  git('commit', '--quiet', '-am', 'Remove changes');
  passTests(root);
  assert.match(release('99.0.0', '--files-only').stderr, /has no entries under "## \[Unreleased\]"/);
  assert.match(read('package.json'), new RegExp(`"version": "${RegExp.escape(manifest.version)}"`));
});

test('tests count for the commit and the files with which they started', () => {
  const { root, git } = createRepository();
  const isTested = () => !findObstacles(root, () => true).length;
  startTests(root);
  writeFileSync(join(root, 'new.txt'), '');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Change during the tests');
  recordTests(root);
  assert.equal(isTested(), false);

  writeFileSync(join(root, 'new.txt'), 'changed');
  startTests(root);
  git('checkout', '--quiet', 'new.txt');
  recordTests(root);
  assert.equal(isTested(), false);

  recordTests(root);
  assert.equal(isTested(), false);
  passTests(root);
  assert.equal(isTested(), true);
});

test('a release sets one version everywhere, gives the changelog its heading, and can be repeated', () => {
  const { root, git, release, read } = createRepository();
  passTests(root);
  const unreleased = readSection(read('CHANGELOG.md'), 'Unreleased') ?? '';
  const first = release('99.0.0', '--files-only');
  assert.deepEqual([first.status, first.stderr], [0, '']);
  assert.match(first.stdout, /git tag v99\.0\.0/);
  assert.deepEqual(findDifferences(root), []);
  for (const name of ['package.json', 'server/package.json', 'sdk/package.json', 'widgets/package.json', 'cli/package.json'])
    assert.equal((JSON.parse(read(name)) as { version: string }).version, '99.0.0', name);
  assert.equal(readSection(read('CHANGELOG.md'), '99.0.0'), unreleased);
  assert.equal(readSection(read('CHANGELOG.md'), 'Unreleased'), '');
  assert.match(read('CHANGELOG.md'), /^## \[99\.0\.0\] - \d{4}-\d\d-\d\d$/m);

  const changed = git('diff');
  assert.equal(release('99.0.0', '--files-only').status, 0);
  assert.equal(git('diff'), changed);
  // Nothing but the version and the heading has changed.
  const lines = changed.split('\n').filter((line) => /^[+-](?![+-])/.test(line));
  assert.deepEqual(
    lines.filter((line) => !/99\.0\.0|^\+$/.test(line) && !line.includes(manifest.version)),
    [],
  );
});

test('only stable releases get the tags that move', () => {
  assert.deepEqual(listImageTags('1.2.3'), ['1.2.3', '1.2', '1', 'latest']);
  assert.deepEqual(listImageTags('0.3.0'), ['0.3.0', '0.3', 'latest']);
  assert.deepEqual(listImageTags('2.0.0-rc.1'), ['2.0.0-rc.1']);
  assert.deepEqual([toNpmTag('1.2.3'), toNpmTag('2.0.0-rc.1')], ['latest', 'next']);
});

test('the artifacts are the packed packages, the bill of materials, the references, notes and checksums', async () => {
  const folder = join(createFolder(), 'release');
  // The current version has notes once it is released.
  const { version } = manifest;
  const files = await writeArtifacts(ROOT, folder);
  assert.deepEqual(files.toSorted(), [
    'SHA256SUMS',
    `earshot-${version}.tgz`,
    `earshot-sdk-${version}.tgz`,
    `earshot-widgets-${version}.tgz`,
    'earshot.cdx.json',
    'image-tags.txt',
    'npm-packages.txt',
    'npm-tag.txt',
    'openapi.json',
    'release-notes.md',
    `sdk-reference-${version}.tgz`,
  ]);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder });
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  assert.equal((JSON.parse(read('openapi.json')) as { info: { version: string } }).info.version, version);
  const pages = execFileSync('tar', ['-tzf', `sdk-reference-${version}.tgz`], { cwd: folder, encoding: 'utf8' });
  assert.match(pages, /^sdk-reference\/README\.md$/m);
  const bill = JSON.parse(read('earshot.cdx.json')) as {
    metadata: { component: { version: string } };
    components: { name: string }[];
  };
  assert.equal(bill.metadata.component.version, version);
  const names = new Set(bill.components.map(({ name }) => name));
  assert.deepEqual([names.has('fastify'), names.has('cspell')], [true, false], 'dependencies, without those of the development');
  assert.deepEqual(read('npm-packages.txt').trim().split('\n'), [
    `earshot-sdk-${version}.tgz`,
    `earshot-widgets-${version}.tgz`,
    `earshot-${version}.tgz`,
  ]);
});

interface Workflow {
  on: object;
  permissions: Record<string, string>;
  jobs: Record<
    string,
    { 'timeout-minutes'?: number; needs?: string | string[]; steps: { uses?: string; run?: string; with?: object }[] }
  >;
}

const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT });

for (const file of WORKFLOWS)
  test(`the workflow ${basename(file)} uses scripts, files and jobs that exist`, () => {
    const workflow = parse(readRoot(file)) as Workflow;
    assert.deepEqual(workflow.permissions, { contents: 'read' }, 'jobs get further permissions one by one');
    for (const [name, job] of Object.entries(workflow.jobs)) {
      assert.ok(job['timeout-minutes'], `${name} has a time limit`);
      for (const need of [job.needs ?? []].flat()) assert.ok(workflow.jobs[need], `${name} needs ${need}`);
      for (const { uses, run = '' } of job.steps) {
        if (uses) assert.match(uses, /^(?:actions|docker)\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/);
        for (const [, script = ''] of run.matchAll(/\bnpm (?:run (?:-s )?)?((?<=run (?:-s )?)[\w:]+|test)/g))
          assert.ok(manifest.scripts[script], `${name}: npm run ${script}`);
        // Text from outside must not become a part of a script.
        assert.doesNotMatch(run, /\$\{\{/, name);
        // Bash warns of a locale that is not installed, such as one of an SSH connection.
        const checked = spawnSync('bash', ['-n'], { input: run, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
        assert.equal(checked.stderr, '', name);
      }
    }
  });

test('the release workflow publishes what the release script writes', () => {
  const text = readRoot('.github/workflows/release.yml');
  const used = [...text.matchAll(/\b(?:release\/)?(SHA256SUMS|[\w-]+\.(?:txt|md))\b/g)].map(([, name = '']) => name);
  const written = readRoot('scripts/release/artifacts.ts');
  for (const name of new Set(used.filter((each) => each !== 'CONTRIBUTING.md'))) assert.ok(written.includes(`'${name}'`), name);
  assert.match(text, /--provenance/);
  assert.ok(existsSync(join(ROOT, 'CHANGELOG.md')));
});

test('the changelog has the form of Keep a Changelog', () => {
  const changelog = readRoot('CHANGELOG.md');
  const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  assert.equal(headings[0], '[Unreleased]');
  for (const heading of headings.slice(1)) assert.match(heading, /^\[\d+\.\d+\.\d+(?:-[\w.]+)?\] - \d{4}-\d\d-\d\d$/);
  for (const [, kind = ''] of changelog.matchAll(/^### (.*)$/gm))
    assert.ok(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'].includes(kind), kind);
  assert.ok(readSection(changelog, manifest.version), `${manifest.version} has a section`);
});
