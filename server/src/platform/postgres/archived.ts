import type { Language } from '@earshot/contract/shared/languages';
import type { IdPrefix } from '../ids.ts';
import type { Transaction } from './database.ts';

/** A row of an archive: its columns without the id of the project. */
export type ArchivedRow = Record<string, unknown>;

/** A table whose rows are in the archives of projects. Its other columns are copied as they are. */
export interface ArchivedTable {
  table: string;
  /** Columns with ids, and the prefixes of these ids in the API. `id` is listed if the row can be looked up without its project. */
  ids: Record<string, IdPrefix>;
  /** Columns with ids of members, who are not in an archive: a restore keeps those who are members of its project. */
  members?: readonly string[];
  /** Columns that are computed from others, or describe work that is in progress on the instance. A restore leaves their defaults. */
  omitted?: readonly string[];
  /** Permitted values of columns without a constraint in the database. */
  values?: Record<string, readonly string[]>;
  /** JSON Schemas of JSONB columns from which pages are rendered. */
  schemas?: Record<string, object>;
  /** Columns with personal data, and the SQL of their value in an archive without it; `rows` if such an archive lacks all rows. */
  personal?: Record<string, string> | 'rows';
  /** SQL condition of the rows, without which all rows of the project are in the archive. */
  where?: string;
  /** Whether the archive has the rows as CSV as well. */
  hasCsv?: true;
  /** Computes omitted columns that have no default, in the language of the project. Lexemes are a list of texts. */
  derive?: (row: never, projectId: string, language: Language) => ArchivedRow | Promise<ArchivedRow>;
}

/** The part of a service in the archives of projects. */
export interface ArchivedTables {
  /** In the order in which rows can be inserted: referenced tables first. */
  tables: ArchivedTable[];
  /** Tables of projects that are not in archives, with the reason. */
  omitted: Record<string, string>;
  /** Omitted tables that have no rows in a project without records. */
  counted?: string[];
  /** Computes omitted tables again, in the transaction of a restore. */
  rebuild?: (tx: Transaction, projectId: string) => Promise<void>;
}

/** A value that reveals nothing about the text of a column, and is equal for equal texts of one archive. */
export const pseudonym = (column: string): string =>
  `substr(encode(sha256(convert_to(current_setting('earshot.archive_salt') || ${column}, 'UTF8')), 'hex'), 1, 32)`;
