import type { FieldDeclaration } from '@earshot/contract/services/feedback/fields';
import type { StatusSettings } from '@earshot/contract/services/feedback/statuses';
import { FeedbackRecord } from '@earshot/contract/services/feedback/imports';
import { isDeepStrictEqual } from 'node:util';
import { createDuplicateCheck, findRefusal, parseTime } from '../../../instance/imports/decisions.ts';
import { isRefused, type ImportContext, type Importer, type Outcome } from '../../../instance/imports/importer.ts';
import { type HttpError, invalidField } from '../../../platform/api/errors.ts';
import { checkMetadata } from '../../../platform/api/validation.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import type { Change, DomainEvents } from '../../../platform/jobs/events.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { buildLexemes } from '../../../platform/text/lexemes.ts';
import { uniqueTags } from '../../../platform/text/tags.ts';
import { changeFields } from '../../../instance/fields/fields.ts';
import { readEntryFields } from '../fields/fields.ts';
import { readStatus } from '../fields/statuses.ts';
import { toBoardId } from '../boards/boards.ts';
import { type Board, listBoards } from '../boards/boards-store.ts';
import { differences, toMember } from '../feedback.ts';
import { insertChanges, type PastChange } from '../history-store.ts';
import { lockMerging } from '../merging/merge-store.ts';
import { mergeEntry } from '../merging/merging.ts';
import { entryForEvent } from '../projections.ts';
import { type Entry, insertEntries, type NewEntry, recount, SEARCHED_ENTRIES } from '../store.ts';
import {
  type EntryUpdate,
  findStored,
  followKnown,
  lockStored,
  moveHistory,
  type StoredEntry,
  updateStored,
} from './entries-store.ts';
import { describeColumns } from './columns.ts';
import { resolveMerges } from './merges.ts';
import { listValid, type RecordOf } from './references.ts';
import { findReferences } from './references-store.ts';
import { undoEntries } from './undo.ts';

type Row = RecordOf<typeof FeedbackRecord>;

/** Fields of a record as columns have them. */
type Fields = Omit<EntryUpdate, 'id' | 'status' | 'custom_status' | 'status_before_merge' | 'lexemes' | 'created_at'> &
  Pick<Entry, 'status' | 'custom_status'>;

/** A valid record, with the state that its entry is to have. */
interface Draft {
  row: Row;
  id: string;
  stored: StoredEntry | undefined;
  fields: Fields;
  createdAt: Date;
  /** Time of the status or merge, if it is known. */
  statusAt: Date | undefined;
  /** Entry to merge into. Undefined if the entry is not to be merged, or is merged already. */
  mergeInto: string | undefined;
  outcome: 'created' | 'updated' | 'unchanged';
}

/** Stores entries that come from elsewhere. Records are compared by the fields that they have. */
export const createEntryImporter = (events: DomainEvents): Importer<Row> => ({
  collection: 'feedback',
  schema: FeedbackRecord,
  describeColumns,
  plan: async (db, context, rows, upcoming) =>
    (await draftAll(db, context, rows, upcoming)).map((item) => {
      if (isRefused(item)) return item;
      const isUpcoming = upcoming?.has(item.row.external_id ?? '');
      return item.stored ? toOutcome(item) : { outcome: isUpcoming ? 'updated' : 'created' };
    }),
  save: async (tx, context, rows) => {
    await lockMerging(tx, context.project.id);
    // Apart from reading: a statement that waits for a lock reads the changed entry with its history from before the change.
    await lockStored(tx, context.project.id, listExternalIds(rows));
    const drafts = await draftAll(tx, context, rows);
    await write(tx, events, context, listValid(drafts));
    return drafts.map(toOutcome);
  },
  findPaths: (_db, _projectId, ids) => Promise.resolve(new Map(ids.map((id) => [id, `/feedback/${id}`]))),
  undo: async (tx, projectId, importId, limit) => await undoEntries(tx, events, { projectId, importId, limit }),
});

const toOutcome = (item: Draft | HttpError): Outcome =>
  isRefused(item) ? item : { outcome: item.outcome, id: formatId('fb', item.id) };

const listExternalIds = (rows: Row[]) => rows.flatMap(({ external_id: id }) => id ?? []);

