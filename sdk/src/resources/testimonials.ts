import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Testimonials: what users say, once the team has approved it. */
export const testimonials = (call: Client) => ({
  submit: (testimonial: Body<'POST /v1/testimonials'>, options?: CallOptions) =>
    call('POST /v1/testimonials', { body: testimonial }, options),
  /** To a project that takes them from everyone, by its slug. */
  submitPublic: (slug: string, testimonial: Body<'POST /v1/testimonials/by-project/{slug}'>, options?: CallOptions) =>
    call('POST /v1/testimonials/by-project/{slug}', { path: { slug }, body: testimonial }, options),
  list: (query?: Query<'GET /v1/testimonials'>, options?: CallOptions) => list(call, 'GET /v1/testimonials', { query }, options),
  summary: (query?: Query<'GET /v1/testimonials/summary'>, options?: CallOptions) =>
    call('GET /v1/testimonials/summary', { query }, options),
  get: (id: string, options?: CallOptions) => call('GET /v1/testimonials/{id}', { path: { id } }, options),
  update: (id: string, changes: Body<'PATCH /v1/testimonials/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/testimonials/{id}', { path: { id }, body: changes }, options),
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/testimonials/{id}', { path: { id } }, options),
});
