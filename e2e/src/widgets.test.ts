import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { until } from '../../server/src/testing/until.ts';
import * as ar from '../../widgets/src/texts/ar.ts';
import * as en from '../../widgets/src/texts/en.ts';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = earshot.signIn();
const PHONE = { viewport: { width: 360, height: 740 } };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const SCRIPTS = {
  feedback: '<earshot-feedback {key}></earshot-feedback>',
  waitlist: '<earshot-waitlist {key} source="site"></earshot-waitlist>',
  testimonials: '<earshot-testimonials {key}></earshot-testimonials><earshot-testimonial-form {key}></earshot-testimonial-form>',
  changelog: '<earshot-changelog-bell {key}></earshot-changelog-bell><earshot-changelog {key}></earshot-changelog>',
  help: '<earshot-help {key}></earshot-help>',
  roadmap: '<earshot-roadmap {key}></earshot-roadmap>',
};
type Name = keyof typeof SCRIPTS;

/** A project with something of everything, and a website on another origin with every widget on a page of its own. */
async function startProduct() {
  const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
  const team = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
  const user = () => new Earshot({ projectKey: project.api_key, baseUrl: earshot.url, visitorId: crypto.randomUUID() });
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
    const said = await user().testimonials.submit({
      author_name: 'Ada Lovelace',
      content: `Saves ${rating} hours a day.`,
      rating,
    });
    await team.testimonials.update(said.id, { status: 'approved' });
  }
  const key = `project-key="${project.api_key}"`;
  const page = (name: Name, attributes = 'lang="en"', style = '') =>
    `<!doctype html><html ${attributes}><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${name}</title>${style}<script type="module" src="{earshot}/widgets/${name}.js"></script>
    <body><main><h1>Acme</h1>${SCRIPTS[name].replaceAll('{key}', key)}<p id="own">The page’s own words. <button>Its own</button></p></main>`;
  const names = Object.keys(SCRIPTS) as Name[];
  const site = await startSite(earshot.url, {
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`/${name}`, page(name)],
        [`/dark/${name}`, page(name, 'lang="en"', '<link rel="stylesheet" href="/dark.css">')],
        [`/ar/${name}`, page(name, 'lang="ar" dir="rtl"')],
        [`/trusted/${name}`, { body: page(name), policy: "; require-trusted-types-for 'script'; trusted-types earshot" }],
        [`/loud/${name}`, page(name, 'lang="en"', '<link rel="stylesheet" href="/loud.css">')],
      ]),
    ),
    ...Object.fromEntries(
      ['de', 'fr', 'es', 'pt-BR', 'ja', 'xx'].map((lang) => [`/${lang}/feedback`, page('feedback', `lang="${lang}"`)]),
    ),
    '/own-texts': page('feedback').replace(key, `${key} lang="it" texts='{"feedback":"Opinioni","title":"Dicci cosa ne pensi"}'`),
    '/wrong-key': page('changelog').replaceAll(project.api_key, 'pk_00000000000000000000000000000000'),
    '/axe.js': { type: 'text/javascript', body: AXE },
    '/dark.css': { type: 'text/css', body: ':root { color-scheme: dark; background: #111; color: #eee }' },
    '/loud.css': {
      type: 'text/css',
      body: `* { color: purple !important; font-family: cursive; letter-spacing: 4px; text-transform: uppercase; line-height: 3 }
        button, input, dialog, h2, p { display: none; background: yellow; border: 5px solid red; padding: 2em; margin: 2em }
        earshot-feedback, earshot-waitlist { color: purple; font-size: 40px }`,
    },
  });
  return { site, team, user, project, csv };
}

const acme = await startProduct();

/** A page with a widget. Nothing may complain: not the policy, not the console. */
async function open(path: string, options: BrowserContextOptions = DESKTOP): Promise<{ page: Page; complaints: string[] }> {
  const opened = await openPage(browser, options);
  await opened.page.goto(acme.site + path);
  return opened;
}

/** What a person hears of the part of the page that the keyboard is at. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const label = at?.labels?.[0]?.textContent;
    return at?.ariaLabel ?? at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? '';
  })()`);

/** Tabs until the keyboard is at what is called so. */
async function tabTo(page: Page, name: string | RegExp, most = 40): Promise<void> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (typeof name === 'string' ? at.startsWith(name) : name.test(at)) return;
  }
  assert.fail(`the keyboard does not reach ${String(name)}`);
}

const shown = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 10_000 });

