import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMailServer } from '@earshot/server/testing/mail-server';
import { until } from '@earshot/server/testing/until';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { signIn } from './dashboard.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

const browser = await launchBrowser();
const smtp = await startMailServer();
after(() => smtp.close());

test('from the first start to the email that a request was shipped', async () => {
  const earshot = await startEarshot({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await signIn(page, earshot.url, 'ada@example.com');
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();

  // Adds the displayed snippet to a website on another origin.
  const snippet = (await page.getByRole('region', { name: 'HTML' }).textContent()) ?? '';
  const site = await startSite(earshot.url, {
    '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme</title>${snippet}<h1>Acme</h1></html>`,
  });
  // A visit that does not count is explained: this browser says that it is automated.
  const { page: robot } = await openPage(browser);
  await robot.goto(site);
  await page
    .getByRole('region', { name: 'Events arrived, but do not count as visits' })
    .getByText(/headless/)
    .waitFor();
  const { page: visitor, complaints: siteComplaints } = await openPage(browser, AS_PEOPLE);
  await visitor.goto(site);
  await page.getByText('1 page view received.').waitFor();
  await visitor.getByRole('button', { name: 'Feedback' }).click();
  await visitor.getByRole('textbox', { name: 'Title' }).fill('Export as CSV');
  await visitor.getByRole('textbox', { name: /email/i }).fill('grace@example.com');
  await visitor.getByRole('checkbox', { name: 'Email me when there is news' }).check();
  await visitor.getByRole('button', { name: /send/i }).click();
  await visitor.getByRole('heading', { name: /thank/i }).waitFor();
  await page.getByText('Feedback received: Export as CSV').waitFor();
  // The other steps are done in place.
  await page.getByLabel('Title of the changelog entry').fill('We are live');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published: We are live').waitFor();
  await page.getByLabel('Title of the article').fill('Exports');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Choose Export in the menu.');
  await page.getByRole('button', { name: 'Add article' }).click();
  await page.getByText('1 article published.').waitFor();
  const { page: reader } = await openPage(browser);
  await reader.goto(
    new URL((await page.getByRole('link', { name: 'Open help center' }).getAttribute('href')) ?? '', earshot.url).href,
  );
  await reader.getByRole('link', { name: 'Exports' }).waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill('lin@example.com');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('1 person signed up.').waitFor();
  await page.getByText('All steps are done.').waitFor();
  const confirmation = await until(async () =>
    (await smtp.mails()).find(({ recipients }) => recipients.includes('grace@example.com')),
  );
  const [link = ''] = /http\S+\/confirm\?token=\S+/.exec(confirmation.text ?? '') ?? [];
  assert.equal((await fetch(link, { method: 'POST' })).status, 200);

  // Triage, without a reload.
  await page.getByRole('link', { name: 'Open inbox' }).click();
  await page.getByRole('link', { name: 'Export as CSV' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Status: In progress' }).waitFor();

  // Publishes a changelog entry that is linked to the feedback.
  await page.getByRole('link', { name: 'Changelog', exact: true }).click();
  await page.getByRole('heading', { name: 'Changelog', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'New entry' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Exports are here');
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Every list has a **download** now.');
  await page.getByRole('textbox', { name: 'Text' }).locator('strong', { hasText: 'download' }).waitFor();
  await page.getByRole('button', { name: 'Link feedback' }).click();
  await page.getByRole('searchbox', { name: 'Search feedback' }).fill('export');
  await page.getByRole('option', { name: 'Export as CSV' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this entry?' });
  await dialog.getByText('1 person will receive an email.').waitFor();
  await dialog.getByText('1 follower of “Export as CSV”').waitFor();
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Entry published').waitFor();

  const mail = await until(async () =>
    (await smtp.mails()).find(
      ({ recipients, text }) => recipients.includes('grace@example.com') && /Exports are here/.test(text ?? ''),
    ),
  );
  assert.match(mail.text ?? '', /Export as CSV/);
  await page.getByRole('link', { name: 'Feedback', exact: true }).click();
  await page.getByRole('button', { name: 'Status: Done' }).waitFor();
  assert.deepEqual([complaints, siteComplaints], [[], []]);
});
