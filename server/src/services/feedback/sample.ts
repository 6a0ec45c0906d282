import type { Body } from '@earshot/sdk';
import type { Filling } from '../../instance/demo/filling.ts';
import type { Person } from '../../instance/demo/people.ts';
import { drawScreenshot } from '../../instance/demo/pictures.ts';
import type { Random } from '../../instance/demo/random.ts';
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

/** Submits feedback entries in a fixed order, with votes, comments, statuses and merges. Returns ids of finished entries and of one entry to show. */
export async function fillFeedback(filling: Filling) {
  const { random, team, asPerson, people, maxEntries, configure } = filling;
  // All people of the sample have one address.
  await configure({ feedback: { anonymous_votes_per_network: MAX_VOTES } });
  const ids = new Map<string, string>();
  const finished: string[] = [];
  let mostDiscussed = '';
  let most = 0;
  for (const [index, draft] of createDrafts(random).slice(0, maxEntries).entries()) {
    const author = random.pick(people);
    const image =
      draft.type === 'bug' && index % Math.floor(250 / SCREENSHOTS) < 2 ? await uploadScreenshot(filling, author) : undefined;
    const { id } = await asPerson(author)('POST /v1/feedback', {
      body: {
        ...draft,
        submitter_name: author.name,
        ...(random.happens(0.6) && { submitter_email: author.email }),
        ...(image && { image_url: image }),
        metadata: {
          plan: random.weighted({ free: 5, studio: 4, agency: 1 }),
          page: random.pick(['/week', '/invoices', '/reports']),
        },
      },
    });
    ids.set(draft.title, id);
    const pinned = PINNED[draft.title];
    const status = pinned?.status ?? random.weighted(STATUSES[draft.type]);
    const original = ids.get(texts.duplicates.find(([title]) => title === draft.title)?.[1] ?? '');
    await vote(filling, id, pinned?.votes ?? chooseVotes(random, original ? 'feedback' : draft.type));
    // The comments of a merged entry would be among those of its original.
    const comments = original ? 0 : await comment(filling, id, { type: draft.type, status });
    if (original) await team('POST /v1/feedback/{id}/merge', { path: { id }, body: { into: original } });
    else if (status !== 'new') await team('PATCH /v1/feedback/{id}', { path: { id }, body: { status } });
    if (!original && status === 'done') finished.push(id);
    if (!original && comments > most) [mostDiscussed, most] = [id, comments];
  }
  const change = async (title: string, body: Body<'PATCH /v1/feedback/{id}'>) => {
    const id = ids.get(title);
    if (id) await team('PATCH /v1/feedback/{id}', { path: { id }, body });
  };
  for (const title of Object.keys(PINNED)) await change(title, { pinned: true });
  for (const title of texts.general.slice(0, PRIVATE)) await change(title, { visibility: 'private' });
  await configure({ feedback: { anonymous_votes_per_network: VOTES_PER_NETWORK } });
  return { finished, mostDiscussed };
}

/** Returns all entries in random order, duplicates after their originals. */
function createDrafts(random: Random): Draft[] {
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
  const shuffle = (drafts: Draft[]) =>
    drafts
      .map((draft) => ({ draft, rank: random.next() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ draft }) => draft);
  return [...shuffle([...originals, ...general]), ...shuffle(duplicates)];
}

const EXTRA_TAGS = ['mobile app', 'quick win', 'from sales', 'accessibility', 'performance'];

const chooseTags = (random: Random, tag: string) =>
  random.happens(0.2) ? [tag, random.pick(EXTRA_TAGS)] : random.happens(0.7) ? [tag] : [];

/** Most entries have few votes, and some have many, except remarks. */
const chooseVotes = (random: Random, type: Draft['type']) =>
  type === 'feedback' ? random.integer(0, 4) : Math.max(0, Math.min(60, Math.floor(2.5 / (random.next() + 0.02)) - 2));

async function vote({ random, asPerson, people }: Filling, id: string, count: number): Promise<void> {
  const start = random.integer(0, people.length - 1);
  const voters = Array.from({ length: count }, (_, step) => people[(start + step) % people.length] as Person);
  // In groups, because the order of votes is visible to nobody.
  for (let first = 0; first < voters.length; first += 8)
    await Promise.all(
      voters.slice(first, first + 8).map((person, index) =>
        asPerson(person)(index === 5 && count > 20 ? 'POST /v1/feedback/{id}/downvote' : 'POST /v1/feedback/{id}/upvote', {
          path: { id },
        }),
      ),
    );
}

const REPLIES: Record<Draft['type'], Partial<Record<string, string[]>>> = texts.replies;

/** Adds different comments of users, and a reply of the team that fits the status. Returns their number. */
async function comment(
  { random, team, asPerson, people }: Filling,
  id: string,
  { type, status }: { type: Draft['type']; status: string },
): Promise<number> {
  const count = random.happens(0.35) ? random.integer(1, 4) : 0;
  const authors = pickSome(random, people, count);
  const bodies = pickSome(random, texts.comments[type], count);
  for (const [index, body] of bodies.entries()) {
    const author = authors[index] as Person;
    await asPerson(author)('POST /v1/feedback/{id}/comments', {
      path: { id },
      body: { body, ...(!author.isSignedIn && { author_name: author.name }) },
    });
  }
  const fitting = REPLIES[type][status] ?? [];
  const replies = fitting.length && random.happens(0.5) ? [random.pick(fitting)] : [];
  for (const body of replies) await team('POST /v1/feedback/{id}/comments', { path: { id }, body: { body } });
  if (random.happens(0.08))
    await team('POST /v1/feedback/{id}/comments', {
      path: { id },
      body: { body: random.pick(texts.internalNotes[type]), internal: true },
    });
  return count + replies.length;
}

/** Picks different items, in random order. */
function pickSome<T>(random: Random, items: readonly T[], count: number): T[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random.integer(0, rest.length - 1), 1)[0] as T);
}

async function uploadScreenshot({ asPerson, hasPictures }: Filling, person: Person): Promise<string | undefined> {
  if (!hasPictures) return undefined;
  return (await asPerson(person)('POST /v1/uploads', { body: await drawScreenshot() })).url;
}