describe('feedback', () => {
  test('by mouse: what is alike shows up, a screenshot goes along, and one sees one’s own', async () => {
    const { page, complaints } = await open('/feedback');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByText('Problem').click();
    await page.getByLabel('In one sentence').pressSequentially('Export the list as CSV');
    await shown(page.getByText('Somebody may have said it already:'));
    await page.getByRole('button', { name: 'Export your data' }).click();
    await shown(page.getByText('for it.'));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Export as CSV', exact: true }).click();
    await shown(page.getByText('We are on it.'));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    assert.equal(await page.getByLabel('In one sentence').inputValue(), 'Export the list as CSV');

    await page.getByLabel('Details').fill('Of all rows.');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a screenshot' }).click();
    await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await shown(page.getByText('Only PNG, JPEG'));
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a screenshot' }).click();
    await (await again).setFiles({ name: 'shot.png', mimeType: 'image/png', buffer: PIXEL });
    await shown(page.getByRole('img', { name: 'shot.png' }));
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('heading', { name: 'Thank you!' }));

    const entry = (await acme.team.feedback.list({ q: 'Export the list' })).data[0];
    assert.deepEqual([entry?.type, entry?.description, entry?.submitter_email], ['bug', 'Of all rows.', 'ada@example.com']);
    assert.equal((await fetch(entry?.image_url ?? '')).headers.get('content-type'), 'image/png');
    assert.equal(entry?.metadata?.page, `${acme.site}/feedback`);

    await acme.team.feedback.update(entry?.id ?? '', { status: 'in_progress' });
    await page.getByRole('tab', { name: 'Mine' }).click();
    await shown(page.getByRole('tabpanel').getByText('In progress'));
    assert.deepEqual(complaints, []);
  });

  test('by keyboard alone, on a phone, in Arabic from right to left', async () => {
    const { page, complaints } = await open('/ar/feedback', PHONE);
    await tabTo(page, 'رأيك');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('dialog'));
    await tabTo(page, 'كتابة');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(page), 'الأفكار');
    await shown(page.getByText('Export as CSV'));
    await tabTo(page, /^التصويت لـ «Export as CSV»\. الأصوات: 1/);
    await page.keyboard.press('Enter');
    await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === 2);
    await tabTo(page, 'إغلاق');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'في جملة واحدة');
    await page.keyboard.type('الوضع الداكن');
    await tabTo(page, 'إرسال');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('heading', { name: 'شكرًا!' }));
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await focused(page), 'رأيك');
    assert.equal((await acme.team.feedback.list({ q: 'الداكن' })).total, 1);
    const { x = 0, width = 0 } = (await page.getByRole('button', { name: 'رأيك' }).boundingBox()) ?? {};
    assert.ok(x < 30 && x + width < 360, 'the button is in the corner where lines end');
    assert.deepEqual(complaints, []);
  });

  test('with Earshot away it says so and keeps what was typed; sent later, it is there once', async () => {
    const { page } = await open('/feedback');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByLabel('In one sentence').fill('Typed while away');
    let isLost = true;
    await page.route('**/v1/**', async (route) => {
      // It arrives, and its answer is lost.
      if (isLost && route.request().method() === 'POST') await route.fetch().catch(() => {});
      await (isLost ? route.abort() : route.continue());
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('alert').getByText('What you typed is still here'));
    assert.equal(await page.getByLabel('In one sentence').inputValue(), 'Typed while away');
    isLost = false;
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('heading', { name: 'Thank you!' }));
    assert.equal((await acme.team.feedback.list({ q: 'Typed while away' })).total, 1);
  });

  test('when the panel itself can’t be loaded, the button says so, and works later', async () => {
    const { page } = await openPage(browser, DESKTOP);
    await page.route('**/chunks/panel-*', (route) => route.abort());
    await page.goto(`${acme.site}/feedback`);
    await page.getByRole('button', { name: 'Feedback' }).click();
    await shown(page.getByText('We can’t be reached right now.'));
    await page.unroute('**/chunks/panel-*');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await shown(page.getByRole('dialog'));
    assert.equal(await page.getByText('We can’t be reached right now.').count(), 0);
  });

  test('a comment is added, and what waits for approval says so', async () => {
    const { page } = await open('/feedback');
    const comment = async (text: string) => {
      await page.getByLabel('Add a comment').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByRole('tab', { name: 'Ideas' }).click();
    await page.getByLabel('Search').fill('export csv');
    await page.getByRole('button', { name: 'Export as CSV', exact: true }).click();
    await comment('Yes, please.');
    await shown(page.getByRole('listitem').getByText('Yes, please.'));
    await acme.team.projects.update(acme.project.id, { settings: { feedback: { moderation: 'anonymous' } } });
    await comment('And as Excel.');
    await shown(page.getByText('Your comment appears once it is approved.'));
    await acme.team.projects.update(acme.project.id, { settings: { feedback: { moderation: 'off' } } });
  });
});

