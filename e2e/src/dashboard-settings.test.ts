import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import { startDnsServer } from '@earshot/server/testing/dns-server';
import { startMailServer } from '@earshot/server/testing/mail-server';
import { startReceiver } from '@earshot/server/testing/receiver';
import { until } from '@earshot/server/testing/until';
import { launchBrowser, openPage } from './browser.ts';
import { save, testBranding } from './dashboard-branding.ts';
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
const accessToken = await earshot.signIn('ada@example.com');

async function openSettings(section: string) {
  const opened = await openProject(browser, earshot.url, accessToken);
  await opened.page.goto(`${opened.url}/settings/${section}`);
  return opened;
}

test('changes settings, and shows errors at their fields', async () => {
  const { page, complaints, project, team } = await openSettings('general');
  await page.getByLabel('Name').fill('Acme Rockets');
  await page.getByLabel('Slug').fill('Not a slug');
  await save(page);
  await page.getByText(/^Slug must/).waitFor();
  await page.getByLabel('Slug').fill(`rockets-${project.slug}`);
  await save(page);
  await page.waitForURL(`**/projects/rockets-${project.slug}/settings/general`);
  await page.getByRole('button', { name: /Acme Rockets/ }).waitFor();

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Waitlist' }).click();
  await page.getByText('Double opt-in', { exact: true }).click();
  await page.getByLabel('Positions per referral').fill('5');
  await page.getByLabel('Invitation URL').fill('https://acme.example/in');
  await save(page);
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Analytics' }).click();
  await page.getByLabel('Allowed hosts').fill('acme.example\n*.acme.example\n');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('nepal');
  await page.getByRole('option', { name: 'Asia/Kathmandu (UTC+5:45)' }).click();
  await save(page);
  await until(async () => (await team.projects.get(project.id)).settings.analytics.allowed_hostnames.length === 2);
  await page.reload();
  await page.locator('input[value="Asia/Kathmandu (UTC+5:45)"]').waitFor();
  // By keyboard, without choosing from the list.
  await page.getByRole('combobox', { name: 'Time zone' }).fill('berlin');
  await page.keyboard.press('Tab');
  await save(page);
  await until(async () => (await team.projects.get(project.id)).settings.analytics.timezone === 'Europe/Berlin');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Data and privacy' }).click();
  await page.getByLabel('Keep analytics events (days)').fill('0');
  await save(page);
  await page.getByText('Keep analytics events (days) must be an integer from 1 to 3,650 or empty').waitFor();
  await page.getByLabel('Keep analytics events (days)').fill('90');
  await save(page);

  const { settings } = await until(async () => {
    const current = await team.projects.get(project.id);
    return current.settings.analytics.retention_days === 90 && current;
  });
  assert.equal(settings.analytics.timezone, 'Europe/Berlin');
  assert.equal(settings.waitlist.double_opt_in, true);
  assert.equal(settings.waitlist.referral_boost, 5);
  assert.equal(settings.waitlist.invitation_url, 'https://acme.example/in');
  assert.deepEqual(settings.analytics.allowed_hostnames, ['acme.example', '*.acme.example']);
  // The browser logs the two rejected requests.
  assert.equal(complaints.length, 2);
});

