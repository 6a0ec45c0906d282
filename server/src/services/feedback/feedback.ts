import type { Language } from '@earshot/contract/shared/languages';
import type { FeedbackType } from '@earshot/contract/services/feedback/values';
import type { FieldValues } from '@earshot/contract/services/feedback/fields';
import { isSameMailbox } from '@earshot/contract/shared/mailbox';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { checkMetadata } from '../../platform/api/validation.ts';
import { formatId, newId } from '../../platform/ids.ts';
import type { Change, DomainEvents } from '../../platform/jobs/events.ts';
import { type Db, isUniqueViolation, type Transaction, transact } from '../../platform/postgres/database.ts';
import { createGroupWriter } from '../../platform/postgres/group-commit.ts';
import type { Project } from '../../instance/projects/store.ts';
import type { Author } from './authors.ts';
import { mayRead, type Viewer } from './boards/access.ts';
import { keepBoards } from './boards/boards-store.ts';
import { changeFields } from '../../instance/fields/fields.ts';
import { FIELD_PREFIX, type FieldChanges } from './fields/fields.ts';
import { type HistoryActor, insertHistory } from './history-store.ts';
import { findMergeTarget, keepActivity, listMergeGroup, lockMerging } from './merging/merge-store.ts';
import { entryForEvent } from './projections.ts';
import { buildLexemes } from '../../platform/text/lexemes.ts';
import { uniqueTags } from '../../platform/text/tags.ts';
import * as store from './store.ts';
import type { NewSubscription } from './subscriptions/subscribers-store.ts';

export interface Deps {
  db: Db;
  events: DomainEvents;
}

interface SubmissionFields {
  title: string;
  type?: FeedbackType;
  description?: string;
  image_url?: string;
  tags?: string[];
  submitter_name?: string;
  submitter_email?: string;
  metadata?: Record<string, unknown>;
  /** Values of custom fields. */
  fields?: FieldValues;
  from_query?: string;
  external_id?: string;
  /** Whether the submitter follows the entry. Without it, a submitter with an address does. */
  follow?: boolean;
}

export interface Submission {
  project: Project;
  author: Author;
  /** Board of the entry, null for the default board. */
  boardId: string | null;
  fields: SubmissionFields;
  /** Member who submits on behalf of the author. */
  actor?: HistoryActor | null;
  /** Language of the emails about the submission. */
  language?: Language | undefined;
  /** Time of the submission. Defaults to the current time. */
  at?: Date | undefined;
}

/** Returns whether an author's texts are public immediately or require approval (project setting `feedback.moderation`). */
export function visibilityFor(author: Author, project: Project): 'public' | 'pending' {
  const { moderation } = project.settings.feedback;
  const waits = author.role !== 'team' && (moderation === 'all' || (moderation === 'anonymous' && author.role === 'visitor'));
  return waits ? 'pending' : 'public';
}

type Draft = store.NewEntry & Pick<SubmissionFields, 'follow'> & Pick<Submission, 'language'> & { actorId: string | undefined };

/** Adds subscriptions of submitters in the transaction of their entries. */
type AddSubscriptions = (tx: Transaction, projectId: string, subscriptions: NewSubscription[]) => Promise<unknown>;

export type Submit = ReturnType<typeof createSubmit>;

