import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';
import { until } from '@earshot/server/testing/until';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

async function openHelp() {
  const opened = await openProject(browser, earshot.url, accessToken);
  const url = `${opened.url}/help`;
  await opened.page.goto(url);
  return { ...opened, url };
}

test('creates a collection and an article, and finds the article before and after a change', async () => {
  const { page, complaints, user } = await openHelp();
  await page.getByRole('heading', { name: 'No collections yet' }).waitFor();
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Help');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'New article' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Export your data');
  const text = page.getByRole('textbox', { name: 'Text' });
  await page.getByRole('radio', { name: 'Markdown' }).click();
  await text.fill('# Exports\n\nEvery list has a **button** for it. <b>1 < 2</b>');
  await page.getByRole('radio', { name: 'Rich text' }).click();
  await text.locator('strong', { hasText: 'button' }).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish changes' }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();

  // The search console corrects spelling and explains matches.
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Query' }).fill('buton');
  await page.locator('mark', { hasText: 'button' }).first().waitFor();
  await page.getByText(/^1 result in/).waitFor();
  const why = page.getByRole('list', { name: 'Matches' }).getByRole('listitem');
  assert.match((await why.textContent()) ?? '', /^button ← butonspelling correction · in the text · in 1 passage\+\d\.\d\d$/);

  await page.getByRole('link', { name: 'Articles' }).click();
  await page.getByRole('link', { name: 'Export your data' }).click();
  await text.press('Control+a');
  await page.keyboard.type('Ask us for a spreadsheet.');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.locator('.status', { hasText: /^Published$/ }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  assert.equal((await user.indexes.searchAll({ query: 'spreadsheet' })).total, 1);
  assert.equal((await user.indexes.searchAll({ query: 'button' })).total, 0);
  await page.getByRole('button', { name: 'More actions for “Export your data”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No articles yet' }).waitFor();
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
    await page.getByText('41 articles imported').waitFor();
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

test('links unanswered searches to feedback and articles, dismisses them, and undoes each', async () => {
  const { page, complaints, team, user, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  await team.indexes.documents.create(id, { content: '# Export your data' });
  const entry = await user.feedback.submit({ title: 'Night theme' });
  const queries = ['refund policy', 'refund policies', 'dark mode', 'dark mode', 'dark mode', 'webhooks'];
  for (const query of queries) await user.indexes.search(id, { query });
  await until(async () => {
    await team.indexes.insights(id);
    await earshot.runScheduled('knowledge-base.cluster');
    return (await team.searchClusters.list()).total === 3;
  });
  await page.goto(url);
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Unanswered searches' }) });
  const row = (query: string) => panel.getByRole('listitem').filter({ hasText: query });
  const choose = async (query: string, item: string) => {
    await page.getByRole('button', { name: `More actions for “${query}”` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  const statusOf = async (query: string) => (await team.searchClusters.list()).data.find((one) => one.query === query)?.status;
  const becomes = (query: string, status: string) => until(async () => (await statusOf(query)) === status);

  await assertRouteAccessible(page, url);
  await page.setViewportSize({ width: 1280, height: 900 });

  await choose('dark mode', 'Create feedback');
  await becomes('dark mode', 'linked');
  assert.equal((await team.feedback.list({ q: 'dark mode' })).data[0]?.search_count, 3);
  await undo();
  await becomes('dark mode', 'open');
  assert.equal((await team.feedback.list({ q: 'dark mode' })).total, 0);

  await choose('dark mode', 'Link…');
  await page.getByRole('searchbox', { name: 'Find a request or an article' }).fill('night');
  await page.getByRole('option', { name: /Night theme/ }).click();
  await becomes('dark mode', 'linked');

  await choose('webhooks', 'Dismiss');
  await becomes('webhooks', 'dismissed');
  await page.keyboard.press('Escape');
  await row('webhooks').waitFor({ state: 'detached' });

  await row('refund polic').getByRole('link', { name: 'Write article' }).click();
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  await page.getByRole('radio', { name: 'Markdown' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Within 30 days.');
  await until(async () => (await team.searchClusters.list({ status: 'linked' })).total === 2);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await until(async () => (await team.searchClusters.list({ status: 'closed' })).total === 1);

  await assertRouteAccessible(page, `${url}/${id}/insights`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url);
  await page.getByRole('button', { name: 'Open Status' }).click();
  await page.getByRole('option', { name: 'Closed' }).click();
  await page.getByText('0 of 0 answered since').waitFor();
  await page.goto(`${url.replace(/\/help$/, '/feedback')}/${entry.id}`);
  await page.getByText('3 searches').waitFor();
  assert.deepEqual(complaints, []);
});

test('keeps what the form of an article does not show', async () => {
  const { page, team, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  const saved = { external_id: 'billing/invoices.md', content_type: 'markdown', metadata: { section: 'billing' } } as const;
  const { id: document } = await team.indexes.documents.create(id, { ...saved, content: '# Invoices\n\nEach month.' });
  await page.goto(`${url}/${id}/documents/${document}`);
  await page.getByRole('radio', { name: 'Markdown' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('# Invoices\n\nEach week.');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.locator('.status', { hasText: /^Published$/ }).waitFor();
  const { content, metadata, external_id, content_type } = await team.indexes.documents.get(id, document);
  assert.match(content, /Each week/);
  assert.deepEqual({ external_id, content_type, metadata }, saved);
});

test('writes an article as rich text, and restores an earlier version', async () => {
  const { page, complaints, team, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  const before = '* _Invoices_ are sent\n\nLast\nparagraph';
  const { id: document } = await team.indexes.documents.create(id, { title: 'Invoices', content: before, external_id: 'a.md' });
  await page.goto(`${url}/${id}/documents/${document}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.locator('em', { hasText: 'Invoices' }).waitFor();
  const address = await page.getByRole('link', { name: 'Open article' }).getAttribute('href');
  assert.match(await (await fetch(earshot.url + address)).text(), /<h1 dir="auto">Invoices<\/h1>/);

  // By keyboard: a callout from the menu, a task, and a link.
  await text.getByText('Last paragraph').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n/warn');
  await page.getByRole('option', { name: 'Warning' }).waitFor();
  await page.evaluate(AXE);
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Careful **now**.');
  await text.locator('.callout-warning strong', { hasText: 'now' }).waitFor();
  await page.getByLabel('Title').last().fill('Beware');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n- [ ] Pay');
  await text.getByRole('checkbox', { name: 'To do' }).check();
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+k');
  await page.getByLabel('URL').first().fill('https://acme.example/pay');
  await page.keyboard.press('Enter');
  await text.locator('a', { hasText: 'Pay' }).waitFor();
  await page.reload();
  await text.locator('a', { hasText: 'Pay' }).waitFor();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.locator('.status', { hasText: /^Published$/ }).waitFor();
  const { content } = await team.indexes.documents.get(id, document);
  assert.equal(content, `${before}\n\n> [!WARNING] Beware\n> Careful **now**.\n\n- [x] [Pay](https://acme.example/pay)`);

  // Opened again, because the announcement of “Save” refers to a button that is gone.
  await page.goto(`${url}/${id}/documents/${document}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  const versions = page.getByRole('dialog').getByRole('listitem');
  await versions.nth(1).getByRole('button').click();
  await page.getByRole('dialog').locator('em', { hasText: 'Invoices' }).waitFor();
  await page.evaluate(AXE);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await text.locator('.callout-warning').waitFor({ state: 'detached' });
  await text.click();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await team.indexes.documents.get(id, document)).pending_changes?.content, before);
  assert.deepEqual(complaints, []);
});

test('opens a text that rich text would change as Markdown, and starts articles from templates and copies', async () => {
  const { page, team, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  const content = '---\ntitle: Refunds\n---\n\nWithin *30* days.';
  const { id: document } = await team.indexes.documents.create(id, { title: 'Refunds', content });
  await page.goto(`${url}/${id}/documents/${document}`);
  await page.getByText('This text opens as Markdown because it begins with front matter').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), content);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: 'Copy of Refunds', level: 1 }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), content);
  await until(async () => (await team.indexes.documents.list(id, { status: 'draft' })).total === 1);

  await page.goto(`${url}/${id}/documents/new`);
  await page.getByRole('button', { name: 'FAQ' }).click();
  await page.getByRole('heading', { name: 'How do I …?' }).waitFor();
});

test('writes a draft that is saved while typing, publishes it with its changes, and renames its address', async () => {
  const { page, complaints, team, project, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  const visit = (slug: string) => fetch(`${earshot.url}/p/${project.slug}/help/${slug}`, { redirect: 'manual' });
  const [title, text] = [page.getByRole('textbox', { name: 'Title' }), page.getByRole('textbox', { name: 'Text' })];
  const status = (name: string) => page.locator('.status', { hasText: new RegExp(`^${name}$`) }).waitFor();
  await page.goto(`${url}/${id}/documents/new`);
  await title.fill('Export your data');
  await text.click();
  await page.keyboard.type('Every list has a button.');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.waitForURL(/documents\/doc_/);
  await page.reload();
  await text.getByText('Every list has a button.').waitFor();
  await status('Draft');
  assert.equal((await visit('export-your-data')).status, 404);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await status('Published');
  assert.match(await (await visit('export-your-data')).text(), /Every list has a button/);

  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Or a lever.');
  await status('Unpublished changes');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await text.getByText('Or a lever.').waitFor();
  assert.doesNotMatch(await (await visit('export-your-data')).text(), /lever/);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await status('Published');
  assert.match(await (await visit('export-your-data')).text(), /lever/);

  await text.click();
  await page.keyboard.type('Wrong. ');
  await status('Unpublished changes');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Discard changes' }).click();
  await status('Published');
  await text.getByText('Wrong.').waitFor({ state: 'detached' });

  await page.getByLabel('URL slug').fill('exports');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByRole('button', { name: 'Save address' }).waitFor({ state: 'detached' });
  const former = await visit('export-your-data');
  assert.deepEqual([former.status, former.headers.get('location')], [301, `/p/${project.slug}/help/exports`]);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await status('Archived');
  assert.equal((await visit('exports')).status, 404);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  await page.getByRole('cell', { name: 'Archived' }).waitFor();
  await page.getByRole('button', { name: 'Status: All' }).click();
  await page.getByRole('option', { name: 'Draft' }).click();
  await page.getByText('No matching articles').waitFor();
  assert.deepEqual(complaints, []);
});

test('sets the details of an article, and translates it', async () => {
  const { page, complaints, team, project, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  const german = await team.indexes.create({ name: 'Hilfe', language: 'de' });
  const content = '# Export your data\n\nEvery list has a button.';
  const { id: document, slug } = await team.indexes.documents.create(id, { content });
  await team.indexes.documents.create(id, { title: 'Import customers', content: 'From a file.' });
  await page.goto(`${url}/${id}/documents/${document}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.getByText('Every list has a button.').waitFor();
  assert.equal(await text.getByText('Export your data').count(), 0, 'the title has a field of its own');

  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('combobox', { name: 'Category' }).fill('Your data');
  await details.getByRole('button', { name: /Readers/ }).click();
  await page.getByRole('option', { name: 'Signed-in people' }).click();
  await details.getByRole('button', { name: 'Save details' }).click();
  await details.getByRole('button', { name: 'Save details' }).waitFor({ state: 'detached' });
  const { category, audience } = await team.indexes.documents.get(id, document);
  assert.deepEqual([category, audience], ['Your data', 'signed_in']);
  assert.equal((await fetch(`${earshot.url}/p/${project.slug}/help/${slug}`)).status, 404);

  await details.getByRole('button', { name: 'Add article…' }).click();
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('import');
  await page.getByRole('option', { name: 'Import customers' }).click();
  await details.getByText('Chosen by your team').waitFor();
  await assertRouteAccessible(page, `${url}/${id}/documents/${document}`);
  await page.setViewportSize({ width: 1280, height: 900 });

  await details.getByRole('button', { name: 'Add translation…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(new RegExp(`${german.id}/documents/doc_`));
  // The editor of the translation, and not that of the article.
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill('Daten exportieren');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.locator('.status', { hasText: /^Published$/ }).waitFor();
  await team.indexes.documents.update(id, document, { content: 'Every list has a lever.' });
  await page.goto(`${url}/${german.id}`);
  await page
    .getByRole('row', { name: /Daten exportieren.*Outdated/ })
    .getByRole('link')
    .click();
  await details.getByRole('button', { name: 'Mark as up to date' }).click();
  await details.getByRole('button', { name: 'Mark as up to date' }).waitFor({ state: 'detached' });
  await details.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(new RegExp(document));
  await page.goto(`${url}/${id}`);
  await page.getByRole('img', { name: 'For signed-in people' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('changes synonyms, and deletes a collection', async () => {
  const { page, team, user, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  await team.indexes.documents.create(id, { content: '# Invoices\n\nEach month by mail.' });
  await page.goto(`${url}/${id}/settings`);
  await page.getByLabel('Synonyms').fill('invoice, bill');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await user.indexes.search(id, { query: 'bill' })).total, 1);
  await page.getByRole('button', { name: 'Delete collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
  await page.getByRole('heading', { name: 'No collections yet' }).waitFor();
});

test('pages have no axe violations and fit the window', async () => {
  const { page, team, user, url } = await openHelp();
  const { id } = await team.indexes.create({ name: 'Help' });
  const document = await team.indexes.documents.create(id, {
    content:
      '# Export your data\n\nBy the button.\n\n> [!NOTE]\n> Once a day.\n\n- [ ] Ask\n\n| a | b |\n| --- | --: |\n| 1 | [2](https://a.example) |\n\n```js\nlet a;\n```',
    external_id: 'a/b.md',
  });
  await user.indexes.search(id, { query: 'refund policy' });
  for (const path of ['', `/${id}`, `/${id}/documents/new`, `/${id}/documents/${document.id}`, `/${id}/search?q=export`])
    await assertRouteAccessible(page, url + path);
  for (const path of [`/${id}/insights`, `/${id}/settings`]) await assertRouteAccessible(page, url + path);
});
