import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Name, shown, startProduct } from './product.ts';

const { acme, open } = await startProduct();
// cspell:disable
const ARABIC = 'تصدير القائمة (CSV)!';
const HEBREW = 'מצב כהה, version 2.';
const PERSIAN = 'هر هفته یک ساعت صرفه‌جویی.';
const LATIN = 'Weekly report, please!';
// cspell:enable

const entry = await acme.user().feedback.submit({ title: ARABIC, description: `${HEBREW}\n${LATIN}` });
await acme.user().feedback.submit({ title: LATIN });
await acme.team.feedback.update(entry.id, { status: 'planned' });
await acme.team.feedback.comments.add(entry.id, { body: PERSIAN });
await acme.team.changelog.create({ title: HEBREW, content: `${PERSIAN}\n\n- ${ARABIC}`, published: true });
const { id } = await acme.user().testimonials.submit({ author_name: 'דנה.', author_title: 'מנהלת', content: PERSIAN, rating: 5 });
await acme.team.testimonials.update(id, { status: 'approved' });

/** Returns the direction in which a line is laid out: its punctuation mark is on the left or on the right. */
const findDirection = (text: Locator, first: string) =>
  text.first().evaluate((element, letter) => {
    const page = element.ownerDocument;
    // 4 is NodeFilter.SHOW_TEXT.
    const walker = page.createTreeWalker(element, 4);
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent?.indexOf(letter) ?? -1;
      if (at < 0) continue;
      const range = page.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + letter.length);
      const line = range.getBoundingClientRect();
      range.setStart(walker.currentNode, at + letter.length - 1);
      const rects = range.getClientRects();
      const last = rects[rects.length - 1];
      return last && last.left < line.right - last.width - 1 ? 'rtl' : 'ltr';
    }
    return 'none';
  }, first);

const openBoard = async (page: Page) => {
  await page.getByRole('button', { name: 'Feedback' }).click();
  await page.getByRole('tab', { name: /All|كل/ }).click();
};
const openEntry = async (page: Page) => {
  await openBoard(page);
  await page.getByRole('button', { name: ARABIC, exact: true }).click();
};

const CASES: [name: Name, prepare: ((page: Page) => Promise<void>) | undefined, texts: [string, 'rtl' | 'ltr'][]][] = [
  [
    'feedback',
    openBoard,
    [
      [ARABIC, 'rtl'],
      [LATIN, 'ltr'],
    ],
  ],
  [
    'feedback',
    openEntry,
    [
      [ARABIC, 'rtl'],
      [HEBREW, 'rtl'],
      [PERSIAN, 'rtl'],
    ],
  ],
  ['roadmap', undefined, [[ARABIC, 'rtl']]],
  [
    'changelog',
    undefined,
    [
      [HEBREW, 'rtl'],
      [PERSIAN, 'rtl'],
      [ARABIC, 'rtl'],
    ],
  ],
  [
    'testimonials',
    undefined,
    [
      [PERSIAN, 'rtl'],
      ['דנה.', 'rtl'],
      ['Saves 5 hours a day.', 'ltr'],
    ],
  ],
];

for (const [name, prepare, texts] of CASES)
  test(`texts in ${name}${prepare === openEntry ? ', opened,' : ''} have the direction of their own letters`, async () => {
    const { page } = await open(`/${name}`);
    await prepare?.(page);
    for (const [text, direction] of texts) {
      const found = page.getByText(text);
      await shown(found);
      assert.deepEqual([text, await findDirection(found, text)], [text, direction]);
    }
  });

test('typed text has the direction of its letters', async () => {
  const { page } = await open('/feedback');
  await page.getByRole('button', { name: 'Feedback' }).click();
  for (const label of ['Title', 'Details']) {
    const field = page.getByLabel(label);
    await shown(field);
    assert.equal(
      await field.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).unicodeBidi),
      'plaintext',
    );
  }
});

test('emails of a widget are in the language of the widget', async () => {
  const { page } = await open('/ar/changelog');
  await page.getByRole('textbox').fill('mona@example.com');
  await page.getByRole('button', { name: 'اشتراك' }).last().click();
  await shown(page.getByText('أكّد عنوانك'));
  const { data } = await acme.team.projects.mails.list(acme.project.id);
  const mail = data.find(({ recipient }) => recipient === 'mona@example.com');
  assert.match(mail?.html ?? '', /<html lang="ar" dir="rtl">/);
});
