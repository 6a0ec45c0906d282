import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Page, Timestamp } from '../../shared/common.ts';
import { PROPOSAL_KINDS, PROPOSAL_STATES } from '../values.ts';

/** Entries of one release. */
export const MAX_RELEASE_ENTRIES = 50;

const kind = () =>
  OneOf(PROPOSAL_KINDS, {
    description:
      '`duplicate`: merge a feedback entry into another one. `tags`: add tags of the project to a feedback entry. `release_notes`: a draft of a changelog entry about finished feedback. `article`: a draft of an article that answers searches, or of the public answers of the team to a feedback entry.',
    examples: ['duplicate'],
  });
const state = (description: string) => OneOf(PROPOSAL_STATES, { description, examples: ['open'] });
const subject = (description: string) => Type.String({ maxLength: 50, description, examples: ['fb_01kaga0zrefb8tqs3yh4kx9m2d'] });

export const CreateProposal = Body(
  {
    kind: kind(),
    feedback_id: Type.Optional(
      Id(
        'fb',
        'The entry. Required for `duplicate` and `tags`. An `article` without `search_cluster_id` is about the public answers of the team to this entry, which everyone may read.',
      ),
    ),
    feedback_ids: Type.Optional(
      Type.Array(Id('fb'), {
        minItems: 1,
        maxItems: MAX_RELEASE_ENTRIES,
        uniqueItems: true,
        description:
          'Public entries of the release, for `release_notes`. Default: the latest finished entries that no changelog entry is about.',
      }),
    ),
    search_cluster_id: Type.Optional(Id('scl', 'The cluster of unanswered searches, for `article`.')),
    index_id: Type.Optional(Id('idx', 'The index of the article. Required for `article`.')),
  },
  { examples: [{ kind: 'duplicate', feedback_id: 'fb_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);

export const ListProposalsQuery = Type.Object({
  ...Page,
  kind: Type.Optional(kind()),
  state: Type.Optional(state('Only proposals in this state')),
  subject_id: Type.Optional(subject('Only proposals about this feedback entry or cluster')),
});

export const ProposedChange = Type.Object(
  {
    into_id: Type.Optional(Id('fb', 'Entry that the entry is merged into')),
    into_title: Type.Optional(Type.String({ description: 'Title of this entry', examples: ['CSV export'] })),
    reason: Type.Optional(Type.String({ description: 'Reason that the model gives', examples: ['Both ask for tables.'] })),
    tags: Type.Optional(Type.Array(Type.String({ examples: ['reports'] }), { description: 'Tags that are added' })),
    title: Type.Optional(Type.String({ description: 'Title of the draft', examples: ['Export as CSV'] })),
    content: Type.Optional(Type.String({ description: 'Text of the draft in Markdown', examples: ['Export each list.'] })),
    feedback_ids: Type.Optional(Type.Array(Id('fb'), { description: 'Entries that the changelog entry is about' })),
    index_id: Type.Optional(Id('idx', 'Index of the article')),
  },
  { description: 'What accepting changes, depending on the kind. Null if the model found nothing to propose.' },
);

export const Proposal = Component('Proposal', {
  id: Id('prp'),
  project_id: Id('prj'),
  kind: kind(),
  state: state(
    '`open`: awaits a decision. `accepted`, `dismissed`: decided, or replaced by a newer proposal. `empty`: the model found nothing to propose, failed, or did not answer yet.',
  ),
  subject_id: Nullable(subject('The feedback entry or the cluster of searches. Null for release notes.')),
  change: Nullable(ProposedChange),
  result_id: Nullable(
    Type.String({
      description: 'The changed feedback entry, or the created draft. Null until the proposal is accepted.',
      examples: ['fb_01kaga0zrefb8tqs3yh4kx9m2d'],
    }),
  ),
  created_at: Timestamp(),
  decided_at: Nullable(Timestamp({ description: 'Time of the decision' })),
  decided_by: Nullable(Id('usr', 'The user (`usr_`) or service account (`svc_`) that decided')),
});
