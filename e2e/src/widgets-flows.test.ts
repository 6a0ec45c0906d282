import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IS_LONG } from '@earshot/server/testing/long';
import type { Page } from 'playwright-core';
import * as ar from '../../widgets/src/texts/ar.ts';
import * as en from '../../widgets/src/texts/en.ts';
import { assertAccessible } from './axe.ts';
import { DESKTOP, type Name, PHONE, shown, startProduct, tabTo } from './product.ts';

const { open } = await startProduct();

/** Environments in which widgets are tested, with their texts, and the devices of the short version. */
const ENVIRONMENTS = [
  { kind: 'on a desktop', path: '', options: DESKTOP, texts: en, devices: ['mouse', 'keyboard'] },
  { kind: 'on a phone, in dark mode', path: '/dark', options: PHONE, texts: en, devices: ['mouse'] },
  { kind: 'on a phone, in Arabic from right to left', path: '/ar', options: PHONE, texts: ar, devices: ['keyboard'] },
];
type Texts = typeof en | typeof ar;
type Flow = (page: Page, texts: Texts) => Promise<void>;

// Inputs of the type `email` would reject these addresses.
const newAddress = () => `Zoë-${crypto.randomUUID()}@example.com`;
const starts = (text: string) => text.split('{')[0] ?? '';
const press = async (page: Page, name: string | RegExp, key = 'Enter') => {
  await tabTo(page, name);
  await page.keyboard.press(key);
};
const write = async (page: Page, name: string, text: string) => {
  await tabTo(page, name);
  await page.keyboard.type(text);
};

