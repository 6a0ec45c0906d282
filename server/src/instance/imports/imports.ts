import { isDeepStrictEqual } from 'node:util';
import { MAX_IMPORT_BYTES } from '@earshot/contract/instance/imports';
import type { ImportSource, ImportStatus } from '@earshot/contract/instance/values';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { formatId, newId } from '../../platform/ids.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { parseAllowedAddresses } from '../../platform/outbound/addresses.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import type { Instance } from '../instance.ts';
import { listMentions } from '../personal-data.ts';
import { getProject } from '../projects/projects.ts';
import type { Services } from '../service.ts';
import { createUploadPeople } from '../uploads/uploads.ts';
import type { ArchiveWorkDeps } from './archive-work.ts';
import { SOURCES } from './sources/index.ts';
import { type Item, type Options, type ParseFrontMatter, UnreadableFileError } from './sources/source.ts';
import * as store from './store.ts';
import { openReading, readItems, type ReadingDeps } from './reading.ts';
import { defineImportJobs, planItems } from './work.ts';

export interface ImportDeps extends ReadingDeps {
  publicUrl: () => string;
  /** Sends the job of an import. */
  send: (tx: Transaction, running: Pick<store.Import, 'project_id' | 'id'>) => Promise<void>;
}

/** Defines the jobs of imports. Must be called before the queue starts. */
export function createImports(
  { config, db, log, jobs, storage, publicUrl }: Pick<Instance, 'config' | 'db' | 'log' | 'jobs' | 'storage' | 'publicUrl'>,
  services: Services,
  { archives, parseFrontMatter }: { archives: ArchiveWorkDeps; parseFrontMatter: ParseFrontMatter },
): ImportDeps {
  const importers = services.all.flatMap((service) => service.importers ?? []);
  const uploads = createUploadPeople({ storage, mentions: listMentions(services) });
  const images = { db, storage, publicUrl, uploads, options: parseAllowedAddresses(config) };
  const deps = { db, log, publicUrl, archives, importers, parseFrontMatter, images };
  return { ...deps, send: defineImportJobs(jobs, deps).send };
}

/** Number of records of a preview. */
const PREVIEWED = 20;

/** @throws {HttpError} 404 */
export async function getImport(db: Db, projectId: string, id: string): Promise<store.Import> {
  const found = await store.findImport(db, projectId, id);
  if (!found) throw new HttpError('imports.not_found');
  return found;
}

interface NewImport {
  projectId: string;
  source: ImportSource;
  files: { name: string; size_bytes: number }[];
  options?: Options;
  actor: Actor;
}

/** Creates an import whose files are uploaded afterwards. @throws {HttpError} 400 when the files are too large together */
export async function createImport({ db }: Pick<ImportDeps, 'db'>, { projectId, source, files, options = {}, actor }: NewImport) {
  const size = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (size > MAX_IMPORT_BYTES) throw invalidField('files', 'too_large', 'files must have at most 2 GiB together');
  if (!size) throw invalidField('files', 'too_small', 'files must not be empty');
  const id = newId();
  return await transact(db, async (tx) => {
    await store.insertImport(tx, {
      project_id: projectId,
      id,
      source,
      options,
      files,
      actor: { ...actor, name: actor.name ?? null },
    });
    return await getImport(tx, projectId, id);
  });
}

/**
 * Appends a part of a file. The last part makes the import ready, unless the files cannot be read.
 * @throws {HttpError} 409 when the part does not follow the received bytes, which the message names, so that an upload can continue
 */
export async function uploadPart(
  deps: ImportDeps,
  { projectId, id, file, start, bytes }: { projectId: string; id: string; file: number; start: number; bytes: Buffer },
): Promise<store.Import> {
  const { db } = deps;
  const uploading = await getImport(db, projectId, id);
  const given = uploading.files[file];
  if (!given) throw new HttpError('imports.file_not_found');
  if (!(await transact(db, (tx) => store.appendPart(tx, uploading, { file, start, bytes })))) {
    const { received_bytes: received, size_bytes: size } = (await getImport(db, projectId, id)).files[file] ?? given;
    throw new HttpError('imports.part_conflict', {
      message: `The file has received ${received} of ${size} bytes: send the next part from there`,
    });
  }
  const received = await getImport(db, projectId, id);
  // A part that is repeated later must not change the import.
  if (received.status !== 'uploading' || !received.files.every(isComplete)) return received;
  await store.updateImport(db, received, await detect(deps, received), { statuses: ['uploading'] });
  return await getImport(db, projectId, id);
}

const isComplete = ({ size_bytes, received_bytes }: store.ImportFile): boolean => received_bytes === size_bytes;

/** Recognizes the format of complete files. Returns the change of the import, which has no results of checks with other options. */
async function detect(deps: ImportDeps, complete: store.Import): Promise<store.ImportChange> {
  const { options } = complete;
  try {
    await using reading = await openReading(deps, complete);
    const recognized = (await SOURCES[complete.source].detect?.(reading)) ?? { detected: {}, options };
    return { status: 'ready', ...recognized, check_counts: null, error: null };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { status: 'failed', options, check_counts: null, error: error.message };
  }
}

/** Statuses in which options can change, unless records were stored. */
const CHANGEABLE: ReadonlySet<ImportStatus> = new Set(['ready', 'failed', 'undone']);

/** Statuses in which a job reads the files. */
const WORKING: ImportStatus[] = ['checking', 'running', 'undoing'];

