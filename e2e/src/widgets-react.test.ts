import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Earshot, signUserToken } from '@earshot/sdk';
import { build } from 'rolldown';
import { until } from '@earshot/server/testing/until';
import { launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn();
const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
const team = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
const [{ secret } = { secret: '' }] = (await team.projects.identitySecrets.list(project.id)).data;
const token = await signUserToken({ id: 'u_1', name: 'Ada', email: 'ada@example.com' }, { projectId: project.id, secret });

// In this repository, so that React and the packages are resolved.
const folder = mkdtempSync(fileURLToPath(new URL('../app-', import.meta.url)));
after(() => rmSync(folder, { recursive: true }));

/** Bundles an app and serves it on a site of its own, which requires Trusted Types, with a slash at the end of the URL of Earshot. */
async function startApp(app: string): Promise<string> {
  const file = `${folder}/${crypto.randomUUID()}.tsx`;
  writeFileSync(
    file,
    `import { createRef, StrictMode, useState } from 'react';
     import { createRoot } from 'react-dom/client';
     import * as widgets from '@earshot/widgets/react';
     const common = { baseUrl: '{earshot}/', projectKey: '${project.api_key}' };
     ${app}
     createRoot(document.querySelector('#app')).render(<StrictMode><App /></StrictMode>);`,
  );
  const { output } = await build({
    input: file,
    write: false,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  });
  return await startSite(earshot.url, {
    '/': {
      body: '<!doctype html><html lang="en"><title>App</title><div id="app"></div><script type="module" src="/app.js"></script>',
      policy: "; require-trusted-types-for 'script'; trusted-types earshot",
    },
    '/app.js': { type: 'text/javascript', body: output[0].code },
  });
}

test('rendering again with inline functions keeps an open panel and its text', async () => {
  const site = await startApp(`
    const ref = createRef();
    function App() {
      const [count, setCount] = useState(0);
      const [title, setTitle] = useState('');
      globalThis.renderAgain = () => setCount((before) => before + 1);
      globalThis.ref = ref;
      return <>
        <p role="status">{count} {title}</p>
        <widgets.FeedbackWidget {...common} ref={ref} id="feedback" className="corner" aria-label="Opinions" style={{ color: 'red' }}
          texts={{ title: 'Tell us' }} userToken={() => Promise.resolve('${token}')}
          onSubmitted={({ detail }) => setTitle(detail.title + ' ' + count)} />
      </>;
    }`);
  const { page, complaints } = await openPage(browser);
  await page.goto(site);
  await page.getByRole('button', { name: 'Feedback' }).click();
  await page.getByLabel('Title').fill('From React');
  for (let number = 1; number <= 3; number++) {
    await page.evaluate('renderAgain()');
    await page.getByText(`${number}`, { exact: true }).waitFor({ state: 'attached' });
  }
  assert.equal(await page.getByLabel('Title').inputValue(), 'From React');
  assert.ok(await page.getByRole('dialog', { name: 'Tell us' }).isVisible());
  await page.getByText('Sent with your feedback').click();
  await page.getByText(`${site}/`).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('3 From React 3').waitFor({ state: 'attached' });
  assert.equal((await team.feedback.list()).data[0]?.submitter_email, 'ada@example.com');
  const attributes = await page.evaluate(
    `['id', 'class', 'aria-label', 'style'].map((name) => ref.current.getAttribute(name)).concat(ref.current.localName)`,
  );
  assert.deepEqual(attributes, ['feedback', 'corner', 'Opinions', 'color: red;', 'earshot-feedback']);
  assert.deepEqual(complaints, []);
});

test('the token of the user fills in forms, and subscribes without an address', async () => {
  const site = await startApp(`
    const App = () => <>
      <widgets.WaitlistForm {...common} userToken="${token}" />
      <widgets.Changelog {...common} userToken={async () => '${token}'} />
    </>;`);
  const { page, complaints } = await openPage(browser);
  await page.goto(site);
  await until(
    async () => (await page.locator('earshot-waitlist').getByLabel('Email address').inputValue()) === 'ada@example.com',
  );
  assert.equal(await page.locator('earshot-waitlist').getByLabel('Name').inputValue(), 'Ada');
  await page.getByText('Get updates by email: ada@example.com').waitFor();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Confirm your address').waitFor();
  assert.deepEqual(complaints, []);
});

test('the earlier names of the URL of the instance stay valid', async () => {
  const site = await startApp(`
    const App = () => <>
      <widgets.Roadmap url="{earshot}/" projectKey="${project.api_key}" />
      <earshot-roadmap id="plain" api-url="{earshot}" project-key="${project.api_key}" />
    </>;`);
  const { page, complaints } = await openPage(browser);
  await page.goto(site);
  await until(async () => (await page.locator('earshot-roadmap h3, earshot-roadmap h2').count()) >= 2);
  assert.deepEqual(
    await page.evaluate(`[...document.querySelectorAll('earshot-roadmap')].flatMap(({ baseUrl, apiUrl }) => [baseUrl, apiUrl])`),
    [earshot.url, earshot.url, earshot.url, earshot.url],
  );
  assert.deepEqual(complaints, []);
});

test('a missing project key is reported with the element and the attribute', async () => {
  const site = await startSite(earshot.url, {
    '/': '<!doctype html><title>Shop</title><script type="module" src="{earshot}/widgets/waitlist.js"></script><earshot-waitlist></earshot-waitlist>',
  });
  const { page, complaints } = await openPage(browser);
  await page.goto(site);
  await until(() => complaints.length > 0);
  assert.deepEqual(complaints, ['<earshot-waitlist> requires the attribute project-key="pk_…"']);
});

test('an end user whose token is rejected reads about the sign-in, not about tokens', async () => {
  const other = await signUserToken({ id: 'u_1' }, { projectId: project.id, secret: 'another secret' });
  const site = await startApp(`const App = () => <widgets.FeedbackWidget {...common} userToken="${other}" />;`);
  const { page } = await openPage(browser);
  await page.goto(site);
  await page.getByRole('button', { name: 'Feedback' }).click();
  await page.getByLabel('Title').fill('Dark mode');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').getByText('Your sign-in could not be verified').waitFor();
});
