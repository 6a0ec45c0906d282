import { type Static, Type } from 'typebox';
import { createdRange, Id, OneOf, Repeatable, Timestamp } from '../../shared/common.ts';
import { ATTRIBUTE_OPERATORS } from '../../instance/values.ts';
import { scoreQuery } from './scores.ts';
import { KEY_PATTERN } from '../../shared/keys.ts';
import { MAX_CUSTOM_STATUSES } from './statuses.ts';
import { STATUSES, TYPES, VISIBILITIES } from './values.ts';

const customStatus = () => Type.String({ pattern: KEY_PATTERN, examples: ['next_quarter'] });
const tag = () => Type.String({ minLength: 1, maxLength: 50, examples: ['reports'] });
const days = (description: string) => Type.Integer({ minimum: 1, maximum: 36_500, description, examples: [30] });

const fieldFilter = () => Type.String({ minLength: 1, maxLength: 1100, examples: ['plan:is:pro'] });

/** Id of a member, the caller, or nobody. */
export const ASSIGNEE_PATTERN = '^(me|none|usr_[0-7][0-9a-hjkmnp-tv-z]{25})$'; // cspell:disable-line
const assignee = () => Type.String({ pattern: ASSIGNEE_PATTERN, examples: ['me'] });

const MERGED = 'Merged entries are returned only for `duplicate`.';
const EXCLUDED = 'Excludes entries with this value, repeatable';

/** Filters that match any of several values, and their negations. */
const choices = {
  type: Type.Optional(Repeatable(OneOf(TYPES), { description: 'Type, repeatable: returns entries with any of the values.' })),
  type_not: Type.Optional(Repeatable(OneOf(TYPES), { description: EXCLUDED })),
  status: Type.Optional(
    Repeatable(OneOf(STATUSES), { description: `Status, repeatable: returns entries with any of the values. ${MERGED}` }),
  ),
  status_not: Type.Optional(Repeatable(OneOf(STATUSES), { description: EXCLUDED })),
  custom_status: Type.Optional(
    Repeatable(customStatus(), {
      description:
        'Key of a custom status, repeatable: returns entries with any of the values. `none` stands for entries without a custom status.',
    }),
  ),
  custom_status_not: Type.Optional(Repeatable(customStatus(), { description: EXCLUDED })),
  tag: Type.Optional(Repeatable(tag(), { description: 'Tag, repeatable: returns entries that have any of the tags.' })),
  tag_not: Type.Optional(Repeatable(tag(), { description: 'Excludes entries that have this tag, repeatable' })),
};

const board = {
  board_id: Type.Optional(
    Repeatable(Id('brd'), {
      description:
        'Board, repeatable: returns entries of any of the boards. Boards that the caller may not read have no entries.',
    }),
  ),
  board_id_not: Type.Optional(Repeatable(Id('brd'), { description: EXCLUDED })),
};

const text = {
  q: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Search for words that start with the given text, in title, description and tags',
    }),
  ),
};

const field = {
  field: Type.Optional(
    Repeatable(fieldFilter(), {
      description: `Filter by custom field, as \`key:operator:value\`, such as \`plan:is:pro\` or \`seats:gt:10\`. Operators: ${ATTRIBUTE_OPERATORS.map((operator) => `\`${operator}\``).join(', ')}; \`is_set\` and \`is_not_set\` have no value. Can be repeated: entries must match all filters. Internal fields require a session token.`,
    }),
  ),
};

const age = {
  ...createdRange('entries'),
  max_age_days: Type.Optional(days('Only entries that were created during the last days, each of 24 hours')),
  min_age_days: Type.Optional(days('Only entries that were created before the last days, each of 24 hours')),
};

/** Filters of lists that saved views do not have: a view has no fixed period. */
const statusAge = {
  status_changed_since: Type.Optional(
    Timestamp({
      description:
        'Only entries whose status changed last at or after this time: with `status=done`, entries that were completed since then. Merging and unmerging change the status.',
    }),
  ),
  status_changed_until: Type.Optional(
    Timestamp({ description: 'Only entries whose status changed, and changed last before this time' }),
  ),
};

