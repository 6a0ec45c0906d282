import { Type } from 'typebox';
import { Id, Nullable, OneOf } from '../../shared/common.ts';
import { AUDIENCES } from './values.ts';

/** ISO 639 codes, possibly with a script or region. */
export const LANGUAGE_PATTERN = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';

/** Maximum number of related documents. */
export const MAX_RELATED = 5;

export const READERS =
  'everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`)';
export const audience = (description: string) => OneOf(AUDIENCES, { description });
export const segmentId = (description: string) => Nullable(Id('psg', description));
export const SEGMENT = 'Segment of people, for the audience `segment`';
export const INDEX_AUDIENCE = `Readers of the documents that have no \`audience\` of their own: ${READERS}`;

const documentLanguage = () =>
  Type.String({
    pattern: LANGUAGE_PATTERN,
    maxLength: 35,
    description: 'Language of the document. Default: that of the index',
    examples: ['de'],
  });
export const sourceId = (description: string) => Nullable(Id('doc', description));

export const newLanguage = {
  language: Type.Optional(documentLanguage()),
  translation_of: Type.Optional(
    sourceId(
      'Document of any index of the project that this one translates. The source must not be a translation. Pages link to each other, and lists show the language that the reader prefers.',
    ),
  ),
};

export const newAudience = {
  audience: Type.Optional(
    Nullable(
      audience(
        `Readers of the document: ${READERS}. Null for the audience of the index, which is the default. A replaced document keeps its audience by default.`,
      ),
    ),
  ),
  segment_id: Type.Optional(segmentId(SEGMENT)),
};
