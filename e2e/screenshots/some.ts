import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { launchBrowser, openPage } from '../src/browser.ts';
import { signIn } from '../src/dashboard.ts';
import { startEarshot } from '../src/earshot.ts';
import { createDemo } from './demo.ts';

const OUT = '/tmp/d-shots/';
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
test('screenshots', { timeout: 500_000 }, async () => {
  mkdirSync(OUT, { recursive: true });
  const browser = await launchBrowser();
  const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
  const token = await earshot.signIn('ada@example.com');
  const { slug } = await createDemo(earshot.url, token);
  const get = async (path: string) =>
    (await (await fetch(earshot.url + path, { headers: { authorization: `Bearer ${token}` } })).json()) as any;
  const project = (await get('/v1/projects')).data.find((one: any) => one.slug === slug);
  const [top] = (await get(`/v1/waitlist?sort=referrals&limit=1&project_id=${project.id}`)).data;
  const { page } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, earshot.url, 'ada@example.com');
  const routes: Record<string, [string, string?]> = {
    waitlist: [`/projects/${slug}/waitlist`],
    'waitlist-table': [`/projects/${slug}/waitlist?answer=%5B%22team_size:is:Just+me%22%5D`, '.list-head'],
    broadcasts: [`/projects/${slug}/waitlist/broadcasts`],
    dialog: [`/projects/${slug}/waitlist/broadcasts`, 'dialog'],
    settings: [`/projects/${slug}/settings/waitlist`, 'section[aria-label=Form]'],
    public: [`/p/${slug}/waitlist`],
    place: [`/p/${slug}/waitlist/${top.referral_code}`],
  };
  for (const [name, [path, scroll]] of Object.entries(routes))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.goto(earshot.url + path);
        await page.locator('h1').first().waitFor();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        if (scroll === 'dialog') {
          await page.getByRole('button', { name: 'New broadcast…' }).click();
          await page.getByLabel('Subject').fill('We open soon');
          await page.getByLabel('Text', { exact: true }).fill('Hello **there**, we open next week.');
        } else if (scroll)
          await page
            .locator(scroll)
            .first()
            .evaluate((e: any) => e.scrollIntoView());
        await page.waitForTimeout(400);
        await page.screenshot({
          path: `${OUT}${name}-${size.width}-${colorScheme}.png`,
          fullPage: name === 'public' || name === 'place',
        });
      }
    }
});
