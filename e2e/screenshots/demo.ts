import { readFileSync } from 'node:fs';
import { Earshot } from '@earshot/sdk';

const DAY_MS = 86_400_000;

const FEEDBACK = [
  ['Export every list as CSV', 'feature', 'planned', 41],
  ['Dark mode for the editor', 'feature', 'in_progress', 38],
  ['Login fails with special characters in the password', 'bug', 'new', 12],
  ['Keyboard shortcuts for everything', 'feature', 'done', 29],
  ['Tell us in Slack what is new', 'feature', 'under_review', 22],
  ['The calendar shows the wrong week in Sweden', 'bug', 'in_progress', 9],
  ['Invite people by a link', 'feature', 'new', 17],
  ['Imports hit the rate limit', 'bug', 'new', 6],
  ['Find words in attachments', 'feature', 'planned', 31],
  ['An app for phones', 'feature', 'declined', 25],
  ['Pictures over 2 MB are refused', 'bug', 'new', 3],
  ['A digest by mail each week', 'feedback', 'new', 14],
  ['Take back what was deleted', 'feature', 'planned', 27],
  ['Custom fields', 'feature', 'under_review', 33],
  ['Bring boards over from Trello', 'feature', 'new', 8],
] as const;

const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov', 'Radia Perlman'];
const SAID = [
  'We found out in a week what we had guessed at for a year.',
  'It took one command. I kept waiting for the catch.',
  'Our users stopped asking whether anybody reads what they write.',
  'The changelog tells the very people who asked. They write back, and they are happy.',
];
const PAGES = ['/', '/', '/pricing', '/docs', '/docs/start', '/blog/launch', '/signup'];
const REFERRERS = [
  'https://www.google.com/',
  'https://news.ycombinator.com/',
  '',
  '',
  'https://github.com/',
  'https://duckduckgo.com/',
];

/** Pseudo-random numbers with a fixed seed, so that screenshots are reproducible. */
function* chance(): Generator<number, never> {
  for (let seed = 42; ;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    yield seed / 2 ** 31;
  }
}

