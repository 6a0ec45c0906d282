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
  /** Returns a testimonial. */
  get: (id: string, options?: CallOptions) => call('GET /v1/testimonials/{id}', { path: { id } }, options),
  /** Approves, rejects, features or tags a testimonial, or updates its author. */
  update: (id: string, changes: Body<'PATCH /v1/testimonials/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/testimonials/{id}', { path: { id }, body: changes }, options),
  /** Adds up to 1,000 testimonials of another system, with their dates and authors. */
  import: (batch: Body<'POST /v1/testimonials/batch'>, options?: CallOptions) =>
    call('POST /v1/testimonials/batch', { body: batch }, options),
  /** Deletes a testimonial. */
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/testimonials/{id}', { path: { id } }, options),
});
