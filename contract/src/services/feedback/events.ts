import { type TProperties, Type } from 'typebox';
import { declareEvents, eventData } from '../../shared/events.ts';
import { Comment, Feedback } from './schemas.ts';

const ENTRY = '`data` is the feedback entry';

const entryData = eventData(
  Feedback,
  ['submitter_name', 'submitter_email', 'author_name', 'author_email', 'metadata', 'fields', 'from_query'],
  ['viewer_vote', 'external_id', 'has_vote_burst', 'search_count', 'status_name', 'score', 'similar'],
);

const { title, status, tags, upvote_count } = entryData.properties;
const commentData = Type.Object(
  {
    ...eventData(Comment, ['author_name', 'author_avatar_url', 'recipient_name'], ['body_html', 'content_html', 'external_id'])
      .properties,
    feedback: Type.Object({ title, status, tags, upvote_count } as TProperties, { description: 'The entry of the comment' }),
  },
  { additionalProperties: false },
);

export const events = {
  ...declareEvents('FeedbackEvent', entryData, {
    'feedback.created': {
      when: 'An entry was submitted',
      payload: `${ENTRY} as submitted. With moderation, its \`visibility\` is \`pending\`.`,
    },
    'feedback.updated': {
      when: 'An entry was changed, or separated after a merge',
      payload: `${ENTRY} after the change, and \`changes\` lists the changed fields with their old and new values. Sent for each update that changes a value. Changes of custom fields have no values, which \`fields\` contains for endpoints with \`personal_data\`; \`changes\` is omitted when a merge is undone.`,
      changes: [{ field: 'title', old: 'CSV', new: 'Export as CSV' }],
    },
    'feedback.status_changed': {
      when: 'The status of an entry was changed; sent in addition to `feedback.updated`',
      payload: `${ENTRY} after the change, and \`changes\` has the previous and the new status. Also sent when a publication sets the status to \`done\`.`,
      example: { status: 'planned' },
      changes: [{ field: 'status', old: 'new', new: 'planned' }],
    },
    'feedback.merged': {
      when: 'An entry was merged into another',
      payload: `${ENTRY} that was merged, with the status \`duplicate\`; \`merged_into\` is the entry that has its votes and comments now.`,
      example: { status: 'duplicate', merged_into: 'fb_01kaga0zrefb8tqs3yh4kx9m2e' },
    },
    'feedback.deleted': {
      when: 'An entry was deleted',
      payload: `${ENTRY} before its deletion. Entries that were merged into it are deleted with it, each with an event of its own.`,
    },
  }),
  ...declareEvents(
    'VoteEvent',
    Type.Object(
      {
        ...entryData.properties,
        new_votes: Type.Integer({
          description:
            'Number of upvotes and downvotes cast since the previous event. A changed vote counts as withdrawn and new.',
          examples: [3],
        }),
        withdrawn_votes: Type.Integer({ description: 'Number of votes withdrawn since the previous event', examples: [1] }),
      },
      { additionalProperties: false },
    ),
    {
      'feedback.voted': {
        when: 'Votes on an entry were cast or withdrawn; sent at most once a minute for an entry, with all votes since the previous event',
        payload: `${ENTRY} with its current votes, the numbers of new and withdrawn votes since the previous event, and in \`changes\` the previous and the new counts. Never contains the voters, even with \`include_personal_data\`.`,
      },
    },
  ),
  ...declareEvents('CommentEvent', commentData, {
    'feedback.commented': {
      when: 'The team or a user commented on an entry',
      payload:
        '`data` is the comment; `feedback` has the title, status, tags and upvotes of its entry. Sent for internal notes to endpoints with `include_internal_notes`: check `internal` before you show the text to others, and `visibility` for comments awaiting approval. Private answers (`private`) are sent only with `include_personal_data`.',
    },
  }),
};
