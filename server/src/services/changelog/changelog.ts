import type { Announcement, ChangelogType } from '@earshot/contract/services/changelog/values';
import type { Language } from '@earshot/contract/shared/languages';
import { buildLexemes } from '../../platform/text/lexemes.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { formatId, newId } from '../../platform/ids.ts';
import type { DomainEvents, NewEvent } from '../../platform/jobs/events.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import {
  type Db,
  isForeignKeyViolation,
  isUniqueViolation,
  type Transaction,
  transact,
} from '../../platform/postgres/database.ts';
import { toSlug } from '../../instance/projects/projects.ts';
import { findProject, lockProject, lockSettings, type Project } from '../../instance/projects/store.ts';
import { randomLetters } from '../../platform/random.ts';
import { type Actor, changedFields, recordAudit } from '../../instance/audit/audit.ts';
import type { PersonSegments } from '../../instance/directory/segments/segments.ts';
import { isExpected, recordVersion } from '../../instance/versions/versions.ts';
import { deleteVersions } from '../../instance/versions/store.ts';
import * as formerSlugs from './former-slugs-store.ts';
import { decodePath } from './audience/audience-store.ts';
import { buildUrl } from './links.ts';
import { RELEASE_MAIL } from './mails.ts';
import { entryForEvent } from './projections.ts';
import type { Reader } from '../../instance/end-users/readers.ts';
import { publication, type PublicationFields } from './publication.ts';
import { isSameRendering, renderContent } from './rendering/content.ts';
import * as store from './store.ts';
import type { FindFollowing } from './subscribers-store.ts';
import { uniqueTags } from '../../platform/text/tags.ts';

export interface Deps {
  db: Db;
  events: DomainEvents;
  jobs: JobQueue;
  publicUrl: () => string;
  segments: PersonSegments;
  /** Returns the given ids that are feedback entries of the project. */
  findFeedbackIds: (db: Db, projectId: string, ids: string[]) => Promise<string[]>;
  /** Returns the surviving entries of the given ids, and their followers. */
  findFollowers: (
    db: Db,
    projectId: string,
    ids: string[],
  ) => Promise<{ entries: { id: string; title: string; status: string; subscribers: number }[]; emails: string[] }>;
  findFollowing: FindFollowing;
  /** Marks publications in the charts of analytics. */
  annotate: (tx: Transaction, projectId: string, publications: Annotation[]) => Promise<void>;
}

interface Annotation {
  time: Date;
  text: string;
  url: string;
  entryId: string;
}

/** Dependencies of the publication of a scheduled entry. */
type PublishingDeps = Pick<Deps, 'db' | 'events' | 'jobs' | 'publicUrl'>;

export interface Fields extends PublicationFields {
  title?: string;
  slug?: string;
  content?: string;
  version?: string | null;
  type?: ChangelogType;
  tags?: string[];
  feedback_ids?: string[];
  external_id?: string;
  /** Segment of people to which the entry is limited, null for everyone. */
  segment_id?: string | null;
  pages?: string[];
  languages?: string[];
  success?: store.Entry['success'];
  window_days?: number;
  image_url?: string | null;
  image_alt?: string;
  announcement?: Announcement | null;
  announcement_ends_at?: string | null;
}

const QUEUE = 'changelog.publish';
const RETRY = { limit: 20, delaySeconds: 2 };
const ID_LETTERS = 6;

/** Returns another slug for an entry whose slug is taken. */
export const varySlug = (slug: string) => `${slug}-${randomLetters(ID_LETTERS)}`;

export const lexemesFor = (entry: store.Entry) => buildLexemes(entry.project_id, store.SEARCHED_ENTRIES.toText(entry));

const slugIsTaken = () => new HttpError('changelog.slug_taken');

/** Returns the error for a taken name or an unknown segment, and other errors unchanged. */
function findTaken(error: unknown): unknown {
  if (isForeignKeyViolation(error))
    return invalidField('segment_id', 'not_found', 'segment_id must be the id of a segment of people');
  if (!isUniqueViolation(error)) return error;
  const isExternal = (error as { constraint?: string }).constraint === 'changelog_entries_external';
  return isExternal ? new HttpError('changelog.external_id_taken') : slugIsTaken();
}

/** @throws {HttpError} 404 */
export async function getEntry(
  db: Db,
  projectId: string,
  by: { id: string } | { slug: string },
  reader: Reader,
): Promise<store.Entry> {
  const entry = await store.findEntry(db, projectId, by, reader);
  if (!entry) throw new HttpError('changelog.not_found');
  return entry;
}

