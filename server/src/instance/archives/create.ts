import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { ZipFile } from 'yazl';
import { formatId } from '../../platform/ids.ts';
import { VERSION as EARSHOT_VERSION } from '../../platform/observe/version.ts';
import type { ArchivedTable, ArchivedTables } from '../../platform/postgres/archived.ts';
import { type Db, startSnapshot, type Transaction } from '../../platform/postgres/database.ts';
import { getProject } from '../projects/projects.ts';
import { listAllUploads } from '../uploads/store.ts';
import type { Storage } from '../uploads/storage.ts';
import { buildName } from '../uploads/uploads.ts';
import { countLines, type EventArchive } from './events.ts';
import { describeRows, FORMAT, type ArchivedFile, type Manifest, MANIFEST, PROJECT, UPLOADS, VERSION } from './format.ts';
import { type Column, listColumns, prepareRead, readRows } from './tables-store.ts';

export interface ArchiveDeps {
  db: Db;
  storage: Storage;
  publicUrl: () => string;
  /** Tables in the order in which rows can be inserted. */
  parts: ArchivedTables[];
  events: EventArchive;
}

interface Options {
  projectId: string;
  /** Path of the file, which exists once the archive is complete. */
  path: string;
  hasPersonalData: boolean;
  signal: AbortSignal;
  /** Receives the number of complete files, and of all. */
  onProgress?: (done: number, total: number) => void;
}

/** The fastest levels take a third of the time of the default, and a tenth more space. */
const COMPRESSION = { compressionLevel: 2 };

/** A file that is being written. Files are added one after another, as fast as the disk takes them. */
class ArchiveWriter {
  readonly files: Record<string, ArchivedFile> = {};
  readonly #zip = new ZipFile();
  readonly #hash = createHash('sha256');
  readonly #signal: AbortSignal;
  readonly #written: Promise<void>;
  bytes = 0;

  constructor(path: string, signal: AbortSignal) {
    this.#signal = signal;
    const measure = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#hash.update(chunk);
        this.bytes += chunk.length;
        done(null, chunk);
      },
    });
    const output = this.#zip.outputStream as Readable;
    this.#zip.on('error', (error: Error) => output.destroy(error));
    this.#written = pipeline(output, measure, createWriteStream(path, { mode: 0o600 }), { signal });
    this.#written.catch(() => {});
  }

  /** Adds a file. `countRows` returns the number of its rows, for tables. */
  async add(name: string, content: AsyncIterable<Uint8Array | string>, countRows?: () => number): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const signal = this.#signal;
    const source = Readable.from(
      (async function* () {
        for await (const part of content) {
          signal.throwIfAborted();
          const chunk = typeof part === 'string' ? Buffer.from(part) : part;
          hash.update(chunk);
          bytes += chunk.length;
          if (chunk.length) yield chunk;
        }
      })(),
    );
    this.#zip.addReadStream(source, name, COMPRESSION);
    // A full disk ends the output, and nothing reads the source then.
    await Promise.race([finished(source), this.#written.then(() => signal.throwIfAborted())]);
    this.files[name] = { bytes, sha256: hash.digest('hex'), ...(countRows && { rows: countRows() }) };
  }

  addJson(name: string, value: object): Promise<void> {
    return this.add(name, Readable.from([`${JSON.stringify(value, null, 2)}\n`]));
  }

  /** Completes the file. Returns its hash. */
  async end(): Promise<string> {
    this.#zip.end();
    await this.#written;
    return this.#hash.digest('hex');
  }
}