/** Filters of lists of entries. */
export const filters = { ...choices, ...board, ...text, ...field, ...age, ...statusAge };

const FOR_MEMBERS = 'Requires a session token.';

const answered = {
  answered: Type.Optional(
    Type.Boolean({
      description: `Whether the team has answered with a public comment: \`false\` returns entries that await an answer. ${FOR_MEMBERS}`,
    }),
  ),
};

/** Filters that require a session token. */
export const memberFilters = {
  visibility: Type.Optional(
    Repeatable(OneOf(VISIBILITIES), {
      description: `Visibility, repeatable: returns entries with any of the values. ${FOR_MEMBERS}`,
    }),
  ),
  visibility_not: Type.Optional(Repeatable(OneOf(VISIBILITIES), { description: `${EXCLUDED}. ${FOR_MEMBERS}` })),
  assignee: Type.Optional(
    Repeatable(assignee(), {
      description: `Assignee, repeatable: the id of a member, \`me\`, or \`none\` for entries without assignee. ${FOR_MEMBERS}`,
    }),
  ),
  assignee_not: Type.Optional(
    Repeatable(assignee(), { description: `Excludes entries of this assignee, repeatable. ${FOR_MEMBERS}` }),
  ),
  ...answered,
  ...scoreQuery,
};

/** Filters of the list of entries. */
export const listFilters = {
  ...filters,
  ...memberFilters,
  voters_segment: Type.Optional(
    Id(
      'psg',
      'Only entries for which people in this segment vote. `segment_vote_count` is their number, and `sort=top` sorts by it. Requires a session token of a member.',
    ),
  ),
};

/** Field of entries that are found by `voters_segment`. */
export const segmentVotes = {
  segment_vote_count: Type.Optional(
    Type.Integer({
      description: 'Number of people in `voters_segment` who vote for the entry. Only in lists with this filter.',
      examples: [4],
    }),
  ),
};

const filterQuery = Type.Object({ ...filters, ...memberFilters });

/** Values of filters, by the name of the query parameter. */
export type FeedbackFilters = Static<typeof filterQuery>;

const values = <T extends readonly string[]>(allowed: T) =>
  Type.Optional(Type.Array(OneOf(allowed), { minItems: 1, maxItems: allowed.length, uniqueItems: true }));
const customStatuses = () =>
  Type.Optional(Type.Array(customStatus(), { minItems: 1, maxItems: MAX_CUSTOM_STATUSES + 1, uniqueItems: true }));
const tags = () => Type.Optional(Type.Array(tag(), { minItems: 1, maxItems: 20, uniqueItems: true }));
const boards = () => Type.Optional(Type.Array(Id('brd'), { minItems: 1, maxItems: 50, uniqueItems: true }));
const assignees = () =>
  Type.Optional(
    Type.Array(assignee(), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'Ids of members, `me` for the member who opens the view, or `none` for entries without assignee',
    }),
  );

/** Filters of a saved view: the same names as in a query, with arrays for repeatable filters. */
export const SavedFilters = Type.Object(
  {
    type: values(TYPES),
    type_not: values(TYPES),
    status: values(STATUSES),
    status_not: values(STATUSES),
    custom_status: customStatuses(),
    custom_status_not: customStatuses(),
    tag: tags(),
    tag_not: tags(),
    board_id: boards(),
    board_id_not: boards(),
    visibility: values(VISIBILITIES),
    visibility_not: values(VISIBILITIES),
    assignee: assignees(),
    assignee_not: assignees(),
    ...text,
    field: Type.Optional(Type.Array(fieldFilter(), { minItems: 1, maxItems: 10, uniqueItems: true })),
    ...age,
    ...answered,
    ...scoreQuery,
  },
  {
    additionalProperties: false,
    description: 'Filters with the names of the query parameters of the list of feedback. Empty for all entries.',
    examples: [{ status: ['new', 'under_review'], tag_not: ['internal'] }],
  },
);