async function draftAll(
  db: Db,
  { project: { id: projectId, settings } }: ImportContext,
  rows: Row[],
  upcoming?: ReadonlySet<string>,
): Promise<(Draft | HttpError)[]> {
  const externalIds = listExternalIds(rows);
  const storedEntries = await findStored(db, projectId, externalIds);
  const stored = new Map(storedEntries.map((entry) => [entry.external_id, entry]));
  const references = await findReferences(db, projectId, {
    ids: [],
    externalIds: [...externalIds, ...rows.flatMap(({ merged_into_external_id: id }) => id ?? [])],
  });
  const roots = new Map(references.map(({ external_id, root_id }) => [external_id as string, root_id]));
  const boards = rows.some((row) => row.board_id) ? await listBoards(db, projectId) : [];
  const known = { boards, declared: settings.feedback.fields, statuses: settings.feedback.statuses };
  const findDuplicate = createDuplicateCheck('external_id');
  const drafts = rows.map((row) => findDuplicate(row.external_id) ?? draftEntry(row, stored.get(row.external_id ?? ''), known));
  const nodes = drafts.flatMap((item) => {
    if (isRefused(item)) return [];
    const { external_id: externalId, merged_into_external_id: target } = item.row;
    // A merged entry keeps its target, which the record may only repeat.
    return [{ id: item.id, externalId, target: item.stored?.merged_into ? undefined : target }];
  });
  const { targets, errors } = resolveMerges(nodes, { roots, upcoming });
  return drafts.map((item) => {
    if (isRefused(item)) return item;
    const target = item.row.merged_into_external_id;
    if (item.stored?.merged_into && target !== undefined && roots.get(target) !== roots.get(item.stored.external_id))
      return invalidField(
        'merged_into_external_id',
        'conflict',
        'The entry was merged into another entry. Undo this merge first',
      );
    const mergeInto = targets.get(item.id);
    return errors.get(item.id) ?? { ...item, mergeInto, outcome: mergeInto && item.stored ? 'updated' : item.outcome };
  });
}

function draftEntry(
  row: Row,
  stored: StoredEntry | undefined,
  { boards, declared, statuses }: { boards: Board[]; declared: FieldDeclaration[]; statuses: StatusSettings },
): Draft | HttpError {
  const { metadata, submitter_user_id: userId, tags } = row;
  const boardId = row.board_id && parseId('brd', row.board_id);
  const board = boardId && boards.find(({ id }) => id === boardId);
  if (row.board_id && !board) return invalidField('board_id', 'not_found', 'board_id must be the id of a board of the project');
  const tooLarge = metadata && findRefusal(() => checkMetadata(metadata));
  if (tooLarge) return tooLarge;
  const refused = findRefusal(() => readEntryFields(declared, row.fields)) ?? findRefusal(() => readStatus(statuses, row));
  if (refused) return refused;
  const createdAt = parseTime(row.created_at) ?? stored?.created_at ?? new Date();
  const statusAt = parseTime(row.status_changed_at);
  if (statusAt && statusAt < createdAt)
    return invalidField('status_changed_at', 'too_small', 'status_changed_at must not be before created_at');
  const status = stored?.merged_into ? (stored.status_before_merge ?? 'new') : (stored?.status ?? 'new');
  const given = (name: 'image_url' | 'submitter_name' | 'submitter_email') =>
    (row[name] === undefined ? stored?.[name] : row[name]) || null;
  const fields: Fields = {
    type: row.type ?? stored?.type ?? 'feedback',
    ...chooseStatus(readStatus(statuses, row), { status, custom_status: stored?.custom_status ?? null }),
    title: row.title,
    description: row.description ?? stored?.description ?? '',
    tags: tags ? uniqueTags(tags) : (stored?.tags ?? []),
    visibility: row.visibility ?? stored?.visibility ?? 'public',
    board_id: board ? toBoardId(board) : (stored?.board_id ?? null),
    pinned: row.pinned ?? stored?.pinned ?? false,
    image_url: given('image_url'),
    submitter_name: given('submitter_name'),
    submitter_email: given('submitter_email'),
    submitter_id: userId === undefined ? (stored?.submitter_id ?? null) : `end:${userId}`,
    metadata: metadata ?? stored?.metadata ?? {},
    fields: changeFields(stored?.fields ?? {}, readEntryFields(declared, row.fields)),
  };
  const isSame =
    stored &&
    isDeepStrictEqual(fields, pickFields({ ...stored, status }, fields)) &&
    stored.created_at.getTime() === createdAt.getTime() &&
    !isStatusTimeNew({ stored, fields, statusAt });
  const outcome = isSame ? 'unchanged' : stored ? 'updated' : 'created';
  return { row, id: stored?.id ?? newId(), stored, fields, createdAt, statusAt, mergeInto: undefined, outcome };
}

/** Returns the status of an entry after a record: another state removes the custom status. */
function chooseStatus(given: ReturnType<typeof readStatus>, current: Pick<Entry, 'status' | 'custom_status'>) {
  const { status = current.status, custom_status = status === current.status ? current.custom_status : null } = given;
  return { status, custom_status };
}

/**
 * Returns whether the time of the status of a stored entry is to be added or corrected. An entry whose status changed several times has its own
 * history.
 */
function isStatusTimeNew({ stored, fields, statusAt }: Pick<Draft, 'stored' | 'fields' | 'statusAt'>): boolean {
  const hasTime = stored?.merged_into || fields.status !== 'new';
  return Boolean(stored && statusAt && hasTime && stored.status_count <= 1 && stored.status_at?.getTime() !== statusAt.getTime());
}

