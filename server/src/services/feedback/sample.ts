import type { Body } from '@earshot/sdk';
import type { Filling } from '../../instance/demo/filling.ts';
import type { Person } from '../../instance/demo/people.ts';
import { toForm } from '../../instance/demo/pictures.ts';
import type { Random } from '../../instance/demo/random.ts';
import { chooseLaterTime, chooseTimes } from '../../instance/demo/times.ts';
import texts from './sample.json' with { type: 'json' };

type Draft = Pick<Body<'POST /v1/feedback'>, 'title' | 'description' | 'tags'> & { type: 'bug' | 'feature' | 'feedback' };

/** Likelihood of the status of an entry. */
const STATUSES = {
  bug: { new: 30, under_review: 12, planned: 8, in_progress: 10, done: 30, declined: 6 },
  feature: { new: 38, under_review: 18, planned: 12, in_progress: 7, done: 16, declined: 12 },
  feedback: { new: 60, under_review: 8, planned: 0, in_progress: 0, done: 20, declined: 4 },
};
/** Entries at the top of the board. */
const PINNED: Record<string, { status: 'planned' | 'under_review'; votes: number }> = {
  'Export every list as CSV': { status: 'planned', votes: 84 },
  'An app for phones': { status: 'under_review', votes: 71 },
};
const MAX_VOTES = 1_000;
/** The default of the setting. */
const VOTES_PER_NETWORK = 5;
const PRIVATE = 4;
const SCREENSHOTS = 6;
/** Days after a submission within which people vote and the team merges it or changes its status, and days between comments. */
const DAYS = { vote: 120, comment: 10, merge: 5, status: 60 };

/** Submits feedback entries over a year, with votes, comments, statuses and merges. Returns finished entries, and the id of one to show. */
export async function fillFeedback(filling: Filling) {
  const { random, team, asPerson, people, maxEntries, configure, now } = filling;
  // All people of the sample have one address.
  await configure({ feedback: { anonymous_votes_per_network: MAX_VOTES } });
  const privateTitles = new Set(texts.general.slice(0, PRIVATE));
  const ids = new Map<string, string>();
  const finished: { id: string; at: Date }[] = [];
  let mostDiscussed = '';
  let most = 0;
  const drafts = createDrafts(random, maxEntries);
  const times = chooseTimes(random, now, drafts.length);
  for (const [index, draft] of drafts.entries()) {
    const at = times[index] as Date;
    const author = random.pick(people);
    const image =
      draft.type === 'bug' && index % Math.floor(250 / SCREENSHOTS) < 2 ? await uploadScreenshot(filling, author) : undefined;
    const body = {
      ...draft,
      submitter_name: author.name,
      ...(random.happens(0.6) && { submitter_email: author.email }),
      ...(image && { image_url: image }),
      metadata: {
        plan: random.weighted({ free: 5, studio: 4, agency: 1 }),
        page: random.pick(['/week', '/invoices', '/reports']),
      },
    };
    const { id } = await asPerson(author)('POST /v1/feedback', { body }, at);
    ids.set(draft.title, id);
    const pinned = PINNED[draft.title];
    const status = pinned?.status ?? random.weighted(STATUSES[draft.type]);
    const original = ids.get(texts.duplicates.find(([title]) => title === draft.title)?.[1] ?? '');
    const entry = { id, at };
    await vote(filling, entry, pinned?.votes ?? chooseVotes(random, original ? 'feedback' : draft.type));
    // The comments of a merged entry would be among those of its original.
    const comments = original ? 0 : await comment(filling, entry, { type: draft.type, status });
    if (original) {
      const mergedAt = chooseLaterTime(random, { after: at, days: DAYS.merge, now });
      await team('POST /v1/feedback/{id}/merge', { path: { id }, body: { into: original } }, mergedAt);
    } else {
      const change = {
        ...(status !== 'new' && { status }),
        ...(pinned && { pinned: true }),
        ...(privateTitles.has(draft.title) && { visibility: 'private' as const }),
      };
      const changedAt = chooseLaterTime(random, { after: at, days: DAYS.status, now });
      if (Object.keys(change).length) await team('PATCH /v1/feedback/{id}', { path: { id }, body: change }, changedAt);
      if (status === 'done') finished.push({ id, at: changedAt });
    }
    if (!original && comments > most) [mostDiscussed, most] = [id, comments];
  }
  await configure({ feedback: { anonymous_votes_per_network: VOTES_PER_NETWORK } });
  return { finished, mostDiscussed };
}

