import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Page, Timestamp } from '../../shared/common.ts';
import { CLUSTER_STATUSES } from './values.ts';

const status = () =>
  OneOf(CLUSTER_STATUSES, {
    description:
      '`open` until a member decides; `linked` to a feedback entry or a document; `dismissed`; `closed` when the linked document was published after the searches',
  });

export const ListSearchClustersQuery = Type.Object({ ...Page, status: Type.Optional(OneOf(CLUSTER_STATUSES)) });

/** A cluster of unanswered searches. */
export const SearchCluster = Component('SearchCluster', {
  id: Id('scl'),
  project_id: Id('prj'),
  status: status(),
  query: Type.String({ description: 'The most frequent query', examples: ['csv export'] }),
  examples: Type.Array(Type.String({ examples: ['exports as CSV'] }), {
    description: 'Up to 5 further queries, most frequent first',
  }),
  searches: Type.Integer({ description: 'Number of unanswered searches in the last 90 days', examples: [44] }),
  people: Type.Integer({ description: 'Number of people who proved who they are with one of these searches', examples: [3] }),
  last_searched_at: Timestamp(),
  feedback_id: Nullable(Id('fb', 'Linked feedback entry')),
  document_id: Nullable(Id('doc', 'Linked document')),
  index_id: Nullable(Id('idx', 'Index of the linked document')),
  watched: Nullable(
    Type.Object(
      {
        searches: Type.Integer({ examples: [44] }),
        answered: Type.Integer({ description: 'Number of these searches that were answered', examples: [41] }),
        until: Timestamp({ description: 'End of the 14 days' }),
      },
      { description: 'Searches of the cluster in the 14 days after it was closed. Null for clusters that are not closed.' },
    ),
  ),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const UpdateSearchCluster = Body(
  {
    status: Type.Optional(
      OneOf(['open', 'dismissed'], { description: '`open` reopens the cluster and removes its links; `dismissed` keeps them.' }),
    ),
    feedback_id: Type.Optional(Nullable(Id('fb', 'Feedback entry to link, or null'))),
    document_id: Type.Optional(
      Nullable(
        Id(
          'doc',
          'Document to link, or null. A document that was changed after the last search closes the cluster at once, any other one with its next change.',
        ),
      ),
    ),
  },
  { minProperties: 1, examples: [{ feedback_id: 'fb_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);
