import { Type } from 'typebox';
import { RECORD_OUTCOMES } from '../shared/values.ts';
import { Body, Component, Id, Nullable, OneOf, Page, Timestamp } from '../shared/common.ts';
import {
  DATE_ORDERS,
  IMPORT_COLLECTIONS,
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  IMPORT_SOURCES,
  IMPORT_STATUSES,
} from './values.ts';

export const MAX_IMPORT_FILES = 2_000;
/** Maximum size of all files of an import together. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;

const options = {
  collection: Type.Optional(
    OneOf(IMPORT_COLLECTIONS, { description: 'Kind of the records, for the source `csv`', examples: ['feedback'] }),
  ),
  columns: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 100 }), {
      description:
        'Fields by the names of the columns of a CSV file. Columns that are not named are not imported. Starts with what the names of the columns suggest.',
      examples: [{ Wish: 'title', Votes: 'votes' }],
    }),
  ),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.String({ maxLength: 200 })), {
      description: 'Values of fields by the texts of the file, such as the statuses of the other product',
      examples: [{ status: { 'In work': 'in_progress' } }],
    }),
  ),
  delimiter: Type.Optional(
    OneOf(IMPORT_DELIMITERS, { description: 'Separator of the columns of a CSV file. Recognized by default.' }),
  ),
  encoding: Type.Optional(
    OneOf(IMPORT_ENCODINGS, {
      description: 'Encoding of the files. Recognized by default; `windows-1252` includes Latin-1.',
    }),
  ),
  date_order: Type.Optional(
    OneOf(DATE_ORDERS, {
      description:
        'Order of day (d), month (m) and year (y) in dates such as 03/04/2025. Recognized by default from dates that have only one reading.',
    }),
  ),
  index_id: Type.Optional(Id('idx', 'Id of the index for articles. Default: the only index of the project.')),
  image_hosts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\s/@?#]+$' }), {
      maxItems: 20,
      description:
        'Hosts whose images are stored as uploads, so that texts do not depend on the other product. Images of other hosts keep their URL; those in a folder or ZIP file are always stored.',
      examples: [['cdn.canny.io']],
    }),
  ),
};

export const ImportOptions = Type.Object(options);

const file = {
  name: Type.String({ minLength: 1, maxLength: 500, description: 'Name, with folders', examples: ['feedback.csv'] }),
  size_bytes: Type.Integer({ minimum: 0, maximum: MAX_IMPORT_BYTES, examples: [48_213] }),
};

export const CreateImport = Body(
  {
    source: OneOf(IMPORT_SOURCES, { description: 'Where the files come from', examples: ['csv'] }),
    files: Type.Array(Body(file), {
      minItems: 1,
      maxItems: MAX_IMPORT_FILES,
      description: 'The files to upload, together up to 2 GiB',
    }),
    options: Type.Optional(Body(options)),
  },
  { examples: [{ source: 'csv', files: [{ name: 'feedback.csv', size_bytes: 48_213 }], options: { collection: 'feedback' } }] },
);

export const UpdateImport = Body({ options: Body(options) }, { examples: [{ options: { columns: { Wish: 'title' } } }] });

export const PartParams = Type.Object({
  id: Id('imp'),
  file: Type.String({ pattern: '^[0-9]{1,4}$', description: 'Position of the file in `files`, from 0', examples: ['0'] }),
});

export const UploadPart = Type.Object(
  { file: Type.Unsafe<unknown>({ type: 'string', format: 'binary', description: 'Up to 8 MiB of the file' }) },
  { examples: [{ file: 'feedback.csv' }] },
);

export const PartQuery = Type.Object({
  offset: Type.Integer({
    minimum: 0,
    maximum: MAX_IMPORT_BYTES,
    description: 'Number of bytes that precede this part',
    examples: [0],
  }),
});

const counts = Type.Record(
  Type.String(),
  Type.Object(
    { created: Type.Integer(), updated: Type.Integer(), unchanged: Type.Integer(), failed: Type.Integer() },
    { description: 'Number of records by outcome' },
  ),
  { examples: [{ feedback: { created: 120, updated: 0, unchanged: 0, failed: 1 } }] },
);

export const Import = Component('Import', {
  id: Id('imp'),
  project_id: Id('prj'),
  source: OneOf(IMPORT_SOURCES, { examples: ['csv'] }),
  status: OneOf(IMPORT_STATUSES, {
    description:
      '`uploading`: files are incomplete. `ready`: can be checked and run. `checking`, `running`, `undoing`: works. `stopped`, `failed`: can be continued with `run`. `finished`, `undone`: done.',
    examples: ['finished'],
  }),
  files: Type.Array(
    Type.Object({
      ...file,
      received_bytes: Type.Integer({ description: 'Number of bytes that were uploaded', examples: [48_213] }),
    }),
  ),
  options: Type.Object(options, { description: 'How the files are read' }),
  detected: Nullable(
    Type.Object(
      {
        encoding: Type.Optional(Type.String({ examples: ['utf-8'] })),
        delimiter: Type.Optional(Type.String({ examples: [';'] })),
        date_order: Type.Optional(OneOf(DATE_ORDERS)),
        columns: Type.Optional(
          Type.Array(
            Type.Object({
              name: Type.String({ examples: ['Wish'] }),
              samples: Type.Array(Type.String(), { description: 'Up to twelve different values', examples: [['Dark mode']] }),
            }),
          ),
        ),
      },
      { description: 'Encoding, delimiter, order of dates and columns of the files. Null until the upload is complete.' },
    ),
  ),
  fields: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'Fields that the columns of a CSV file can be imported as, by collection',
    examples: [{ feedback: ['title', 'description'] }],
  }),
  processed: Type.Integer({ description: 'Number of records that are done', examples: [121] }),
  counts,
  check_counts: Nullable({
    ...counts,
    description: 'Expected results of the import, by collection. Null before the first check.',
  }),
  error: Nullable(Type.String({ description: 'Why the import failed, and what to do', examples: [null] })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const ImportPreview = Component('ImportPreview', {
  records: Type.Array(
    Type.Object({
      collection: OneOf(IMPORT_COLLECTIONS),
      file: Type.String({ examples: ['feedback.csv'] }),
      line: Type.Integer({ description: 'Line of the file, from 1', examples: [2] }),
      outcome: OneOf(RECORD_OUTCOMES),
      record: Type.Object({}, { additionalProperties: true, description: 'The record as it will be' }),
      error: Type.Optional(Type.String({ description: 'Why the record is refused', examples: ['title is required'] })),
    }),
    { description: 'The first twenty records' },
  ),
});

export const ImportProblem = Component('ImportProblem', {
  collection: OneOf(IMPORT_COLLECTIONS),
  file: Type.String({ examples: ['feedback.csv'] }),
  line: Type.Integer({ description: 'Line of the file, from 1', examples: [7] }),
  field: Nullable(Type.String({ examples: ['title'] })),
  code: Type.String({ examples: ['validation'] }),
  message: Type.String({ examples: ['title is required'] }),
  record: Type.String({ description: 'The record as it was read, in JSON', examples: ['{"title":""}'] }),
});

export const ListProblemsQuery = Type.Object({ ...Page });
