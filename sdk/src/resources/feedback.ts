import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Feedback entries, votes, comments and merging. */
export const feedback = (call: Client) => ({
  /** Submits feedback. */
  submit: (entry: Body<'POST /v1/feedback'>, options?: CallOptions) => call('POST /v1/feedback', { body: entry }, options),
  /** Adds an entry as a member, of the person who asked. */
  add: (entry: Body<'POST /v1/feedback/by-team'>, options?: CallOptions) =>
    call('POST /v1/feedback/by-team', { body: entry }, options),
  /** Stores up to 1,000 entries of another system, with their dates and authors. Entries that are sent again are updated. */
  import: (batch: Body<'POST /v1/feedback/batch'>, options?: CallOptions) =>
    call('POST /v1/feedback/batch', { body: batch }, options),
  /** Stores up to 1,000 votes of another system, with their dates and voters. */
  importVotes: (batch: Body<'POST /v1/feedback/votes/batch'>, options?: CallOptions) =>
    call('POST /v1/feedback/votes/batch', { body: batch }, options),
  /** Returns up to 8 people who gave feedback and whose name or address contains a text. */
  people: (q: string, options?: CallOptions) => call('GET /v1/feedback/people', { query: { q } }, options),
  /** Lists feedback entries. */
  list: (query?: Query<'GET /v1/feedback'>, options?: CallOptions) => list(call, 'GET /v1/feedback', { query }, options),
  /** Returns the number of entries for each of several filters. */
  count: (filters: Body<'POST /v1/feedback/counts'>['filters'], options?: CallOptions) =>
    call('POST /v1/feedback/counts', { body: { filters } }, options),
  /** Returns all entries as a CSV response. Read its `body` as a stream. */
  exportCsv: (query?: Query<'GET /v1/feedback/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/feedback/export.csv', { query }, options),
  /** Returns the votes on all entries as a CSV response. Read its `body` as a stream. */
  exportVotesCsv: (query?: Query<'GET /v1/feedback/votes/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/feedback/votes/export.csv', { query }, options),
  /** Lists the public feedback board of a project by its slug. */
  listPublic: (slug: string, query?: Query<'GET /v1/feedback/by-project/{slug}'>, options?: CallOptions) =>
    list(call, 'GET /v1/feedback/by-project/{slug}', { path: { slug }, query }, options),
  /** Returns up to 5 entries that may be duplicates of a new entry with the given title. */
  similar: (title: string, options?: CallOptions) => call('GET /v1/feedback/similar', { query: { title } }, options),
  /** Records that an entry is not a duplicate of another one, so that neither is listed as similar to the other. */
  dismissSimilar: (id: string, other: string, options?: CallOptions) =>
    call('POST /v1/feedback/{id}/dismiss-similar', { path: { id }, body: { feedback_id: other } }, options),
  /** Undoes `dismissSimilar`. */
  restoreSimilar: (id: string, other: string, options?: CallOptions) =>
    call('POST /v1/feedback/{id}/restore-similar', { path: { id }, body: { feedback_id: other } }, options),
  /** Returns the first 50 planned, in-progress and done entries each. */
  roadmap: (options?: CallOptions) => call('GET /v1/feedback/roadmap', {}, options),
  /** Returns a feedback entry. */
  get: (id: string, query?: Query<'GET /v1/feedback/{id}'>, options?: CallOptions) =>
    call('GET /v1/feedback/{id}', { path: { id }, query }, options),
  /** Updates a feedback entry. */
  update: (id: string, changes: Body<'PATCH /v1/feedback/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/feedback/{id}', { path: { id }, body: changes }, options),
  /** Deletes a feedback entry and all entries merged into it. */
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/feedback/{id}', { path: { id } }, options),
  /** Upvotes a feedback entry. Idempotent. */
  upvote: (id: string, options?: CallOptions) => call('POST /v1/feedback/{id}/upvote', { path: { id } }, options),
  /** Removes the upvote from a feedback entry. Idempotent. */
  removeUpvote: (id: string, options?: CallOptions) => call('DELETE /v1/feedback/{id}/upvote', { path: { id } }, options),
  /** Downvotes a feedback entry. Idempotent. */
  downvote: (id: string, options?: CallOptions) => call('POST /v1/feedback/{id}/downvote', { path: { id } }, options),
  /** Removes the downvote from a feedback entry. Idempotent. */
  removeDownvote: (id: string, options?: CallOptions) => call('DELETE /v1/feedback/{id}/downvote', { path: { id } }, options),
  /** Merges an entry into another entry, with its votes, comments and subscribers. */
  merge: (id: string, into: string, options?: CallOptions) =>
    call('POST /v1/feedback/{id}/merge', { path: { id }, body: { into } }, options),
  /** Returns the counts of an entry after a merge of others into it. Changes nothing. */
  previewMerge: (id: string, from: string[], options?: CallOptions) =>
    call('POST /v1/feedback/{id}/merge-preview', { path: { id }, body: { from } }, options),
  /** Places an entry directly before or after another entry in the manual order, `sort: 'manual'`. */
  move: (id: string, target: Body<'POST /v1/feedback/{id}/move'>, options?: CallOptions) =>
    call('POST /v1/feedback/{id}/move', { path: { id }, body: target }, options),
  /** Undoes a merge. */
  unmerge: (id: string, options?: CallOptions) => call('POST /v1/feedback/{id}/unmerge', { path: { id } }, options),
  /** Lists the changes of an entry, newest first. */
  history: (id: string, query?: Query<'GET /v1/feedback/{id}/history'>, options?: CallOptions) =>
    list(call, 'GET /v1/feedback/{id}/history', { path: { id }, query }, options),
  /** Lists the voters of an entry, latest vote first. */
  voters: (id: string, query?: Query<'GET /v1/feedback/{id}/voters'>, options?: CallOptions) =>
    list(call, 'GET /v1/feedback/{id}/voters', { path: { id }, query }, options),
  /** Votes for an entry on behalf of a person. */
  voteOnBehalf: (id: string, person: Body<'POST /v1/feedback/{id}/voters'>, options?: CallOptions) =>
    call('POST /v1/feedback/{id}/voters', { path: { id }, body: person }, options),
  /** Revokes a vote on behalf of a person. */
  revokeVoteOnBehalf: (id: string, voteId: string, options?: CallOptions) =>
    call('DELETE /v1/feedback/{id}/voters/{vote_id}', { path: { id, vote_id: voteId } }, options),
  /** Subscribes an address to status changes of an entry. */
  subscribe: (id: string, email: string, options?: CallOptions) =>
    call('POST /v1/feedback/{id}/subscribe', { path: { id }, body: { email } }, options),
  /** Lists the most used tags of all entries. */
  tags: (options?: CallOptions) => list(call, 'GET /v1/feedback/tags', {}, options),
  /** Boards of the project. */
  boards: {
    /** Lists the boards that the caller may know of, in their order. */
    list: (options?: CallOptions) => list(call, 'GET /v1/feedback/boards', {}, options),
    /** Returns a board. */
    get: (id: string, options?: CallOptions) => call('GET /v1/feedback/boards/{id}', { path: { id } }, options),
    /** Creates a board. */
    create: (board: Body<'POST /v1/feedback/boards'>, options?: CallOptions) =>
      call('POST /v1/feedback/boards', { body: board }, options),
    /** Updates a board. */
    update: (id: string, changes: Body<'PATCH /v1/feedback/boards/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/feedback/boards/{id}', { path: { id }, body: changes }, options),
    /** Deletes a board, and moves its entries to another one. */
    delete: (id: string, query?: Query<'DELETE /v1/feedback/boards/{id}'>, options?: CallOptions) =>
      call('DELETE /v1/feedback/boards/{id}', { path: { id }, query }, options),
  },
  /** Scores, which weigh entries by who votes for them. */
  scores: {
    /** Lists the scores of the project. */
    list: (options?: CallOptions) => list(call, 'GET /v1/feedback/scores', {}, options),
    /** Creates a score, or replaces its terms. */
    set: (name: string, terms: Body<'PUT /v1/feedback/scores/{name}'>['terms'], options?: CallOptions) =>
      call('PUT /v1/feedback/scores/{name}', { path: { name }, body: { terms } }, options),
    /** Deletes a score. */
    delete: (name: string, options?: CallOptions) => call('DELETE /v1/feedback/scores/{name}', { path: { name } }, options),
  },
  /** Returns the value of a score for an entry, with what each term contributes. */
  demand: (id: string, score: string, options?: CallOptions) =>
    call('GET /v1/feedback/{id}/demand', { path: { id }, query: { score } }, options),
  /** Saved views: named filters with a sort order and columns. */
  views: {
    /** Lists the views of the team and your personal views. */
    list: (options?: CallOptions) => list(call, 'GET /v1/feedback/views', {}, options),
    /** Creates a view. */
    create: (view: Body<'POST /v1/feedback/views'>, options?: CallOptions) =>
      call('POST /v1/feedback/views', { body: view }, options),
    /** Updates a view. */
    update: (id: string, changes: Body<'PATCH /v1/feedback/views/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/feedback/views/{id}', { path: { id }, body: changes }, options),
    /** Deletes a view. Entries are kept. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/feedback/views/{id}', { path: { id } }, options),
  },
  /** Periods in which entries received unusually many anonymous votes. */
  voteBursts: {
    /** Lists the bursts of an entry, latest first. */
    list: (id: string, query?: Query<'GET /v1/feedback/{id}/vote-bursts'>, options?: CallOptions) =>
      list(call, 'GET /v1/feedback/{id}/vote-bursts', { path: { id }, query }, options),
    /** Keeps or removes the votes of a burst. */
    update: (
      id: string,
      burstId: string,
      changes: Body<'PATCH /v1/feedback/{id}/vote-bursts/{burst_id}'>,
      options?: CallOptions,
    ) => call('PATCH /v1/feedback/{id}/vote-bursts/{burst_id}', { path: { id, burst_id: burstId }, body: changes }, options),
  },
  /** Comments of feedback entries. */
  comments: {
    /** Stores up to 1,000 comments of another system, with their dates and authors. */
    import: (batch: Body<'POST /v1/feedback/comments/batch'>, options?: CallOptions) =>
      call('POST /v1/feedback/comments/batch', { body: batch }, options),
    /** Returns the comments on all entries as a CSV response. Read its `body` as a stream. */
    exportCsv: (query?: Query<'GET /v1/feedback/comments/export.csv'>, options?: CallOptions) =>
      call.raw('GET /v1/feedback/comments/export.csv', { query }, options),
    /** Lists comments, oldest first. */
    list: (id: string, query?: Query<'GET /v1/feedback/{id}/comments'>, options?: CallOptions) =>
      list(call, 'GET /v1/feedback/{id}/comments', { path: { id }, query }, options),
    /** Creates a comment. */
    add: (id: string, comment: Body<'POST /v1/feedback/{id}/comments'>, options?: CallOptions) =>
      call('POST /v1/feedback/{id}/comments', { path: { id }, body: comment }, options),
    /** Updates, approves or hides a comment. */
    update: (
      id: string,
      commentId: string,
      changes: Body<'PATCH /v1/feedback/{id}/comments/{comment_id}'>,
      options?: CallOptions,
    ) => call('PATCH /v1/feedback/{id}/comments/{comment_id}', { path: { id, comment_id: commentId }, body: changes }, options),
    /** Deletes a comment. */
    delete: (id: string, commentId: string, options?: CallOptions) =>
      call('DELETE /v1/feedback/{id}/comments/{comment_id}', { path: { id, comment_id: commentId } }, options),
  },
});