/** Writes an archive of a project, all of one moment. Returns the description, the size in bytes and the SHA-256 of the file. */
export async function createArchive(
  { db, storage, publicUrl, parts, events }: ArchiveDeps,
  { projectId, path, hasPersonalData, signal, onProgress }: Options,
): Promise<{ manifest: Manifest; bytes: number; sha256: string }> {
  const salt = randomBytes(16).toString('hex');
  const opened = await events.open(projectId, { salt, hasPersonalData, atCut: () => openSnapshot(db, salt) });
  const { result: tx, files } = opened;
  const partial = `${path}.part`;
  try {
    const project = await getProject(tx, projectId);
    const writer = new ArchiveWriter(partial, signal);
    const tables = parts.flatMap((part) => part.tables).filter(({ personal }) => hasPersonalData || personal !== 'rows');
    const total = tables.length + files.length + 1;
    let done = 0;
    const step = () => onProgress?.(++done, total);
    const { name, slug, settings } = project;
    await writer.addJson(PROJECT, { name, slug, settings });
    for (const table of tables) {
      await addTable(writer, tx, { projectId, table, hasPersonalData });
      step();
    }
    for (const file of files) {
      await writer.addJson(`schemas/${file.name}.json`, events.files[file.name]?.schema ?? {});
      await writer.add(...countFile(`${file.name}.jsonl`, file.read()));
      step();
    }
    await addUploads(writer, tx, { projectId, storage });
    step();
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      earshot_version: EARSHOT_VERSION,
      created_at: new Date().toISOString(),
      url: publicUrl(),
      project: { id: formatId('prj', projectId), name, slug },
      personal_data: hasPersonalData,
      files: { ...writer.files },
    };
    await writer.addJson(MANIFEST, manifest);
    const sha256 = await writer.end();
    await rename(partial, path);
    return { manifest, bytes: writer.bytes, sha256 };
  } finally {
    await rm(partial, { force: true });
    await tx.rollback().execute();
    await opened.close();
  }
}

async function openSnapshot(db: Db, salt: string) {
  const tx = await startSnapshot(db);
  await prepareRead(tx, salt);
  return tx;
}

/** Returns the arguments to add a file of JSON Lines, whose rows are counted. */
function countFile(name: string, lines: AsyncIterable<Uint8Array>): [string, AsyncIterable<Uint8Array>, () => number] {
  let rows = 0;
  const counted = async function* () {
    for await (const chunk of lines) {
      rows += countLines(chunk);
      yield chunk;
    }
  };
  return [name, counted(), () => rows];
}

interface TableOptions {
  projectId: string;
  table: ArchivedTable;
  hasPersonalData: boolean;
}

async function addTable(
  writer: ArchiveWriter,
  tx: Transaction,
  { projectId, table, hasPersonalData }: TableOptions,
): Promise<void> {
  const columns = await listColumns(tx, table);
  const read = () => readRows(tx, projectId, table, { columns, hasPersonalData });
  await writer.addJson(`schemas/${table.table}.json`, describeRows(table, columns));
  const lines = async function* () {
    for await (const rows of read()) yield Buffer.from(rows.map((row) => `${row}\n`).join(''));
  };
  await writer.add(...countFile(`${table.table}.jsonl`, lines()));
  if (table.hasCsv) await writer.add(`${table.table}.csv`, renderCsv(table, columns, read()));
}

/** Renders rows as CSV for people: with ids as in the API, and a byte order mark, without which Excel guesses the encoding. */
async function* renderCsv({ ids }: ArchivedTable, columns: Column[], batches: AsyncIterable<string[]>) {
  const toCell = (name: string, value: unknown) =>
    ids[name] && typeof value === 'string' ? formatId(ids[name], value) : Array.isArray(value) ? value.join(', ') : value;
  const rows = async function* () {
    for await (const batch of batches)
      for (const line of batch)
        yield Object.fromEntries(Object.entries(JSON.parse(line) as object).map(([name, value]) => [name, toCell(name, value)]));
  };
  const names = columns.map(({ name }) => name);
  const csv = stringify({ bom: true, header: true, columns: names, escape_formulas: true, cast: { boolean: String } });
  const source = Readable.from(rows());
  source.on('error', (error) => csv.destroy(error));
  yield* source.pipe(csv) as AsyncIterable<Buffer>;
}

/** Adds the files of uploads. A file that the storage has lost is not in the archive. */
async function addUploads(
  writer: ArchiveWriter,
  tx: Transaction,
  { projectId, storage }: { projectId: string; storage: Storage },
): Promise<void> {
  for (const upload of await listAllUploads(tx, projectId)) {
    const bytes = await storage.get(buildName(upload));
    if (bytes) await writer.add(UPLOADS + buildName(upload), Readable.from([bytes]));
  }
}
