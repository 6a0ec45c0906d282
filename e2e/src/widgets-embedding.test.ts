import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '@earshot/server/testing/until';
import { AS_PEOPLE, openPage } from './browser.ts';
import { type Name, PHONE, shown, startProduct } from './product.ts';

const { acme, browser, open } = await startProduct();

test('shows the texts of each language, English for others, and custom texts of the page', async () => {
  for (const [lang, label] of [
    ['de', 'Feedback geben'],
    ['fr', 'Donner votre avis'],
    ['es', 'Enviar feedback'],
    ['pt-BR', 'Enviar feedback'],
    ['ja', 'フィードバックを送る'],
    ['xx', 'Send feedback'],
  ] as const) {
    const { page } = await open(`/${lang}/feedback`);
    await page.locator('earshot-feedback button').first().click();
    await shown(page.getByRole('heading', { name: label }));
  }
  const { page } = await open('/own-texts');
  await page.getByRole('button', { name: 'Opinioni' }).click();
  await shown(page.getByRole('heading', { name: 'Dicci cosa ne pensi' }));
  await shown(page.getByText('Title'));
});

test('uses a custom text without a singular for one, too', async () => {
  const rewards = [{ key: 'early', name: 'Early access', referrals: 1 }];
  await acme.team.projects.update(acme.project.id, { settings: { waitlist: { rewards } } });
  const { page } = await open('/waitlist');
  const setTexts = (own: object) =>
    page.locator('earshot-waitlist').evaluate((waitlist, texts) => void Object.assign(waitlist, { texts }), own);
  await shown(page.getByText('1 referral', { exact: true }));
  await setTexts({ needed: 'Friends: {count}' });
  await shown(page.getByText('Friends: 1', { exact: true }));
  await setTexts({ needed: '{count} friends', needed_one: 'A friend' });
  await shown(page.getByText('A friend', { exact: true }));
  await acme.team.projects.update(acme.project.id, { settings: { waitlist: { rewards: [] } } });
});

describe('reports that Earshot is unavailable, and works again afterwards:', () => {
  const openUnavailable = async (name: Name) => {
    const { page } = await openPage(browser, PHONE);
    await page.route('**/v1/**', (route) => route.abort());
    await page.goto(`${acme.site}/${name}`);
    return { page, restore: () => page.unroute('**/v1/**') };
  };
  const assertUnavailable = (page: Page) => shown(page.getByText('Connection failed. Your input is kept'));

  for (const [name, text] of [
    ['roadmap', 'Export as CSV'],
    ['changelog', 'Dark mode'],
    ['testimonials', 'Saves 5 hours a day.'],
  ] as const)
    test(name, async () => {
      const { page, restore } = await openUnavailable(name);
      await assertUnavailable(page);
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await shown(page.getByText(text));
    });

  test('waitlist', async () => {
    const { page, restore } = await openUnavailable('waitlist');
    await page.getByLabel('Email address').fill('later@example.com');
    await page.getByRole('button', { name: 'Join' }).click();
    await assertUnavailable(page);
    assert.equal(await page.getByLabel('Email address').inputValue(), 'later@example.com');
    await restore();
    await page.getByRole('button', { name: 'Join' }).click();
    await shown(page.getByText(/You are number/));
  });

  test('help', async () => {
    const { page, restore } = await openUnavailable('help');
    await page.getByRole('button', { name: /Search for help/ }).click();
    await page.getByRole('combobox').fill('exports');
    await assertUnavailable(page);
    await restore();
    await page.getByRole('combobox').fill('export');
    await shown(page.getByRole('option', { name: /Export your data/ }));
  });
});

test('works on pages with Trusted Types that allow one policy', async () => {
  for (const [name, text] of [
    ['changelog', 'It is here.'],
    ['help', 'Every list has a button for it.'],
  ] as const) {
    const { page, complaints } = await open(`/trusted/${name}`);
    if (name === 'help') {
      await page.getByRole('button', { name: /Search for help/ }).click();
      await page.getByRole('combobox').fill('button');
      await page.getByRole('option').first().click();
    }
    await shown(page.getByText(text));
    assert.deepEqual(complaints, []);
  }
});

