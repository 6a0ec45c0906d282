import type { ProjectSettings } from '@earshot/contract/instance/projects';
import type { Scope } from '@earshot/contract/instance/scopes';
import type { ImportCollection } from '@earshot/contract/instance/values';
import type { TObject } from 'typebox';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import type { Principal } from '../../platform/api/credentials.ts';
import { cleanText } from '../../platform/api/text.ts';
import { createCheck } from '../../platform/api/validation.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import type { Project } from '../projects/store.ts';
import type { FieldSchema } from './sources/source.ts';

export interface ImportContext {
  project: Project;
  /** Member or service account that imports. */
  actor: Principal & { name: string | null };
  /** Import that creates the records, so that they can be removed together. Null for a batch of the API. */
  importId: string | null;
  /** Whether created records send webhooks and notifications. */
  notify: boolean;
}

/** Result of a record, or of a planned one: its TypeID and the outcome, or the reason why it is refused. */
export type Outcome = { outcome: 'created' | 'updated' | 'unchanged'; id?: string } | HttpError;

/** Returns whether a value is the reason why a record is refused. */
export const isRefused = (value: unknown): value is HttpError => value instanceof HttpError;

/** Columns of CSV files that a project declares. */
export interface Columns {
  /** Schemas by the name of the field. A schema has a `title` if people know the field by another name. */
  properties: Record<string, FieldSchema>;
  /** Returns whether the project knows a status by this text, which is then not suggested as another one. */
  hasStatus: (text: string) => boolean;
  /** Returns the record of a row: values of the columns become fields of the record. */
  toRecord: (row: Record<string, unknown>) => Record<string, unknown>;
}

/** Storage of a service for records of one kind that come from elsewhere, with their dates, authors and external ids. */
export interface Importer<Row = never> {
  /** Kind of the records. */
  collection: ImportCollection;
  /** Schema of a record. */
  schema: TObject;
  /** Returns what columns of CSV files can be in a project, in addition to the schema. */
  describeColumns?: (settings: ProjectSettings) => Columns;
  /**
   * Returns what `save` would do, and changes nothing. `upcoming` has the names of entries that earlier records of the same import
   * create: their external ids, or what `listNames` returns.
   */
  plan: (db: Db, context: ImportContext, records: Row[], upcoming?: ReadonlySet<string>) => Promise<Outcome[]>;
  /** Returns the texts by which later records refer to this one. Default: its `external_id`. */
  listNames?: (record: Row) => string[];
  /** Returns the paths of the public pages of records by their TypeIDs. Records without a page are left out. */
  findPaths?: (db: Db, projectId: string, ids: string[]) => Promise<Map<string, string>>;
  /** Stores valid records. Returns a result for each, in their order; a refused record does not affect the others. */
  save: (tx: Transaction, context: ImportContext, records: Row[]) => Promise<Outcome[]>;
  /** Deletes up to `limit` records that an import created, without webhooks. Returns their number. */
  undo: (tx: Transaction, projectId: string, importId: string, limit: number) => Promise<number>;
}

/** The operation that accepts the records of an importer in batches. */
export interface Batch {
  db: Db;
  importer: Importer;
  path: string;
  /** Operation id, such as `importFeedback`. */
  id: string;
  summary: string;
  description: string;
  tag: string;
  scope: Scope;
  /** Made by `BatchOf`. */
  body: TObject;
}

/** Before the web. */
const EARLIEST = Date.UTC(1990, 0);
/** Clocks differ. */
const TOLERANCE_MS = 60_000;

/**
 * Checks the dates of a record, or of an object within it at a path such as `consent.`.
 * @throws {HttpError} 400 that names the field, for dates before 1990 and in the future
 */
export function checkPastTimes(record: object, path = ''): void {
  for (const [field, value] of Object.entries(record)) {
    if (!field.endsWith('_at') || typeof value !== 'string') continue;
    const name = `${path}${field}`;
    const time = Date.parse(value);
    if (time < EARLIEST) throw invalidField(name, 'too_small', `${name} must not be before 1990`);
    if (time > Date.now() + TOLERANCE_MS) throw invalidField(name, 'too_large', `${name} must not be in the future`);
  }
}

/** Returns a function that cleans and validates a record. Its result is the record, or the reason why it is refused. */
export function createReader({ schema }: Importer): (value: unknown) => unknown {
  const check = createCheck(schema);
  return (value) => {
    try {
      const record = cleanText(value);
      if (typeof record !== 'object' || record === null || Array.isArray(record))
        throw invalidField('', 'type', 'The record must be a JSON object');
      check(record);
      checkPastTimes(record);
      return record;
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  };
}
