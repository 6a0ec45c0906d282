import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLanguageModelServer } from '@earshot/server/testing/models/language-model-server';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
/** Proposes the first candidate, the tag “reports”, and a draft. */
const model = await startLanguageModelServer(() =>
  JSON.stringify({
    duplicate: 0,
    reason: 'Both ask for tables.',
    tags: ['reports'],
    title: 'Exports',
    content: '## Formats\n\nExport tables.',
  }),
);
const earshot = await startEarshot({ EARSHOT_LLM_URL: model.url, EARSHOT_LLM_MODEL: 'test' });
const accessToken = await earshot.signIn('ada@example.com');

test('suggestions for an entry are accepted and dismissed with one key', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  const target = await user.feedback.submit({ title: 'CSV export', tags: ['reports'] });
  const entry = await user.feedback.submit({ title: 'Export tables as CSV' });
  await page.goto(`${url}/feedback/${entry.id}`);
  await page.getByRole('button', { name: 'Suggest duplicates and tags' }).click();
  const suggestions = page.getByRole('region', { name: 'Suggestions' });
  await suggestions.getByText('Merge into “CSV export”').waitFor();
  await suggestions.getByText('Both ask for tables.').waitFor();
  await suggestions.getByText('Add tags: reports').waitFor();
  await page.locator('.suggestions:focus').waitFor();
  await assertRouteAccessible(page, page.url());
  await page.setViewportSize({ width: 1440, height: 900 });
  await suggestions.waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Accept the first suggestion').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Both proposals are made at the same time.
  const count = (expected: number) => until(async () => (await suggestions.locator('.notice').count()) === expected);
  const isMergeFirst = (await suggestions.locator('.notice').first().textContent())?.includes('Merge');
  await page.keyboard.press(isMergeFirst ? 'x' : 'y');
  await count(1);
  await page.keyboard.press(isMergeFirst ? 'y' : 'x');
  await count(0);
  assert.deepEqual((await team.feedback.get(entry.id)).tags, ['reports']);

  await page.getByRole('button', { name: 'Suggest duplicates and tags' }).click();
  await suggestions.getByText('Merge into “CSV export”').waitFor();
  await page.keyboard.press('y');
  await page.getByText('Undo merge').waitFor();
  assert.equal((await team.feedback.get(entry.id)).merged_into, target.id);
  assert.deepEqual(complaints, []);
});

test('a suggested draft becomes a draft of the changelog', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${url}/changelog`);
  await page.getByRole('button', { name: 'Draft from finished feedback' }).click();
  await page.getByText('There is no finished feedback without a changelog entry').waitFor();
  const entry = await user.feedback.submit({ title: 'CSV export' });
  await team.feedback.update(entry.id, { status: 'done' });
  await page.getByRole('button', { name: 'Draft from finished feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suggested draft' });
  await dialog.getByText('Export tables.').waitFor();
  await dialog.getByRole('heading', { name: 'Formats' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/changelog\/cl_/);
  const { data } = await team.changelog.list();
  assert.deepEqual(
    data.map(({ status, title, feedback_ids }) => [status, title, feedback_ids]),
    [['draft', 'Exports', [entry.id]]],
  );
  assert.deepEqual(complaints, []);
});

test('a public answer to an entry becomes a draft of an article', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  const index = await team.indexes.create({ name: 'Help' });
  const entry = await user.feedback.submit({ title: 'Where are exports?' });
  await page.goto(`${url}/feedback/${entry.id}`);
  await page.getByRole('button', { name: 'Suggest duplicates and tags' }).waitFor();
  await page.getByText('No comments yet').waitFor();
  const offer = page.getByRole('button', { name: 'Draft an article from the answer' });
  assert.equal(await offer.count(), 0);
  await page.getByRole('textbox', { name: 'Public reply' }).fill('Choose Export in the menu.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const propose = model.answer;
  model.answer = () => 401;
  await offer.click();
  await page.getByText('The language model refused the key').waitFor();
  model.answer = propose;
  await offer.click();
  await page.getByRole('dialog', { name: 'Suggested draft' }).getByText('Export tables.').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/documents\/doc_/);
  const { data } = await team.indexes.documents.list(index.id, { status: 'draft' });
  assert.deepEqual(
    data.map(({ title, status }) => [title, status]),
    [['Exports', 'draft']],
  );
  assert.deepEqual(
    complaints.filter((text) => !text.includes('503')),
    [],
  );
});
