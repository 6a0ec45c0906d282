import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Changelog entries and subscribers. */
export const changelog = (call: Client) => ({
  /** Lists changelog entries, newest first. API keys return published entries only. */
  list: (query?: Query<'GET /v1/changelog'>, options?: CallOptions) => list(call, 'GET /v1/changelog', { query }, options),
  /** Returns all entries as a CSV response. Read its `body` as a stream. */
  exportCsv: (query?: Query<'GET /v1/changelog/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/changelog/export.csv', { query }, options),
  /** Returns a changelog entry by id or slug. */
  get: (idOrSlug: string, options?: CallOptions) => call('GET /v1/changelog/{id}', { path: { id: idOrSlug } }, options),
  /** Creates a draft, or a published or scheduled entry. */
  create: (entry: Body<'POST /v1/changelog'>, options?: CallOptions) => call('POST /v1/changelog', { body: entry }, options),
  /** Updates, publishes, schedules or unpublishes an entry. */
  update: (idOrSlug: string, changes: Body<'PATCH /v1/changelog/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/changelog/{id}', { path: { id: idOrSlug }, body: changes }, options),
  /** Creates an entry with a version, or updates the entry that has it. Omitted fields keep their values. */
  saveVersion: (version: string, entry: Body<'PUT /v1/changelog/by-version/{version}'>, options?: CallOptions) =>
    call('PUT /v1/changelog/by-version/{version}', { path: { version }, body: entry }, options),
  /** Adds up to 1,000 entries of another changelog, with the times of their publication. */
  import: (batch: Body<'POST /v1/changelog/batch'>, options?: CallOptions) =>
    call('POST /v1/changelog/batch', { body: batch }, options),
  /** Deletes an entry. */
  delete: (idOrSlug: string, options?: CallOptions) => call('DELETE /v1/changelog/{id}', { path: { id: idOrSlug } }, options),
  /** Sends a confirmation mail to the address and subscribes it after the confirmation. */
  subscribe: (email: string, options?: CallOptions) => call('POST /v1/changelog/subscribe', { body: { email } }, options),
  /** Sets the reaction of the reader to an entry. */
  react: (idOrSlug: string, reaction: Body<'PUT /v1/changelog/{id}/reaction'>['reaction'], options?: CallOptions) =>
    call('PUT /v1/changelog/{id}/reaction', { path: { id: idOrSlug }, body: { reaction } }, options),
  /** Removes the reaction of the reader to an entry. */
  removeReaction: (idOrSlug: string, options?: CallOptions) =>
    call('DELETE /v1/changelog/{id}/reaction', { path: { id: idOrSlug } }, options),
  /** Counts that the reader sees published entries. */
  view: (ids: string[], options?: CallOptions) => call('POST /v1/changelog/views', { body: { ids } }, options),
  /** Lists subscribers. */
  subscribers: (query?: Query<'GET /v1/changelog/subscribers'>, options?: CallOptions) =>
    list(call, 'GET /v1/changelog/subscribers', { query }, options),
  /** Asks up to 1,000 addresses to confirm a subscription. */
  addSubscribers: (emails: string[], options?: CallOptions) =>
    call('POST /v1/changelog/subscribers', { body: { emails } }, options),
  /** Deletes a subscriber by id. */
  deleteSubscriber: (id: string, options?: CallOptions) =>
    call('DELETE /v1/changelog/subscribers/{id}', { path: { id } }, options),
  /** Returns the recipients that publishing the entry would notify. */
  audience: (idOrSlug: string, options?: CallOptions) =>
    call('GET /v1/changelog/{id}/audience', { path: { id: idOrSlug } }, options),
  /** Compares figures after the publication of an entry with the range that earlier weeks predict. */
  effect: (idOrSlug: string, options?: CallOptions) => call('GET /v1/changelog/{id}/effect', { path: { id: idOrSlug } }, options),
  /** Returns how many of the people who asked for the release used it. */
  adoption: (idOrSlug: string, options?: CallOptions) =>
    call('GET /v1/changelog/{id}/adoption', { path: { id: idOrSlug } }, options),
  /** Lists the people who asked for the release, such as those who have not used it. */
  adoptionPeople: (idOrSlug: string, query?: Query<'GET /v1/changelog/{id}/adoption/people'>, options?: CallOptions) =>
    list(call, 'GET /v1/changelog/{id}/adoption/people', { path: { id: idOrSlug }, query }, options),
  /** Returns the page and the email of an entry as if it were published now. Nothing is published or sent. */
  previewEntry: (id: string, options?: CallOptions) => call('GET /v1/changelog/{id}/preview', { path: { id } }, options),
  /** Renders Markdown as sanitized HTML, for an entry with `languages`. */
  preview: (
    content: string,
    { languages, ...options }: CallOptions & Pick<Body<'POST /v1/changelog/preview'>, 'languages'> = {},
  ) => call('POST /v1/changelog/preview', { body: { content, languages } }, options),
});
