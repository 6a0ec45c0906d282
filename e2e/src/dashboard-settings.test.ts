import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import type { Page } from 'playwright-core';
import { startDnsServer } from '../../server/src/testing/dns-server.ts';
import { startMailServer } from '../../server/src/testing/mail-server.ts';
import { startReceiver } from '../../server/src/testing/receiver.ts';
import { until } from '../../server/src/testing/until.ts';
import { launchBrowser, openPage } from './browser.ts';
import { assertRouteAccessible, openProject, signIn } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const PICTURE = new Blob([readFileSync(new URL('../../docs/images/feedback.png', import.meta.url))]);
const smtp = await startMailServer();
after(() => smtp.close());
const dns = await startDnsServer();
const earshot = await startEarshot({
  EARSHOT_DNS_SERVERS: dns.address,
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
  EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on',
});
const accessToken = earshot.signIn('ada@example.com');

async function openSettings(section: string) {
  const opened = await openProject(browser, earshot.url, accessToken);
  await opened.page.goto(`${opened.url}/settings/${section}`);
  return opened;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('changes settings, and shows errors at their fields', async () => {
  const { page, complaints, project, team } = await openSettings('general');
  await page.getByLabel('Name').fill('Acme Rockets');
  await page.getByLabel('Slug').fill('Not a slug');
  await save(page);
  await page.getByText(/^slug must/).waitFor();
  await page.getByLabel('Slug').fill(`rockets-${project.slug}`);
  await save(page);
  await page.waitForURL(`**/projects/rockets-${project.slug}/settings/general`);
  await page.getByRole('button', { name: /Acme Rockets/ }).waitFor();

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Waitlist' }).click();
  await page.getByText('Double opt-in').click();
  await page.getByLabel('Positions per referral').fill('5');
  await page.getByLabel('Invitation URL').fill('https://acme.example/in');
  await save(page);
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Analytics' }).click();
  await page.getByLabel('Allowed hosts').fill('acme.example\n*.acme.example\n');
  await save(page);
  await until(async () => (await team.projects.get(project.id)).settings.analytics.allowed_hostnames.length === 2);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Data and privacy' }).click();
  await page.getByLabel('Keep analytics events (days)').fill('0');
  await save(page);
  await page.getByText(/retention_days must/).waitFor();
  await page.getByLabel('Keep analytics events (days)').fill('90');
  await save(page);

  const { settings } = await until(async () => {
    const current = await team.projects.get(project.id);
    return current.settings.analytics.retention_days === 90 && current;
  });
  assert.equal(settings.waitlist.double_opt_in, true);
  assert.equal(settings.waitlist.referral_boost, 5);
  assert.equal(settings.waitlist.invitation_url, 'https://acme.example/in');
  assert.deepEqual(settings.analytics.allowed_hostnames, ['acme.example', '*.acme.example']);
  // The browser logs the two rejected requests.
  assert.equal(complaints.length, 2);
});

test('rotates a key, and keeps the old key for a day', async () => {
  const { page, project, user } = await openSettings('keys');
  await page.getByText(project.api_key).first().waitFor();
  await page.getByRole('button', { name: 'Rotate key …' }).click();
  await page.getByRole('button', { name: 'Rotate key', exact: true }).click();
  await page.getByRole('row').nth(2).waitFor();
  await user.feedback.submit({ title: 'With the old key' });
  await page.getByRole('button', { name: 'Rotate key …' }).click();
  await page.getByText('Revoke immediately').click();
  await page.getByRole('button', { name: 'Rotate key', exact: true }).click();
  await page.getByRole('row', { name: project.api_key }).waitFor({ state: 'detached' });
});

test('invites members, changes roles and removes members; viewers see no buttons', async () => {
  const { page, project, team, url } = await openSettings('members');
  await page.getByRole('button', { name: 'Invite …' }).click();
  await page.getByLabel('Email address').fill('grace@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('row', { name: /grace@example\.com.*Invited/ }).waitFor();
  await page.getByRole('button', { name: /Role of grace/ }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await until(async () => (await team.projects.members.list(project.id)).data.some(({ role }) => role === 'viewer'));
  await new Earshot({ projectKey: project.api_key, baseUrl: earshot.url }).feedback.submit({ title: 'Dark mode' });

  const { page: viewerPage } = await openPage(browser);
  await signIn(viewerPage, earshot.url, 'grace@example.com');
  await viewerPage.goto(`${url}/feedback`);
  await viewerPage.getByRole('link', { name: 'Dark mode' }).waitFor();
  assert.equal(await viewerPage.getByRole('button', { name: 'New entry' }).count(), 0);
  assert.equal(await viewerPage.getByRole('button', { name: /^Status: New/ }).count(), 0);
  await viewerPage.goto(`${url}/settings/webhooks`);
  await viewerPage.getByText('Only owners and admins can change these settings.').waitFor();

  await page.getByRole('row', { name: /grace/ }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: /grace/ }).waitFor({ state: 'detached' });
  await viewerPage.reload();
  await viewerPage.getByRole('heading', { name: 'Page not found' }).waitFor();
});

test('sends a test email, and lists it in the outbox', async () => {
  const { page, complaints } = await openSettings('mail');
  await page.getByText('No emails yet').waitFor();
  await page.getByRole('button', { name: 'Send test email' }).click();
  await until(async () => (await smtp.mails()).find(({ recipients }) => recipients.includes('ada@example.com')));
  await page.getByRole('row', { name: /ada@example\.com.*Sent/ }).waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('dialog').getByText('Your mail server works').waitFor();
  assert.deepEqual(complaints, []);
});

test('the identity wizard verifies a token signed by its snippet', async () => {
  const { page, project, team } = await openSettings('identity');
  const [{ secret } = { secret: '' }] = (await team.projects.identitySecrets.list(project.id)).data;
  assert.equal(await page.getByText(secret).count(), 0);
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText(secret).waitFor();
  const code = (await page.getByRole('region', { name: 'Node.js' }).textContent()) ?? '';
  const program = `${code.replace(/^import.*$/m, "const { createHmac } = await import('node:crypto'); const user = { id: 'u_42', name: 'Grace', email: 'g@example.com' };")}
    console.log(userToken);`;
  const token = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { EARSHOT_IDENTITY_SECRET: secret },
    encoding: 'utf8',
  });
  await page.getByLabel('Token').fill(token.trim());
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Valid token of:').waitFor();
  await page.getByText('u_42').last().waitFor();
  await page.getByLabel('Token').fill(`${token.trim()}x`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Invalid token: no identity secret of this project signed it.').waitFor();
});

test('creates and tests a webhook, shows deliveries and sends them again', async () => {
  const { page, complaints, user } = await openSettings('webhooks');
  const receiver = await startReceiver();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByText('Feedback created').click();
  await save(page);
  const panel = page.getByRole('region', { name: receiver.url });
  await panel.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('Endpoint response: 2').waitFor();
  await user.feedback.submit({ title: 'Dark mode' });
  await until(() => receiver.received.find(({ body }) => body.includes('Dark mode')));
  await page.reload();
  await panel
    .getByRole('row', { name: /feedback\.created.*Delivered/ })
    .getByRole('button', { name: 'View' })
    .click();
  const details = page.getByRole('dialog', { name: 'feedback.created' });
  await details.getByText('"title": "Dark mode"').waitFor();
  const before = receiver.received.length;
  await details.getByRole('button', { name: 'Resend' }).click();
  await until(() => receiver.received.length > before);
  await panel.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await panel.getByText('Disabled').waitFor();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
  assert.deepEqual(complaints, []);
});

test('shows and deletes images', async () => {
  const { page, complaints, user } = await openSettings('uploads');
  await page.getByText('No images yet').waitFor();
  const { url } = await user.uploads.create(PICTURE);
  await page.reload();
  await page.getByRole('row').getByRole('img').waitFor();
  await until(() => page.evaluate(`document.querySelector('td img').naturalWidth > 0`));
  await page.getByRole('button', { name: /^Delete: upl_/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No images yet').waitFor();
  assert.equal((await fetch(url)).status, 404);
  assert.deepEqual(complaints, []);
});

test('verifies a custom domain with the displayed record', async () => {
  const { page, complaints } = await openSettings('pages');
  await page.getByLabel('Custom domain').fill('feedback.acme.example');
  await save(page);
  const panel = page.getByRole('region', { name: 'Custom domain' });
  await panel.getByText('Pending').waitFor();
  await panel.getByText('No TXT record found at _earshot.feedback.acme.example').waitFor();
  const [, name = '', value = ''] = await panel.locator('code').allTextContents();
  dns.records.set(name, [value]);
  await panel.getByRole('button', { name: 'Check now' }).click();
  await panel.getByText('Verified').waitFor();
  await panel.getByText('No TXT record').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('deletes a project after confirmation with its slug', async () => {
  const { page, project, team } = await openSettings('danger');
  const button = page.getByRole('button', { name: 'Delete project' });
  assert.ok(await button.isDisabled());
  await page.getByLabel(/Type “/).fill(project.slug);
  await button.click();
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();
  await assert.rejects(team.projects.get(project.id), /not/);
});

test('pages have no axe violations and fit the window', async () => {
  const { page, url, team, user, project } = await openSettings('general');
  await user.uploads.create(PICTURE);
  await team.webhooks.create({ url: 'https://acme.example/hook', types: ['feedback.created'] });
  await team.projects.update(project.id, { settings: { pages: { custom_domain: 'help.acme.example' } } });
  const sections = ['general', 'keys', 'members', 'feedback', 'waitlist', 'testimonials', 'changelog', 'analytics', 'pages'];
  for (const section of [...sections, 'mail', 'privacy', 'identity', 'webhooks', 'uploads', 'danger'])
    await assertRouteAccessible(page, `${url}/settings/${section}`);
});
