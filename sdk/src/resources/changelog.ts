import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** The changelog: what is new, and whom to tell. */
export const changelog = (call: Client) => ({
  list: (query?: Query<'GET /v1/changelog'>, options?: CallOptions) => list(call, 'GET /v1/changelog', { query }, options),
  get: (idOrSlug: string, options?: CallOptions) => call('GET /v1/changelog/{id}', { path: { id: idOrSlug } }, options),
  create: (entry: Body<'POST /v1/changelog'>, options?: CallOptions) => call('POST /v1/changelog', { body: entry }, options),
  update: (id: string, changes: Body<'PATCH /v1/changelog/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/changelog/{id}', { path: { id }, body: changes }, options),
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/changelog/{id}', { path: { id } }, options),
  /** Mails a link to confirm with; news come after that. */
  subscribe: (email: string, options?: CallOptions) => call('POST /v1/changelog/subscribe', { body: { email } }, options),
  subscribers: (query?: Query<'GET /v1/changelog/subscribers'>, options?: CallOptions) =>
    list(call, 'GET /v1/changelog/subscribers', { query }, options),
  /** Deletes a subscription by its id. */
  deleteSubscriber: (id: string, options?: CallOptions) =>
    call('DELETE /v1/changelog/subscribers/{id}', { path: { id } }, options),
  /** Whom publishing it will tell. */
  audience: (id: string, options?: CallOptions) => call('GET /v1/changelog/{id}/audience', { path: { id } }, options),
  /** Markdown as an entry would show it. */
  preview: (content: string, options?: CallOptions) => call('POST /v1/changelog/preview', { body: { content } }, options),
});
