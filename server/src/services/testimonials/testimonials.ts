import type { Language } from '@earshot/contract/shared/languages';
import type { BulkAction, BulkOutcome, Disclosure } from '@earshot/contract/services/testimonials/values';
import { parseVideo } from '@earshot/contract/services/testimonials/videos';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { DomainEvents, NewEvent } from '../../platform/jobs/events.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { createGroupWriter } from '../../platform/postgres/group-commit.ts';
import { testimonialForEvent } from './projections.ts';
import * as store from './store.ts';
import { holdCollections } from './walls/store.ts';
import { uniqueTags } from '../../platform/text/tags.ts';

export interface Deps {
  db: Db;
  events: DomainEvents;
}

export interface Submission {
  author_name: string;
  content: string;
  rating: number;
  author_email?: string;
  author_title?: string;
  author_company?: string;
  author_avatar_url?: string;
  image_url?: string;
  video_url?: string;
  source_url?: string;
  tags?: string[];
  disclosure?: Disclosure;
  consent?: { text: string; version: string };
  answers?: store.Testimonial['answers'];
}

/** Returns the page of a video on a permitted host. @throws {HttpError} 400 */
export function toVideoUrl(url: string): string {
  const video = parseVideo(url);
  if (!video) throw invalidField('video_url', 'format', 'video_url must be a link to a video on YouTube, Vimeo or Loom');
  return video.url;
}

/** Returns the pending testimonial of a submission at a time, not stored yet. */
export function draftTestimonial(projectId: string, submission: Submission, at = new Date()): store.Testimonial {
  const { consent } = submission;
  return {
    project_id: projectId,
    id: newId(),
    status: 'pending',
    author_name: submission.author_name,
    author_email: submission.author_email ?? null,
    author_title: submission.author_title || null,
    author_company: submission.author_company || null,
    author_avatar_url: submission.author_avatar_url ?? null,
    content: submission.content,
    rating: submission.rating,
    image_url: submission.image_url ?? null,
    video_url: submission.video_url === undefined ? null : toVideoUrl(submission.video_url),
    source_url: submission.source_url ?? null,
    tags: uniqueTags(submission.tags ?? []),
    featured: false,
    disclosure: submission.disclosure ?? 'none',
    consent: consent ? { ...consent, agreed_at: at.toISOString() } : null,
    created_at: at,
    updated_at: at,
    external_id: null,
    collection_ids: [],
    answers: submission.answers?.length ? submission.answers : null,
  };
}

const buildEvent = (
  type: 'testimonial.approved' | 'testimonial.rejected',
  testimonial: store.Testimonial,
  changes?: NewEvent['changes'],
): NewEvent => ({ type, data: { entry_id: testimonial.id }, subject: testimonialForEvent(testimonial), changes });

/** Returns the event of a new testimonial. An author who wrote it elsewhere a while ago gets no mail. */
export const buildSubmitted = (
  testimonial: store.Testimonial,
  { isPast = false, language }: { isPast?: boolean; language?: Language | undefined } = {},
): NewEvent => ({
  type: 'testimonial.submitted',
  data: { entry_id: testimonial.id, is_past: isPast, language },
  subject: testimonialForEvent(testimonial),
});

interface Submitted {
  testimonial: store.Testimonial;
  /** Language of the email to the author. */
  language: Language | undefined;
}

export type Submit = ReturnType<typeof createSubmit>;

/** Returns a function that stores a drafted testimonial. Without a transaction, testimonials that arrive at the same time share one. */
export function createSubmit({ db, events }: Deps) {
  const insert = async (tx: Transaction, projectId: string, submitted: Submitted[]): Promise<store.Testimonial[]> => {
    const drafts = submitted.map(({ testimonial }) => testimonial);
    await store.insertTestimonials(tx, projectId, drafts);
    await events.record(
      tx,
      projectId,
      submitted.map(({ testimonial, language }) => buildSubmitted(testimonial, { language })),
    );
    await store.recount(
      tx,
      projectId,
      drafts.map((to) => ({ from: null, to })),
    );
    return drafts;
  };
  const write = createGroupWriter(db, insert);
  return (handle: Db, testimonial: store.Testimonial, language?: Language) =>
    write(handle, testimonial.project_id, { testimonial, language });
}

/** @throws {HttpError} 404 */
export async function getTestimonial(db: Db, projectId: string, id: string): Promise<store.Testimonial> {
  const testimonial = await store.findTestimonial(db, projectId, id);
  if (!testimonial) throw new HttpError('testimonials.not_found');
  return testimonial;
}

type Change = Partial<
  Pick<
    store.Testimonial,
    | 'status'
    | 'featured'
    | 'tags'
    | 'disclosure'
    | 'author_name'
    | 'author_email'
    | 'author_title'
    | 'author_company'
    | 'author_avatar_url'
    | 'video_url'
    | 'collection_ids'
  >
>;

export const updateTestimonial = (deps: Deps, { projectId, id, change }: { projectId: string; id: string; change: Change }) =>
  edit(deps, { projectId, id }, () => ({
    ...change,
    ...(change.tags && { tags: uniqueTags(change.tags) }),
    ...(change.video_url && { video_url: toVideoUrl(change.video_url) }),
  }));

