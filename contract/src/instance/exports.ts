import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Timestamp } from '../shared/common.ts';
import { EXPORT_STATUSES } from './values.ts';

export const CreateExport = Body(
  {
    personal_data: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the archive contains addresses, names, user ids and metadata of end users. Requires the scope `personal_data:read`.',
      }),
    ),
  },
  { examples: [{ personal_data: true }] },
);

export const Export = Component('Export', {
  id: Id('exp'),
  project_id: Id('prj'),
  status: OneOf(EXPORT_STATUSES, {
    description: '`ready`: can be downloaded until `expires_at`. `expired`: the file was deleted.',
    examples: ['ready'],
  }),
  personal_data: Type.Boolean({ description: 'Whether the archive contains personal data of end users', examples: [true] }),
  progress: Type.Number({ description: 'Part of the archive that is written, from 0 to 1', examples: [1] }),
  counts: Nullable(
    Type.Record(Type.String(), Type.Integer(), {
      description: 'Numbers of rows by file. Null until the archive is ready.',
      examples: [{ feedback_entries: 120, events: 48_213 }],
    }),
  ),
  size_bytes: Nullable(Type.Integer({ description: 'Size of the archive. Null until it is ready.', examples: [7_340_032] })),
  sha256: Nullable(
    Type.String({
      description: 'SHA-256 of the archive in hexadecimal digits. Null until it is ready.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  ),
  url: Nullable(
    Type.String({
      description: 'Link to the archive, which works without credentials until `expires_at`. Null unless the archive is ready.',
      examples: ['https://earshot.example/v1/exports/eyJpZCI6…'],
    }),
  ),
  error: Nullable(Type.String({ description: 'Why the export failed, and what to do', examples: [null] })),
  expires_at: Nullable(Timestamp({ description: 'Time of the deletion of the file, 24 hours after it was ready' })),
  created_at: Timestamp(),
});
