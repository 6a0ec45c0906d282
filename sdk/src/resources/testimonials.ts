import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Testimonials and their moderation. */
export const testimonials = (call: Client) => ({
  /** Submits a testimonial. */
  submit: (testimonial: Body<'POST /v1/testimonials'>, options?: CallOptions) =>
    call('POST /v1/testimonials', { body: testimonial }, options),
  /** Submits a testimonial on the public page of a project by its slug. */
  submitPublic: (slug: string, testimonial: Body<'POST /v1/testimonials/by-project/{slug}'>, options?: CallOptions) =>
    call('POST /v1/testimonials/by-project/{slug}', { path: { slug }, body: testimonial }, options),
  /** Lists testimonials. API keys return approved testimonials only. */
  list: (query?: Query<'GET /v1/testimonials'>, options?: CallOptions) => list(call, 'GET /v1/testimonials', { query }, options),
  /** Returns all testimonials as a CSV response. Read its `body` as a stream. */
  exportCsv: (query?: Query<'GET /v1/testimonials/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/testimonials/export.csv', { query }, options),
  /** Returns the number of testimonials and their ratings. */
  summary: (query?: Query<'GET /v1/testimonials/summary'>, options?: CallOptions) =>
    call('GET /v1/testimonials/summary', { query }, options),
  /** Returns the look, count and mean rating of the wall of all testimonials or a collection. */
  wall: (query?: Query<'GET /v1/testimonials/wall'>, options?: CallOptions) =>
    call('GET /v1/testimonials/wall', { query }, options),
  /** Collections of testimonials, each with its own wall. */
  collections: {
    /** Lists collections with their figures. */
    list: (options?: CallOptions) => call('GET /v1/testimonials/collections', {}, options),
    /** Creates a collection. */
    create: (collection: Body<'POST /v1/testimonials/collections'>, options?: CallOptions) =>
      call('POST /v1/testimonials/collections', { body: collection }, options),
    /** Updates a collection. */
    update: (id: string, changes: Body<'PATCH /v1/testimonials/collections/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/testimonials/collections/{id}', { path: { id }, body: changes }, options),
    /** Deletes a collection. Its testimonials remain. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/testimonials/collections/{id}', { path: { id } }, options),
  },
  /** Returns a testimonial. */
  get: (id: string, options?: CallOptions) => call('GET /v1/testimonials/{id}', { path: { id } }, options),
  /** Approves, rejects, features or tags a testimonial, or updates its author. */
  update: (id: string, changes: Body<'PATCH /v1/testimonials/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/testimonials/{id}', { path: { id }, body: changes }, options),
  /** Approves, rejects, reopens, features or deletes up to 100 testimonials. Returns a result for each. */
  changeMany: (change: Body<'POST /v1/testimonials/bulk'>, options?: CallOptions) =>
    call('POST /v1/testimonials/bulk', { body: change }, options),
  /** Adds up to 1,000 testimonials of another system, with their dates and authors. */
  import: (batch: Body<'POST /v1/testimonials/batch'>, options?: CallOptions) =>
    call('POST /v1/testimonials/batch', { body: batch }, options),
  /** Rules that ask people for a testimonial. */
  rules: {
    /** Lists rules with the results of their requests. */
    list: (options?: CallOptions) => call('GET /v1/testimonials/rules', {}, options),
    /** Creates a rule. */
    create: (rule: Body<'POST /v1/testimonials/rules'>, options?: CallOptions) =>
      call('POST /v1/testimonials/rules', { body: rule }, options),
    /** Updates a rule. */
    update: (id: string, changes: Body<'PATCH /v1/testimonials/rules/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/testimonials/rules/{id}', { path: { id }, body: changes }, options),
    /** Deletes a rule. Its requests remain. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/testimonials/rules/{id}', { path: { id } }, options),
    /** Returns the number of people whom a rule would ask now. */
    preview: (id: string, options?: CallOptions) => call('GET /v1/testimonials/rules/{id}/preview', { path: { id } }, options),
  },
  /** Lists the people who were asked for a testimonial. */
  requests: (query?: Query<'GET /v1/testimonials/requests'>, options?: CallOptions) =>
    list(call, 'GET /v1/testimonials/requests', { query }, options),
  /** Request to the signed user: requires an API key and a user token. */
  ownRequest: {
    /** Returns the open request, or null. */
    get: (options?: CallOptions) => call('GET /v1/testimonials/requests/own', {}, options),
    /** Answers the request with a testimonial. */
    answer: (testimonial: Body<'POST /v1/testimonials/requests/own'>, options?: CallOptions) =>
      call('POST /v1/testimonials/requests/own', { body: testimonial }, options),
    /** Declines the request. The user is not asked again. */
    decline: (options?: CallOptions) => call('DELETE /v1/testimonials/requests/own', {}, options),
  },
  /** Deletes a testimonial. */
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/testimonials/{id}', { path: { id } }, options),
});