/** Changes content and rating on behalf of the author. A changed testimonial needs approval again. */
export const reviseTestimonial = (
  deps: Deps,
  { projectId, id, content, rating }: { projectId: string; id: string; content: string; rating: number },
) =>
  edit(deps, { projectId, id }, (testimonial) => ({
    content,
    rating,
    ...(content !== testimonial.content || rating !== testimonial.rating ? { status: 'pending' } : {}),
  }));

async function edit(
  { db, events }: Deps,
  { projectId, id }: { projectId: string; id: string },
  changeOf: (testimonial: store.Testimonial) => Partial<store.Testimonial>,
): Promise<store.Testimonial> {
  return await transact(db, async (tx) => {
    const testimonial = await store.lockTestimonial(tx, projectId, id);
    if (!testimonial) throw new HttpError('testimonials.not_found');
    const change = changeOf(testimonial);
    await requireCollections(tx, projectId, change.collection_ids ?? []);
    // Empty texts are stored as null, as in submitting.
    for (const field of ['author_title', 'author_company'] as const) if (change[field] === '') change[field] = null;
    if (!isDifferent(testimonial, change)) return testimonial;
    const updated: store.Testimonial = { ...testimonial, ...change, updated_at: new Date() };
    await store.updateTestimonial(tx, updated);
    await events.record(tx, projectId, buildDecision(testimonial, updated));
    await store.recount(tx, projectId, [{ from: testimonial, to: updated }]);
    return updated;
  });
}

/** @throws {HttpError} 404 unless all collections exist */
async function requireCollections(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  if (ids.length && !(await holdCollections(tx, projectId, ids))) throw new HttpError('testimonial_collections.not_found');
}

const isDifferent = (testimonial: store.Testimonial, change: Partial<store.Testimonial>) =>
  (Object.keys(change) as (keyof store.Testimonial)[]).some(
    (field) => JSON.stringify(change[field]) !== JSON.stringify(testimonial[field]),
  );

/** Returns the event of a testimonial that was approved or rejected. */
const buildDecision = (before: store.Testimonial, after: store.Testimonial): NewEvent[] =>
  after.status === before.status || after.status === 'pending'
    ? []
    : [buildEvent(`testimonial.${after.status}`, after, [{ field: 'status', old: before.status, new: after.status }])];

const BULK_CHANGES: Record<
  Exclude<BulkAction, 'delete' | 'add_to_collection' | 'remove_from_collection'>,
  Partial<Pick<store.Testimonial, 'status' | 'featured'>>
> = {
  approve: { status: 'approved' },
  reject: { status: 'rejected' },
  reopen: { status: 'pending' },
  feature: { featured: true },
  unfeature: { featured: false },
};

interface BulkChange {
  projectId: string;
  ids: string[];
  action: BulkAction;
  /** For `add_to_collection` and `remove_from_collection`. */
  collectionId?: string | undefined;
  /** Called with each deleted testimonial. */
  onDeleted: (tx: Transaction, id: string) => Promise<void>;
}

/** Applies an action to several testimonials in one transaction. Returns the outcome of each testimonial that exists. */
export async function changeTestimonials(
  { db, events }: Deps,
  { projectId, ids, action, collectionId, onDeleted }: BulkChange,
): Promise<Map<string, BulkOutcome>> {
  return await transact(db, async (tx) => {
    const collected = collectionId === undefined ? [] : [collectionId];
    await requireCollections(tx, projectId, collected);
    const found = await store.lockTestimonials(tx, projectId, ids);
    if (action === 'delete') {
      await store.deleteTestimonials(tx, projectId, ids);
      for (const { id } of found) await onDeleted(tx, id);
      await store.recount(
        tx,
        projectId,
        found.map((from) => ({ from, to: null })),
      );
      return new Map(found.map(({ id }) => [id, 'deleted']));
    }
    const moves = found.flatMap((from) => {
      const change =
        action === 'add_to_collection'
          ? { collection_ids: [...new Set([...from.collection_ids, ...collected])] }
          : action === 'remove_from_collection'
            ? { collection_ids: from.collection_ids.filter((id) => !collected.includes(id)) }
            : BULK_CHANGES[action];
      return isDifferent(from, change) ? [{ from, to: { ...from, ...change, updated_at: new Date() } }] : [];
    });
    await store.updateDecisions(
      tx,
      projectId,
      moves.map(({ to }) => to),
    );
    await events.record(
      tx,
      projectId,
      moves.flatMap(({ from, to }) => buildDecision(from, to)),
    );
    await store.recount(tx, projectId, moves);
    const changed = new Set(moves.map(({ to }) => to.id));
    return new Map(found.map(({ id }) => [id, changed.has(id) ? 'changed' : 'unchanged']));
  });
}

/** Deletes a testimonial with all data of its author. Returns false when it does not exist. */
export async function deleteTestimonial(
  { db }: Pick<Deps, 'db'>,
  { projectId, id }: { projectId: string; id: string },
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const testimonial = await store.lockTestimonial(tx, projectId, id);
    if (!testimonial) return false;
    await store.deleteTestimonials(tx, projectId, [id]);
    await store.recount(tx, projectId, [{ from: testimonial, to: null }]);
    return true;
  });
}
