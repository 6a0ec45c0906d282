import type { Language } from '@earshot/contract/shared/languages';
import type { ArchivedRow, ArchivedTable } from '../../platform/postgres/archived.ts';
import { transact, type Transaction } from '../../platform/postgres/database.ts';
import { HttpError } from '../../platform/api/errors.ts';
import type { ProjectDirectory } from '../projects/directory.ts';
import { listMemberIds } from '../projects/members/store.ts';
import { findProject } from '../projects/store.ts';
import { restoreSettings } from '../projects/restoring.ts';
import { rewriteImage } from '../uploads/images.ts';
import { updateUpload } from '../uploads/store.ts';
import { buildName, idIn } from '../uploads/uploads.ts';
import type { ArchiveDeps } from './create.ts';
import { countRows, describeRows, type Manifest, PROJECT, UPLOADS } from './format.ts';
import { createIdMap, createTextMap, type MapId, mapRow } from './ids.ts';
import { compileSchema, explain, parseJson, readChunks, readLines, readManifest, readWhole } from './read.ts';
import {
  checkConstraints,
  type Column,
  deferConstraints,
  hasAnyId,
  hasRows,
  insertRows,
  listColumns,
  listLookedUp,
  lockRestore,
} from './tables-store.ts';
import { invalid, openZip, type Zip } from './zip.ts';

export type RestoreDeps = ArchiveDeps & { directory: ProjectDirectory };

interface Options {
  /** A project without records, which receives them. */
  projectId: string;
  /** Path of the archive. */
  path: string;
  signal: AbortSignal;
  /** Receives the bytes of the archive that are done, and all: each is checked, then written. */
  onProgress?: (done: number, total: number) => void;
}

/** Rows that are inserted together, and their length in the archive. */
const BATCH_ROWS = 1_000;
const BATCH_BYTES = 2 * 1024 * 1024;

/** An archive that is being restored. */
interface Reading {
  zip: Zip;
  manifest: Manifest;
  tables: (ArchivedTable & { columns: Column[] })[];
  report: (bytes: number) => void;
}

/**
 * Restores an archive into a project. The archive is checked first. Everything is then written in one transaction, and events before its
 * end, so that a failure leaves nothing; events of a killed process are deleted when the restore is repeated. No mail, webhook or
 * notification is sent. Returns the numbers of rows.
 * @throws {HttpError} `archives.invalid`, `archives.project_not_empty`, `archives.restore_running`
 */
export async function restoreArchive(deps: RestoreDeps, options: Options): Promise<Record<string, number>> {
  return await withReading(deps, options, 2, async (reading) => {
    const { projectId } = options;
    const { uploads, isAnyTaken } = await check(deps, reading);
    const mapId = isAnyTaken ? createIdMap(projectId) : undefined;
    const written = { hasEvents: false };
    await transact(deps.db, (tx) => write(tx, deps, { reading, projectId, uploads, mapId, written })).catch(
      async (error: unknown) => {
        // After the transaction, whose locks the deletion needs.
        if (written.hasEvents) await deps.events.clear(projectId);
        throw error;
      },
    );
    await deps.directory.changed(deps.db, projectId);
  });
}

/** Checks an archive without restoring it. Returns the numbers of rows. @throws {HttpError} `archives.invalid` */
export const checkArchive = (deps: RestoreDeps, options: Omit<Options, 'projectId'>): Promise<Record<string, number>> =>
  withReading(deps, options, 1, async (reading) => void (await check(deps, reading)));

/** Opens an archive, which `work` reads a number of times. Returns the numbers of rows. */
async function withReading(
  { db, parts, events }: RestoreDeps,
  { path, signal, onProgress }: Omit<Options, 'projectId'>,
  times: number,
  work: (reading: Reading) => Promise<void>,
): Promise<Record<string, number>> {
  const zip = await openZip(path);
  try {
    const tables = [];
    for (const table of parts.flatMap((part) => part.tables)) tables.push({ ...table, columns: await listColumns(db, table) });
    const known = new Set([...tables.map(({ table }) => table), ...Object.keys(events.files)]);
    const manifest = await readManifest(zip, known);
    const total = times * Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    const report = (bytes: number) => {
      signal.throwIfAborted();
      onProgress?.((done += bytes), total);
    };
    await work({ zip, manifest, tables, report });
    return countRows(manifest);
  } finally {
    zip.close();
  }
}