const STARTS = {
  check: { from: ['ready', 'undone', 'failed'], to: 'checking' },
  run: { from: ['ready', 'stopped', 'failed', 'undone'], to: 'running' },
  undo: { from: ['finished', 'stopped', 'failed'], to: 'undoing' },
} as const;

/** Changes the options of an import before it runs. @throws {HttpError} 409 */
export async function updateOptions(deps: ImportDeps, projectId: string, id: string, options: Options): Promise<store.Import> {
  const changing = await getImport(deps.db, projectId, id);
  if (!CHANGEABLE.has(changing.status) || changing.processed > 0) throw refuseNow(changing);
  // Another kind of records suggests other columns.
  const { columns, ...kept } = changing.options;
  const isOther = options.collection !== undefined && options.collection !== kept.collection;
  const merged = { ...kept, ...(columns && !isOther && { columns }), ...options };
  const change = await detect(deps, { ...changing, options: merged });
  // A job may have started while the files were read: it would read its rest with other options.
  const expected = { statuses: [...CHANGEABLE], processed: 0, options: changing.options };
  const isChanged = await store.updateImport(deps.db, changing, change, expected);
  const changed = await getImport(deps.db, projectId, id);
  if (isChanged) return changed;
  // Another request has changed other options meanwhile.
  if (!isDeepStrictEqual(changed.options, changing.options)) return await updateOptions(deps, projectId, id, options);
  throw refuseNow(changed);
}

/** Returns the error of a request that the state of an import does not allow. */
export const refuseNow = ({ status }: Pick<store.Import, 'status'>) =>
  new HttpError('imports.not_possible', { message: `This is not possible while the import is ${status}` });

/** Starts to check, run or undo an import. @throws {HttpError} 409 while the import is in another state */
export async function startWork(
  { db, send }: ImportDeps,
  { projectId, id, work, actor }: { projectId: string; id: string; work: keyof typeof STARTS; actor: Actor },
): Promise<store.Import> {
  const { from, to } = STARTS[work];
  return await transact(db, async (tx) => {
    const started = await getImport(tx, projectId, id);
    if (work === 'undo' && started.source === 'earshot')
      throw new HttpError('imports.not_possible', { message: 'A restored archive can’t be undone; delete the project instead' });
    const isChanged =
      started.files.every(isComplete) && (await store.updateImport(tx, started, { status: to, error: null }, { statuses: from }));
    if (!isChanged) throw refuseNow(await getImport(tx, projectId, id));
    if (work === 'run' && !started.processed) await store.deleteProblems(tx, started);
    if (work !== 'check')
      await recordAudit(tx, {
        projectId,
        actor,
        action: work === 'run' ? 'import.started' : 'import.undone',
        target: { id: formatId('imp', id), name: started.files[0]?.name },
      });
    await send(tx, started);
    return await getImport(tx, projectId, id);
  });
}

/** Stops an import after its current batch. @throws {HttpError} 409 unless it works */
export async function stopWork({ db }: Pick<ImportDeps, 'db'>, projectId: string, id: string): Promise<store.Import> {
  const stopped = await getImport(db, projectId, id);
  const isStopped =
    (await store.updateImport(db, stopped, { status: 'stopped' }, { statuses: ['running'] })) ||
    (await store.updateImport(db, stopped, { status: 'ready', check_counts: null }, { statuses: ['checking'] }));
  const now = await getImport(db, projectId, id);
  if (!isStopped) throw refuseNow(now);
  return now;
}

/** Deletes an import with its files. Records that it created remain. @throws {HttpError} 409 while it works */
export async function removeImport(
  { db }: Pick<ImportDeps, 'db'>,
  { projectId, id, actor }: { projectId: string; id: string; actor: Actor },
) {
  await transact(db, async (tx) => {
    const removed = await getImport(tx, projectId, id);
    // A job may have started meanwhile.
    if (!(await store.deleteImport(tx, removed, { working: WORKING }))) throw refuseNow(await getImport(tx, projectId, id));
    const target = { id: formatId('imp', id), name: removed.files[0]?.name };
    await recordAudit(tx, { projectId, actor, action: 'import.deleted', target });
  });
}

/** Returns the first records as they will be. @throws {HttpError} 409 before the files are complete, and when they cannot be read */
export async function previewImport(deps: ImportDeps, projectId: string, id: string) {
  const { db } = deps;
  const previewed = await getImport(db, projectId, id);
  if (previewed.status === 'uploading') throw refuseNow(previewed);
  const items: Item[] = [];
  try {
    for await (const item of readItems(deps, previewed)) {
      // Anonymous votes would hide what they are for.
      if (item.collection !== 'votes' || previewed.options.collection === 'votes') items.push(item);
      if (items.length === PREVIEWED) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new HttpError('imports.unreadable', { message: error.message });
  }
  const context = { project: await getProject(db, projectId), actor: previewed.actor, importId: id, notify: false };
  const processed = await planItems(deps, context, items, new Set());
  const byItem = new Map(processed.map(({ item, outcome }) => [item, outcome]));
  return items.map((item) => {
    const outcome = byItem.get(item);
    const { collection, file, line, record } = item;
    return outcome instanceof HttpError
      ? { collection, file, line, record, outcome: 'failed' as const, error: outcome.message }
      : { collection, file, line, record, outcome: outcome?.outcome ?? ('created' as const) };
  });
}