/** Returns a function that stores a submitted entry. Without a transaction, entries of a project that arrive at the same time share one. */
export function createSubmit({ db, events, addSubscriptions }: Deps & { addSubscriptions: AddSubscriptions }) {
  /** Inserts entries. Those of a board that was deleted meanwhile are undefined. */
  const insert = async (tx: Transaction, projectId: string, submitted: Draft[]): Promise<(store.Entry | undefined)[]> => {
    const boards = await keepBoards(
      tx,
      projectId,
      submitted.map(({ board_id }) => board_id),
    );
    const drafts = submitted.filter(({ board_id }) => boards.has(board_id));
    if (!drafts.length) return submitted.map(() => undefined);
    const inserted = await store.insertEntries(
      tx,
      projectId,
      drafts.map(({ follow: _follow, actorId: _actorId, language: _language, ...entry }) => entry),
    );
    const actors = new Map(drafts.map(({ id, actorId }) => [id, actorId]));
    await addSubscriptions(
      tx,
      projectId,
      drafts.flatMap(({ id, submitter_email: email, submitter_confirmed: isVerified, follow, language }) =>
        email && follow !== false ? [{ entry_id: id, email, isVerified, isRequested: follow === true, language }] : [],
      ),
    );
    await events.record(
      tx,
      projectId,
      inserted.map((entry) => ({
        type: 'feedback.created',
        data: { entry_id: entry.id, actor_id: actors.get(entry.id) },
        subject: entryForEvent(entry),
      })),
    );
    const entries = new Map(inserted.map((entry) => [entry.id, entry]));
    return submitted.map(({ id }) => entries.get(id));
  };
  const write = createGroupWriter(db, insert);
  /** @throws {HttpError} 404 when the board was deleted meanwhile */
  return async (handle: Db, submission: Submission): Promise<store.Entry> => {
    const entry = await write(handle, submission.project.id, draftEntry(submission));
    if (!entry) throw new HttpError('feedback.board_not_found');
    return entry;
  };
}

/** @throws {HttpError} 400 when `metadata` is too large */
function draftEntry({ project, author, boardId, fields, actor = null, language, at }: Submission): Draft {
  const { title, type = 'feedback', description = '', image_url = null, tags = [], metadata = {}, follow } = fields;
  checkMetadata(metadata);
  const email = fields.submitter_email || author.email;
  return {
    id: newId(),
    actorId: toMember(actor),
    follow,
    ...(language && { language }),
    submitter_confirmed: Boolean(email && author.email && isSameMailbox(email, author.email)),
    type,
    title,
    description,
    tags: uniqueTags(tags),
    visibility: visibilityFor(author, project),
    board_id: boardId,
    image_url,
    submitter_name: fields.submitter_name || author.name,
    submitter_email: email,
    submitter_id: author.id,
    metadata,
    fields: fields.fields ?? {},
    from_query: fields.from_query || null,
    external_id: fields.external_id ?? null,
    created_at: at ?? null,
    lexemes: buildLexemes(project.id, store.SEARCHED_ENTRIES.toText({ title, description, tags })),
  };
}

/** Returns an entry that the viewer may see. @throws {HttpError} 404 */
export async function getEntry(db: Db, projectId: string, id: string, viewer: Viewer): Promise<store.Entry> {
  const entry = await store.findEntry(db, projectId, id);
  if (!entry || !mayRead(entry, viewer)) throw new HttpError('feedback.not_found');
  return entry;
}

/** Rejects merged entries. @throws {HttpError} 409 */
export function refuseMerged(entry: store.Entry): void {
  if (entry.merged_into)
    throw new HttpError('feedback.merged', {
      message: `The feedback entry was merged into ${formatId('fb', entry.merged_into)}`,
    });
}

/** Performs an insertion. @throws {HttpError} 400 when another record has the external id */
export async function refuseTakenId<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    throw isUniqueViolation(error) ? invalidField('external_id', 'taken', 'Another record has this external_id') : error;
  }
}

