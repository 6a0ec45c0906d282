import assert from 'node:assert/strict';
import { test } from 'node:test';
import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { until } from '@earshot/server/testing/until';
import { launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';

// Pages that people open through links: referral links, emails, feeds.

interface Mail {
  recipient: string;
  text: string;
  html: string;
}

const browser = await launchBrowser();
const earshot = await startEarshot();
const token = await earshot.signIn('ada@example.com');
const headers = { authorization: `Bearer ${token}`, 'x-project-key': earshot.key, 'content-type': 'application/json' };

// Tests of the API check the response bodies.
// oxlint-disable-next-line typescript/no-explicit-any
async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(earshot.url + path, { method, headers, body: body && JSON.stringify(body) });
  return await response.json();
}

const { data: projects } = await call('GET', '/v1/projects');
const { id, slug } = projects[0] as { id: string; slug: string };

const mailTo = (recipient: string): Promise<Mail> =>
  until(async () => {
    const { data } = (await call('GET', `/v1/projects/${id}/mails`)) as { data: Mail[] };
    return data.find((mail) => mail.recipient === recipient);
  });

test('joins through a referral link by keyboard on a phone, and confirms the address by email', async () => {
  await call('PATCH', `/v1/projects/${id}`, { settings: { waitlist: { double_opt_in: true }, mail: { color: '#b45309' } } });
  const { page, complaints } = await openPage(browser);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${earshot.url}/p/${slug}/waitlist?ref=friend`);
  // The first link skips the menu.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('grace@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Grace');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 390, 'no content is wider than the page');

  const mail = await mailTo('grace@example.com');
  // Mail clients do not apply the content security policy of the page.
  await page.goto('about:blank');
  await page.setContent(mail.html);
  await page.getByRole('link', { name: 'Confirm email address' }).click();
  await page.waitForURL(`${earshot.url}/**`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('You are number 1 in line.').waitFor();
  assert.deepEqual(complaints, []);
});

const TRIGGER_EVENTS = `
  for (const element of document.querySelectorAll('*'))
    for (const type of ['mouseover', 'focus', 'error', 'load', 'toggle']) element.dispatchEvent(new Event(type));
  for (const link of document.querySelectorAll('a')) if (!/^(https?|mailto):/.test(link.href)) link.click();
`;

test('no entry of the Big List of Naughty Strings runs in a browser', async () => {
  const ran: string[] = [];
  const places = (text: string) => [
    text,
    `[a](${text})`,
    `![${text}](${text})`,
    `<${text}>`,
    `| ${text} |\n|---|\n| \`${text}\` |`,
  ];
  const content = naughty.flatMap(places).join('\n\n');
  for (let start = 0; start < content.length; start += 20_000) {
    const entry = await call('POST', '/v1/changelog', {
      title: `News ${start}`,
      content: content
        .slice(start, start + 20_000)
        .toWellFormed()
        .replaceAll('\0', ''),
    });
    assert.ok(entry.content_html, JSON.stringify(entry).slice(0, 200));
    // A clicked link may navigate away, so each part has a separate page.
    const { page } = await openPage(browser);
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    await page.setContent(entry.content_html as string, { waitUntil: 'commit' });
    const scripts = await page.locator('script, iframe, object, embed, form, style, svg, math').count();
    assert.equal(scripts, 0);
    // Triggers events on all elements.
    await page.evaluate(TRIGGER_EVENTS);
  }
  assert.deepEqual(ran, []);
});