/** Creates a project with realistic sample data. */
export async function createDemo(baseUrl: string, accessToken: string) {
  const project = await new Earshot({ accessToken, baseUrl }).projects.create({ name: 'Acme' });
  const team = new Earshot({ accessToken, projectId: project.id, baseUrl });
  const user = (visitorId?: string) => new Earshot({ projectKey: project.api_key, baseUrl, visitorId: visitorId ?? null });
  const random = chance();

  const ids: string[] = [];
  for (const [index, [title, type, status, votes]] of FEEDBACK.entries()) {
    const entry = await user().feedback.submit({
      title,
      type,
      description: 'We would use this every week. At the moment we do it by hand, which takes an hour and goes wrong.',
      tags: index % 3 ? [] : ['reports'],
      submitter_name: PEOPLE[index % PEOPLE.length],
      submitter_email: `user-${index}@example.com`,
      metadata: { plan: index % 2 ? 'pro' : 'free' },
    });
    ids.push(entry.id);
    for (let voter = 0; voter < votes; voter++)
      await user(`0199a000-0000-7000-8000-${String(voter).padStart(12, '0')}`).feedback.upvote(entry.id);
    if (status !== 'new') await team.feedback.update(entry.id, { status });
  }
  await team.feedback.comments.add(ids[0] ?? '', { body: 'We are on it: it will be in the next release.' });
  await team.feedback.comments.add(ids[0] ?? '', { body: 'Ask Grace about the date format.', internal: true });
  await user().feedback.comments.add(ids[0] ?? '', { body: 'Semicolons, please: our Excel wants them.', author_name: 'Linus' });

  const first = await user().waitlist.join({ email: 'ada@example.com', name: 'Ada Lovelace', referral_source: 'newsletter' });
  for (let place = 0; place < 40; place++)
    await user().waitlist.join({
      email: `person-${place}@example.com`,
      name: PEOPLE[place % PEOPLE.length],
      ...(place % 4 === 0
        ? { referral_code: first.referral_code }
        : { referral_source: ['podcast', 'search', 'friend'][place % 3] }),
    });
  await team.waitlist.invite({ count: 6 });

  for (let index = 0; index < 12; index++) {
    const { id } = await user().testimonials.submit({
      author_name: PEOPLE[index % PEOPLE.length] ?? '',
      author_title: 'Engineer',
      author_company: 'Example',
      content: SAID[index % SAID.length] ?? '',
      rating: index % 5 === 4 ? 4 : 5,
      consent: { text: 'You may show this on your website.', version: '1' },
    });
    if (index < 8) await team.testimonials.update(id, { status: 'approved', featured: index === 0 });
  }

  for (const [title, version, type] of [
    ['Keyboard shortcuts for everything', '2.2.0', 'feature'],
    ['Faster search', '2.1.4', 'improvement'],
    ['Weeks begin where you live', '2.1.3', 'fix'],
  ] as const)
    await team.changelog.create({ title, version, type, content: `## ${title}\n\nHere for everybody, today.`, published: true });
  const draft = await team.changelog.create({
    title: 'Export every list as CSV',
    version: '2.3.0',
    tags: ['export'],
    content: '## Exports\n\nEvery list has a **download** now:\n\n- feedback\n- waitlist\n- events\n\n> As you asked for.',
    feedback_ids: ids.slice(0, 1),
  });

  const index = await team.indexes.create({ name: 'Help', language: 'en' });
  await team.indexes.documents.createMany(index.id, [
    {
      content: '# Export your data\n\nEvery list has a **button** for it.\n\n## As Excel\n\nOpen the file in Excel.',
      external_id: 'export.md',
    },
    { content: '# Invite your team\n\nOpen the settings, then members.', external_id: 'invite.md' },
    { content: '# Sign in with your own provider\n\nAny OpenID Connect issuer will do.', external_id: 'sign-in.md' },
  ]);
  for (const query of ['export', 'export csv', 'refund', 'refund', 'team', 'single sign-on', 'exprot'])
    await user().indexes.search(index.id, { query });

  for (let visitor = 0; visitor < 500; visitor++) {
    const at = Date.now() - random.next().value ** 1.3 * 6.8 * DAY_MS;
    const views = 1 + (visitor % 4);
    const events = Array.from({ length: views }, (_, view) => ({
      name: view === 3 ? 'signed_up' : 'page_view',
      url: `https://acme.example${PAGES[(visitor * 3 + view * 2) % PAGES.length]}`,
      referrer: view ? undefined : REFERRERS[visitor % REFERRERS.length],
      screen_width: [390, 1440, 1920][visitor % 3],
      language: ['en-US', 'de', 'fr', 'en-GB'][visitor % 4],
      timestamp: new Date(Math.min(Date.now() - 1_000, at + view * 50_000)).toISOString(),
      ...(view === 3 && { properties: { plan: visitor % 2 ? 'pro' : 'free' } }),
    }));
    // The browser version distinguishes visitors.
    const system = ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'][visitor % 3];
    await fetch(`${baseUrl}/v1/analytics/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-project-key': project.api_key,
        'user-agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + visitor}.0.0.0 Safari/537.36`,
      },
      body: JSON.stringify({ events }),
    });
  }
  for (const name of ['feedback', 'analytics'])
    await user().uploads.create(new Blob([readFileSync(new URL(`../../docs/images/${name}.png`, import.meta.url))]));
  await team.analytics.goals.create({ name: 'Signed up', event: 'signed_up' });
  const segment = await team.analytics.segments.create({ name: 'From search', filters: ['channel:is:Organic Search'] });
  const share = await team.analytics.shares.create({ name: 'For our investors' });
  const locked = await team.analytics.shares.create({
    name: 'For our agency',
    password: 'correct horse',
    segment_id: segment.id,
  });
  await team.analytics.annotations.create({
    time: new Date(Date.now() - 2 * DAY_MS).toISOString(),
    text: 'On the front page of Hacker News',
  });
  return {
    slug: project.slug,
    entryId: ids[0] ?? '',
    draftId: draft.id,
    indexId: index.id,
    sharePath: new URL(share.url).pathname,
    lockedSharePath: new URL(locked.url).pathname,
  };
}
