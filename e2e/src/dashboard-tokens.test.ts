import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject, typeDate } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

test('creates a token with selected permissions for one project, and lists them', async () => {
  const { page, complaints, project } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${earshot.url}/account`);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('Release notes');
  await dialog.getByRole('button', { name: /Permissions/ }).click();
  await page.getByRole('option', { name: 'Selected permissions' }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText(/^Permissions of the token must/).waitFor();
  await dialog.getByText('Read, change and publish the changelog').click();
  await dialog.getByRole('button', { name: /Projects/ }).click();
  await page.getByRole('option', { name: 'Selected projects' }).click();
  await dialog.getByText(project.name, { exact: true }).first().click();
  await page.evaluate(AXE);
  await assertAccessible(page, 'new token');
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const made = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row').filter({ hasText: 'Release notes' });
  await row.getByText('changelog:write').waitFor();
  await row.getByText('1 project').waitFor();
  const limited = new Earshot({ baseUrl: earshot.url, accessToken: made, projectId: project.id });
  assert.equal((await limited.changelog.list()).total, 0);
  await assert.rejects(limited.feedback.list(), { code: 'auth.scope_required' });
  // The browser logs the rejected attempt.
  assert.match(complaints.join('\n'), /^Failed to load resource: .* 400 \(Bad Request\) \S+$/);
});

test('creates, rotates, revokes, edits and deletes tokens and service accounts', async () => {
  const { page, complaints, project, team, url } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${url}/settings/service-accounts`);
  await page.getByText('No service accounts yet').waitFor();
  await page.getByRole('button', { name: 'New service account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Release pipeline');
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  await dialog.getByText('Select at least one permission.').waitFor();
  await dialog.getByRole('button', { name: /Changelog/ }).click();
  await page.getByRole('option', { name: 'Read and change' }).click();
  await dialog.getByLabel('Expires in (days)').fill('');
  await page.evaluate(AXE);
  await assertAccessible(page, 'new service account');
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  const token = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row').filter({ hasText: 'Release pipeline' });
  await row.getByText('Changelog (change)').waitFor();
  await row.getByText('Does not expire').waitFor();
  const bot = new Earshot({ baseUrl: earshot.url, accessToken: token, projectId: project.id });
  assert.equal((await bot.changelog.list()).total, 0);
  await assert.rejects(bot.feedback.list(), { code: 'auth.scope_required' });

  await row.getByRole('button', { name: 'Rotate token of Release pipeline' }).click();
  await dialog.getByText('Revoke previous tokens immediately').click();
  await dialog.getByRole('button', { name: 'Rotate token' }).click();
  const next = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await row.getByText(`…${next.slice(-4)}`).waitFor();
  await assert.rejects(bot.changelog.list(), { code: 'auth.token_invalid' });

  const { token: second } = await team.projects.serviceAccounts
    .list(project.id)
    .then(({ data: [account] }) => team.projects.serviceAccounts.rotate(project.id, account?.id ?? '', {}));
  await page.reload();
  await row.getByRole('button', { name: `Revoke …${next.slice(-4)} of Release pipeline` }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await row.getByText(`…${next.slice(-4)}`).waitFor({ state: 'detached' });
  const withToken = (value = '') => new Earshot({ baseUrl: earshot.url, accessToken: value, projectId: project.id });
  await assert.rejects(withToken(next).changelog.list(), { code: 'auth.token_invalid' });
  assert.equal((await withToken(second ?? '').changelog.list()).total, 0);

  await row.getByRole('button', { name: 'Edit Release pipeline' }).click();
  await dialog.getByLabel('Name').fill('Releases');
  await dialog.getByRole('button', { name: /Feedback/ }).click();
  await page.getByRole('option', { name: 'Read', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const edited = page.getByRole('row').filter({ hasText: 'Releases' });
  await edited.getByText('Feedback, Changelog (change)').waitFor();
  const { data } = await team.projects.serviceAccounts.list(project.id);
  assert.deepEqual(data[0]?.scopes, ['changelog:write', 'feedback:read']);

  await edited.getByRole('button', { name: 'Delete Releases' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No service accounts yet').waitFor();
  assert.deepEqual(complaints, []);
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a name and a picture that a member sets appear next to earlier comments', async () => {
  const email = 'nameless@example.com';
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, await earshot.signIn(email), email);
  const { id } = await user.feedback.submit({ title: 'Export as CSV' });
  await team.feedback.comments.add(id, { body: 'We are on it.' });
  await page.goto(`${url}/feedback/${id}`);
  const comment = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').filter({ hasText: 'We are on it.' });
  await comment.getByText(email).waitFor();
  await page.getByRole('link', { name: 'Set your name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Kim Park');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Profile saved').or(page.getByText('Profile saved')).first().waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('button', { name: 'Use initials' }).waitFor();
  await page.goto(`${url}/feedback/${id}`);
  await comment.getByText('Kim Park').waitFor();
  assert.match((await comment.locator('img').getAttribute('src')) ?? '', /\/v1\/auth\/avatars\/ava_/);
  assert.equal(await page.getByText('Set your name').count(), 0);
  assert.deepEqual(complaints, []);
});

test('records what people ask the team for: entry, vote, assignee, due date and mention', async () => {
  const { page, complaints, project, team, user, url } = await openProject(browser, earshot.url, accessToken);
  await team.projects.members.invite(project.id, { email: 'kim.park@example.com', role: 'member' });
  await user.feedback.submit({ title: 'Dark mode', submitter_name: 'Grace Hopper', submitter_email: 'grace@customer.example' });
  await page.goto(`${url}/feedback`);
  await page.getByRole('link', { name: 'Dark mode' }).waitFor();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New entry' });
  await dialog.getByLabel('Title').fill('Export as CSV');
  await dialog.getByLabel('Submitter').fill('hopper');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await dialog.getByRole('button', { name: /Status/ }).click();
  await page.getByRole('option', { name: 'Planned' }).click();
  await dialog.getByRole('textbox', { name: 'Add tag' }).fill('sales');
  await page.keyboard.press('Enter');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: PIXEL });
  await dialog.getByRole('img', { name: 'Image' }).waitFor();
  await page.evaluate(AXE);
  await assertAccessible(page, 'new entry');
  await dialog.getByRole('button', { name: 'Create' }).click();
  // The dialog, which is closing, links to the new entry as a similar one.
  await page.getByRole('link', { name: 'Export as CSV', exact: true }).click();
  await page.getByRole('heading', { name: 'Export as CSV', level: 1 }).waitFor();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('link', { name: 'grace@customer.example' }).waitFor();
  await details.getByRole('link', { name: 'sales' }).waitFor();
  await page.getByRole('img', { name: 'Image' }).waitFor();

  await page.keyboard.press('v');
  await page.getByRole('dialog').getByLabel('Person').fill('Alan <alan@customer.example>');
  await page.getByRole('option', { name: /^No match/ }).waitFor();
  // Closes the list of suggestions.
  await page.keyboard.press('Tab');
  await page.getByRole('dialog').getByRole('button', { name: 'Add vote' }).click();
  await page.getByRole('button', { name: '1 voter' }).click();
  await page.getByRole('tabpanel', { name: 'Voters 1' }).getByText('Added by the team').waitFor();
  const showTab = (name: string) => page.getByRole('tab', { name }).click();
  await showTab('History');
  await page.getByText(/added a vote on behalf of Alan <alan@customer.example>/).waitFor();
  await showTab('Voters');
  await page.getByRole('button', { name: 'Actions for the vote of Alan' }).click();
  await page.getByRole('menuitem', { name: 'Revoke vote' }).click();
  await page.getByText('No votes yet').last().waitFor();
  await showTab('History');
  await page.getByText(/revoked a vote on behalf of Alan/).waitFor();

  await page.locator('h1').click();
  await page.keyboard.press('i');
  await details.getByRole('button', { name: /ada@example.com \(you\)/ }).waitFor();
  await typeDate(details, 'Due date', '02292020');
  await details.getByText('Overdue').waitFor();

  await showTab('Comments');
  const field = page.getByRole('textbox', { name: 'Public reply' });
  await field.fill('Please look, ');
  await field.pressSequentially('@ki');
  await page.getByRole('option', { name: 'kim.park@example.com' }).waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), 'Please look, @kim.park ');
  await page.reload();
  await page.getByText('Draft saved in this browser').waitFor();
  assert.equal(await field.inputValue(), 'Please look, @kim.park ');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page
    .getByRole('region', { name: 'Comments' })
    .getByRole('listitem')
    .locator('.mention')
    .getByText('@kim.park', { exact: true })
    .waitFor();
  const { data } = await team.feedback.list({ assignee: 'me' });
  assert.deepEqual(
    data.map(({ title, status, due_on }) => [title, status, due_on]),
    [['Export as CSV', 'planned', '2020-02-29']],
  );
  const [comment] = (await team.feedback.comments.list(data[0]?.id ?? '')).data;
  assert.equal(comment?.mentioned_ids?.length, 1);
  await assertRouteAccessible(page, page.url());

  // The palette finds people, articles, changelog entries and settings.
  const index = await team.indexes.create({ name: 'Help' });
  await team.indexes.documents.create(index.id, { content: '# Hopper integration' });
  await team.changelog.create({ title: 'Hopper release', published: true });
  for (const [words, name] of [
    ['hopper', /Grace Hopper/],
    ['hopper', 'Hopper integration'],
    ['hopper', 'Hopper release'],
    ['approval', /Require approval for/],
    ['theme', 'Theme: Dark'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').fill(words);
    await page.getByRole('menuitem', { name }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  assert.deepEqual(complaints, []);
});