export async function createEntry(
  deps: Deps,
  { project, fields, actor }: { project: Project; fields: Fields & { title: string }; actor: Actor },
): Promise<store.Entry> {
  const at = new Date();
  return await transact(deps.db, async (tx) => {
    const language = await lockLanguage(tx, project);
    const blank: store.Entry = {
      project_id: project.id,
      id: newId(),
      title: fields.title,
      slug: fields.slug ?? toSlug(fields.title, `entry-${at.toISOString().slice(0, 10)}`),
      content: '',
      content_html: '',
      version: null,
      type: 'feature',
      tags: [],
      status: 'draft',
      published_at: null,
      scheduled_at: null,
      feedback_ids: [],
      created_at: at,
      updated_at: at,
      external_id: null,
      ...store.WITHOUT_SUCCESS,
      segment_id: null,
    };
    const entry = await applyFields(tx, deps, { language, entry: blank, fields, at });
    const insert = () =>
      store.insertEntry(tx, entry, lexemesFor(entry)).catch((error: unknown) => {
        throw findTaken(error);
      });
    if (!(await insert())) {
      if (fields.slug !== undefined) throw slugIsTaken();
      entry.slug = varySlug(entry.slug);
      if (!(await insert())) throw slugIsTaken();
    }
    await formerSlugs.deleteFormerSlugs(tx, project.id, [entry.slug]);
    await recordText(tx, { before: undefined, entry, actor });
    await announce(tx, deps, { project, before: blank, entry, fields, actorId: toUserId(actor) });
    await auditPublication(tx, { before: blank, entry, actor });
    return entry;
  });
}

export async function updateEntry(
  deps: Deps,
  {
    project,
    id,
    fields,
    expectedUpdatedAt,
    actor,
  }: { project: Project; id: string; fields: Fields; expectedUpdatedAt?: string | undefined; actor: Actor },
): Promise<store.Entry> {
  return await transact(deps.db, async (tx) => {
    const language = await lockLanguage(tx, project);
    const locked = await store.lockEntry(tx, project.id, id);
    if (!locked) throw new HttpError('changelog.not_found');
    const { is_due: _, ...before } = locked;
    if (!isExpected(expectedUpdatedAt, before.updated_at)) throw new HttpError('changelog.edit_conflict');
    const entry = await applyFields(tx, deps, { language, entry: before, fields, at: new Date() });
    await store.updateEntry(tx, entry, lexemesFor(entry)).catch((error: unknown) => {
      throw findTaken(error);
    });
    if (entry.slug !== before.slug) {
      await formerSlugs.deleteFormerSlugs(tx, project.id, [entry.slug]);
      await formerSlugs.insertFormerSlug(tx, before);
    }
    await recordText(tx, { before, entry, actor });
    await announce(tx, deps, { project, before, entry, fields, actorId: toUserId(actor) });
    await auditPublication(tx, { before, entry, actor });
    return entry;
  });
}

/** Adds the text of an entry to its versions. The dashboard saves drafts while they are typed, and published entries on request. */
const recordText = (
  tx: Transaction,
  { before, entry, actor }: { before: store.Entry | undefined; entry: store.Entry; actor: Actor },
) =>
  recordVersion(tx, {
    key: { project_id: entry.project_id, content_id: entry.id },
    actor,
    before,
    after: entry,
    at: entry.updated_at,
    isAutosaved: entry.status !== 'published',
  });

/**
 * Updates the entry with a version, or creates it. Concurrent calls for a project wait for each other, so that they create one entry.
 * @throws {HttpError} 409 when several entries have the version
 */
export async function saveByVersion(
  deps: Deps,
  { project, version, ...change }: { project: Project; version: string; fields: Fields & { title: string }; actor: Actor },
): Promise<store.Entry> {
  return await transact(deps.db, async (tx) => {
    await lockProject(tx, project.id);
    const [id, other] = await store.findIdsByVersion(tx, project.id, version);
    if (other) throw new HttpError('changelog.version_ambiguous');
    const within = { ...deps, db: tx };
    return id
      ? await updateEntry(within, { project, id, ...change })
      : await createEntry(within, { project, ...change, fields: { ...change.fields, version } });
  });
}

export async function deleteEntry({ db }: Deps, projectId: string, id: string): Promise<{ title: string }> {
  const deleted = await transact(db, async (tx) => {
    await deleteVersions(tx, projectId, [id]);
    return await store.deleteEntry(tx, projectId, id);
  });
  if (!deleted) throw new HttpError('changelog.not_found');
  return deleted;
}

/**
 * Returns the language of the pages, which changes only after the transaction: the job that then renders entries again finds this one. The
 * project of a request can be some seconds old.
 */
const lockLanguage = async (tx: Transaction, { id, settings }: Project): Promise<Language> =>
  ((await lockSettings(tx, id)) ?? settings).pages.language;

/** Returns the entry with the validated changes applied. */
async function applyFields(
  tx: Transaction,
  deps: Deps,
  { language, entry, fields, at }: { language: Language; entry: store.Entry; fields: Fields; at: Date },
): Promise<store.Entry> {
  const { published, published_at, scheduled_at, announcement_ends_at: until, ...rest } = fields;
  const edited: store.Entry = {
    ...entry,
    ...rest,
    tags: uniqueTags(rest.tags ?? entry.tags),
    pages: rest.pages?.map(decodePath) ?? entry.pages,
    ...(until !== undefined && { announcement_ends_at: until === null ? null : new Date(until) }),
    ...publication(entry, { published, published_at, scheduled_at }, at),
    updated_at: at,
  };
  if (!isSameRendering(entry, edited)) edited.content_html = await renderContent(edited, language);
  const known = fields.feedback_ids ? await deps.findFeedbackIds(tx, entry.project_id, fields.feedback_ids) : [];
  const unknown = (fields.feedback_ids ?? []).findIndex((id) => !known.includes(id));
  if (unknown >= 0)
    throw invalidField(
      `feedback_ids[${unknown}]`,
      'not_found',
      `feedback_ids[${unknown}] must be the id of a feedback entry of this project`,
    );
  return edited;
}

