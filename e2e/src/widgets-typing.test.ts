import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { shown, startProduct } from './product.ts';

const { open } = await startProduct();

const TEXT = 'slash/sfjk? ok';

/** Registers shortcuts and an editor as many pages do: they skip the fields that they see, but not those in shadow roots. */
const LISTEN = `window.heard = [];
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste'])
    document.addEventListener(type, (event) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      heard.push(type + ' ' + (event.key ?? ''));
      if (['s', 'f', 'j', 'k', '/', '?'].includes(event.key) && !event.ctrlKey) event.preventDefault();
    });`;

const heardBy = (page: Page) => page.evaluate<string[]>('heard');

for (const [path, label, openForm] of [
  ['/feedback', 'Title', (page: Page) => page.getByRole('button', { name: 'Feedback' }).click()],
  ['/feedback', 'Details', (page: Page) => page.getByRole('button', { name: 'Feedback' }).click()],
  ['/waitlist', 'Email', undefined],
  ['/testimonials', 'Name', undefined],
  ['/help', 'Search articles', (page: Page) => page.keyboard.press('Control+k')],
] as const)
  test(`text typed in the field ${label} of ${path} does not trigger shortcuts of the page`, async () => {
    const { page, complaints } = await open(path);
    await page.locator('[part=root] > *').first().waitFor();
    await openForm?.(page);
    const field = page.getByLabel(label).first();
    await shown(field);
    await page.evaluate(LISTEN);
    await field.click();
    await field.pressSequentially(TEXT);
    await page.keyboard.press('Control+a');
    assert.equal(await field.inputValue(), TEXT);
    assert.deepEqual(await heardBy(page), []);
    // Other elements of the page, and buttons of the widget, are not fields.
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('s');
    assert.ok((await heardBy(page)).includes('keydown s'));
    assert.deepEqual(complaints, []);
  });

test('Escape and the shortcut of the search work in fields of widgets', async () => {
  const { page, complaints } = await open('/help');
  const field = page.getByLabel('Search articles');
  // The first one is pressed before the widget is drawn.
  for (const shortcut of ['Control+k', 'Meta+k', 'Control+K']) {
    await page.keyboard.press(shortcut);
    await shown(field);
    await field.fill('export');
    await page.keyboard.press(shortcut);
    assert.equal(await field.evaluate((input) => `${(input as unknown as { selectionEnd: number }).selectionEnd}`), '6');
    // The first key empties the field.
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    await field.waitFor({ state: 'hidden' });
  }
  assert.deepEqual(complaints, []);
});
