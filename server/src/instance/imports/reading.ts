import type { ProjectSettings } from '@earshot/contract/instance/projects';
import type { Db } from '../../platform/postgres/database.ts';
import { findProject } from '../projects/store.ts';
import type { ArchiveFiles } from '../archives/files.ts';
import type { Importer } from './importer.ts';
import { SOURCES } from './sources/index.ts';
import type { Item, ParseFrontMatter, Reading, RowSchema } from './sources/source.ts';
import { type Import, readFile } from './store.ts';
import { unpackFiles } from './unpacking.ts';

export interface ReadingDeps {
  db: Db;
  importers: Importer[];
  archives: { files: Pick<ArchiveFiles, 'spool'> };
  parseFrontMatter: ParseFrontMatter;
}

/** Returns the columns of CSV files in a project by collection. */
export const describeRows = (importers: Importer[], settings: ProjectSettings | undefined): Reading['schemas'] =>
  Object.fromEntries(
    importers.map(({ collection, schema, describeColumns }) => {
      const columns = settings && describeColumns?.(settings);
      const { properties = {}, toRecord = (row: Record<string, unknown>) => row } = columns ?? {};
      const all = { ...(schema.properties as RowSchema['properties']), ...properties };
      return [collection, { properties: all, hasStatus: columns?.hasStatus, toRecord }];
    }),
  );

/** Opens the files of an import. @throws {UnreadableFileError} for a ZIP file that cannot be read */
export async function openReading(
  { db, importers, archives, parseFrontMatter }: ReadingDeps,
  running: Import,
): Promise<AsyncDisposable & Reading> {
  const files = running.files.map(({ name, number }) => ({ name, read: () => readFile(db, running, number) }));
  const unpacked = SOURCES[running.source].isPacked ? await unpackFiles(files, archives.files) : undefined;
  return {
    files: unpacked?.files ?? files,
    options: running.options,
    schemas: describeRows(importers, (await findProject(db, running.project_id))?.settings),
    parseFrontMatter,
    [Symbol.asyncDispose]: async () => await unpacked?.[Symbol.asyncDispose](),
  };
}

/** Reads the records of an import from its files. */
export async function* readItems(deps: ReadingDeps, running: Import): AsyncGenerator<Item> {
  await using reading = await openReading(deps, running);
  yield* SOURCES[running.source].read({ ...reading, options: { ...running.detected, ...running.options } as Reading['options'] });
}
