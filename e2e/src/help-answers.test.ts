import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import { until } from '@earshot/server/testing/until';
import { startLanguageModelServer } from '@earshot/server/testing/models/language-model-server';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';

// Answers of the language model, on the search page and in the help widget.

const browser = await launchBrowser();
const model = await startLanguageModelServer((messages) => {
  const { passages } = JSON.parse(messages[1]?.content ?? '') as { passages: { number: number; title: string }[] };
  const number = passages.find(({ title }) => title === 'Export your data')?.number;
  return `Choose **Export** in the menu [${number}]. It costs 5 euros [${number}].`;
});
const earshot = await startEarshot({ EARSHOT_LLM_URL: model.url, EARSHOT_LLM_MODEL: 'small' });
const accessToken = await earshot.signIn();
const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
const team = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
await team.projects.update(project.id, { settings: { knowledge_base: { answers: true } } });
const index = await team.indexes.create({ name: 'Guides' });
const article = await team.indexes.documents.create(index.id, {
  content: '# Export your data\n\nChoose Export in the menu of a list.',
});
await team.indexes.documents.create(index.id, { content: '# Export lists\n\nExport is in the menu, too.' });
const search = `${earshot.url}/p/${project.slug}/help?q=export`;

test('the search page answers from its results, with links to the sources', async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await page.goto(search);
  await page.getByRole('button', { name: 'Answer from these articles' }).click();
  const answer = page.getByRole('region', { name: 'Answer from these articles' });
  await answer.getByText('Answers can be wrong; check the sources.').waitFor();
  // The answer has the focus of its button.
  await page.locator('section.answer:focus').waitFor();
  assert.match(await answer.getByRole('status').first().innerText(), /^Choose Export in the menu\.\s*\[\d\]$/);
  assert.equal(await answer.getByRole('listitem').count(), 2);
  await answer.getByRole('button', { name: 'Yes' }).click();
  await answer.getByText('Thank you.').waitFor();
  await answer.getByRole('link', { name: /^\[\d\] Export your data/ }).click();
  await page.waitForURL(`**/help/${article.slug}`);
  assert.deepEqual(complaints, []);
  await until(async () => {
    const { answers } = await team.indexes.insights(index.id);
    return answers.answered === 1 && answers.helpful === 1;
  });
});

test('the widget answers, and says when the articles do not', async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  await page.goto(`${earshot.url}/p/${project.slug}/help/${article.slug}`);
  const widget = page.locator('earshot-help');
  await widget.getByRole('button').first().click();
  await page.getByRole('combobox').fill('export');
  await widget.getByRole('button', { name: 'Answer from these articles' }).click();
  await widget.getByText('Choose Export in the menu.').last().waitFor();
  await page.evaluate(AXE);
  await assertAccessible(page, 'answer');
  model.answer = () => 'NOT_IN_PASSAGES';
  await page.getByRole('combobox').fill('export menu');
  await widget.getByRole('button', { name: 'Answer from these articles' }).click();
  await widget.getByText('The articles do not answer this question.').waitFor();
  model.answer = () => 503;
  await page.getByRole('combobox').fill('export list');
  await widget.getByRole('button', { name: 'Answer from these articles' }).click();
  await widget.getByText('No answer is available now.').waitFor();
});

test('the search page works without scripts', async () => {
  const { page, complaints } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(search);
  assert.equal(await page.getByRole('listitem').getByRole('link', { name: 'Export' }).count(), 2);
  assert.deepEqual(complaints, []);
});
