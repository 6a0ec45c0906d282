// A product that uses Earshot, for widget tests: an Earshot server, a website, and a browser.
import assert from 'node:assert/strict';
import { Earshot } from '@earshot/sdk';
import { until } from '@earshot/server/testing/until';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { AXE } from './axe.ts';
import { launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

export const PHONE = { viewport: { width: 360, height: 740 } };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

const SCRIPTS = {
  feedback: '<earshot-feedback {key}></earshot-feedback>',
  waitlist: '<earshot-waitlist {key} source="site"></earshot-waitlist>',
  testimonials: '<earshot-testimonials {key}></earshot-testimonials><earshot-testimonial-form {key}></earshot-testimonial-form>',
  changelog: '<earshot-changelog-bell {key}></earshot-changelog-bell><earshot-changelog {key}></earshot-changelog>',
  help: '<earshot-help {key}></earshot-help>',
  roadmap: '<earshot-roadmap {key}></earshot-roadmap>',
};
export type Name = keyof typeof SCRIPTS;

/** Starts a browser, a server with a project with sample data, and a website on another origin with one page for each widget. */
export async function startProduct() {
  const browser = await launchBrowser();
  const earshot = await startEarshot();
  const accessToken = await earshot.signIn();
  const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
  const team = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
  const user = () => new Earshot({ projectKey: project.api_key, baseUrl: earshot.url, visitorId: crypto.randomUUID() });
  // All browsers of the tests have one address.
  await team.projects.update(project.id, { settings: { feedback: { anonymous_votes_per_network: 1000 } } });
  const csv = await user().feedback.submit({ title: 'Export as CSV', type: 'feature', description: 'For the monthly report.' });
  await user().feedback.upvote(csv.id);
  await team.feedback.update(csv.id, { status: 'planned' });
  await team.feedback.comments.add(csv.id, { body: 'We are on it.' });
  const { id } = await team.indexes.create({ name: 'Help', language: 'en' });
  await team.indexes.documents.createMany(id, [
    {
      content: '# Export your data\n\nEvery list has a **button** for it.\n\n## As Excel\n\nOpen the file.',
      external_id: 'export',
    },
    { content: '# Invite people\n\nOpen the page of members.', external_id: 'invite', url: `${earshot.url}/health#invite` },
  ]);
  await team.changelog.create({
    title: 'Dark mode',
    content: 'It is **here**. <script>alert(1)</script>',
    published: true,
    version: '1.0',
  });
  for (const rating of [5, 4, 3]) {
    const testimonial = await user().testimonials.submit({
      author_name: 'Ada Lovelace',
      content: `Saves ${rating} hours a day.`,
      rating,
    });
    await team.testimonials.update(testimonial.id, { status: 'approved' });
  }
  const key = `project-key="${project.api_key}"`;
  const page = (name: Name, attributes = 'lang="en"', style = '') =>
    `<!doctype html><html ${attributes}><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${name}</title>${style}<script type="module" src="{earshot}/widgets/${name}.js"></script>
    <body><main><h1>Acme</h1>${SCRIPTS[name].replaceAll('{key}', key)}<p id="own">Text of the page. <button>Button</button></p></main>`;
  // The second element shows nothing while the first one does.
  const announcements = `<earshot-changelog-announcement ${key}></earshot-changelog-announcement>`.repeat(2);
  const names = Object.keys(SCRIPTS) as Name[];
  const site = await startSite(earshot.url, {
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`/${name}`, page(name)],
        [`/dark/${name}`, page(name, 'lang="en"', '<link rel="stylesheet" href="/dark.css">')],
        [`/accent/${name}`, page(name, 'lang="en"', '<link rel="stylesheet" href="/accent.css">')],
        [`/ar/${name}`, page(name, 'lang="ar" dir="rtl"')],
        [`/trusted/${name}`, { body: page(name), policy: "; require-trusted-types-for 'script'; trusted-types earshot" }],
        [`/loud/${name}`, page(name, 'lang="en"', '<link rel="stylesheet" href="/loud.css">')],
      ]),
    ),
    ...Object.fromEntries(
      ['de', 'fr', 'es', 'pt-BR', 'ja', 'xx'].map((lang) => [`/${lang}/feedback`, page('feedback', `lang="${lang}"`)]),
    ),
    '/slash/feedback': page('feedback').replace(key, `${key} base-url="{earshot}/"`),
    '/own-texts': page('feedback').replace(key, `${key} lang="it" texts='{"feedback":"Opinioni","title":"Dicci cosa ne pensi"}'`),
    '/isolated': {
      body: page('changelog').replace(
        '<body>',
        `<script defer src="{earshot}/t.js" ${key.replace('project-', 'data-')} data-vitals></script>
        <script type="module" src="{earshot}/widgets/feedback.js"></script><body><earshot-feedback ${key}></earshot-feedback>`,
      ),
      headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
    },
    ...Object.fromEntries(
      ['lang="en"', 'lang="ar" dir="rtl"'].map((attributes) => [
        attributes.includes('rtl') ? '/ar/announcement' : '/announcement',
        page('changelog', attributes).replace(SCRIPTS.changelog.replaceAll('{key}', key), announcements),
      ]),
    ),
    '/wrong-key': page('changelog').replaceAll(project.api_key, 'pk_00000000000000000000000000000000'),
    '/axe.js': { type: 'text/javascript', body: AXE },
    '/dark.css': { type: 'text/css', body: ':root { color-scheme: dark; background: #111; color: #eee }' },
    '/accent.css': { type: 'text/css', body: ':root { --earshot-accent: #112233 }' },
    '/loud.css': {
      type: 'text/css',
      body: `* { color: purple !important; font-family: cursive; letter-spacing: 4px; text-transform: uppercase; line-height: 3 }
        button, input, dialog, h2, p { display: none; background: yellow; border: 5px solid red; padding: 2em; margin: 2em }
        earshot-feedback, earshot-waitlist { color: purple; font-size: 40px }`,
    },
  });
  return {
    browser,
    acme: { site, team, user, project, csv },
    /** Opens a page of the website. `complaints` collects console errors and violations of the content security policy. */
    open: async (path: string, options: BrowserContextOptions = DESKTOP): Promise<{ page: Page; complaints: string[] }> => {
      const opened = await openPage(browser, options);
      await opened.page.goto(site + path);
      return opened;
    },
  };
}