const buildFileName = (table: string) => `${table}.jsonl`;

/** Checks every byte and row. Returns the ids of the uploads, and whether a record of the instance has an id of the archive. */
async function check(
  { db, events }: RestoreDeps,
  { zip, manifest, tables, report }: Reading,
): Promise<{ uploads: Set<string>; isAnyTaken: boolean }> {
  const lookedUp = await listLookedUp(db);
  const uploads = new Set<string>();
  let isAnyTaken = false;
  const schemas = new Map([
    ...tables.map((table) => [buildFileName(table.table), describeRows(table, table.columns)] as const),
    ...Object.entries(events.files).map(([name, { schema }]) => [buildFileName(name), schema] as const),
  ]);
  for (const [name, file] of Object.entries(manifest.files)) {
    const schema = schemas.get(name);
    if (!schema) {
      for await (const chunk of readChunks(zip, name, file)) report(chunk.length);
      continue;
    }
    const isValid = compileSchema(schema);
    const table = name.slice(0, -'.jsonl'.length);
    let columns: string | undefined;
    let ids: string[] = [];
    const lookUp = async () => {
      if (!isAnyTaken && ids.length && lookedUp.has(table)) isAnyTaken = await hasAnyId(db, table, ids);
      ids = [];
    };
    for await (const { row, line, bytes } of readLines(zip, name, { file })) {
      if (!isValid(row)) throw invalid(`${name}, line ${line}: ${explain(isValid)}`);
      const own = Object.keys(row).join();
      if (own !== (columns ??= own)) throw invalid(`${name}, line ${line}: has other columns than the first line`);
      if (table === 'uploads') uploads.add(row.id as string);
      if (typeof row.id === 'string' && ids.push(row.id) >= BATCH_ROWS) await lookUp();
      report(bytes);
    }
    await lookUp();
  }
  for (const name of Object.keys(manifest.files))
    if (name.startsWith(UPLOADS) && !uploads.has(idIn(name.slice(UPLOADS.length)) ?? ''))
      throw invalid(`${name} is not in uploads.jsonl`);
  return { uploads, isAnyTaken };
}

interface Writing {
  reading: Reading;
  projectId: string;
  uploads: ReadonlySet<string>;
  /** Undefined if ids are kept. */
  mapId: MapId | undefined;
  /** Rows outside of the transaction, which a rollback leaves. */
  written: { hasEvents: boolean };
}

/** Writes the rows, in a transaction. */
async function write(
  tx: Transaction,
  deps: RestoreDeps,
  { reading, projectId, uploads, mapId, written }: Writing,
): Promise<void> {
  const { zip, manifest, tables, report } = reading;
  await requireEmpty(tx, deps, projectId);
  const prefixes = [...new Set(tables.flatMap(({ ids }) => Object.values(ids)))];
  const mapText = createTextMap({ mapId, prefixes, uploads, from: manifest.url, to: deps.publicUrl() });
  const read = (name: string) =>
    readLines(zip, buildFileName(name), { file: manifest.files[buildFileName(name)] ?? { bytes: 0, sha256: '' }, mapText });
  const project = parseJson(mapText(String(await readWhole(zip, PROJECT, manifest.files[PROJECT]))), PROJECT);
  await restoreSettings(tx, projectId, project);
  const language = (await findProject(tx, projectId))?.settings.pages.language ?? 'en';
  // Entries can be merged into later ones.
  await deferConstraints(tx);
  const members = new Set(await listMemberIds(tx, projectId));
  for (const table of tables.filter(({ table: name }) => manifest.files[buildFileName(name)])) {
    const batch = createBatch(tx, { projectId, language }, table);
    for await (const { row, line, bytes } of read(table.table)) {
      if (mapId) mapRow(row, table.ids, mapId);
      keepMembers(row, table.members, members);
      await batch.add(row, { line, bytes });
      report(bytes);
    }
    await batch.flush();
  }
  await refuseConflicts('rows refer to others that the archive lacks', () => checkConstraints(tx));
  for (const { rebuild } of deps.parts) await rebuild?.(tx, projectId);
  await writeUploads(tx, deps, { reading, projectId, mapId });
  const writer = deps.events.write(projectId);
  written.hasEvents = true;
  for (const [name, { ids }] of Object.entries(deps.events.files)) {
    if (!manifest.files[buildFileName(name)]) continue;
    for await (const { row, bytes } of read(name)) {
      if (mapId) mapRow(row, ids, mapId);
      await writer.add(name, [row]);
      report(bytes);
    }
  }
  await writer.finish(tx);
}