describe('waitlist', () => {
  test('by mouse: somebody joins by a friend’s link, and finds their place again', async () => {
    const friend = await acme.user().waitlist.join({ email: 'friend@example.com' });
    const { page, complaints } = await open(`/waitlist?ref=${friend.referral_code}`);
    await page.getByLabel('E-mail address').fill('not an address');
    await page.getByRole('button', { name: 'Join' }).click();
    assert.equal(await page.getByRole('heading', { name: 'You are on the list.' }).count(), 0);
    await page.getByLabel('E-mail address').fill('grace@example.com');
    await page.getByRole('button', { name: 'Join' }).click();
    await shown(page.getByText('You are number 2 in line.'));
    const link = await page.getByText(/\/waitlist\?ref=/).textContent();
    await page.getByRole('button', { name: 'Copy' }).click();
    assert.equal((await acme.user().waitlist.position(friend.referral_code)).referral_count, 1);
    await page.reload();
    await shown(page.getByText('You are number 2 in line.'));
    assert.match(link ?? '', /^http/);
    const entry = (await acme.team.waitlist.list({ q: 'grace' })).data[0];
    assert.equal(entry?.referral_source, 'site');
    assert.deepEqual(complaints, []);
  });

  test('by keyboard, in the dark, on a phone: a known address is said to be known', async () => {
    const { page } = await open('/dark/waitlist', PHONE);
    await tabTo(page, 'E-mail address');
    await page.keyboard.type('friend@example.com');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('alert').getByText('This address is on the list already.'));
    assert.equal(await page.getByLabel('E-mail address').inputValue(), 'friend@example.com');
  });
});

describe('testimonials', () => {
  test('by keyboard: somebody writes one and agrees, and it is on the wall once approved', async () => {
    const { page, complaints } = await open('/testimonials', PHONE);
    await tabTo(page, /of 5 stars/);
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'What would you tell others?');
    await page.keyboard.type('It is a joy.');
    await tabTo(page, 'Name');
    await page.keyboard.type('Grace Hopper');
    await tabTo(page, 'You may show this');
    await page.keyboard.press('Space');
    await tabTo(page, 'Send');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('heading', { name: 'Thank you!' }));
    const said = (await acme.team.testimonials.list({ status: 'pending' })).data[0];
    assert.deepEqual([said?.author_name, said?.content, said?.rating], ['Grace Hopper', 'It is a joy.', 4]);
    assert.equal(said?.consent?.text, 'You may show this, with my name, on your website.');
    await acme.team.testimonials.update(said?.id ?? '', { status: 'approved', disclosure: 'incentive' });
    await page.reload();
    await shown(page.getByRole('figure').filter({ hasText: 'It is a joy.' }).getByText('Got something for it'));
    assert.deepEqual(complaints, []);
  });

  test('by mouse: stars are chosen by clicking on them', async () => {
    const { page } = await open('/testimonials');
    await page.locator('label[for=r4]').click();
    assert.ok(await page.getByLabel('4 of 5 stars').last().isChecked());
  });

  test('the wall is a grid, masonry, or a carousel that one pages through', async () => {
    const { page } = await open('/testimonials', PHONE);
    await shown(page.getByText('Saves 5 hours a day.'));
    await shown(page.getByText(/^4 of 5, by [34] people$/));
    await page.evaluate("document.querySelector('earshot-testimonials').setAttribute('layout', 'carousel')");
    await page.getByRole('button', { name: 'Next' }).click();
    await until(() =>
      page.evaluate("document.querySelector('earshot-testimonials').shadowRoot.querySelector('.carousel').scrollLeft > 100"),
    );
    await page.evaluate("document.querySelector('earshot-testimonials').setAttribute('layout', 'masonry')");
    await shown(page.getByText('Saves 3 hours a day.'));
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  });
});

