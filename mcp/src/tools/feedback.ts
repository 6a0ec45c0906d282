import { Id, OneOf, PageNumber } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import { MEMBER_SORTS } from '@earshot/contract/services/feedback/values';
import type { Comment, Feedback } from '@earshot/sdk';
import { Type } from 'typebox';
import { createView, listOutput } from '../output.ts';
import { excerpt, listResult } from '../results.ts';
import { defineTool, onProject, pick } from '../tool.ts';

const onEntry = { id: Id('fb', 'Id of the feedback entry') };

const summary = createView(
  contract.Feedback,
  'id',
  'title',
  'board_id',
  'type',
  'status',
  'status_name',
  'custom_status',
  'description',
  'tags',
  'visibility',
  'upvote_count',
  'search_count',
  'comment_count',
  'merged_into',
  'score',
  'created_at',
);
const similar = pick(contract.SimilarFeedback.properties, 'id', 'title');
const details = createView(
  contract.Feedback,
  'description',
  'submitter_name',
  'submitter_email',
  'metadata',
  'fields',
  'from_query',
  'image_url',
  'updated_at',
);
const comment = createView(contract.Comment, 'id', 'author_name', 'author_role', 'visibility', 'created_at');
const commentOutput = {
  ...comment.properties,
  ...pick(contract.Comment.properties, 'internal', 'private', 'recipient_name', 'body'),
};

const board = createView(contract.FeedbackBoard, 'id', 'name', 'slug', 'description', 'access', 'default', 'feedback_count');

const demand = createView(contract.FeedbackDemand, 'score', 'value', 'voters', 'computed_at');

const summarize = (entry: Feedback) => summary.select({ ...entry, description: excerpt(entry.description) });
const describeEntry = (entry: Feedback) => ({ ...summarize(entry), ...details.select(entry) });

const describeComment = (added: Comment) => ({
  ...comment.select(added),
  internal: added.internal,
  private: added.private,
  recipient_name: added.recipient_name,
  body: excerpt(added.body),
});

