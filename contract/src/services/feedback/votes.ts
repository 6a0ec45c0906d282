import { Body, Component, Id, OneOf, Timestamp } from '../../shared/common.ts';
import { Type } from 'typebox';
import { VOTE_BURST_STATES } from './values.ts';

export const VoteBurst = Component('FeedbackVoteBurst', {
  id: Id('vbr'),
  project_id: Id('prj'),
  feedback_id: Id('fb'),
  state: OneOf(VOTE_BURST_STATES, {
    description: '`open` until a member keeps the votes (`dismissed`) or removes them (`removed`)',
  }),
  votes: Type.Integer({
    description: 'Anonymous votes on the entry from `started_at` to `ended_at`, or the number of removed votes',
    examples: [37],
  }),
  started_at: Timestamp({ description: 'Time of the first vote' }),
  ended_at: Timestamp({ description: 'Time of the last vote' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const UpdateVoteBurst = Body(
  {
    state: OneOf(VOTE_BURST_STATES, {
      description: '`removed` removes the votes, which cannot be undone. `dismissed` keeps them; `open` marks the entry again.',
    }),
  },
  { examples: [{ state: 'removed' }] },
);
