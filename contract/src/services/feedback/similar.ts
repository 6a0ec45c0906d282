import { Type } from 'typebox';
import { Body, Component, Id, OneOf } from '../../shared/common.ts';
import { STATUSES } from './values.ts';

export const SimilarQuery = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200, examples: ['CSV export'] }),
  feedback_id: Type.Optional(
    Id('fb', 'Existing entry with this title, which is left out, as are its dismissed duplicates. Requires a session token.'),
  ),
});

/** An open entry whose title says the same as that of another entry. */
export const SimilarFeedback = Component('SimilarFeedback', {
  id: Id('fb'),
  title: Type.String({ examples: ['CSV export'] }),
  status: OneOf(STATUSES),
  upvote_count: Type.Integer({ examples: [12] }),
});

export const SimilarPair = Body(
  { feedback_id: Id('fb', 'Entry that is not a duplicate') },
  { examples: [{ feedback_id: 'fb_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);