test('shows all errors with the names of the fields, and asks before unsaved changes are discarded', async () => {
  const { page, project, team, url } = await openSettings('waitlist');
  await page.getByLabel('Invitation URL').fill('acme');
  await page.getByLabel('Positions per referral').fill('500');
  await page.getByText('Private sign-ups').click();
  await save(page);
  for (const label of ['Positions per referral must be', 'Invitation URL must be']) await page.getByText(label).waitFor();
  assert.equal(await page.getByText('settings.').count(), 0);
  assert.equal(await page.locator(':focus').getAttribute('name'), 'settings.waitlist.referral_boost');

  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'Testimonials' }).click();
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click();
  assert.equal(new URL(page.url()).pathname, `/projects/${project.slug}/settings/waitlist`);
  assert.equal(await page.getByLabel('Positions per referral').inputValue(), '500');
  await settings.getByRole('link', { name: 'Testimonials' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('Thank-you email').waitFor();
  assert.equal((await team.projects.get(project.id)).settings.waitlist.private_signups, false);

  // An item of a list is named by its line. A value that is changed back is no change.
  await page.goto(`${url}/settings/analytics`);
  await page.getByLabel('Excluded addresses').fill('192.0.2.0/24\nthe office');
  await save(page);
  await page.getByText('Excluded addresses: line 2 must be an IP address or network').waitFor();
  await page.getByLabel('Excluded addresses').fill('');
  assert.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled());
  await settings.getByRole('link', { name: 'Testimonials' }).click();
  await page.getByText('Thank-you email').waitFor();

  // Leaving during a save waits for it, and asks nothing.
  const leaving = Promise.withResolvers<void>();
  await page.route('**/v1/projects/*', async (route) => {
    await leaving.promise;
    await route.continue();
  });
  await page.goto(`${url}/settings/waitlist`);
  await page.getByLabel('Positions per referral').fill('7');
  await save(page);
  await settings.getByRole('link', { name: 'Testimonials' }).click();
  leaving.resolve();
  await page.getByText('Thank-you email').waitFor();
  assert.equal((await team.projects.get(project.id)).settings.waitlist.referral_boost, 7);

  // Input during a save stays, also the previous value.
  const saving = Promise.withResolvers<void>();
  await page.route('**/v1/projects/*', async (route) => {
    await saving.promise;
    await route.continue();
  });
  await page.goto(`${url}/settings/waitlist`);
  await page.getByLabel('Positions per referral').fill('8');
  await save(page);
  await page.getByLabel('Invitation URL').fill('https://acme.example/in');
  await page.getByLabel('Positions per referral').fill('7');
  saving.resolve();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  assert.equal(await page.getByLabel('Invitation URL').inputValue(), 'https://acme.example/in');
  assert.equal(await page.getByLabel('Positions per referral').inputValue(), '7');
});

