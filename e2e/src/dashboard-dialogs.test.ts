import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { launchBrowser, openPage } from './browser.ts';
import { openProject, signIn } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = await earshot.signIn('ada@example.com');

test('without a mail server, the dialog shows the link of an invitation, which leads into the project', async () => {
  const { page, complaints, project, url } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${url}/settings/members`);
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByLabel('Email address').fill('lin@example.com');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.getByText('Send this link to the person:').waitFor();
  const link = (await dialog.locator('code').first().textContent())?.trim() ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: /lin@example\.com.*Invited, email not sent/ }).waitFor();
  const { page: guest } = await openPage(browser);
  await signIn(guest, link, 'lin@example.com');
  await guest.waitForURL((at) => at.pathname.startsWith(`/projects/${project.slug}`));
  await page.reload();
  await page.getByRole('row', { name: /lin@example\.com.*Active/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a new entry shows similar entries while its title is typed, and the submitter votes for one instead', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  const wanted = await user.feedback.submit({ title: 'Export every list as CSV' });
  await user.feedback.submit({ title: 'تصدير القوائم إلى ملف' });
  await page.goto(`${url}/feedback`);
  await page.getByRole('button', { name: 'New entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'New entry' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  const list = dialog.getByRole('list', { name: 'Similar entries' });
  for (const [typed, similar] of [
    ['export to csv', 'Export every list as CSV'],
    ['تصدير القوائم', 'تصدير القوائم إلى ملف'],
    ['CSV list exports', 'Export every list as CSV'],
  ] as const) {
    await title.fill(typed);
    await list.getByRole('link', { name: similar }).waitFor();
    await dialog.getByRole('status').getByText('1 similar entry').waitFor();
  }
  for (const typed of ['Dark mode', 'x', '']) {
    await title.fill(typed);
    await list.waitFor({ state: 'detached' });
  }

  await title.fill('export to csv');
  await list.waitFor();
  assert.equal(await list.getByRole('button').count(), 0, 'nobody to vote for');
  await title.press('Tab');
  assert.match(await page.evaluate<string>('document.activeElement.href'), new RegExp(`${wanted.id}$`));
  await dialog.getByRole('combobox', { name: 'Submitter' }).fill('Grace <grace@example.com>');
  // The suggestions hide the rest of the dialog while they are open.
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: 'Vote for Grace instead: Export every list as CSV' }).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Added the vote of Grace').waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(
    (await team.feedback.voters(wanted.id)).data.map(({ email }) => email),
    ['grace@example.com'],
  );
  assert.equal((await team.feedback.list()).total, 2, 'no new entry');
  assert.deepEqual(complaints, []);
});

test('invitations need a link first, which the dialog sets, and are previewed as a mail', async () => {
  const { page, project, team, user, url } = await openProject(browser, earshot.url, accessToken);
  for (const name of ['grace', 'alan', 'joan']) await user.waitlist.join({ email: `${name}@example.com` });
  await page.goto(`${url}/waitlist`);
  const link = page.getByRole('dialog').getByRole('textbox', { name: 'Invitation URL' });
  // Each way to invite asks for the link.
  for (const item of ['Invite now', 'Invited']) {
    await page.getByRole('button', { name: 'Actions for grace@example.com' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await link.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Invite…' }).click();
  const mail = page.getByRole('dialog').frameLocator('iframe');
  await mail.getByRole('heading', { name: 'It’s your turn' }).waitFor();
  assert.equal(await mail.getByRole('link', { name: 'Accept invitation' }).count(), 0);
  // Each problem differs from the one before it, so that its text appears with the answer.
  for (const [typed, problem] of [
    ['acme', /Invitation URL must/],
    ['', /Enter the address of the page/],
    ['javascript:alert(1)', /Invitation URL must/],
  ] as const) {
    await link.fill(typed);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText(problem).waitFor();
  }
  assert.equal((await team.waitlist.list({ status: 'invited' })).total, 0, 'nobody was invited');

  // The number is sent while it is not known yet who waits.
  const waiting = Promise.withResolvers<void>();
  await page.route('**/v1/waitlist?*confirmed=true*', async (route) => {
    await waiting.promise;
    await route.continue();
  });
  await link.fill('https://acme.example/in');
  await page.keyboard.press('Enter');
  await mail.getByRole('link', { name: 'Accept invitation' }).waitFor();
  const { settings } = await team.projects.get(project.id);
  assert.equal(settings.waitlist.invitation_url, 'https://acme.example/in');
  await page
    .getByRole('spinbutton', { name: 'Number of people' })
    .or(page.getByRole('textbox', { name: 'Number of people' }))
    .fill('2');
  await page.keyboard.press('Enter');
  await page.getByText('2 people invited').waitFor();
  waiting.resolve();
  await until(async () => (await team.waitlist.list({ status: 'invited' })).total === 2);
  // With a link, one person is invited without a dialog.
  await page.getByRole('button', { name: 'Actions for joan@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Invite now' }).click();
  await page.getByText('1 person invited').waitFor();
});

test('every list has an export of what it shows', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, accessToken);
  const entry = await user.feedback.submit({ title: 'Dark mode' });
  await user.feedback.submit({ title: 'Offline' });
  await user.feedback.comments.add(entry.id, { body: 'Please' });
  await team.feedback.upvote(entry.id);
  await user.testimonials.submit({ author_name: 'Ada', content: 'A joy', rating: 5 });
  await team.changelog.create({ title: 'Spring' });
  await team.changelog.create({ title: 'Summer', published: true });
  const index = await team.indexes.create({ name: 'Help' });
  await team.indexes.documents.create(index.id, { content: '# Export' });
  for (const [path, section, expected] of [
    ['/feedback?q=offline', 'Entries of this list', /^id,type,[^\n]*\n[^\n]*Offline[^\n]*\n$/],
    ['/feedback?q=offline', 'All comments', /\ncmt_[^\n]*Dark mode,Please/],
    ['/feedback?q=offline', 'All votes', /\nfb_[^\n]*Dark mode,up,team/],
    ['/testimonials', undefined, /\ntm_[^\n]*A joy/],
    ['/changelog?status=draft', undefined, /^id,status,[^\n]*\ncl_[^\n]*draft,Spring[^\n]*\n$/],
    [`/help/${index.id}`, undefined, /\ndoc_[^\n]*# Export/],
  ] as const) {
    await page.goto(url + path);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const menu = page.getByRole('menu', { name: 'Export CSV' });
    const items = section === undefined ? menu : menu.getByRole('group', { name: section });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      items.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
    ]);
    assert.match(readFileSync(await download.path(), 'utf8'), expected, path);
  }
  assert.deepEqual(complaints, []);
});