describe('changelog', () => {
  test('the bell counts what is unread, and one reads it by keyboard', async () => {
    const { page, complaints } = await open('/changelog');
    await shown(page.getByRole('button', { name: 'What is new', exact: true }));
    await acme.team.changelog.create({
      title: 'Faster search',
      content: 'Much **faster**.',
      type: 'improvement',
      published: true,
    });
    await page.reload();
    await shown(page.getByRole('button', { name: 'What is new: 1 unread' }));
    await tabTo(page, 'What is new: 1 unread');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('dialog').getByRole('heading', { name: 'Faster search' }));
    await page.keyboard.press('Escape');
    await shown(page.getByRole('button', { name: 'What is new', exact: true }));
    await page.reload();
    await shown(page.getByRole('button', { name: 'What is new', exact: true }));
    await shown(page.getByRole('strong').filter({ hasText: 'faster' }));
    assert.deepEqual(complaints, []);
  });

  test('somebody subscribes', async () => {
    const { page } = await open('/changelog', PHONE);
    await page.getByLabel('Hear of it by mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await shown(page.getByText('confirm your address by the link'));
    assert.ok(
      (await acme.team.projects.mails.list(acme.project.id)).data.some(({ recipient }) => recipient === 'ada@example.com'),
    );
  });

  test('with a wrong key it says what is wrong', async () => {
    const { page } = await open('/wrong-key');
    await shown(page.getByRole('alert').getByText('X-Project-Key is unknown or no longer valid'));
  });
});

describe('help', () => {
  test('by keyboard: Ctrl K, typing with an error, an article, and whether it helped', async () => {
    const { page, complaints } = await open('/help');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('exprot data');
    await shown(page.getByText('Searched for “export data”'));
    await shown(page.getByRole('option', { name: /Export your data/ }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shown(page.getByText('Every list has a'));
    await tabTo(page, 'Yes');
    await page.keyboard.press('Enter');
    await shown(page.getByText('Thank you.'));
    const [index] = (await acme.team.indexes.list()).data;
    const insights = await until(async () => {
      const seen = await acme.team.indexes.insights(index?.id ?? '');
      return seen.documents[0]?.helpful ? seen : undefined;
    });
    assert.deepEqual([insights.documents[0]?.clicks, insights.documents[0]?.helpful], [1, 1]);
    assert.deepEqual(
      insights.top_queries.map(({ query }) => query),
      ['exprot data'],
    );
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.deepEqual(complaints, []);
  });

  test('by mouse, on a phone: an article with a page of its own opens there', async () => {
    const { page } = await open('/help', PHONE);
    await page.getByRole('button', { name: /Search for help/ }).click();
    await page.getByRole('combobox').fill('members');
    await shown(page.locator('mark').getByText('members'));
    await page.getByRole('option', { name: /Invite people/ }).click();
    await page.waitForURL('**/health#invite**');
  });

  test('what is not found becomes a request', async () => {
    const { page } = await open('/ar/help', PHONE);
    await page.getByRole('button', { name: /البحث عن مساعدة/ }).click();
    await page.getByRole('combobox').fill('zeppelin');
    await shown(page.getByText('ليس لدينا جواب عن «zeppelin» بعد.'));
    await page.getByRole('button', { name: 'اسأل عنه' }).click();
    await shown(page.getByText('شكرًا. سنهتم بذلك.'));
    const entry = (await acme.team.feedback.list({ q: 'zeppelin' })).data[0];
    assert.equal(entry?.from_query, 'zeppelin');
  });
});

test('the roadmap has its columns, and one votes there', async () => {
  const { page, complaints } = await open('/dark/roadmap', PHONE);
  const before = (await acme.team.feedback.get(acme.csv.id)).upvote_count;
  await page.getByRole('button', { name: /Vote for “Export as CSV”/ }).click();
  await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === before + 1);
  await page.getByRole('button', { name: new RegExp(`Votes: ${before + 1}`) }).click();
  await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === before);
  assert.deepEqual(complaints, []);
});

test('each language has its texts, one without has English, and a page may bring its own', async () => {
  for (const [lang, label] of [
    ['de', 'Sag uns deine Meinung'],
    ['fr', 'Dites-nous ce que vous en pensez'],
    ['es', 'Dinos qué piensas'],
    ['pt-BR', 'Diga o que você acha'],
    ['ja', 'ご意見をお聞かせください'],
    ['xx', 'Tell us what you think'],
  ] as const) {
    const { page } = await open(`/${lang}/feedback`);
    await page.locator('earshot-feedback button').first().click();
    await shown(page.getByRole('heading', { name: label }));
  }
  const { page } = await open('/own-texts');
  await page.getByRole('button', { name: 'Opinioni' }).click();
  await shown(page.getByRole('heading', { name: 'Dicci cosa ne pensi' }));
  await shown(page.getByText('In one sentence'));
});

