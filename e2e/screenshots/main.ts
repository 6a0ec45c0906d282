// Takes screenshots of every dashboard route, light and dark, on a phone and a desktop, into e2e/screenshots/out/.
import { mkdirSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchBrowser, openPage } from '../src/browser.ts';
import { signIn } from '../src/dashboard.ts';
import { startEarshot } from '../src/earshot.ts';
import { createDemo } from './demo.ts';

const OUT = fileURLToPath(new URL('out/', import.meta.url));
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('screenshots', { timeout: 900_000 }, async () => {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const browser = await launchBrowser();
  const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
  const { slug, entryId, draftId, releaseId, indexId, sharePath, lockedSharePath, uploadedId, importedId } = await createDemo(
    earshot.url,
    await earshot.signIn('ada@example.com'),
  );
  const { page } = await openPage(browser);
  await page.goto(earshot.url);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const routes: Record<string, string> = {
    'sign-in': '/sign-in',
    'shared-figures': `${sharePath}?period=7d`,
    'embedded-figures': `${sharePath.replace('/share/', '/embed/')}?period=7d`,
    'shared-figures-locked': lockedSharePath,
    account: '/account',
    'new-project': '/projects/new',
    device: '/device',
    authorize: '/authorize?request=unknown',
  };
  const ofProject: Record<string, string> = {
    'first-steps': '',
    feedback: '/feedback',
    'feedback-board': '/feedback/board',
    outcomes: '/outcomes',
    'feedback-entry': `/feedback/${entryId}`,
    people: '/people',
    companies: '/people/companies',
    waitlist: '/waitlist',
    testimonials: '/testimonials',
    'testimonials-wall': '/testimonials/wall',
    'testimonials-requests': '/testimonials/requests',
    changelog: '/changelog',
    'changelog-subscribers': '/changelog/subscribers',
    'changelog-editor': `/changelog/${draftId}`,
    'changelog-adoption': `/changelog/${releaseId}`,
    help: '/help',
    'help-documents': `/help/${indexId}`,
    'help-order': `/help/${indexId}/order`,
    'help-new-article': `/help/${indexId}/documents/new`,
    'help-search': `/help/${indexId}/search?q=export`,
    'help-insights': `/help/${indexId}/insights`,
    'help-settings': `/help/${indexId}/settings`,
    analytics: '/analytics?period=30d',
    'analytics-funnel': `/analytics/funnel?period=7d&steps=${encodeURIComponent('["page:/*","page:/pricing","event:signed_up"]')}&compare_by=source`,
    'analytics-retention': '/analytics/retention?period=7d',
    'analytics-paths': '/analytics/paths?period=7d',
    'analytics-users': '/analytics/users?period=7d',
    'analytics-realtime': '/analytics/realtime',
    'analytics-segments': '/analytics/segments?period=7d',
    'analytics-alerts': '/analytics/alerts',
    'waitlist-broadcasts': '/waitlist/broadcasts',
  };
  const sections = [
    'general',
    'keys',
    'members',
    'feedback',
    'waitlist',
    'testimonials',
    'changelog',
    'analytics',
    'pages',
    'branding',
  ];
  for (const section of [
    ...sections,
    'mail',
    'identity',
    'webhooks',
    'uploads',
    'request-log',
    'audit-log',
    'privacy',
    'test',
    'danger',
  ])
    ofProject[`settings-${section}`] = `/settings/${section}`;
  ofProject['settings-imports'] = '/settings/imports';
  ofProject['settings-import-preview'] = `/settings/imports?import=${uploadedId}`;
  ofProject['settings-import-finished'] = `/settings/imports?import=${importedId}`;
  for (const [name, path] of Object.entries(ofProject)) routes[name] = `/projects/${slug}${path}`;

  for (const [name, path] of Object.entries(routes)) {
    if (name === 'account') {
      await page.setViewportSize({ width: 1440, height: 900 });
      await signIn(page, earshot.url, 'ada@example.com');
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.goto(earshot.url + path);
        await page.locator('h1').first().waitFor();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        await page.evaluate('document.fonts.ready');
        await page.waitForTimeout(250);
        await page.screenshot({ path: `${OUT}${name}-${size.width}-${colorScheme}.png` });
      }
    }
  }
});
