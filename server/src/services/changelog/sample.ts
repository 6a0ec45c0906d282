import type { Body } from '@earshot/sdk';
import { sendBatches } from '../../instance/demo/batches.ts';
import type { Filling } from '../../instance/demo/filling.ts';
import texts from './sample.json' with { type: 'json' };

/** Feedback that was finished at a time. */
interface Finished {
  id: string;
  at: Date;
  votes: number;
}

type Draft = Body<'POST /v1/changelog'>;
type Release = Body<'POST /v1/changelog/batch'>['records'][number];

/** Entries are published, oldest first. */
const { entries, scheduled, drafts, translated } = texts as {
  entries: Release[];
  drafts: Draft[];
  scheduled: Draft;
  /** An entry for readers of one language. */
  translated: Draft;
};
const DAY_MS = 86_400_000;
const SUBSCRIBERS = 24;
const CONFIRMED = 17;
/** Finished feedback per published entry. */
const LINKED = 2;
/** Newest entries with reactions, and people who react. */
const REACTED = 4;
const READERS = 16;
/** Position of the published entry whose adoption is measured. */
const MEASURED = -2;
/** Position of the published entry that is limited to some pages. */
const LIMITED = -3;
/** Subscribers whom the team adds. */
const ADDED = 3;
const YEAR_MS = 365 * DAY_MS;
/** Time for which the newest entry is announced. */
const ANNOUNCED_MS = 14 * DAY_MS;
/** Time since the newest entry. */
const NEWEST_AGE_MS = 5 * DAY_MS;

/** Adds subscribers, most of them confirmed. */
export async function addSubscribers(filling: Filling): Promise<void> {
  const { people, asPerson } = filling;
  for (const person of people.slice(0, SUBSCRIBERS)) {
    const send = asPerson(person);
    await send('POST /v1/changelog/subscribe', { body: { email: person.email } });
    if (person.number < CONFIRMED) await confirm(filling, person.email);
  }
}

/** Publishes entries over a year, some of which name the feedback that was finished before, and leaves others as drafts. */
export async function fillChangelog(filling: Filling, finished: Finished[]) {
  const { team, now, random } = filling;
  const step = (YEAR_MS - NEWEST_AGE_MS) / entries.length;
  const waiting = finished.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const records = entries.map((entry, index) => {
    const at = new Date(now - NEWEST_AGE_MS - Math.round((entries.length - 1 - index + random.next() / 2) * step));
    const done = waiting.splice(0, waiting.filter((feedback) => feedback.at < at).length);
    const feedback_ids = index % 2 ? [] : done.slice(-LINKED).map(({ id }) => id);
    return { ...entry, external_id: `sample-${index}`, feedback_ids, published_at: at.toISOString() };
  });
  // The payment link, whose window is over, ships what most people asked for.
  const measured = records.at(MEASURED);
  if (measured)
    measured.feedback_ids = finished
      .filter(({ at }) => at.toISOString() < measured.published_at)
      .toSorted((a, b) => b.votes - a.votes)
      .slice(0, LINKED)
      .map(({ id }) => id);
  const ids = await sendBatches(team, 'POST /v1/changelog/batch', records);
  await addReactions(
    filling,
    ids.slice(-REACTED).filter((one) => one !== undefined),
  );
  const id = ids.at(MEASURED);
  const newest = ids.at(-1);
  if (newest)
    await team('PATCH /v1/changelog/{id}', {
      path: { id: newest },
      body: { announcement: 'popup', announcement_ends_at: new Date(now + ANNOUNCED_MS).toISOString() },
    });
  if (id) await team('PATCH /v1/changelog/{id}', { path: { id }, body: { success: { event: 'invoice_sent' }, window_days: 30 } });
  await team('POST /v1/changelog', {
    body: { ...scheduled, scheduled_at: new Date(now + 3 * DAY_MS).toISOString() },
  });
  // Shown on the pages of invoices only, as a banner.
  const limited = ids.at(LIMITED);
  if (limited)
    await team('PATCH /v1/changelog/{id}', { path: { id: limited }, body: { pages: ['/invoices*'], announcement: 'banner' } });
  await team('POST /v1/changelog', { body: { ...translated, published: true } });
  // Their confirmation emails stay in the outbox of the sample project.
  const added = filling.people.slice(SUBSCRIBERS, SUBSCRIBERS + ADDED).map(({ email }) => email);
  await team('POST /v1/changelog/subscribers', { body: { emails: added } });
  const created = [];
  for (const draft of drafts) created.push(await team('POST /v1/changelog', { body: draft }));
  return { draftId: created[0]?.id ?? '' };
}

/** Adds reactions of signed-in people to entries, and a view. */
async function addReactions({ people, asPerson, random }: Filling, ids: string[]): Promise<void> {
  const readers = people.filter(({ isSignedIn }) => isSignedIn).slice(0, READERS);
  for (const reader of readers) {
    const send = asPerson(reader);
    await send('POST /v1/changelog/views', { body: { ids } });
    for (const id of ids.filter(() => random.happens(0.5)))
      await send('PUT /v1/changelog/{id}/reaction', {
        path: { id },
        body: { reaction: random.weighted({ like: 5, love: 2, celebrate: 3 }) },
      });
  }
}

/** Follows the link of the confirmation mail, which stays in the outbox of a test project. */
async function confirm({ team, projectId }: Filling, email: string): Promise<void> {
  const { data } = await team('GET /v1/projects/{id}/mails', { path: { id: projectId }, query: { limit: 100 } });
  const mail = data.find(({ recipient, text }) => recipient === email && text.includes('/v1/changelog/confirm'));
  const token = /\/v1\/changelog\/confirm\?token=([^\s&]+)/.exec(mail?.text ?? '')?.[1];
  if (token) await team('POST /v1/changelog/confirm', { query: { token } });
}