const pickFields = (entry: StoredEntry, { ...fields }: Fields): Fields =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, entry[name as keyof Fields]])) as unknown as Fields;

async function write(tx: Transaction, events: DomainEvents, context: ImportContext, drafts: Draft[]): Promise<void> {
  const { project, actor, notify } = context;
  const created = drafts.filter(({ stored }) => !stored);
  const updated = drafts.filter(({ stored, outcome }) => stored && outcome === 'updated');
  const buildItemLexemes = ({ fields }: Draft) => buildLexemes(project.id, SEARCHED_ENTRIES.toText(fields));

  await updateStored(
    tx,
    project.id,
    updated.map((item) => ({
      ...item.fields,
      ...toStatuses(item),
      id: item.id,
      created_at: item.createdAt,
      lexemes: buildItemLexemes(item),
    })),
  );
  const inserted = created.length
    ? await insertEntries(
        tx,
        project.id,
        created.map((item) => toNewEntry(item, context, buildItemLexemes(item))),
        { isCounted: false },
      )
    : [];
  await insertChanges(tx, project.id, drafts.flatMap(listChanges), actor);
  await moveHistory(tx, project.id, updated.flatMap(findMovedItem));

  const moves: Parameters<typeof recount>[2] = inserted.map((entry) => ({ from: null, to: entry }));
  for (const item of updated) moves.push({ from: item.stored ?? null, to: { ...item.fields, ...toStatuses(item) } });
  for (const { id, mergeInto: into, statusAt: at } of updated)
    if (into) moves.push(await mergeEntry({ tx, events }, { projectId: project.id, id, into, actor, at, mayReveal: true }));
  await followKnown(
    tx,
    project.id,
    created.flatMap(({ id, row: { follow, submitter_email: email } }) => (follow && email ? [{ entry_id: id, email }] : [])),
  );
  if (notify)
    await events.record(
      tx,
      project.id,
      inserted.map((entry) => ({
        type: 'feedback.created',
        data: { entry_id: entry.id, actor_id: toMember(actor) },
        subject: entryForEvent(entry),
      })),
    );
  await recount(tx, project.id, moves);
}

/** Returns the status of a stored entry after an update, and before a merge of the same record. */
function toStatuses({ stored, fields: { status } }: Draft): Pick<EntryUpdate, 'status' | 'status_before_merge'> {
  return stored?.merged_into ? { status: 'duplicate', status_before_merge: status } : { status, status_before_merge: null };
}

function toNewEntry(
  { id, row, fields, createdAt, statusAt, mergeInto }: Draft,
  context: ImportContext,
  lexemes: string[],
): NewEntry {
  return {
    ...fields,
    ...(mergeInto && { status: 'duplicate', status_before_merge: fields.status, merged_into: mergeInto }),
    id,
    external_id: row.external_id ?? null,
    import_id: context.importId,
    from_query: null,
    submitter_confirmed: false,
    lexemes,
    created_at: createdAt,
    updated_at: statusAt ?? createdAt,
  };
}

/** Returns the changes of an entry for its history: for a new entry its status or merge, if the time is known, and for others all. */
function listChanges({ id, stored, fields, statusAt, mergeInto }: Draft): PastChange[] {
  const now = new Date();
  const toItem = (change: Change, at: Date): PastChange => ({ ...change, id: newId(), entry_id: id, at });
  const merged = () => ({ field: 'merged_into', old: null, new: formatId('fb', mergeInto as string) });
  if (!stored) {
    if (mergeInto) return [toItem(merged(), statusAt ?? now)];
    return statusAt && fields.status !== 'new' ? [toItem({ field: 'status', old: 'new', new: fields.status }, statusAt)] : [];
  }
  const { type, status, custom_status, title, description, tags, visibility, board_id, pinned, fields: custom } = fields;
  const change = {
    type,
    title,
    description,
    tags,
    visibility,
    board_id,
    pinned,
    fields: custom,
    ...(!stored.merged_into && { status, custom_status }),
  };
  // An earlier time would change the order of the history.
  const changedAt = statusAt && !mergeInto && statusAt > (stored.status_at ?? stored.created_at) ? statusAt : now;
  const items = differences(stored, change).map((item) => toItem(item, item.field === 'status' ? changedAt : now));
  const isLate = statusAt && status === stored.status && !stored.status_count && isStatusTimeNew({ stored, fields, statusAt });
  return isLate ? [...items, toItem({ field: 'status', old: 'new', new: status }, statusAt)] : items;
}

/** Returns the item of the history whose time was corrected: of the same status, or of the merge. */
function findMovedItem({ stored, fields, statusAt, mergeInto }: Draft): { id: string; at: Date }[] {
  const isSame = stored?.merged_into || fields.status === stored?.status;
  if (!stored?.status_item || !statusAt || !isSame || mergeInto || !isStatusTimeNew({ stored, fields, statusAt })) return [];
  return [{ id: stored.status_item, at: statusAt }];
}
