import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Changelog entries and subscribers. */
export const changelog = (call: Client) => ({
  /** Lists changelog entries, newest first. API keys return published entries only. */
  list: (query?: Query<'GET /v1/changelog'>, options?: CallOptions) => list(call, 'GET /v1/changelog', { query }, options),
  /** Returns a changelog entry by id or slug. */
  get: (idOrSlug: string, options?: CallOptions) => call('GET /v1/changelog/{id}', { path: { id: idOrSlug } }, options),
  /** Creates a draft, or a published or scheduled entry. */
  create: (entry: Body<'POST /v1/changelog'>, options?: CallOptions) => call('POST /v1/changelog', { body: entry }, options),
  /** Updates, publishes, schedules or unpublishes an entry. */
  update: (id: string, changes: Body<'PATCH /v1/changelog/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/changelog/{id}', { path: { id }, body: changes }, options),
  /** Deletes an entry. */
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/changelog/{id}', { path: { id } }, options),
  /** Sends a confirmation mail to the address and subscribes it after the confirmation. */
  subscribe: (email: string, options?: CallOptions) => call('POST /v1/changelog/subscribe', { body: { email } }, options),
  /** Lists subscribers. */
  subscribers: (query?: Query<'GET /v1/changelog/subscribers'>, options?: CallOptions) =>
    list(call, 'GET /v1/changelog/subscribers', { query }, options),
  /** Deletes a subscriber by id. */
  deleteSubscriber: (id: string, options?: CallOptions) =>
    call('DELETE /v1/changelog/subscribers/{id}', { path: { id } }, options),
  /** Returns the recipients that publishing the entry would notify. */
  audience: (id: string, options?: CallOptions) => call('GET /v1/changelog/{id}/audience', { path: { id } }, options),
  /** Renders Markdown as sanitized HTML. */
  preview: (content: string, options?: CallOptions) => call('POST /v1/changelog/preview', { body: { content } }, options),
});
