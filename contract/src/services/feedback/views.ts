import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Timestamp } from '../../shared/common.ts';
import { SavedFilters } from './filters.ts';
import { MEMBER_SORTS, VIEW_COLUMNS } from './values.ts';

const name = () => Type.String({ minLength: 1, maxLength: 100, examples: ['Waiting for triage'] });
const shared = {
  description: 'Whether all members of the project see the view and can change it. A personal view is visible to its owner only.',
};
const sort = { description: 'Sort order of the entries, as in the list of feedback' };
const columns = () =>
  Type.Array(OneOf(VIEW_COLUMNS), {
    maxItems: VIEW_COLUMNS.length,
    uniqueItems: true,
    description: 'Fields that the list shows next to the title',
    examples: [['upvote_count', 'tags', 'status']],
  });

/** A saved view of the list of feedback. */
export const FeedbackView = Component('FeedbackView', {
  id: Id('view'),
  project_id: Id('prj'),
  name: name(),
  shared: Type.Boolean(shared),
  filters: SavedFilters,
  sort: OneOf(MEMBER_SORTS, sort),
  columns: columns(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const CreateView = Body(
  {
    name: name(),
    shared: Type.Optional(Type.Boolean({ default: false, ...shared })),
    filters: Type.Optional(SavedFilters),
    sort: Type.Optional(OneOf(MEMBER_SORTS, { default: 'newest', ...sort })),
    columns: Type.Optional(columns()),
  },
  { examples: [{ name: 'Waiting for triage', shared: true, filters: { status: ['new', 'under_review'] }, sort: 'top' }] },
);

export const UpdateView = Body(
  {
    name: Type.Optional(name()),
    shared: Type.Optional(Type.Boolean(shared)),
    filters: Type.Optional(SavedFilters),
    sort: Type.Optional(OneOf(MEMBER_SORTS, sort)),
    columns: Type.Optional(columns()),
  },
  { minProperties: 1, examples: [{ name: 'Triage', filters: { status: ['new'] } }] },
);

export const CountFeedback = Body(
  { filters: Type.Array(SavedFilters, { minItems: 1, maxItems: 50 }) },
  { examples: [{ filters: [{ status: ['new'] }, { assignee: ['me'] }] }] },
);

/** Numbers of entries of several filters. */
export const FeedbackCounts = Component('FeedbackCounts', {
  totals: Type.Array(Nullable(Type.Integer()), {
    description: 'Numbers of entries in the order of the filters. Null for filters with a score that was deleted.',
    examples: [[98, 3]],
  }),
});

/** A tag in use. */
export const FeedbackTag = Component('FeedbackTag', {
  name: Type.String({ examples: ['reports'] }),
  feedback_count: Type.Integer({ description: 'Number of entries with the tag, without merged ones', examples: [12] }),
});