test('invites members, changes roles and removes members; viewers see no buttons', async () => {
  const { page, project, team, url } = await openSettings('members');
  await page.getByRole('button', { name: 'Invite…' }).click();
  await page.getByLabel('Email address').fill('grace@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('row', { name: /grace@example\.com.*Invited/ }).waitFor();
  await page.getByRole('button', { name: /Role of grace/ }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await until(async () => (await team.projects.members.list(project.id)).data.some(({ role }) => role === 'viewer'));
  await new Earshot({ projectKey: project.api_key, baseUrl: earshot.url }).feedback.submit({ title: 'Dark mode' });

  // The link in the mail leads through the sign-in to the project.
  const mail = await until(async () =>
    (await smtp.mails()).find(
      ({ recipients, subject }) => recipients.includes('grace@example.com') && subject?.includes('added you'),
    ),
  );
  const link = /http\S+\/projects\/\S*/.exec(mail.text ?? '')?.[0] ?? '';
  const { page: viewerPage } = await openPage(browser);
  await signIn(viewerPage, link, 'grace@example.com');
  await viewerPage.waitForURL((at) => at.pathname.startsWith(`/projects/${project.slug}`));
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

test('previews the greeting and signature of emails, and shows a sent email as its recipient sees it', async () => {
  const { page, complaints } = await openSettings('mail');
  await page.getByText('No emails yet').waitFor();
  await page.getByLabel('Greeting').fill('Hi there,');
  await page.getByLabel('Signature').fill('The Acme team');
  await page.frameLocator('iframe[title="Preview of an email"]').getByText('The Acme team').waitFor();
  await save(page);
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Send test email' }).click();
  // Among notifications about other projects.
  const mail = await until(async () => (await smtp.mails()).find(({ text }) => text?.includes('Your mail server works')));
  assert.match(mail.text ?? '', /Hi there,[^]*The Acme team/);
  await page.getByRole('row', { name: /ada@example\.com.*Sent/ }).waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  const dialog = page.getByRole('dialog');
  const content = dialog.frameLocator('iframe[title="Content of the email"]');
  for (const text of ['Hi there,', 'Your mail server works', 'The Acme team']) await content.getByText(text).waitFor();
  // The style of the mail, which the policy of the dashboard would block.
  const radius = content.locator('.card').evaluate((card) => card.ownerDocument.defaultView.getComputedStyle(card).borderRadius);
  assert.equal(await radius, '12px');
  await dialog.getByRole('radio', { name: 'Plain text' }).click();
  await dialog.getByText('Your mail server works').waitFor();
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
  await page.getByText(/^Invalid token: its signature does not match an identity secret of this project; /).waitFor();
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
  const resent = receiver.received.length;
  await panel.getByRole('button', { name: 'Resend deliveries…' }).click();
  await page.getByRole('button', { name: /^Failed Deliveries/ }).click();
  await page.getByRole('option', { name: 'Failed and delivered' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByText('1 delivery will be sent again').waitFor();
  await until(() => receiver.received.length > resent);

  await panel.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('URL').fill('http://93.184.215.14/hook');
  await save(page);
  await page.getByText('url is not allowed: https is required, except for private addresses and in test projects').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await panel.getByText('Disabled').waitFor();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
  // The refused URL.
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes('400')),
    [],
  );
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

testBranding({
  openSettings,
  openPublic: async (slug) => {
    const opened = await openPage(browser);
    await opened.page.goto(`${earshot.url}/p/${slug}`);
    return opened;
  },
});

test('on a phone, sections are selected from a list, and rows of tables are cards', async () => {
  const { page, project } = await openSettings('general');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /Section/ }).click();
  await page.getByRole('option', { name: 'Email' }).click();
  await page.waitForURL(`**/projects/${project.slug}/settings/mail`);
  await page.getByRole('button', { name: 'Send test email' }).click();
  const row = page.getByRole('row', { name: /Test email from/ });
  await row.getByRole('button', { name: 'View' }).waitFor();
  const { x = 0, width = 0 } = (await row.getByRole('button', { name: 'View' }).boundingBox()) ?? {};
  assert.ok(x >= 0 && x + width <= 390, 'the button is visible without scrolling sideways');
  assert.equal(
    await row
      .locator('td', { hasText: 'Test email from' })
      .evaluate((cell) => cell.ownerDocument.defaultView.getComputedStyle(cell, '::before').content),
    '"Subject" / ""',
  );
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

test('shows who changed which setting, and filters by action', async () => {
  const { page, complaints, url, team, project } = await openSettings('general');
  await team.projects.update(project.id, { settings: { feedback: { moderation: 'all' } } });
  await team.projects.members.invite(project.id, { email: 'lin@example.com', role: 'viewer' });
  await page.goto(`${url}/settings/audit-log`);
  await page.getByRole('row', { name: /Added a member.*lin@example\.com/ }).waitFor();
  await page.getByRole('button', { name: /^Action/ }).click();
  await page.getByRole('option', { name: 'Changed settings' }).click();
  await page.getByRole('row', { name: /Added a member/ }).waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Details: Changed settings/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('row', { name: 'settings.feedback.moderation off all' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('marks a test project, and empties it after a confirmation', async () => {
  const { page, complaints, url, user, team, project } = await openSettings('test');
  await user.feedback.submit({ title: 'Export' });
  await page.getByText('Only test projects can be emptied.').waitFor();
  await page.getByText('Test project', { exact: true }).last().click();
  await page.getByLabel('Hosts that receive webhooks').fill('localhost\n');
  await save(page);
  await page.getByRole('button', { name: `Switch project: ${project.name} Test` }).waitFor();
  assert.deepEqual((await team.projects.get(project.id)).settings.test, { enabled: true, webhook_hosts: ['localhost'] });
  await page.getByRole('button', { name: 'Empty project…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty project' }).click();
  await page.getByText('Project emptied', { exact: true }).first().waitFor();
  assert.equal((await user.feedback.list()).total, 0);
  await page.goto(`${url}/settings/audit-log`);
  await page.getByRole('row', { name: /Emptied the test project/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test('pages have no axe violations and fit the window', async () => {
  const { page, url, team, user, project } = await openSettings('general');
  await user.uploads.create(PICTURE);
  await team.webhooks.create({ url: 'https://acme.example/hook', types: ['feedback.created'] });
  await team.projects.update(project.id, { settings: { pages: { custom_domain: 'help.acme.example' } } });
  await team.projects.serviceAccounts.create(project.id, { name: 'Release pipeline', scopes: ['changelog:write'] });
  const sections =
    'general keys members branding service-accounts feedback waitlist testimonials changelog analytics pages mail privacy identity webhooks ' +
    'uploads request-log audit-log test danger';
  for (const section of sections.split(' ')) await assertRouteAccessible(page, `${url}/settings/${section}`);
});
