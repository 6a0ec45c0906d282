import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMailServer } from '@earshot/server/testing/mail-server';
import { until } from '@earshot/server/testing/until';
import { launchBrowser, openPage } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const smtp = await startMailServer();
after(() => smtp.close());
const earshot = await startEarshot({
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
});
const token = await earshot.signIn('ada@example.com');

test('questions and rewards are declared, answered on the page, and filter the list', async () => {
  const { page, complaints, team, project, url } = await openProject(browser, earshot.url, token);
  await page.goto(`${url}/settings/waitlist`);
  const dialog = page.getByRole('dialog');
  const ask = async (label: string, type: string, options = '') => {
    await page.getByRole('button', { name: 'New question…' }).click();
    await dialog.getByLabel('Label').fill(label);
    await dialog.getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: type, exact: true }).click();
    if (options) await dialog.getByLabel('Options').fill(options);
    await dialog.getByRole('button', { name: 'Create question' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await ask('Team size', 'Selection', 'Small\nLarge');
  await ask('Tools', 'Multiple selection', 'Jira\nLinear');
  await page.getByRole('button', { name: 'New reward…' }).click();
  await dialog.getByLabel('Referrals').fill('1');
  await dialog.getByLabel('Name').fill('Early access');
  await dialog.getByRole('button', { name: 'Create reward' }).click();
  await page.getByRole('region', { name: 'Rewards' }).getByText('Early access').waitFor();
  await team.projects.update(project.id, { settings: { waitlist: { leaderboard: true } } });
  await assertRouteAccessible(page, `${url}/settings/waitlist`);

  const visitor = await openPage(browser);
  const site = `${earshot.url}/p/${project.slug}/waitlist`;
  const join = async (email: string, size: string, address = site) => {
    await visitor.page.goto(address);
    await visitor.page.getByLabel('Email address').fill(email);
    await visitor.page.getByLabel('Name').fill('Grace Hopper');
    await visitor.page.getByLabel('Team size').selectOption(size);
    await visitor.page.getByLabel('Linear').check();
    await visitor.page.getByRole('button', { name: 'Join the waitlist' }).click();
    await visitor.page.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor();
  };
  await join('grace@example.com', 'Small');
  const [grace] = (await team.waitlist.list()).data;
  assert.deepEqual(grace?.answers, { team_size: 'Small', tools: ['Linear'] });
  await join('alan@example.com', 'Large', `${site}?ref=${grace?.referral_code}`);
  await visitor.page.goto(`${site}/${grace?.referral_code}`);
  await visitor.page.getByText('✓ Reached').waitFor();
  await visitor.page.getByText('G… H.').waitFor();

  await page.goto(`${url}/waitlist`);
  const table = page.getByRole('region', { name: 'Waitlist' });
  await table.getByRole('row').nth(2).waitFor();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Team size' }).click();
  await page.getByRole('option', { name: 'Large' }).click();
  await table.getByText('grace@example.com').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('answer'), '["team_size:is:Large"]');
  await assertRouteAccessible(page, page.url());
  assert.deepEqual(complaints, []);
});

test('a broadcast to a filter is previewed, tested and sent', async () => {
  const { page, complaints, user, url } = await openProject(browser, earshot.url, token);
  for (const name of ['grace', 'alan']) await user.waitlist.join({ email: `${name}@example.com` });
  await page.goto(`${url}/waitlist`);
  await page.getByRole('link', { name: 'Broadcasts' }).click();
  await page.getByRole('heading', { name: 'No broadcasts yet' }).waitFor();
  await page.getByRole('button', { name: 'New broadcast…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Recipients: 2 people').waitFor();
  await dialog.getByRole('searchbox').fill('grace');
  await dialog.getByText('Recipients: 1 person').waitFor();
  await dialog.getByLabel('Subject').fill('We open soon');
  await dialog.getByLabel('Text').fill('Hello **there**');
  await dialog.frameLocator('iframe').getByText('there').waitFor();
  await dialog.getByRole('button', { name: 'Send test to yourself' }).click();
  await until(async () =>
    (await smtp.mails()).some((mail) => mail.subject === 'We open soon' && mail.recipients[0] === 'ada@example.com'),
  );
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /We open soon/ });
  await row.waitFor();
  await until(async () => (await smtp.mails()).filter((mail) => mail.subject === 'We open soon').length === 2);
  await page.reload();
  await row.getByRole('cell', { name: '1', exact: true }).nth(1).waitFor();
  await assertRouteAccessible(page, page.url());
  assert.deepEqual(complaints, []);
});