describe('with Earshot away a widget says so, and goes on once it is back:', () => {
  const away = async (name: Name) => {
    const { page } = await openPage(browser, PHONE);
    await page.route('**/v1/**', (route) => route.abort());
    await page.goto(`${acme.site}/${name}`);
    return { page, back: () => page.unroute('**/v1/**') };
  };
  const unreachable = (page: Page) => shown(page.getByText(ENGLISH.common.unreachable));

  for (const [name, text] of [
    ['roadmap', 'Export as CSV'],
    ['changelog', 'Dark mode'],
    ['testimonials', 'Saves 5 hours a day.'],
  ] as const)
    test(name, async () => {
      const { page, back } = await away(name);
      await unreachable(page);
      await back();
      await page.getByRole('button', { name: 'Try again' }).click();
      await shown(page.getByText(text));
    });

  test('waitlist', async () => {
    const { page, back } = await away('waitlist');
    await page.getByLabel('E-mail address').fill('later@example.com');
    await page.getByRole('button', { name: 'Join' }).click();
    await unreachable(page);
    assert.equal(await page.getByLabel('E-mail address').inputValue(), 'later@example.com');
    await back();
    await page.getByRole('button', { name: 'Join' }).click();
    await shown(page.getByText(starts(ENGLISH.waitlist.position)));
  });

  test('help', async () => {
    const { page, back } = await away('help');
    await page.getByRole('button', { name: /Search for help/ }).click();
    await page.getByRole('combobox').fill('expor');
    await unreachable(page);
    await back();
    await page.getByRole('combobox').fill('export');
    await shown(page.getByRole('option', { name: /Export your data/ }));
  });
});

test('pages that ask for Trusted Types allow one policy, and all is shown', async () => {
  for (const [name, text] of [
    ['changelog', 'It is here.'],
    ['help', 'button'],
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

test('a page’s own styles and a widget’s do not touch', async () => {
  const look = async (path: string) => {
    const { page } = await open(path);
    await page.getByLabel('E-mail address').waitFor();
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

/** Where a widget has to be usable, each with the words that stand on it there. */
const KINDS = [
  { kind: 'on a desktop', place: '', options: DESKTOP, words: en },
  { kind: 'on a phone, in the dark', place: '/dark', options: PHONE, words: en },
  { kind: 'on a phone, in Arabic from right to left', place: '/ar', options: PHONE, words: ar },
];
type Words = typeof en | typeof ar;
const ENGLISH: Words = en;
type Way = (page: Page, words: Words) => Promise<void>;

const newAddress = () => `${crypto.randomUUID()}@example.com`;
const starts = (text: string) => text.split('{')[0] ?? '';
const press = async (page: Page, name: string | RegExp, key = 'Enter') => {
  await tabTo(page, name);
  await page.keyboard.press(key);
};
const write = async (page: Page, name: string, text: string) => {
  await tabTo(page, name);
  await page.keyboard.type(text);
};

/** What people come for, by mouse and by the keyboard alone. */
const WAYS: Record<Name, { mouse: Way; keyboard: Way }> = {
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
      assert.equal(await page.getByRole('dialog').count(), 0);
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
      assert.equal(await page.getByRole('dialog').count(), 0);
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
      await page.getByLabel(testimonials.content).fill('A joy.');
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
      assert.equal(await page.getByRole('dialog').count(), 0);
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

for (const { kind, place, options, words } of KINDS)
  describe(`the whole way ${kind}`, () => {
    for (const [name, ways] of Object.entries(WAYS))
      for (const [how, go] of Object.entries(ways))
        test(`${name}, by ${how}`, async () => {
          const { page, complaints } = await open(`${place}/${name}`, options);
          await go(page, words);
          assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'nothing is wider than the page');
          assert.deepEqual(complaints, []);
        });
  });

describe('axe finds nothing', () => {
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
  for (const [name, act] of Object.entries(STEPS))
    for (const place of ['', '/dark', '/ar'])
      test(`${place}/${name}`, async () => {
        const { page } = await open(`${place}/${name}`, place === '/ar' ? PHONE : DESKTOP);
        await page.addScriptTag({ url: '/axe.js' });
        const check = async () => {
          // What fades in has not its own colours yet.
          await page.waitForTimeout(250);
          await assertAccessible(page);
        };
        await page.waitForTimeout(300);
        await check();
        await act(page);
        await check();
        if (name !== 'feedback') return;
        for (const tab of [1, 2]) {
          await page.getByRole('tab').nth(tab).click();
          await shown(page.getByRole('tabpanel').getByText(/Export as CSV|What you send us|يظهر هنا ما/));
          await check();
        }
      });
});
