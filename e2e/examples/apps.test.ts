// The example apps, each with the packed packages in an empty folder: types, build, and its use in Chromium.
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import type { Page } from 'playwright-core';
import { freePort } from '@earshot/server/testing/process';
import { until } from '@earshot/server/testing/until';
import { AS_PEOPLE, launchBrowser, openPage } from '../src/browser.ts';
import { startEarshot } from '../src/earshot.ts';
import { createFolder, pack, runIn } from '../src/packages.ts';
import { startProgram } from '../src/programs.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' });
const accessToken = await earshot.signIn();

const folder = createFolder();
cpSync(EXAMPLES, folder, {
  recursive: true,
  filter: (path) => !/\/(?:node_modules|packages|dist|build|\.next|\.react-router|\.astro|package-lock\.json)$/.test(path),
});
await pack(join(folder, 'packages'), 'sdk', 'widgets');

/** Installs and builds an example with the packed packages. Building includes a strict check of its types. Returns its folder. */
async function buildApp(name: string, env: Record<string, string> = {}): Promise<string> {
  const app = join(folder, name);
  await runIn(app, ['npm', 'install', '--no-package-lock', '--prefer-offline']);
  await runIn(app, ['npm', 'run', 'build'], { ...env, NEXT_TELEMETRY_DISABLED: '1' });
  const readOptions = (path: string) => readFileSync(join(path, name, 'tsconfig.json'), 'utf8');
  assert.equal(readOptions(folder), readOptions(EXAMPLES), 'Next.js changes options of TypeScript that it requires');
  return app;
}

async function createProject() {
  const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
  const team = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
  const [{ secret } = { secret: '' }] = (await team.projects.identitySecrets.list(project.id)).data;
  await team.changelog.create({ title: 'Dark mode', content: 'It is here.', published: true });
  const variables = {
    EARSHOT_URL: earshot.url,
    EARSHOT_KEY: project.api_key,
    EARSHOT_PROJECT: project.id,
    EARSHOT_IDENTITY_SECRET: secret,
  };
  return { project, team, variables };
}

const countEvents = async (team: Earshot, name: string) =>
  (await team.analytics.events({ period: '24h' })).data.find(({ value }) => value === name)?.events;

async function sendFeedback(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Feedback' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
}

async function joinWaitlist(page: Page): Promise<void> {
  const form = page.locator('earshot-waitlist');
  await form.getByLabel('Email address').fill('ada@example.com');
  await form.getByRole('button', { name: 'Join' }).click();
  await page.getByText('Number 1', { exact: true }).waitFor();
}

test('the React app receives events of its widgets, tracks events, and lists news', async () => {
  const { project, team } = await createProject();
  const app = await buildApp('react', { VITE_EARSHOT_URL: earshot.url, VITE_EARSHOT_KEY: project.api_key });
  const port = String(await freePort());
  const vite = ['node_modules/vite/bin/vite.js', 'preview', '--host', '127.0.0.1', '--port', port, '--strictPort'];
  const url = await startProgram(app, vite, { PORT: port });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await page.getByRole('list', { name: 'News' }).getByText('Dark mode').waitFor();
  await page.getByRole('button', { name: 'Pricing' }).click();
  await joinWaitlist(page);
  await sendFeedback(page, 'From React');
  await page.getByText('“From React” was sent').waitFor({ state: 'attached' });
  await until(async () => (await countEvents(team, 'pricing_opened')) === 1);
  assert.equal(await countEvents(team, 'page_view'), 1);
  assert.equal((await team.waitlist.list()).data[0]?.referral_source, 'react');
  assert.deepEqual(complaints, []);
});

test('the Next.js app renders on the server, and uses widgets in server and client components', async () => {
  const { team, variables } = await createProject();
  // The variables are not set: pages read them when they are requested.
  const app = await buildApp('next');
  const port = String(await freePort());
  const next = ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', port];
  const url = await startProgram(app, next, { ...variables, PORT: port, NEXT_TELEMETRY_DISABLED: '1' });
  const html = await (await fetch(url)).text();
  assert.match(html, /<li>Dark mode<\/li>/);
  assert.match(html, /<earshot-feedback /);
  assert.ok(!html.includes(variables.EARSHOT_IDENTITY_SECRET));

  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await joinWaitlist(page);
  await page.getByRole('button', { name: 'Pricing' }).click();
  await sendFeedback(page, 'From Next.js');
  await page.keyboard.press('Escape');
  await page.getByLabel('Idea').fill('From a server action');
  await page.getByRole('button', { name: 'Send idea' }).click();
  const findFeedback = async (title: string) => (await team.feedback.list()).data.find((entry) => entry.title === title);
  await until(async () => await findFeedback('From a server action'));
  assert.equal((await findFeedback('From Next.js'))?.submitter_email, 'ada@example.com');
  await until(async () => (await countEvents(team, 'pricing_opened')) === 1);
  assert.equal(await countEvents(team, 'page_view'), 1);
  assert.equal((await team.waitlist.list()).data[0]?.referral_source, 'next');
  assert.deepEqual(complaints, []);
});

