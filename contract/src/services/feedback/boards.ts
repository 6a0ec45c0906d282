import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, SLUG_PATTERN, Timestamp } from '../../shared/common.ts';
import { MAX_FIELDS } from './fields.ts';
import { KEY_PATTERN } from '../../shared/keys.ts';
import { BOARD_ACCESS } from './values.ts';

/** Maximum number of boards of a project. */
export const MAX_BOARDS = 50;

const slug = () =>
  Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: SLUG_PATTERN,
    description: 'Part of the URL of the page of the board, unique in the project',
    examples: ['ideas'],
  });
const name = () => Type.String({ minLength: 1, maxLength: 60, examples: ['Ideas'] });
const description = (options: object = {}) =>
  Type.String({
    maxLength: 500,
    description: 'Text below the title of the board',
    examples: ['What should we build next?'],
    ...options,
  });
const access = {
  description:
    'Readers of the entries: everyone (`public`), users of your product who are identified, as by `X-User-Token` (`signed_in`), those of them who are in a segment of people (`segment`, with `segment_id`), members of the project (`team`), or members and the submitter of each entry (`submit_only`). Readers of a board may submit to it; to a board with `submit_only`, everyone may. To others, the entries do not exist.',
};
const segment = (text: string) => Nullable(Id('psg', text));
const position = () =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_BOARDS - 1,
    description: 'Place among the boards of the project, from 0',
    examples: [1],
  });

const fields = () =>
  Nullable(
    Type.Array(Type.String({ pattern: KEY_PATTERN, examples: ['plan'] }), {
      maxItems: MAX_FIELDS,
      uniqueItems: true,
      description:
        'Keys of the custom fields (`settings.feedback.fields`) that the forms of the board ask for. Null for all. API keys see public fields only.',
    }),
  );

const SEGMENT = 'Segment of people, for the access `segment`';

export const FeedbackBoard = Component('FeedbackBoard', {
  id: Id('brd'),
  project_id: Id('prj'),
  name: name(),
  slug: slug(),
  description: description(),
  access: OneOf(BOARD_ACCESS, access),
  segment_id: Type.Optional(segment('Segment of people who read the board. Null for other accesses. Requires a session token.')),
  fields: fields(),
  position: position(),
  default: Type.Boolean({ description: 'Whether entries that are submitted without `board_id` belong to this board' }),
  feedback_count: Type.Optional(
    Type.Integer({ description: 'Number of entries, without merged ones. Requires a session token.', examples: [12] }),
  ),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const CreateBoard = Body(
  {
    name: name(),
    slug: Type.Optional(slug()),
    description: Type.Optional(description({ default: '' })),
    access: Type.Optional(OneOf(BOARD_ACCESS, { default: 'public', ...access })),
    segment_id: Type.Optional(segment(SEGMENT)),
    fields: Type.Optional(fields()),
    position: Type.Optional(position()),
  },
  { examples: [{ name: 'Bugs', slug: 'bugs', access: 'signed_in' }] },
);

export const UpdateBoard = Body(
  {
    name: Type.Optional(name()),
    slug: Type.Optional(slug()),
    description: Type.Optional(description()),
    access: Type.Optional(OneOf(BOARD_ACCESS, access)),
    segment_id: Type.Optional(segment(SEGMENT)),
    fields: Type.Optional(fields()),
    position: Type.Optional(position()),
  },
  { minProperties: 1, examples: [{ access: 'team' }] },
);

export const DeleteBoardQuery = Type.Object({
  move_to: Type.Optional(Id('brd', 'Board that receives the entries. Required for a board with entries.')),
});
