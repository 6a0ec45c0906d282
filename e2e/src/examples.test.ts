import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import { freePort } from '../../server/src/testing/process.ts';
import { until } from '../../server/src/testing/until.ts';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' });
const accessToken = earshot.signIn();

async function createProject() {
  const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
  return { project, team: new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url }) };
}

/** Runs an example as its comment describes, until the test file ends. */
async function run(script: string[], env: Record<string, string>) {
  const port = String(await freePort());
  const child = spawn(process.execPath, script, {
    cwd: EXAMPLES,
    env: { PATH: process.env.PATH, EARSHOT_URL: earshot.url, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill());
  const output = { text: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.text += text));
  await until(() => output.text.includes(port));
  return { url: `http://127.0.0.1:${port}`, output };
}

const eventsOf = async (team: Earshot) =>
  Object.fromEntries((await team.analytics.events({ period: '24h' })).data.map(({ value, events }) => [value, events]));

test('the plain page tracks visits, and accepts sign-ups and feedback', async () => {
  const { project, team } = await createProject();
  const { url } = await run(['serve.ts', 'plain'], { EARSHOT_KEY: project.api_key });
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
  await until(async () => (await eventsOf(team)).pricing_opened === 1);
  assert.equal((await eventsOf(team)).page_view, 1);
  assert.deepEqual(complaints, []);
});

test('the README contains the plain page', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const page = readFileSync(`${EXAMPLES}plain/index.html`, 'utf8');
  assert.ok(readme.includes(`\`\`\`html\n${page}\`\`\``), 'README.md and examples/plain/index.html differ');
});

test('the React app receives events of its widgets', async () => {
  const { project, team } = await createProject();
  const { url } = await run(['serve.ts', 'react'], { EARSHOT_KEY: project.api_key });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await page.getByRole('button', { name: 'Pricing' }).click();
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('Number 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Feedback' }).click();
  await page.getByLabel('Title').fill('From React');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('“From React” was sent').waitFor({ state: 'attached' });
  await until(async () => (await eventsOf(team)).pricing_opened === 1);
  assert.equal((await team.waitlist.list()).data[0]?.referral_source, 'react');
  assert.deepEqual(complaints, []);
});

test('the Node.js server signs user tokens, submits feedback, and verifies webhooks', async () => {
  const { project, team } = await createProject();
  const [{ secret } = { secret: '' }] = (await team.projects.identitySecrets.list(project.id)).data;
  const receiver = await createProject();
  const webhook = await receiver.team.webhooks.create({ url: 'http://127.0.0.1:9/earshot' });
  const { url, output } = await run(['node/server.ts'], {
    EARSHOT_KEY: project.api_key,
    EARSHOT_PROJECT: project.id,
    EARSHOT_IDENTITY_SECRET: secret,
    EARSHOT_WEBHOOK_SECRET: webhook.secret,
  });
  await receiver.team.webhooks.update(webhook.id, { url: `${url}/earshot` });
  const { token } = (await (await fetch(`${url}/user-token`)).json()) as { token: string };
  const answer = await fetch(`${url}/feedback`, { method: 'POST', body: '{"message":"From our own form"}' });
  const { id } = (await answer.json()) as { id: string };
  const vote = await new Earshot({ projectKey: project.api_key, baseUrl: earshot.url, userToken: token }).feedback.upvote(id);
  assert.equal(vote.upvote_count, 1);
  assert.equal((await receiver.team.webhooks.test(webhook.id)).status, 'succeeded');
  assert.match(output.text, /webhook\.test/);
  assert.equal((await fetch(`${url}/earshot`, { method: 'POST', body: '{}' })).status, 400);
});