/** Adds a changed publication state to the audit log. A scheduled publication is in it since it was scheduled. */
async function auditPublication(
  tx: Transaction,
  { before, entry, actor }: { before: store.Entry; entry: store.Entry; actor: Actor },
): Promise<void> {
  const toFields = ({ status, scheduled_at }: store.Entry) => ({ status, scheduled_at: scheduled_at?.toISOString() ?? null });
  const change = changedFields(toFields(before), toFields(entry));
  if (!change) return;
  await recordAudit(tx, {
    projectId: entry.project_id,
    actor,
    action: AUDIT_ACTIONS[entry.status],
    target: { id: formatId('cl', entry.id), name: entry.title },
    ...change,
  });
}

const AUDIT_ACTIONS = {
  published: 'changelog_entry.published',
  scheduled: 'changelog_entry.scheduled',
  draft: 'changelog_entry.unpublished',
} as const;

/** Payload of the job that publishes a scheduled entry. */
interface ScheduledPublication {
  project_id: string;
  entry_id: string;
  /** The user who scheduled the entry. */
  actor_id?: string | undefined;
}

/** Returns the id of a user, and undefined for a service account, which has no mailbox. */
const toUserId = ({ id, is_service_account }: Actor): string | undefined => (is_service_account ? undefined : id);

/** Records the consequences of a changed publication state in the same transaction. */
async function recordPublication(
  tx: Transaction,
  { events, jobs, publicUrl }: PublishingDeps,
  { project, before, entry, actorId }: { project: Project; before: store.Entry; entry: store.Entry; actorId: string | undefined },
): Promise<void> {
  if (entry.status === 'scheduled' && entry.scheduled_at?.getTime() !== before.scheduled_at?.getTime()) {
    const job: ScheduledPublication = { project_id: project.id, entry_id: entry.id, actor_id: actorId };
    await jobs.send(tx, QUEUE, [job], { startAfter: entry.scheduled_at as Date });
  }
  if (entry.status !== 'published' || before.status === 'published') return;
  await events.record(tx, project.id, [await buildPublished(project, publicUrl(), entry, actorId)]);
}

/** Returns the event of a published entry. */
export async function buildPublished(
  project: Project,
  publicUrl: string,
  entry: store.Entry,
  actorId?: string,
): Promise<NewEvent> {
  const url = buildUrl(project, publicUrl, entry);
  return {
    type: 'changelog.published',
    data: {
      entry_id: entry.id,
      title: entry.title,
      url,
      feedback_ids: entry.feedback_ids,
      // A republished entry keeps its cause, so nobody gets a second mail.
      cause: `${RELEASE_MAIL}:${entry.id}`,
      published_at: entry.published_at?.toISOString(),
      actor_id: actorId,
    },
    subject: await entryForEvent(entry, url),
  };
}

/** Records a changed publication state: to everyone who is concerned, or in charts only when the entry was published elsewhere. */
const announce = (
  tx: Transaction,
  deps: Deps,
  {
    project,
    before,
    entry,
    fields,
    actorId,
  }: { project: Project; before: store.Entry; entry: store.Entry; fields: Fields; actorId: string | undefined },
) =>
  fields.published_at === undefined
    ? recordPublication(tx, deps, { project, before, entry, actorId })
    : annotateEntries(tx, deps, project, [entry]);

/** Marks published entries in the charts of analytics. */
export const annotateEntries = (
  tx: Transaction,
  { annotate, publicUrl }: Pick<Deps, 'annotate' | 'publicUrl'>,
  project: Project,
  entries: store.Entry[],
) =>
  annotate(
    tx,
    project.id,
    entries.flatMap((entry) =>
      entry.published_at
        ? [{ time: entry.published_at, text: entry.title, url: buildUrl(project, publicUrl(), entry), entryId: entry.id }]
        : [],
    ),
  );

/**
 * Publishes scheduled entries. Each scheduled time has a job. The job that finds the entry due and still scheduled publishes it; a
 * row lock prevents double publication.
 */
export function publishScheduled(deps: PublishingDeps): void {
  deps.jobs.define<ScheduledPublication>(QUEUE, RETRY, async ({ project_id, entry_id, actor_id }) => {
    await transact(deps.db, async (tx) => {
      const [project, locked] = [await findProject(tx, project_id), await store.lockEntry(tx, project_id, entry_id)];
      if (!project || !locked?.is_due) return;
      const { is_due: _, ...before } = locked;
      const at = new Date();
      const entry: store.Entry = { ...before, status: 'published', published_at: at, scheduled_at: null, updated_at: at };
      await store.updateEntry(tx, entry, lexemesFor(entry));
      await recordPublication(tx, deps, { project, before, entry, actorId: actor_id });
    });
  });
}
