import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMailServer } from '../../server/src/testing/mail-server.ts';
import { until } from '../../server/src/testing/until.ts';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { signIn } from './dashboard.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

const browser = await launchBrowser();
const smtp = await startMailServer();
after(() => smtp.close());

test('from the first start to the mail that tells a user that their wish was shipped', async () => {
  const earshot = await startEarshot({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await signIn(page, earshot.url, 'ada@example.com');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();

  // The snippet, as it stands there, goes onto a page of another origin.
  const snippet = (await page.getByRole('region', { name: 'HTML' }).textContent()) ?? '';
  const site = await startSite(earshot.url, {
    '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme</title>${snippet}<h1>Acme</h1></html>`,
  });
  const { page: visitor, complaints: ofTheSite } = await openPage(browser, AS_PEOPLE);
  await visitor.goto(site);
  await page.getByText('The first page view is here.').waitFor();
  await visitor.getByRole('button', { name: 'Feedback' }).click();
  await visitor.getByRole('textbox', { name: /what/i }).or(visitor.getByRole('textbox').first()).first().fill('Export as CSV');
  await visitor.getByLabel(/e-?mail/i).fill('grace@example.com');
  await visitor.getByRole('button', { name: /send/i }).click();
  await page.getByText('It is here: Export as CSV').waitFor();
  const confirmation = await until(async () =>
    (await smtp.mails()).find(({ recipients }) => recipients.includes('grace@example.com')),
  );
  const [link = ''] = /http\S+\/confirm\?token=\S+/.exec(confirmation.text ?? '') ?? [];
  assert.equal((await fetch(link, { method: 'POST' })).status, 200);

  // Triage, without having loaded anything anew.
  await page.getByRole('link', { name: 'Open the inbox' }).click();
  await page.getByRole('link', { name: 'Export as CSV' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Status: In progress' }).waitFor();

  // What ships it is written and published.
  await page.getByRole('link', { name: 'Changelog', exact: true }).click();
  await page.getByRole('button', { name: 'New entry' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Exports are here');
  await page.getByRole('textbox', { name: 'Text' }).fill('Every list has a **download** now.');
  await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'download' }).waitFor();
  await page.getByRole('button', { name: 'Link feedback' }).click();
  await page.getByRole('searchbox', { name: 'Find feedback by words' }).fill('export');
  await page.getByRole('option', { name: 'Export as CSV' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this entry?' });
  await dialog.getByText('1 person gets a mail.').waitFor();
  await dialog.getByText('1 who follow “Export as CSV”').waitFor();
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('It is published').waitFor();

  const mail = await until(async () =>
    (await smtp.mails()).find(
      ({ recipients, text }) => recipients.includes('grace@example.com') && /Exports are here/.test(text ?? ''),
    ),
  );
  assert.match(mail.text ?? '', /Export as CSV/);
  await page.getByRole('link', { name: 'Feedback', exact: true }).click();
  await page.getByRole('button', { name: 'Status: Done' }).waitFor();
  assert.deepEqual([complaints, ofTheSite], [[], []]);
});
