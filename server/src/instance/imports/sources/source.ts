import type { DateOrder, ImportCollection } from '@earshot/contract/instance/values';
import type { ImportOptions } from '@earshot/contract/instance/imports';
import type { Static } from 'typebox';

export type Options = Static<typeof ImportOptions>;

/** An uploaded file. Each call of `read` reads it from its beginning. */
export interface SourceFile {
  name: string;
  read: () => AsyncIterable<Buffer>;
}

/** A record of a file, as the importer of its collection expects it. */
export interface Item {
  collection: ImportCollection;
  file: string;
  /** Line of the file, from 1. For records of a JSON file, their position. */
  line: number;
  record: Record<string, unknown>;
  /** URL or path of the record in the other product, for redirects. */
  from?: string;
  /** Reason why the record is not imported. Drafts are no failures: they are listed, and not counted. */
  refusal?: { isDraft: boolean; message: string };
  /** Problems of the record that do not prevent its import. */
  warnings?: string[];
  /** Finds the file that an image in the texts of the record refers to. */
  findImage?: (target: string) => SourceFile | undefined;
}

/** Schema of a field, as far as texts are converted by it. */
export interface FieldSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: FieldSchema[];
  title?: string;
}

/** Columns of a CSV file with records of a kind. */
export interface RowSchema {
  properties: Record<string, FieldSchema>;
  /** Returns whether the project knows a status by this text. */
  hasStatus?: ((text: string) => boolean) | undefined;
  /** Returns the record of a row. */
  toRecord: (row: Record<string, unknown>) => Record<string, unknown>;
}

/** Format of the files, as far as it was recognized. */
export interface Detected {
  encoding?: string;
  delimiter?: string;
  date_order?: DateOrder;
  columns?: { name: string; samples: string[] }[];
}

export interface Reading {
  files: SourceFile[];
  /** Options of the user, completed by what was recognized. */
  options: Options;
  /** Columns of CSV files by collection. */
  schemas: Partial<Record<ImportCollection, RowSchema>>;
  parseFrontMatter: ParseFrontMatter;
}

/** Properties of a file that stand before its text, in YAML. */
export interface FrontMatter {
  isDraft?: boolean;
  title?: string;
  url?: string;
  id?: string;
  externalId?: string;
  /** All other properties. */
  metadata: Record<string, unknown>;
  body: string;
  problems: { line?: number; message: string }[];
}

/** Separates the front matter of a file from its text. Loaded on first use. */
export type ParseFrontMatter = (text: string) => Promise<FrontMatter>;

/** A product or format. */
export interface Source {
  /** Whether the files may be in ZIP files. */
  isPacked?: boolean;
  /** Recognizes what the files do not state, and suggests options. */
  detect?: (reading: Reading) => Promise<{ detected: Detected; options: Options }>;
  /** Yields the records, always in the same order, and those that others refer to before them. @throws {UnreadableFileError} */
  read: (reading: Reading) => AsyncIterable<Item>;
}

/** A file that cannot be read. Trying again does not help; its message says what does. */
export class UnreadableFileError extends Error {}

/** Leaves out fields without a value. */
export const compact = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null && value !== ''));