export const feedbackTools = [
  defineTool({
    name: 'list_feedback',
    title: 'Search feedback',
    description:
      'Lists or searches the feedback entries of a project. Use sort=top for the most wanted ones, sort=score with a score of get_feedback_demand for those of the most important voters, created_since for new ones, and status=done with status_changed_since for those completed since a time. Long descriptions are shortened; get_feedback returns them.',
    effect: 'read',
    scopes: ['feedback:read'],
    isUntrusted: true,
    input: {
      ...onProject,
      ...pick(contract.ListFeedbackQuery.properties, 'q', 'board_id', 'status', 'custom_status', 'type', 'tag', 'visibility'),
      ...pick(contract.ListFeedbackQuery.properties, 'assignee', 'answered', 'similar'),
      sort: Type.Optional(OneOf(MEMBER_SORTS, { description: 'Order; with q, the best matches are first by default' })),
      score: Type.Optional(Type.String({ description: 'Name of the score for sort=score' })),
      ...pick(contract.ListFeedbackQuery.properties, 'created_since', 'created_until'),
      ...pick(contract.ListFeedbackQuery.properties, 'status_changed_since', 'status_changed_until'),
      ...PageNumber,
    },
    output: listOutput({ ...summary.properties, similar: Type.Optional(Type.Array(Type.Object(similar))) }),
    run: async (api, query) =>
      listResult(await api('GET /v1/feedback', { query }), (entry) => ({
        ...summarize(entry),
        ...(entry.similar?.length && { similar: entry.similar.map(({ id, title }) => ({ id, title })) }),
      })),
  }),
  defineTool({
    name: 'list_feedback_boards',
    title: 'List feedback boards',
    description: 'Lists the feedback boards of a project, with who may read each, and the number of its entries.',
    effect: 'read',
    scopes: ['feedback:read'],
    input: onProject,
    output: { data: Type.Array(Type.Object(board.properties)) },
    run: async (api, query) => {
      const { data } = await api('GET /v1/feedback/boards', { query });
      return { data: data.map((one) => board.select(one)) };
    },
  }),
  defineTool({
    name: 'get_feedback',
    title: 'Read a feedback entry',
    description: 'Returns a feedback entry with its first 50 comments, including internal notes and private answers.',
    effect: 'read',
    scopes: ['feedback:read'],
    isUntrusted: true,
    input: onEntry,
    output: { ...summary.properties, ...details.properties, comments: Type.Array(Type.Object(commentOutput)) },
    run: async (api, path) => {
      const [entry, comments] = await Promise.all([
        api('GET /v1/feedback/{id}', { path }),
        api('GET /v1/feedback/{id}/comments', { path, query: { limit: 50 } }),
      ]);
      return { ...describeEntry(entry), comments: comments.data.map(describeComment) };
    },
  }),
  defineTool({
    name: 'get_feedback_demand',
    title: 'Explain the demand for a feedback entry',
    description:
      'Returns the value of each score of the project for an entry: what each term counts about its voters, what it contributes, and of how many voters it is unknown.',
    effect: 'read',
    scopes: ['feedback:read'],
    input: onEntry,
    output: {
      data: Type.Array(Type.Object({ ...demand.properties, terms: Type.Array(Type.Object(contract.DemandTerm.properties)) })),
    },
    run: async (api, path) => {
      const { project_id } = await api('GET /v1/feedback/{id}', { path });
      const { data: scores } = await api('GET /v1/feedback/scores', { query: { project_id } });
      const read = ({ name }: { name: string }) => api('GET /v1/feedback/{id}/demand', { path, query: { score: name } });
      const demands = await Promise.all(scores.map(read));
      return { data: demands.map((one) => ({ ...demand.select(one), terms: one.terms })) };
    },
  }),
  defineTool({
    name: 'find_similar_feedback',
    title: 'Find similar feedback',
    description:
      'Finds entries that are similar to a title. Use it before create_feedback, and to find duplicates for merge_feedback.',
    effect: 'read',
    scopes: ['feedback:read'],
    isUntrusted: true,
    input: { ...onProject, ...contract.SimilarQuery.properties },
    output: { data: Type.Array(Type.Object(summary.properties)) },
    run: async (api, query) => {
      const { data } = await api('GET /v1/feedback/similar', { query });
      return { data: data.map(summarize) };
    },
  }),
  defineTool({
    name: 'create_feedback',
    title: 'Create a feedback entry',
    description:
      'Creates a feedback entry. Search for similar entries first. Requires a token that can read the project, because entries are created with its public key.',
    effect: 'create',
    scopes: ['projects:read'],
    isUntrusted: true,
    input: { ...onProject, ...pick(contract.SubmitFeedback.properties, 'title', 'board_id', 'type', 'description', 'tags') },
    output: summary.properties,
    run: async (api, { project_id: id, ...body }) => {
      const { api_key: projectKey } = await api('GET /v1/projects/{id}', { path: { id } });
      return summarize(await api('POST /v1/feedback', { body, projectKey }));
    },
  }),
  defineTool({
    name: 'update_feedback',
    title: 'Change a feedback entry',
    description:
      'Changes the status or other properties of a feedback entry. A new status notifies the subscribers of the entry by mail.',
    effect: 'change',
    scopes: ['feedback:write'],
    isUntrusted: true,
    input: { ...onEntry, ...contract.UpdateFeedback.properties },
    output: summary.properties,
    run: async (api, { id, ...body }) => summarize(await api('PATCH /v1/feedback/{id}', { path: { id }, body })),
  }),
  defineTool({
    name: 'comment_on_feedback',
    title: 'Comment on a feedback entry',
    description:
      'Adds a comment in the name of the team. Followers receive it by email. Set internal for a note that only project members see, or private for an answer that only the submitter and project members see.',
    effect: 'create',
    scopes: ['feedback:write'],
    isUntrusted: true,
    input: { ...onEntry, ...pick(contract.AddComment.properties, 'body', 'internal', 'private') },
    output: commentOutput,
    run: async (api, { id, ...body }) => describeComment(await api('POST /v1/feedback/{id}/comments', { path: { id }, body })),
  }),
  defineTool({
    name: 'merge_feedback',
    title: 'Merge duplicate feedback',
    description:
      'Merges a duplicate with its votes and comments into another entry. unmerge_feedback reverts the merge. Ask a person before you set reveal_comments.',
    effect: 'change',
    scopes: ['feedback:write'],
    isUntrusted: true,
    input: { id: Id('fb', 'Id of the duplicate'), ...contract.MergeFeedback.properties },
    output: summary.properties,
    run: async (api, { id, ...body }) => summarize(await api('POST /v1/feedback/{id}/merge', { path: { id }, body })),
  }),
  defineTool({
    name: 'unmerge_feedback',
    title: 'Revert a merge',
    description: 'Reverts the merge of a duplicate.',
    effect: 'change',
    scopes: ['feedback:write'],
    isUntrusted: true,
    input: { id: Id('fb', 'Id of the merged entry') },
    output: summary.properties,
    run: async (api, path) => summarize(await api('POST /v1/feedback/{id}/unmerge', { path })),
  }),
];
