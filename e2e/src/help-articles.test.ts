import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import type { BrowserContextOptions } from 'playwright-core';
import { until } from '@earshot/server/testing/until';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';

// Articles of a folder of Markdown files, on the public pages and in the help widget.

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = await earshot.signIn();
const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
const team = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
const index = await team.indexes.create({ name: 'Guides' });

const TABLE = '| Format | Rows |\n| :-- | --: |\n| CSV | 10,000 |';
const CODE =
  '```ts\n// Exports everything.\nconst className = "export";\nfunction exportAll(limit: number) { return limit; }\n```';
const article = await team.indexes.documents.create(index.id, {
  external_id: 'guides/export.md',
  content: `# Export your data

Every list has a button[^1]. See [Import](import.md#columns), the [plans](../plans.md) and [a missing page](missing.md).

[^1]: Except for the audit log.

> [!NOTE]
> An export contains the **filtered** rows.

> [!WARNING]
> Links expire after seven days.

## As code

${CODE}

## Steps

1. Open a list
2. Choose *Export*

- [x] Choose a format
- [ ] Wait for the file

### Formats

${TABLE}

## Problems

${'The file is empty when the filter matches nothing. '.repeat(60)}
`,
});
await team.indexes.documents.create(index.id, {
  external_id: 'guides/import.md',
  content: '# Import customers\n\nUpload a file.\n\n## Columns\n\nThe first row names the columns.',
});
await team.indexes.documents.create(index.id, {
  external_id: 'plans.md',
  url: 'https://acme.example/plans',
  content: '# Plans\n\nStarter is free.',
});

const url = `${earshot.url}/p/${project.slug}/help/${article.id}`;
const KINDS: BrowserContextOptions[] = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
];

for (const options of KINDS)
  test(`an article has no axe violations and fits the window: ${options.viewport?.width} px, ${options.colorScheme}`, async () => {
    const { page } = await openPage(browser, { ...options, bypassCSP: true });
    await page.goto(url);
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    await page.evaluate(AXE);
    await assertAccessible(page, 'article');
  });

test('an article works without scripts, and complies with the policy of the page', async () => {
  const { page, complaints } = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto(url);
  const links = await page
    .locator('.prose p a')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  assert.match(String(links[1]?.[1]), /\/help\/import-customers#columns$/);
  assert.deepEqual(links[2], ['plans', 'https://acme.example/plans']);
  assert.deepEqual(links[3], ['a missing page', null]);
  assert.equal(await page.locator('.callout-warning .callout-title').innerText(), 'Warning');
  assert.equal(await page.locator('.prose li input:checked').count(), 1);
  assert.match(await page.evaluate(`getComputedStyle(document.querySelector('td + td')).textAlign`), /right$/);
  assert.equal(await page.locator('.hljs-comment').innerText(), '// Exports everything.');
  await page.getByText('On this page').click();
  await page.getByRole('link', { name: 'Formats' }).click();
  await page.waitForURL('**#formats');
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByRole('heading', { name: 'Columns' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the table of contents is next to the article in wide windows, and headings link to themselves', async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const [toc, text] = await Promise.all([contents.boundingBox(), page.locator('article').boundingBox()]);
  assert.ok(toc && text && toc.x >= text.x + text.width);
  assert.deepEqual(await contents.getByRole('listitem').allInnerTexts(), ['As code', 'Steps', 'Formats', 'Problems']);
  assert.ok(await contents.getByRole('link', { name: 'Problems' }).isVisible());
  const heading = page.getByRole('heading', { name: 'Steps' });
  await heading.hover();
  await heading.getByRole('link').click();
  await page.waitForURL('**#steps');
  assert.deepEqual(complaints, []);
});

test('a button copies the code', async () => {
  const { page, complaints } = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(url);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), CODE.slice(CODE.indexOf('\n') + 1, CODE.lastIndexOf('\n')));
  assert.deepEqual(complaints, []);
});

test('insights count opened results of the search page, and ratings of the article', async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await page.goto(`${earshot.url}/p/${project.slug}/help?q=exporting`);
  await page.getByRole('link', { name: 'Export your data' }).click();
  await page.getByText('Was this helpful?').waitFor();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Thank you.').waitFor();
  await until(async () => {
    const { click_through, documents } = await team.indexes.insights(index.id);
    const [first] = documents;
    return click_through === 1 && first?.document_id === article.id && first.clicks === 1 && first.helpful === 1;
  });
  assert.deepEqual(complaints, []);
});

test('a footnote in the help widget leads to its text, not to the page around', async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await page.goto(url);
  await page.locator('earshot-help').getByRole('button').first().click();
  await page.getByRole('combobox').fill('export your data');
  await page.getByRole('option').first().click();
  await page.locator('earshot-help sup a').click();
  const footnote = page.locator('earshot-help').getByText('Except for the audit log.');
  await until(async () => ((await footnote.boundingBox())?.y ?? Infinity) < 844);
  assert.equal(new URL(page.url()).hash, '');
  assert.deepEqual(complaints, []);
});

test('the selected result stays when the query is recorded after a pause in typing', async () => {
  const { page } = await openPage(browser);
  await page.goto(url);
  const widget = page.locator('earshot-help');
  await widget.getByRole('button').first().click();
  const recorded = page.waitForResponse((response) => Boolean(response.request().postDataJSON()?.track));
  await page.getByRole('combobox').fill('file');
  const second = page.getByRole('option').nth(1);
  const [title = ''] = (await second.locator('strong').innerText()).split(' › ');
  await page.keyboard.press('ArrowDown');
  await (await recorded).finished();
  await page.keyboard.press('Enter');
  await widget.getByRole('heading', { name: title, level: 2 }).waitFor();
});
