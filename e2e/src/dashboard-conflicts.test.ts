import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import type { Page } from 'playwright-core';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

async function openArticle(status: 'draft' | 'published') {
  const opened = await openProject(browser, earshot.url, accessToken);
  const { id } = await opened.team.indexes.create({ name: 'Help' });
  const document = await opened.team.indexes.documents.create(id, { title: 'Exports', content: 'Every list.', status });
  const open = async (page: Page) => {
    await page.goto(`${opened.url}/help/${id}/documents/${document.id}`);
    await textOf(page).getByText('Every list').waitFor();
  };
  await open(opened.page);
  const read = () => opened.team.indexes.documents.get(id, document.id);
  return { ...opened, open, read, index: id, document };
}

async function openEntry() {
  const opened = await openProject(browser, earshot.url, accessToken);
  const { id } = await opened.team.changelog.create({ title: 'Dark mode', content: 'It is here.', published: true });
  const open = async () => {
    await opened.page.goto(`${opened.url}/changelog/${id}`);
    await textOf(opened.page).getByText('It is here.').waitFor();
  };
  await open();
  return { ...opened, open, id, update: opened.page.getByRole('button', { name: 'Save changes' }) };
}

test('an article that another tab changed is not overwritten until the user decides', async () => {
  const { page, open, read } = await openArticle('draft');
  const other = await page.context().newPage();
  await open(other);
  await typeAtEnd(other, ' Theirs.');
  await until(async () => (await read()).content.endsWith('Theirs.'));

  await typeAtEnd(page, ' Mine.');
  const notice = page.getByRole('alert').filter({ hasText: 'This text was also changed' });
  await notice.waitFor();
  await page.getByText('Not saved yet').waitFor();
  await typeAtEnd(page, ' More.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  const { height } = (await notice.boundingBox()) ?? { height: Infinity };
  assert.ok(height < 200, `the notice is ${height} pixels high on a phone`);
  await page.evaluate(AXE);
  await assertAccessible(page);
  const { content, status } = await read();
  assert.deepEqual([content, status], ['Every list. Theirs.', 'draft'], 'nothing is saved or published');

  await notice.getByRole('button', { name: 'Show their version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Their version' });
  await dialog.getByText('Every list. Theirs.').waitFor();
  await dialog.getByRole('button', { name: 'Use their version' }).click();
  await textOf(page).getByText('Every list. Theirs.').waitFor();
  await notice.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await textOf(page).getByText('Every list. Mine. More.').waitFor();
  await until(async () => (await read()).content === 'Every list. Mine. More.');
});

test('pending changes of a published article that two people make are not overwritten', async () => {
  const { page, team, read, index, document } = await openArticle('published');
  const save = (content: string) =>
    team.indexes.documents.update(index, document.id, { pending_changes: { title: 'Exports', content } });
  await typeAtEnd(page, ' First.');
  await page.getByText('Saved', { exact: true }).waitFor();
  await save('Every list. Theirs.');
  await typeAtEnd(page, ' Mine.');
  await page.getByRole('button', { name: 'Save my version' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await read()).pending_changes?.content, 'Every list. First. Mine.');

  // Another field of the article changes its time, and not its text.
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.locator('.status', { hasText: /^Published$/ }).waitFor();
  await team.indexes.documents.update(index, document.id, { category: 'Data' });
  await typeAtEnd(page, ' Last.');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await read()).pending_changes?.content, 'Every list. First. Mine. Last.');
});

test('an editor without own changes shows the text that others saved', async () => {
  const { page, team, index, document } = await openArticle('draft');
  await team.indexes.documents.update(index, document.id, { title: 'CSV', content: 'A table.' });
  await page.getByLabel('URL slug').fill('exports-of-data');
  await page.getByRole('button', { name: 'Save address' }).click();
  await textOf(page).getByText('A table.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'CSV');
});

test('changes of different fields of an entry are both saved, and of its text only one', async () => {
  const { page, team, id, update } = await openEntry();
  const read = () => team.changelog.get(id);
  await typeAtEnd(page, ' Mine.');
  await team.changelog.update(id, { tags: ['theirs'], version: '2.0' });
  await update.click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { content, tags, version } = await read();
  assert.deepEqual([content, tags, version], ['It is here. Mine.', ['theirs'], '2.0']);
  assert.equal(await page.getByLabel('Version').inputValue(), '2.0');

  await team.changelog.update(id, { content: 'It is here. Theirs.' });
  await typeAtEnd(page, ' Again.');
  await update.click();
  await page.getByRole('button', { name: 'Save my version' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await read()).content, 'It is here. Mine. Again.');
});

test('an unsaved text that the browser kept does not overwrite what others saved meanwhile', async () => {
  const { page, open, team, id, update } = await openEntry();
  await typeAtEnd(page, ' Mine.');
  await page.goto('about:blank');
  await team.changelog.update(id, { content: 'It is here. Theirs.' });
  await open();
  await textOf(page).getByText('It is here. Mine.').waitFor();
  await update.click();
  await page.getByRole('alert').filter({ hasText: 'This text was also changed' }).waitFor();
  assert.equal((await team.changelog.get(id)).content, 'It is here. Theirs.');
});
