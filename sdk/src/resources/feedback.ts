import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Feedback: submitting, voting, comments; and what the team does with it. */
export const feedback = (call: Client) => ({
  submit: (entry: Body<'POST /v1/feedback'>, options?: CallOptions) => call('POST /v1/feedback', { body: entry }, options),
  list: (query?: Query<'GET /v1/feedback'>, options?: CallOptions) => list(call, 'GET /v1/feedback', { query }, options),
  /** The board of a project that shows it to everyone, by its slug. */
  listPublic: (slug: string, query?: Query<'GET /v1/feedback/by-project/{slug}'>, options?: CallOptions) =>
    list(call, 'GET /v1/feedback/by-project/{slug}', { path: { slug }, query }, options),
  /** Up to 5 entries that a new title may repeat. */
  similar: (title: string, options?: CallOptions) => call('GET /v1/feedback/similar', { query: { title } }, options),
  roadmap: (options?: CallOptions) => call('GET /v1/feedback/roadmap', {}, options),
  get: (id: string, query?: Query<'GET /v1/feedback/{id}'>, options?: CallOptions) =>
    call('GET /v1/feedback/{id}', { path: { id }, query }, options),
  update: (id: string, changes: Body<'PATCH /v1/feedback/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/feedback/{id}', { path: { id }, body: changes }, options),
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/feedback/{id}', { path: { id } }, options),
  upvote: (id: string, options?: CallOptions) => call('POST /v1/feedback/{id}/upvote', { path: { id } }, options),
  removeUpvote: (id: string, options?: CallOptions) => call('DELETE /v1/feedback/{id}/upvote', { path: { id } }, options),
  downvote: (id: string, options?: CallOptions) => call('POST /v1/feedback/{id}/downvote', { path: { id } }, options),
  removeDownvote: (id: string, options?: CallOptions) => call('DELETE /v1/feedback/{id}/downvote', { path: { id } }, options),
  /** Makes an entry a duplicate of another, which gets its votes, comments and subscribers. */
  merge: (id: string, into: string, options?: CallOptions) =>
    call('POST /v1/feedback/{id}/merge', { path: { id }, body: { into } }, options),
  unmerge: (id: string, options?: CallOptions) => call('POST /v1/feedback/{id}/unmerge', { path: { id } }, options),
  history: (id: string, query?: Query<'GET /v1/feedback/{id}/history'>, options?: CallOptions) =>
    list(call, 'GET /v1/feedback/{id}/history', { path: { id }, query }, options),
  voters: (id: string, query?: Query<'GET /v1/feedback/{id}/voters'>, options?: CallOptions) =>
    list(call, 'GET /v1/feedback/{id}/voters', { path: { id }, query }, options),
  /** Mails an address when the entry's status changes. */
  subscribe: (id: string, email: string, options?: CallOptions) =>
    call('POST /v1/feedback/{id}/subscribe', { path: { id }, body: { email } }, options),
  comments: {
    list: (id: string, query?: Query<'GET /v1/feedback/{id}/comments'>, options?: CallOptions) =>
      list(call, 'GET /v1/feedback/{id}/comments', { path: { id }, query }, options),
    add: (id: string, comment: Body<'POST /v1/feedback/{id}/comments'>, options?: CallOptions) =>
      call('POST /v1/feedback/{id}/comments', { path: { id }, body: comment }, options),
    update: (
      id: string,
      commentId: string,
      changes: Body<'PATCH /v1/feedback/{id}/comments/{comment_id}'>,
      options?: CallOptions,
    ) => call('PATCH /v1/feedback/{id}/comments/{comment_id}', { path: { id, comment_id: commentId }, body: changes }, options),
    delete: (id: string, commentId: string, options?: CallOptions) =>
      call('DELETE /v1/feedback/{id}/comments/{comment_id}', { path: { id, comment_id: commentId } }, options),
  },
});
