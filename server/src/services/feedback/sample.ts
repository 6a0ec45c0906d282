import type { Body } from '@earshot/sdk';
import { sendBatches } from '../../instance/demo/batches.ts';
import type { Filling } from '../../instance/demo/filling.ts';
import { type Person, toUserId } from '../../instance/demo/people.ts';
import { toForm } from '../../instance/demo/pictures.ts';
import type { Random } from '../../instance/demo/random.ts';
import { chooseLaterTime, chooseTimes } from '../../instance/demo/times.ts';
import type { Proposed } from './proposals/sample.ts';
import texts from './sample.json' with { type: 'json' };

type Draft = Pick<Batches['feedback'], 'title' | 'description' | 'tags'> & { type: 'bug' | 'feature' | 'feedback' };

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
/** A duplicate that the team has not merged, with its original. */
const [UNMERGED = '', ORIGINAL = ''] = texts.duplicates.at(-1) ?? [];
/** Titles of the originals of merged duplicates. */
const ORIGINALS = new Map(texts.duplicates.slice(0, -1).map(([title = '', original = '']) => [title, original]));
const PRIVATE = 4;
const SCREENSHOTS = 6;
/** Days after a submission within which people vote and the team merges it or changes its status, and days between comments. */
const DAYS = { vote: 120, comment: 10, merge: 5, status: 60 };

/**
 * Adds feedback entries over a year, with votes, comments, statuses and merges. Returns finished entries, changes to propose, and the id of
 * an entry to show.
 */
export async function fillFeedback(filling: Filling) {
  const { random, team, people, maxEntries, now } = filling;
  const privateTitles = new Set(texts.general.slice(0, PRIVATE));
  const records: Batches['feedback'][] = [];
  const votes: Batches['votes'][] = [];
  const comments: Batches['comments'][] = [];
  const externalIds = new Map<string, string>();
  const discussions = new Map<number, number>();
  const drafts = createDrafts(random, maxEntries);
  const times = chooseTimes(random, now, drafts.length);
  for (const [index, draft] of drafts.entries()) {
    const at = times[index] as Date;
    const author = random.pick(people);
    const image =
      draft.type === 'bug' && index % Math.floor(250 / SCREENSHOTS) < 2 ? await uploadScreenshot(filling, author) : undefined;
    const metadata = {
      plan: random.weighted({ free: 5, studio: 4, agency: 1 }),
      page: random.pick(['/week', '/invoices', '/reports']),
    };
    const external_id = `sample-${index}`;
    externalIds.set(draft.title, external_id);
    const pinned = PINNED[draft.title];
    const chosen = pinned?.status ?? random.weighted(STATUSES[draft.type]);
    const status = draft.title === UNMERGED ? 'new' : chosen;
    const original = externalIds.get(ORIGINALS.get(draft.title) ?? '');
    const entry = { external_id, at };
    votes.push(...chooseBallots(filling, entry, pinned?.votes ?? chooseVotes(random, original ? 'feedback' : draft.type)));
    // The comments of a merged entry would be among those of its original.
    const discussion = original ? [] : chooseComments(filling, entry, { type: draft.type, status });
    comments.push(...discussion);
    discussions.set(index, discussion.filter(({ internal }) => !internal).length);
    const changedAt = chooseLaterTime(random, { after: at, days: original ? DAYS.merge : DAYS.status, now }).toISOString();
    records.push({
      ...draft,
      external_id,
      submitter_name: author.name,
      ...((author.isSignedIn || random.happens(0.6)) && { submitter_email: author.email }),
      ...(author.isSignedIn && { submitter_user_id: toUserId(author) }),
      ...(image && { image_url: image }),
      metadata,
      ...(pinned && { pinned: true }),
      ...(privateTitles.has(draft.title) && { visibility: 'private' }),
      ...(original ? { merged_into_external_id: original } : { status }),
      ...((original || status !== 'new') && { status_changed_at: changedAt }),
      created_at: at.toISOString(),
    });
  }
  const ids = await sendBatches(team, 'POST /v1/feedback/batch', records);
  await sendBatches(team, 'POST /v1/feedback/comments/batch', comments);
  await sendBatches(team, 'POST /v1/feedback/votes/batch', votes);
  const terms = [
    { kind: 'voters' as const, weight: 1 },
    { kind: 'active' as const, days: 30, weight: 3 },
  ];
  await team('PUT /v1/feedback/scores/{name}', { path: { name: 'demand' }, body: { terms } });
  const [mostDiscussed = 0] = [...discussions].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const counts = Map.groupBy(votes, ({ feedback_external_id: id }) => id);
  const finished = records.flatMap(({ status, status_changed_at: at, external_id: externalId }, index) =>
    status === 'done' && at ? [{ id: ids[index] as string, at: new Date(at), votes: counts.get(externalId)?.length ?? 0 }] : [],
  );
  return { finished, proposed: chooseProposed(records, ids as string[]), mostDiscussed: ids[mostDiscussed] as string };
}

