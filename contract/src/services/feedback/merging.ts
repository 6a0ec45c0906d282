import { Type } from 'typebox';
import { Body, Component, Id } from '../../shared/common.ts';

export const MergeFeedback = Body(
  {
    into: Id('fb', 'Entry to merge into. A merged entry is replaced by its own merge target.'),
    reveal_comments: Type.Optional(
      Type.Boolean({
        description: 'Whether comments may become readable for more people. Refused with 409 otherwise.',
      }),
    ),
  },
  { examples: [{ into: 'fb_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);

export const PreviewMerge = Body(
  {
    from: Type.Array(Id('fb'), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'Entries that would be merged into the entry, in this order',
    }),
  },
  { examples: [{ from: ['fb_01kaga0zrefb8tqs3yh4kx9m2d'] }] },
);

/** Counts of an entry after a merge. */
export const MergePreview = Component('FeedbackMergePreview', {
  project_id: Id('prj'),
  feedback_id: Id('fb', 'Entry that stays'),
  upvote_count: Type.Integer({ examples: [87] }),
  downvote_count: Type.Integer({ examples: [10] }),
  repeated_vote_count: Type.Integer({ description: 'Votes of people who voted for several of the entries', examples: [6] }),
  comment_count: Type.Integer({ description: 'Number of public comments', examples: [5] }),
  revealed_comment_count: Type.Integer({
    description:
      'Number of these comments that become readable for people who may not read them now. The merge requires `reveal_comments` if there are any.',
    examples: [0],
  }),
  follower_count: Type.Integer({ description: 'Number of confirmed addresses that follow the entry', examples: [12] }),
});
