import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = earshot.signIn('ada@example.com');

async function openHelp() {
  const opened = await openProject(browser, earshot.url, accessToken);
  const url = `${opened.url}/help`;
  await opened.page.goto(url);
  return { ...opened, url };
}

test('creates an index and an article, and finds the article before and after a change', async () => {
  const { page, complaints, user } = await openHelp();
  await page.getByRole('heading', { name: 'No indexes yet' }).waitFor();
  await page.getByRole('button', { name: 'New index' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Help');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'New article' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Export your data');
  await page.getByRole('textbox', { name: 'Text' }).fill('# Exports\n\nEvery list has a **button** for it. <b>1 < 2</b>');
  await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'button' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Export your data' }).waitFor();

  // The search console corrects spelling and explains matches.
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Query' }).fill('buton');
  await page.locator('mark', { hasText: 'button' }).first().waitFor();
  await page.getByText(/^1 result in/).waitFor();
  const why = page.getByRole('list', { name: 'Matches' }).getByRole('listitem');
  assert.match((await why.textContent()) ?? '', /^button ← butonspelling correction · in the text · in 1 chunk\+\d\.\d\d$/);

  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('link', { name: 'Export your data' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Ask us for a spreadsheet.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Export your data' }).waitFor();
  assert.equal((await user.indexes.searchAll({ query: 'spreadsheet' })).total, 1);
  assert.equal((await user.indexes.searchAll({ query: 'button' })).total, 0);
  await page.getByRole('button', { name: 'Delete: Export your data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('imports a folder of Markdown files with subfolders, repeatedly without duplicates', async () => {
  const { page, team, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Docs' });
  const folder = mkdtempSync(join(tmpdir(), 'earshot-docs-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'guides/deep'), { recursive: true });
  for (let article = 0; article < 40; article++)
    writeFileSync(join(folder, `guides/${article}.md`), `# Guide ${article}\n\nHow to do thing number ${article}.`);
  writeFileSync(join(folder, 'guides/deep/last.md'), '# At the bottom\n\nIt is deep down here.');
  writeFileSync(join(folder, 'logo.png'), 'not text');
  writeFileSync(join(folder, 'empty.md'), '');
  await page.goto(`${url}/${id}`);
  const importFolder = async () => {
    await page.locator('input[type=file]').setInputFiles(folder);
    await page.getByText('41 documents imported').waitFor();
  };
  await importFolder();
  await page.getByText(/Import failed: .*empty\.md/).waitFor();
  await page.reload();
  await importFolder();
  assert.equal((await team.indexes.documents.list(id)).total, 41);
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox').fill('deep down');
  await page.getByRole('link', { name: /At the bottom/ }).waitFor();
});

test('creates an article or feedback from a query without results', async () => {
  const { page, team, user, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  await team.indexes.documents.create(id, { content: '# Export your data\n\nBy the button.' });
  for (const query of ['refund policy', 'refund policy', 'dark mode']) await user.indexes.search(id, { query });
  await page.goto(`${url}/${id}/insights`);
  const missed = page.getByRole('listitem').filter({ hasText: 'dark mode' });
  await missed.getByRole('button', { name: 'Create feedback' }).click();
  await page.getByText('Feedback created').waitFor();
  assert.equal((await team.feedback.list()).data[0]?.title, 'dark mode');
  await page.getByRole('listitem').filter({ hasText: 'refund policy' }).getByRole('link', { name: 'Write article' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'refund policy');
});

test('keeps what the form of an article does not show', async () => {
  const { page, team, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  const saved = { external_id: 'billing/invoices.md', content_type: 'markdown', metadata: { section: 'billing' } } as const;
  const { id: document } = await team.indexes.documents.create(id, { ...saved, content: '# Invoices\n\nEach month.' });
  await page.goto(`${url}/${id}/documents/${document}`);
  await page.getByRole('textbox', { name: 'Text' }).fill('# Invoices\n\nEach week.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { content, metadata, external_id, content_type } = await team.indexes.documents.get(id, document);
  assert.match(content, /Each week/);
  assert.deepEqual({ external_id, content_type, metadata }, saved);
});

test('changes synonyms, and deletes an index', async () => {
  const { page, team, user, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  await team.indexes.documents.create(id, { content: '# Invoices\n\nEach month by mail.' });
  await page.goto(`${url}/${id}/settings`);
  await page.getByLabel('Synonyms').fill('invoice, bill');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await user.indexes.search(id, { query: 'bill' })).total, 1);
  await page.getByRole('button', { name: 'Delete index' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete index' }).click();
  await page.getByRole('heading', { name: 'No indexes yet' }).waitFor();
});

test('pages have no axe violations and fit the window', async () => {
  const { page, team, user, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  const document = await team.indexes.documents.create(id, {
    content: '# Export your data\n\nBy the button.',
    external_id: 'a/b.md',
  });
  await user.indexes.search(id, { query: 'refund policy' });
  for (const path of ['', `/${id}`, `/${id}/documents/new`, `/${id}/documents/${document.id}`, `/${id}/search?q=export`])
    await assertRouteAccessible(page, url + path);
  for (const path of [`/${id}/insights`, `/${id}/settings`]) await assertRouteAccessible(page, url + path);
});