/** Requires a project without records, into which nothing else is restored, and deletes events of a restore that was killed. */
async function requireEmpty(tx: Transaction, { parts, events }: RestoreDeps, projectId: string): Promise<void> {
  if (!(await lockRestore(tx, projectId))) throw new HttpError('archives.restore_running');
  await events.drain(projectId);
  for (const { tables, counted = [] } of parts)
    for (const table of [...tables.map(({ table: name }) => name), ...counted])
      if (await hasRows(tx, projectId, table)) throw new HttpError('archives.project_not_empty');
  await events.clear(projectId);
}

/** Keeps ids of members of the project. Others are accounts of another instance, or of people who left. */
function keepMembers(row: ArchivedRow, columns: readonly string[] = [], members: ReadonlySet<string>): void {
  for (const column of columns) {
    const value = row[column];
    if (Array.isArray(value)) row[column] = value.filter((id: string) => members.has(id));
    else if (typeof value === 'string' && !members.has(value)) row[column] = null;
  }
}

const INTEGRITY = /^2[23]/;

/** Runs a statement that fails when the archive contradicts itself: SQLSTATE classes 22 (data) and 23 (constraints). */
async function refuseConflicts<T>(what: string, run: () => Promise<T>): Promise<T> {
  return await run().catch((error: Error & { code?: string; detail?: string }) => {
    throw INTEGRITY.test(error.code ?? '') ? invalid(`${what}: ${error.detail ?? error.message}`, error) : error;
  });
}

/** Collects rows of a table, and inserts them together with their derived columns. */
function createBatch(
  tx: Transaction,
  { projectId, language }: { projectId: string; language: Language },
  { table, columns, derive }: Reading['tables'][number],
) {
  let waiting: ArchivedRow[] = [];
  let size = 0;
  let lines = { first: 0, last: 0 };
  const flush = async () => {
    const [first] = waiting;
    if (!first) return;
    const names = Object.keys(first);
    const used = [
      ...columns.filter(({ name }) => names.includes(name)),
      ...names
        .filter((name) => !columns.some((column) => column.name === name))
        .map((name) => ({ name, type: DERIVED[name] ?? 'text' })),
    ];
    const rows = waiting;
    waiting = [];
    size = 0;
    await refuseConflicts(`${buildFileName(table)}, lines ${lines.first} to ${lines.last}`, () =>
      insertRows(tx, projectId, table, { rows, columns: used }),
    );
  };
  return {
    flush,
    add: async (row: ArchivedRow, { line, bytes }: { line: number; bytes: number }) => {
      if (!waiting.length) lines = { first: line, last: line };
      lines.last = line;
      waiting.push(derive ? { ...row, ...(await derive(row as never, projectId, language)) } : row);
      if (waiting.length >= BATCH_ROWS || (size += bytes) >= BATCH_BYTES) await flush();
    },
  };
}

const DERIVED: Record<string, string> = { search: 'tsvector' };

/** Decodes and stores the images under the ids of their rows. Files of a restore that fails have no row, and are deleted within a day. */
async function writeUploads(
  tx: Transaction,
  { storage }: Pick<RestoreDeps, 'storage'>,
  { reading: { zip, manifest, report }, projectId, mapId }: Pick<Writing, 'reading' | 'projectId' | 'mapId'>,
): Promise<void> {
  for (const [name, file] of Object.entries(manifest.files)) {
    const id = name.startsWith(UPLOADS) && idIn(name.slice(UPLOADS.length));
    if (!id) continue;
    const image = await rewriteImage(await readWhole(zip, name, file), name).catch((error: Error) => {
      throw invalid(error.message, error);
    });
    const upload = { id: mapId ? mapId(id) : id, content_type: image.type };
    await storage.put(buildName(upload), image.bytes, image.type);
    await updateUpload(tx, projectId, { ...upload, width: image.width, height: image.height, size: image.bytes.length });
    report(file.bytes);
  }
}
