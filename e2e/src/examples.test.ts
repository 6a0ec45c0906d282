import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import { parse } from 'yaml';
import { until } from '@earshot/server/testing/until';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';
import { createFolder, pack, runIn } from './packages.ts';
import { startProgram } from './programs.ts';

// Examples that require nothing from the npm registry. The others are tested by `npm run test:examples`.

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn();

async function createProject() {
  const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
  return { project, team: new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url }) };
}

const eventsOf = async (team: Earshot) =>
  Object.fromEntries((await team.analytics.events({ period: '24h' })).data.map(({ value, events }) => [value, events]));

test('the plain page tracks visits, and accepts sign-ups and feedback, under Trusted Types and a strict policy', async () => {
  const { project, team } = await createProject();
  const url = await startProgram(EXAMPLES, ['serve.ts'], { EARSHOT_URL: earshot.url, EARSHOT_KEY: project.api_key });
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
  assert.match(policy, /require-trusted-types-for 'script'; trusted-types earshot;/);
  assert.doesNotMatch(policy, /unsafe/);
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await page.getByRole('link', { name: 'Pricing' }).click();
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('You are number 1 in line.').waitFor();
  await page.getByRole('button', { name: 'Feedback' }).click();
  await page.getByLabel('Title').fill('Hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  await page.close({ runBeforeUnload: true });
  assert.equal((await team.feedback.list()).data[0]?.title, 'Hello');
  await until(async () => {
    const { pricing_opened: opened, page_view: views } = await eventsOf(team);
    return opened === 1 && views === 1;
  });
  assert.deepEqual(complaints, []);
});

test('the README contains the plain page', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const page = readFileSync(`${EXAMPLES}plain/index.html`, 'utf8');
  assert.ok(readme.includes(`\`\`\`html\n${page}\`\`\``), 'README.md and examples/plain/index.html differ');
});

/** Returns the commands of the steps of a workflow. */
function readCommands(workflow: string): string[] {
  const { jobs } = parse(readFileSync(`${EXAMPLES}workflows/${workflow}`, 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
  };
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

test('the workflows publish a changelog entry and push articles, with the packed command line', async () => {
  const { project, team } = await createProject();
  const user = new Earshot({ projectKey: project.api_key, baseUrl: earshot.url });
  const { id } = await user.feedback.submit({ title: 'Export as CSV' });
  const index = await team.indexes.create({ name: 'Help' });
  const { token } = await team.projects.serviceAccounts.create(project.id, {
    name: 'CI',
    scopes: ['projects:read', 'feedback:read', 'changelog:write', 'knowledge_base:write'],
  });

  const repository = createFolder();
  await pack(repository, 'cli/dist');
  writeFileSync(join(repository, 'package.json'), '{ "private": true }');
  await runIn(repository, ['npm', 'install', '--offline', '--omit=optional', './earshot-0.1.0.tgz']);
  mkdirSync(join(repository, 'docs/help'), { recursive: true });
  writeFileSync(join(repository, 'docs/help/export.md'), '# Export your data\n\nEvery list has a button.\n');
  writeFileSync(join(repository, '.gitignore'), 'node_modules\n');
  const git = (...args: string[]) =>
    runIn(repository, ['git', '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      GIT_CONFIG_GLOBAL: '/dev/null',
    });
  await git('init');
  await git('commit', '--allow-empty', '-m', 'feat: list entries');
  await git('tag', 'v1.0.0');
  await git('add', '.');
  await git('commit', '-m', `feat: export lists as CSV\n\nFixes ${id}`);
  await git('tag', 'v1.1.0');

  for (const command of [...readCommands('publish-changelog.yml'), ...readCommands('push-articles.yml')])
    await runIn(repository, ['bash', '-e', '-c', command], {
      EARSHOT_URL: earshot.url,
      EARSHOT_PROJECT: project.slug,
      EARSHOT_TOKEN: token ?? '',
      GITHUB_REF_NAME: 'v1.1.0',
      CI: 'true',
    });

  const [entry] = (await team.changelog.list()).data;
  assert.deepEqual([entry?.title, entry?.version, entry?.published], ['Version 1.1.0', '1.1.0', true]);
  assert.match(entry?.content ?? '', /[Ee]xport lists as CSV/);
  await until(async () => (await team.feedback.get(id)).status === 'done');
  assert.equal((await team.indexes.documents.get(index.id, 'export.md')).title, 'Export your data');
});