/** Returns changes of new entries: the merge of a duplicate, and the topic of remarks without tags. */
function chooseProposed(records: Batches['feedback'][], ids: string[]): Proposed[] {
  const topics = new Map(texts.topics.flatMap(({ tag, remarks }) => remarks.map((title) => [title, tag] as const)));
  const into = ids[records.findIndex(({ title }) => title === ORIGINAL)];
  return records.flatMap(({ title, status }, index): Proposed[] => {
    const [id, topic] = [ids[index] as string, topics.get(title)];
    if (title === UNMERGED && into)
      return [{ id, kind: 'duplicate', change: { into_id: into, into_title: ORIGINAL, reason: texts.duplicateReason } }];
    return topic && status === 'new' ? [{ id, kind: 'tags', change: { tags: [topic] } }] : [];
  });
}

/** Records of each kind. */
interface Batches {
  feedback: Body<'POST /v1/feedback/batch'>['records'][number];
  comments: Body<'POST /v1/feedback/comments/batch'>['records'][number];
  votes: Body<'POST /v1/feedback/votes/batch'>['records'][number];
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

/** An entry of the batch. */
interface Submitted {
  external_id: string;
  at: Date;
}

/** Returns votes of different people. */
function chooseBallots({ random, people, now }: Filling, { external_id, at }: Submitted, count: number): Batches['votes'][] {
  const start = random.integer(0, people.length - 1);
  return Array.from({ length: count }, (_, step) => {
    const person = people[(start + step) % people.length] as Person;
    const { name, email, isSignedIn, visitorId } = person;
    return {
      feedback_external_id: external_id,
      ...(isSignedIn ? { user_id: toUserId(person), name, email } : { external_id: visitorId }),
      ...(step % 8 === 5 && count > 20 && { value: -1 as const }),
      created_at: chooseLaterTime(random, { after: at, days: DAYS.vote, now }).toISOString(),
    };
  });
}

const REPLIES: Record<Draft['type'], Partial<Record<string, string[]>>> = texts.replies;

/** Returns different comments of users, a reply of the team that fits the status, and a note. */
function chooseComments(
  { random, people, now }: Filling,
  { external_id, at }: Submitted,
  { type, status }: { type: Draft['type']; status: string },
): Batches['comments'][] {
  const count = random.happens(0.35) ? random.integer(1, 4) : 0;
  const authors = pickSome(random, people, count);
  const bodies = pickSome(random, texts.comments[type], count);
  let after = at;
  const toComment = (body: string) => ({
    feedback_external_id: external_id,
    body,
    created_at: (after = chooseLaterTime(random, { after, days: DAYS.comment, now })).toISOString(),
  });
  const comments = bodies.map((body, index): Batches['comments'] => {
    const author = authors[index] as Person;
    return {
      ...toComment(body),
      author_name: author.name,
      ...(author.isSignedIn && { author_user_id: toUserId(author) }),
      ...(author.isSignedIn && author.avatarUrl && { author_avatar_url: author.avatarUrl }),
    };
  });
  const fitting = REPLIES[type][status] ?? [];
  if (fitting.length && random.happens(0.5)) comments.push({ ...toComment(random.pick(fitting)), by_team: true });
  if (random.happens(0.08)) comments.push({ ...toComment(random.pick(texts.internalNotes[type])), internal: true });
  return comments;
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