/** The main flow of each widget, by mouse and by keyboard. */
const FLOWS: Record<Name, { mouse: Flow; keyboard: Flow }> = {
  feedback: {
    mouse: async (page, { button, feedback, common }) => {
      await page.getByRole('button', { name: button.feedback, exact: true }).click();
      await page.getByText(feedback.type_bug, { exact: true }).click();
      await page.getByLabel(feedback.subject).fill('By mouse');
      await page.getByRole('button', { name: common.send }).click();
      await shown(page.getByRole('heading', { name: feedback.thanks }));
      await page.getByRole('tab', { name: feedback.tab_mine }).click();
      await page.getByRole('button', { name: 'By mouse', exact: true }).first().click();
      await shown(page.getByRole('heading', { name: feedback.commentsTitle }));
      await page.getByRole('button', { name: common.back, exact: true }).click();
      await page.getByRole('tab', { name: feedback.tab_board }).click();
      await page
        .getByRole('button', { name: starts(feedback.vote) })
        .first()
        .click();
      await shown(page.locator('[aria-pressed=true]'));
      await page.getByRole('button', { name: common.close }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
    keyboard: async (page, { button, feedback, common }) => {
      await press(page, button.feedback);
      await shown(page.getByRole('dialog'));
      await write(page, feedback.subject, 'By keyboard');
      await press(page, common.send);
      await shown(page.getByRole('heading', { name: feedback.thanks }));
      await press(page, new RegExp(`^${feedback.tab_new}$`), page.url().includes('/ar/') ? 'ArrowLeft' : 'ArrowRight');
      await shown(page.getByRole('button', { name: starts(feedback.vote) }));
      await press(page, new RegExp(`^${starts(feedback.vote)}`));
      await shown(page.locator('[aria-pressed=true]'));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  waitlist: {
    mouse: async (page, { common, waitlist }) => {
      await page.getByLabel(common.email).fill(newAddress());
      await page.getByRole('button', { name: waitlist.join, exact: true }).click();
      await shown(page.getByText(starts(waitlist.position)));
      await page.getByRole('button', { name: waitlist.copy, exact: true }).click();
    },
    keyboard: async (page, { common, waitlist }) => {
      await write(page, common.email, newAddress());
      await press(page, waitlist.join);
      await shown(page.getByText(starts(waitlist.position)));
      await press(page, waitlist.copy);
    },
  },
  testimonials: {
    mouse: async (page, { common, testimonials }) => {
      await page.locator('label[for=r5]').click();
      await page.getByLabel(testimonials.content, { exact: true }).fill('A joy.');
      await page.getByLabel(common.name, { exact: true }).fill('Ada');
      await page.getByText(testimonials.consent).click();
      await page.getByRole('button', { name: common.send }).click();
      await shown(page.getByRole('heading', { name: testimonials.thanks }));
    },
    keyboard: async (page, { common, testimonials }) => {
      await press(page, new RegExp(testimonials.stars.replace('{count}', String.raw`\d`)), 'Space');
      await write(page, testimonials.content, 'A joy.');
      await write(page, common.name, 'Ada');
      await press(page, testimonials.consent, 'Space');
      await press(page, common.send);
      await shown(page.getByRole('heading', { name: testimonials.thanks }));
    },
  },
  changelog: {
    mouse: async (page, { common, changelog }) => {
      await page.getByRole('button', { name: changelog.title }).click();
      await shown(page.getByRole('dialog').getByRole('heading', { name: 'Dark mode' }));
      await page.getByRole('button', { name: common.close }).click();
      await page.getByRole('textbox', { name: changelog.subscribeTitle }).fill(newAddress());
      await page.getByRole('button', { name: changelog.subscribe, exact: true }).click();
      await shown(page.getByText(changelog.confirm));
    },
    keyboard: async (page, { changelog }) => {
      await press(page, changelog.title);
      await shown(page.getByRole('dialog').getByRole('heading', { name: 'Dark mode' }));
      await page.keyboard.press('Escape');
      await write(page, changelog.subscribeTitle, newAddress());
      await press(page, changelog.subscribe);
      await shown(page.getByText(changelog.confirm));
    },
  },
  help: {
    mouse: async (page, { help, common }) => {
      await page.getByRole('button', { name: help.open }).click();
      await page.getByRole('combobox').fill('export');
      await page.getByRole('option', { name: /Export your data/ }).click();
      await page.getByRole('button', { name: help.yes, exact: true }).click();
      await shown(page.getByText(help.thanks));
      await page.getByRole('button', { name: common.back, exact: true }).click();
      await shown(page.getByRole('option'));
    },
    keyboard: async (page, { help }) => {
      await shown(page.getByRole('button', { name: help.open }));
      await page.keyboard.press('Meta+k');
      await page.keyboard.type('expor');
      await shown(page.getByRole('option', { name: /Export your data/ }));
      await page.keyboard.press('Enter');
      await press(page, help.no);
      await shown(page.getByText(help.thanks));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  roadmap: {
    mouse: async (page, { roadmap }) => {
      await page
        .getByRole('button', { name: starts(roadmap.vote) })
        .first()
        .click();
      await shown(page.locator('[aria-pressed=true]'));
    },
    keyboard: async (page, { roadmap }) => {
      await shown(page.getByRole('button', { name: starts(roadmap.vote) }));
      await press(page, new RegExp(`^${starts(roadmap.vote)}`), 'Space');
      await shown(page.locator('[aria-pressed=true]'));
    },
  },
};

for (const { kind, path, options, texts, devices } of ENVIRONMENTS)
  describe(`main flow ${kind}`, () => {
    for (const [name, flows] of Object.entries(FLOWS))
      for (const [device, run] of Object.entries(flows).filter(([one]) => IS_LONG || devices.includes(one)))
        test(`${name}, by ${device}`, async () => {
          const { page, complaints } = await open(`${path}/${name}`, options);
          await run(page, texts);
          assert.ok(
            await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
            'no content is wider than the page',
          );
          assert.deepEqual(complaints, []);
        });
  });

/** Waits for the end of the animations in all shadow roots, after which colors are final. */
const ANIMATIONS_END = `{
  const findRoots = (root) => [root, ...[...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? findRoots(one.shadowRoot) : []))];
  Promise.allSettled(findRoots(document).flatMap((root) => root.getAnimations().map((one) => one.finished)));
}`;

describe('axe finds no violations', () => {
  const STEPS: Record<Name, (page: Page) => Promise<void>> = {
    feedback: async (page) => {
      await page.locator('earshot-feedback button').first().click();
      await shown(page.getByRole('dialog'));
    },
    waitlist: async (page) => shown(page.getByRole('textbox')),
    testimonials: async (page) => shown(page.getByRole('figure')),
    changelog: async (page) => {
      await shown(page.getByRole('article'));
      await page.locator('earshot-changelog-bell button').first().click();
      await shown(page.getByRole('dialog').getByRole('article'));
    },
    help: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('export');
      await shown(page.getByRole('option'));
    },
    roadmap: async (page) => shown(page.getByText('Export as CSV')),
  };
  for (const path of ['', '/dark', '/ar'])
    test(`on the pages of the website, ${path || '/'}`, async () => {
      const { page } = await open(`${path}/feedback`, path === '/ar' ? PHONE : DESKTOP);
      const site = new URL(page.url()).origin;
      const check = async () => {
        await page.evaluate(ANIMATIONS_END);
        // The color schemes differ only in colors.
        await assertAccessible(page, page.url(), path === '/dark' && !IS_LONG ? ['color-contrast'] : undefined);
      };
      for (const [name, act] of Object.entries(STEPS)) {
        await page.goto(`${site}${path}/${name}`);
        await page.addScriptTag({ url: '/axe.js' });
        await page.locator('[part=root] > *').first().waitFor();
        await check();
        await act(page);
        await check();
        if (name !== 'feedback') continue;
        for (const tab of [1, 2]) {
          await page.getByRole('tab').nth(tab).click();
          await shown(page.getByRole('tabpanel').getByText(/Export as CSV|Your feedback and its status|ستظهر هنا/));
          await check();
        }
      }
    });
});
