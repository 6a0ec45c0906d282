import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** The waitlist: joining it, places and referrals; and inviting from it. */
export const waitlist = (call: Client) => ({
  join: (signup: Body<'POST /v1/waitlist'>, options?: CallOptions) => call('POST /v1/waitlist', { body: signup }, options),
  count: (options?: CallOptions) => call('GET /v1/waitlist/count', {}, options),
  /** One's own place, by one's own referral code. */
  position: (referralCode: string, options?: CallOptions) =>
    call('GET /v1/waitlist/position', { query: { referral_code: referralCode } }, options),
  list: (query?: Query<'GET /v1/waitlist'>, options?: CallOptions) => list(call, 'GET /v1/waitlist', { query }, options),
  get: (id: string, options?: CallOptions) => call('GET /v1/waitlist/{id}', { path: { id } }, options),
  update: (id: string, changes: Body<'PATCH /v1/waitlist/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/waitlist/{id}', { path: { id }, body: changes }, options),
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/waitlist/{id}', { path: { id } }, options),
  /** The next `count` in line, or those of `ids`. */
  invite: (whom: Body<'POST /v1/waitlist/invite'>, options?: CallOptions) =>
    call('POST /v1/waitlist/invite', { body: whom }, options),
  /** The mail that whoever is invited gets. */
  invitation: (options?: CallOptions) => call('GET /v1/waitlist/invitation', {}, options),
  stats: (query?: Query<'GET /v1/waitlist/stats'>, options?: CallOptions) => call('GET /v1/waitlist/stats', { query }, options),
  /** All entries as CSV; read its `body` as it comes. */
  exportCsv: (query?: Query<'GET /v1/waitlist/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/waitlist/export.csv', { query }, options),
});