/** Script with functions: the accessible name of an element, the elements of a document with those of its shadow roots, the focused one. */
const NAMES = `
  const findName = (one) => one?.ariaLabel ?? one?.labels?.[0]?.textContent ?? one?.textContent ?? '';
  const findAll = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? findAll(one.shadowRoot) : [])]);
  const findFocused = (at = document.activeElement) => (at?.shadowRoot?.activeElement ? findFocused(at.shadowRoot.activeElement) : at);`;

/** Returns the accessible name of the focused element. */
export const focused = (page: Page) => page.evaluate<string>(`{${NAMES} findName(findFocused())}`);

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, maxSteps = 40): Promise<void> {
  const matches = (at: string) => (typeof name === 'string' ? at.startsWith(name) : name.test(at));
  // A widget is drawn when its texts, colors and entries are loaded, which can take longer than all steps.
  const isDrawn = async () =>
    (await page.evaluate<string[]>(`{${NAMES} findAll(document.body).filter((one) => one.tabIndex >= 0).map(findName)}`)).some(
      matches,
    );
  await assert.doesNotReject(until(isDrawn), `the page has an element ${String(name)}`);
  for (let step = 0; step < maxSteps; step++) {
    await page.keyboard.press('Tab');
    if (matches(await focused(page))) return;
  }
  assert.fail(`the keyboard does not reach ${String(name)}`);
}

export const shown = (locator: Locator) => locator.first().waitFor();
