import type { IdPrefix } from '../../platform/ids.ts';
import type { ArchivedRow } from '../../platform/postgres/archived.ts';
import type { Transaction } from '../../platform/postgres/database.ts';

/** Rows outside of PostgreSQL, of one moment. */
export interface EventFile {
  name: string;
  /** Yields rows as JSON Lines. */
  read: () => AsyncGenerator<Uint8Array>;
}

interface Opened<Result> {
  files: EventFile[];
  result: Result;
  close: () => Promise<void>;
}

/** Receives the rows of a restore. */
export interface EventWriter {
  add: (name: string, rows: ArchivedRow[]) => Promise<void>;
  /** Builds visits, and registers the events, at the end of the transaction of the restore. */
  finish: (tx: Transaction) => Promise<void>;
}

/** The part of the event store in archives of projects. */
export interface EventArchive {
  /** JSON Schemas of rows, and their columns with ids, by the name of the file. */
  files: Record<string, { schema: object; ids: Record<string, IdPrefix> }>;
  /** Opens the rows of a project. `atCut` is called at their moment, while nothing is written. */
  open: <Result>(
    projectId: string,
    options: { salt: string; hasPersonalData: boolean; atCut: () => Promise<Result> },
  ) => Promise<Opened<Result>>;
  /** Moves accepted events of a project to the store, and registers them. */
  drain: (projectId: string) => Promise<unknown>;
  /** Deletes the rows of a project. */
  clear: (projectId: string) => Promise<void>;
  write: (projectId: string) => EventWriter;
}

const LINE_END = 10;

/** Returns the number of rows of JSON Lines. */
export function countLines(lines: Uint8Array): number {
  let count = 0;
  for (let at = lines.indexOf(LINE_END); at >= 0; at = lines.indexOf(LINE_END, at + 1)) count++;
  return count;
}