/** Changes an entry, and records history and domain events. */
export async function updateEntry(
  { db, events }: Deps,
  {
    projectId,
    id,
    change: given,
    actor,
    changelogEntryId,
    at = new Date(),
  }: {
    projectId: string;
    id: string;
    change: Omit<store.EntryChange, 'fields'> & { fields?: FieldChanges };
    actor: HistoryActor | null;
    changelogEntryId?: string;
    at?: Date | undefined;
  },
): Promise<store.Entry> {
  return await transact(db, async (tx) => {
    const entry = await lockEntry(tx, projectId, id);
    const { tags, fields, ...others } = given;
    const change: store.EntryChange = {
      ...others,
      ...(tags && { tags: uniqueTags(tags) }),
      ...(fields && { fields: changeFields(entry.fields, fields) }),
      // A custom status belongs to a state.
      ...(others.status && others.status !== entry.status && others.custom_status === undefined && { custom_status: null }),
    };
    if (change.status) refuseMerged(entry);
    const changes = differences(entry, change);
    if (!changes.length) return entry;
    if (!(await keepBoards(tx, projectId, [change.board_id])).has(change.board_id))
      throw new HttpError('feedback.board_not_found');
    const updated: store.Entry = { ...entry, ...change, updated_at: at };
    await store.updateEntry(tx, updated, buildLexemes(projectId, store.SEARCHED_ENTRIES.toText(updated)));
    await insertHistory(tx, projectId, id, {
      items: changes.map((item) => ({ ...item, id: newId() })),
      actor,
      at,
    });
    const subject = entryForEvent(updated);
    await events.record(tx, projectId, [
      {
        type: 'feedback.updated',
        data: { entry_id: id, actor_id: toMember(actor) },
        subject,
        changes: changes.map(withoutValues),
      },
      ...(updated.status === entry.status
        ? []
        : [
            {
              type: 'feedback.status_changed' as const,
              data: {
                entry_id: id,
                old_status: entry.status,
                new_status: updated.status,
                changelog_entry_id: changelogEntryId,
                ...(actor && !actor.is_service_account && { actor_id: actor.id }),
              },
              subject,
              changes: changes.filter(({ field }) => field === 'status'),
            },
          ]),
    ]);
    await store.recount(tx, projectId, [{ from: entry, to: updated }]);
    return updated;
  });
}

/** Returns the user id of an actor who is a member, and no service account. */
export const toMember = (actor: HistoryActor | null) => (actor && !actor.is_service_account ? actor.id : undefined);

export function differences(entry: store.Entry, change: store.EntryChange): Change[] {
  return (Object.keys(change) as (keyof store.EntryChange)[])
    .filter((field) => change[field] !== undefined && JSON.stringify(entry[field]) !== JSON.stringify(change[field]))
    .flatMap((field): Change | Change[] =>
      field === 'fields'
        ? listFieldChanges(entry.fields, change.fields ?? {})
        : { field, old: inHistory(entry, field, entry[field]), new: inHistory(entry, field, change[field]) },
    );
}

/** Returns the changes of custom fields, each as a field of its own. */
const listFieldChanges = (before: FieldValues, after: FieldValues): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ field: `${FIELD_PREFIX}${key}`, old: before[key] ?? null, new: after[key] ?? null }));

/** Returns a change for webhooks, which send values of custom fields only to endpoints that receive personal data. */
const withoutValues = (change: Change): Change =>
  change.field.startsWith(FIELD_PREFIX) ? { ...change, old: null, new: null } : change;

/** Returns a value as the API has it. */
function inHistory({ project_id }: Pick<store.Entry, 'project_id'>, field: keyof store.EntryChange, value: unknown): unknown {
  if (field === 'board_id') return formatId('brd', typeof value === 'string' ? value : project_id);
  return field === 'assignee_id' && typeof value === 'string' ? formatId('usr', value) : value;
}

/** Deletes an entry and the entries merged into it. */
export async function deleteEntry({ db, events }: Deps, { projectId, id }: { projectId: string; id: string }): Promise<void> {
  await transact(db, async (tx) => {
    await lockMerging(tx, projectId);
    await lockEntry(tx, projectId, id);
    const target = await findMergeTarget(tx, projectId, id);
    if (target && target !== id) await keepActivity(tx, projectId, { target, origins: await listMergeGroup(tx, projectId, id) });
    const removed = await store.deleteEntry(tx, projectId, id);
    await events.record(
      tx,
      projectId,
      removed.map((entry) => ({ type: 'feedback.deleted', data: { entry_id: entry.id }, subject: entryForEvent(entry) })),
    );
    await store.recount(
      tx,
      projectId,
      removed.map((entry) => ({ from: entry, to: null })),
    );
  });
}

export async function lockEntry(tx: Transaction, projectId: string, id: string): Promise<store.Entry> {
  const [entry] = await store.lockEntries(tx, projectId, [id]);
  if (!entry) throw new HttpError('feedback.not_found');
  return entry;
}