test('the React Router app renders on the server, and keeps its widgets while the user changes pages', async () => {
  const { team, variables } = await createProject();
  const app = await buildApp('react-router');
  const serve = ['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'];
  const url = await startProgram(app, serve, { ...variables, HOST: '127.0.0.1', PORT: String(await freePort()) });
  const html = await (await fetch(url)).text();
  assert.match(html, /<li>Dark mode<\/li>/);
  assert.match(html, /<earshot-feedback /);

  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await joinWaitlist(page);
  await page.getByRole('button', { name: 'Pricing' }).click();
  await page.getByLabel('Idea').fill('From an action');
  await page.getByRole('button', { name: 'Send idea' }).click();
  await page.getByText('“From an action” was sent').waitFor();
  const [idea] = (await team.feedback.list()).data;
  await team.feedback.update(idea?.id ?? '', { status: 'planned' });

  await page.locator('earshot-feedback').evaluate((element) => element.setAttribute('data-kept', ''));
  await page.getByRole('link', { name: 'Roadmap' }).click();
  await page.locator('earshot-roadmap').getByText('From an action').waitFor();
  assert.equal(await page.locator('earshot-feedback[data-kept]').count(), 1);
  await sendFeedback(page, 'From React Router');
  const [entry] = (await team.feedback.list({ sort: 'newest' })).data;
  assert.deepEqual([entry?.title, entry?.submitter_email], ['From React Router', 'ada@example.com']);
  await until(async () => (await countEvents(team, 'page_view')) === 2);
  assert.equal(await countEvents(team, 'pricing_opened'), 1);
  assert.equal((await team.waitlist.list()).data[0]?.referral_source, 'react-router');
  assert.deepEqual(complaints, []);
});

test('the Astro site has news in its pages, and widgets as islands across view transitions', async () => {
  const { team, variables } = await createProject();
  const { EARSHOT_URL, EARSHOT_KEY } = variables;
  const user = new Earshot({ projectKey: EARSHOT_KEY, baseUrl: EARSHOT_URL });
  const { id } = await user.feedback.submit({ title: 'Offline mode' });
  await team.feedback.update(id, { status: 'planned' });
  const app = await buildApp('astro', { EARSHOT_URL, EARSHOT_KEY, ASTRO_TELEMETRY_DISABLED: '1' });
  const port = String(await freePort());
  const preview = ['node_modules/astro/bin/astro.mjs', 'preview', '--host', '127.0.0.1', '--port', port];
  const url = await startProgram(app, preview, { PORT: port, ASTRO_TELEMETRY_DISABLED: '1' });
  assert.match(await (await fetch(url)).text(), /<li>Dark mode<\/li>/);

  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await joinWaitlist(page);
  await page.getByRole('button', { name: 'Pricing' }).click();
  await page.getByRole('button', { name: 'Feedback' }).waitFor();
  await page.getByRole('link', { name: 'Roadmap' }).click();
  await page.locator('earshot-roadmap').getByText('Offline mode').waitFor();
  await sendFeedback(page, 'From Astro');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.locator('earshot-waitlist').getByText('You are number 1 in line.').waitFor();
  assert.equal((await team.feedback.list({ sort: 'newest' })).data[0]?.title, 'From Astro');
  await until(async () => (await countEvents(team, 'page_view')) === 3);
  assert.equal(await countEvents(team, 'pricing_opened'), 1);
  assert.equal((await team.waitlist.list()).data[0]?.referral_source, 'astro');
  assert.deepEqual(complaints, []);
});

test('the Express server signs user tokens, submits feedback, tracks events, and verifies webhooks', async () => {
  const { team, variables } = await createProject();
  const app = await buildApp('express');
  const port = String(await freePort());
  const { secret } = await team.webhooks.create({ url: `http://127.0.0.1:${port}/earshot` });
  const url = await startProgram(app, ['server.ts'], { ...variables, EARSHOT_WEBHOOK_SECRET: secret ?? '', PORT: port });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Idea' }).fill('Export as <b>CSV</b>');
  await page.getByRole('button', { name: 'Send idea' }).click();
  await page.getByText('Export as <b>CSV</b>: new').waitFor();
  const [idea] = (await team.feedback.list()).data;
  await team.feedback.update(idea?.id ?? '', { status: 'planned' });
  await until(async () => {
    await page.reload();
    return await page.getByText('Export as <b>CSV</b>: planned').isVisible();
  });
  await until(async () => (await countEvents(team, 'idea_sent')) === 1);

  await sendFeedback(page, 'From the widget');
  const [entry] = (await team.feedback.list({ sort: 'newest' })).data;
  assert.deepEqual([entry?.title, entry?.submitter_email], ['From the widget', 'ada@example.com']);
  const headers = { 'content-type': 'application/json' };
  assert.equal((await fetch(`${url}/earshot`, { method: 'POST', headers, body: '{}' })).status, 400);
  assert.deepEqual(complaints, []);
});
