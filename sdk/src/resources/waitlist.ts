import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Waitlist entries, positions, referrals and invitations. */
export const waitlist = (call: Client) => ({
  /** Joins the waitlist. */
  join: (signup: Body<'POST /v1/waitlist'>, options?: CallOptions) => call('POST /v1/waitlist', { body: signup }, options),
  /** Returns the number of waitlist entries. */
  count: (options?: CallOptions) => call('GET /v1/waitlist/count', {}, options),
  /** Returns the questions, rewards and leaderboard of the sign-up form. */
  form: (options?: CallOptions) => call('GET /v1/waitlist/form', {}, options),
  /** Returns the position, referrals and rewards of the entry with the given referral code. */
  position: (referralCode: string, options?: CallOptions) =>
    call('GET /v1/waitlist/position', { query: { referral_code: referralCode } }, options),
  /** Lists waitlist entries. */
  list: (query?: Query<'GET /v1/waitlist'>, options?: CallOptions) => list(call, 'GET /v1/waitlist', { query }, options),
  /** Returns a waitlist entry. */
  get: (id: string, options?: CallOptions) => call('GET /v1/waitlist/{id}', { path: { id } }, options),
  /** Updates the status, name, notes or answers of an entry. */
  update: (id: string, changes: Body<'PATCH /v1/waitlist/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/waitlist/{id}', { path: { id }, body: changes }, options),
  /** Deletes an entry with all data of the person. */
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/waitlist/{id}', { path: { id } }, options),
  /** Invites the first `count` waiting entries or the entries with the given `ids`. */
  invite: (whom: Body<'POST /v1/waitlist/invite'>, options?: CallOptions) =>
    call('POST /v1/waitlist/invite', { body: whom }, options),
  /** Returns a preview of the invitation mail. */
  invitation: (options?: CallOptions) => call('GET /v1/waitlist/invitation', {}, options),
  /** Emails of the team to people on the waitlist. */
  broadcasts: {
    /** Lists broadcasts with their figures. */
    list: (query?: Query<'GET /v1/waitlist/broadcasts'>, options?: CallOptions) =>
      list(call, 'GET /v1/waitlist/broadcasts', { query }, options),
    /** Returns a broadcast as an email, and the number of recipients. */
    preview: (content: Body<'POST /v1/waitlist/broadcasts/preview'>, options?: CallOptions) =>
      call('POST /v1/waitlist/broadcasts/preview', { body: content }, options),
    /** Sends a broadcast to the caller. */
    test: (content: Body<'POST /v1/waitlist/broadcasts/test'>, options?: CallOptions) =>
      call('POST /v1/waitlist/broadcasts/test', { body: content }, options),
    /** Sends a broadcast to those who match its filter. */
    send: (broadcast: Body<'POST /v1/waitlist/broadcasts'>, options?: CallOptions) =>
      call('POST /v1/waitlist/broadcasts', { body: broadcast }, options),
    /** Resumes an incomplete broadcast. */
    resume: (id: string, options?: CallOptions) => call('POST /v1/waitlist/broadcasts/{id}/resume', { path: { id } }, options),
  },
  /** Returns sign-ups per day, sources and top referrers. */
  stats: (query?: Query<'GET /v1/waitlist/stats'>, options?: CallOptions) => call('GET /v1/waitlist/stats', { query }, options),
  /** Adds up to 1,000 people of another waitlist, with their dates and referrals. */
  import: (batch: Body<'POST /v1/waitlist/batch'>, options?: CallOptions) =>
    call('POST /v1/waitlist/batch', { body: batch }, options),
  /** Returns all entries as a CSV response. Read its `body` as a stream. */
  exportCsv: (query?: Query<'GET /v1/waitlist/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/waitlist/export.csv', { query }, options),
});