test('styles of the page and of the widget do not affect each other', async () => {
  const look = async (path: string) => {
    const { page } = await open(path);
    await page.getByLabel('Email address').waitFor();
    return await page.evaluate(`(() => {
      const inside = [...document.querySelector('earshot-waitlist').shadowRoot.querySelectorAll('h2, input, button, label')];
      const styles = inside.map((element) => {
        const { color, fontFamily, fontSize, letterSpacing, lineHeight, textTransform, display, padding, margin, backgroundColor, borderTopWidth } = getComputedStyle(element);
        return { color, fontFamily, fontSize, letterSpacing, lineHeight, textTransform, display, padding, margin, backgroundColor, borderTopWidth };
      });
      return { inside: styles, outside: getComputedStyle(document.querySelector('#own button')).cssText || getComputedStyle(document.querySelector('#own')).fontFamily };
    })()`);
  };
  const [plain, loud] = [(await look('/waitlist')) as { inside: object }, (await look('/loud/waitlist')) as { inside: object }];
  assert.deepEqual(loud.inside, plain.inside);

  const { page } = await open('/feedback');
  const own = () =>
    page.evaluate(
      "JSON.stringify([...document.querySelectorAll('#own, #own button, h1')].map((element) => Object.fromEntries([...getComputedStyle(element)].map((name) => [name, getComputedStyle(element)[name]]))))",
    );
  const before = await own();
  await page.getByRole('button', { name: 'Feedback' }).click();
  await shown(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  assert.equal(await own(), before);
});

test('pages with cross-origin isolation load widgets, the tracker and images', async () => {
  const picture = new Blob([readFileSync(new URL('../../docs/images/feedback.png', import.meta.url))]);
  const { url } = await acme.user().uploads.create(picture);
  await acme.team.changelog.create({ title: 'Inbox', content: `![The inbox](${url})`, published: true });
  const { page, complaints } = await open('/isolated', AS_PEOPLE);
  assert.equal(await page.evaluate('crossOriginIsolated'), true);
  const image = page.getByRole('img', { name: 'The inbox' });
  await until(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth > 0));
  await page.getByRole('button', { name: 'Feedback' }).click();
  await shown(page.getByRole('dialog'));
  await until(async () => ((await acme.team.analytics.overview({ period: '24h' })).page_views.value ?? 0) > 0);
  assert.deepEqual(complaints, []);
});

test('the button that sends is in view on small screens, and forms of wide pages have a readable width', async () => {
  for (const viewport of [
    { width: 390, height: 640 },
    { width: 1280, height: 720 },
    { width: 844, height: 390 },
  ]) {
    const { page } = await open('/feedback', { viewport });
    await page.getByRole('button', { name: 'Feedback' }).click();
    const size = `${viewport.width}×${viewport.height}`;
    const send = page.getByRole('button', { name: 'Send' });
    await shown(send);
    const box = await send.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, size);
    const email = page.getByLabel('Email address');
    await email.focus();
    const field = await email.boundingBox();
    assert.ok(
      field && field.y + field.height <= ((await send.boundingBox())?.y ?? 0),
      `${size}: the button covers no field in use`,
    );
    await page.getByLabel('Title').fill('Export');
    await page.route('**/v1/feedback', (route) =>
      route.fulfill({ status: 500, json: { error: 'Out of order', code: 'server.internal' } }),
    );
    await send.click();
    const alert = await page.getByRole('alert').filter({ hasText: /./ }).boundingBox();
    assert.ok(alert && alert.y + alert.height <= viewport.height, `${size}: an error is in view`);
    await page.close();
  }
  const { page } = await open('/waitlist', { viewport: { width: 1440, height: 900 } });
  const field = page.getByLabel('Email address');
  await shown(field);
  assert.equal((await field.boundingBox())?.width, 512);
  await page.evaluate("document.querySelector('earshot-waitlist').style.setProperty('--earshot-form-width', '320px')");
  assert.equal((await field.boundingBox())?.width, 320);
});