/** Returns entries in random order, duplicates after their originals. With a limit, duplicates are the first to be left out. */
function createDrafts(random: Random, limit: number): Draft[] {
  const originals = texts.topics.flatMap(({ tag, bugs, features, remarks }) => [
    ...bugs.map((title): Draft => ({
      title,
      type: 'bug',
      description: random.pick(texts.bugDetails),
      tags: chooseTags(random, tag),
    })),
    ...features.map((title): Draft => ({
      title,
      type: 'feature',
      description: random.pick(texts.featureDetails),
      tags: chooseTags(random, tag),
    })),
    ...remarks.map((title): Draft => ({ title, type: 'feedback', description: random.pick(texts.remarkDetails), tags: [] })),
  ]);
  const general = texts.general.map((title): Draft => ({
    title,
    type: 'feedback',
    description: random.pick(texts.remarkDetails),
  }));
  const duplicates = texts.duplicates.map(([title = '']): Draft => ({
    title,
    type: 'feature',
    description: random.pick(texts.featureDetails),
  }));
  const ranks = new Map<string, number>();
  const rank = (draft: Draft, after: number) => {
    ranks.set(draft.title, after + (1 - after) * random.next());
    return draft;
  };
  const byRank = (a: Draft, b: Draft) => (ranks.get(a.title) ?? 0) - (ranks.get(b.title) ?? 0);
  const shuffled = [...originals, ...general].map((draft) => rank(draft, 0)).toSorted(byRank);
  const merged = new Map(texts.duplicates.map(([title = '', original = '']) => [title, original]));
  return [...shuffled, ...duplicates.map((draft) => rank(draft, ranks.get(merged.get(draft.title) ?? '') ?? 0))]
    .slice(0, limit)
    .toSorted(byRank);
}

const EXTRA_TAGS = ['mobile app', 'quick win', 'from sales', 'accessibility', 'performance'];

const chooseTags = (random: Random, tag: string) =>
  random.happens(0.2) ? [tag, random.pick(EXTRA_TAGS)] : random.happens(0.7) ? [tag] : [];

/** Most entries have few votes, and some have many, except remarks. */
const chooseVotes = (random: Random, type: Draft['type']) =>
  type === 'feedback' ? random.integer(0, 4) : Math.max(0, Math.min(60, Math.floor(2.5 / (random.next() + 0.02)) - 2));

/** A submitted entry. */
interface Submitted {
  id: string;
  at: Date;
}

async function vote({ random, asPerson, people, now }: Filling, { id, at }: Submitted, count: number): Promise<void> {
  const start = random.integer(0, people.length - 1);
  const voters = Array.from({ length: count }, (_, step) => people[(start + step) % people.length] as Person);
  // In groups, because their order does not matter.
  for (let first = 0; first < voters.length; first += 8)
    await Promise.all(
      voters
        .slice(first, first + 8)
        .map((person, index) =>
          asPerson(person)(
            index === 5 && count > 20 ? 'POST /v1/feedback/{id}/downvote' : 'POST /v1/feedback/{id}/upvote',
            { path: { id } },
            chooseLaterTime(random, { after: at, days: DAYS.vote, now }),
          ),
        ),
    );
}

const REPLIES: Record<Draft['type'], Partial<Record<string, string[]>>> = texts.replies;

/** Adds different comments of users, and a reply of the team that fits the status. Returns their number. */
async function comment(
  { random, team, asPerson, people, now }: Filling,
  { id, at }: Submitted,
  { type, status }: { type: Draft['type']; status: string },
): Promise<number> {
  const count = random.happens(0.35) ? random.integer(1, 4) : 0;
  const authors = pickSome(random, people, count);
  const bodies = pickSome(random, texts.comments[type], count);
  let after = at;
  const chooseTime = () => (after = chooseLaterTime(random, { after, days: DAYS.comment, now }));
  for (const [index, body] of bodies.entries()) {
    const author = authors[index] as Person;
    await asPerson(author)(
      'POST /v1/feedback/{id}/comments',
      { path: { id }, body: { body, ...(!author.isSignedIn && { author_name: author.name }) } },
      chooseTime(),
    );
  }
  const fitting = REPLIES[type][status] ?? [];
  const replies = fitting.length && random.happens(0.5) ? [random.pick(fitting)] : [];
  for (const body of replies) await team('POST /v1/feedback/{id}/comments', { path: { id }, body: { body } }, chooseTime());
  if (random.happens(0.08))
    await team(
      'POST /v1/feedback/{id}/comments',
      { path: { id }, body: { body: random.pick(texts.internalNotes[type]), internal: true } },
      chooseTime(),
    );
  return count + replies.length;
}

/** Picks different items, in random order. */
function pickSome<T>(random: Random, items: readonly T[], count: number): T[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random.integer(0, rest.length - 1), 1)[0] as T);
}

async function uploadScreenshot({ asPerson, pictures }: Filling, person: Person): Promise<string | undefined> {
  if (!pictures) return undefined;
  return (await asPerson(person)('POST /v1/uploads', { body: toForm(pictures.screenshot) })).url;
}
