import { Type } from 'typebox';
import { Body, Component, Email, Id, Timestamp } from './common.ts';

const identifiers = {
  email: Type.Optional(Email({ description: 'Address of the person, in upper or lower case' })),
  user_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Your own id of the person: `sub` of X-User-Token, `user_id` of analytics events',
      examples: ['u_42'],
    }),
  ),
};

/** Identifies a person by an email address, a user id or both. */
export const FindPerson = Body(identifiers, { minProperties: 1, examples: [{ email: 'ada@example.com', user_id: 'u_42' }] });

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Identifiers by which a person was looked up. */
const person = {
  emails: Type.Array(Type.String(), { examples: [['ada@example.com']] }),
  user_ids: Type.Array(Type.String(), {
    description: 'Includes ids that X-User-Token vouched for together with one of the addresses',
    examples: [['u_42']],
  }),
};

export const PersonErased = Component('PersonErased', {
  ok: Type.Boolean(),
  ...person,
  erased: Type.Object(
    {
      feedback_entries_deleted: count('Entries that nobody else took part in'),
      feedback_entries_anonymized: count(
        'Entries with votes, comments or followers of others; they stay without their submitter',
      ),
      feedback_comments: count('Deleted comments'),
      feedback_votes_anonymized: count('Votes that stay counted without their voter'),
      feedback_subscriptions: count('Deleted subscriptions to entries'),
      waitlist_entries: count('Deleted places on the waitlist'),
      testimonials: count('Deleted testimonials'),
      changelog_subscriptions: count('Deleted subscriptions to the changelog'),
      mails: count('Deleted mails; those still queued do not leave'),
      webhook_deliveries: count('Deleted deliveries; those still waiting are not sent'),
      idempotency_keys: count('Deleted answers to requests with an Idempotency-Key'),
      jobs: count('Deleted background jobs'),
      uploads: count('Deleted images that only the person’s records mentioned'),
      analytics_events: count('Deleted events, with their visits and rollups'),
    },
    { additionalProperties: false },
  ),
});

const rows = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description });

export const PersonExport = Component('PersonExport', {
  project_id: Id('prj'),
  exported_at: Timestamp(),
  person: Type.Object(person),
  feedback_entries: rows('Entries that they submitted'),
  feedback_comments: rows('Comments that they wrote, signed in by X-User-Token'),
  feedback_votes: rows('Votes by X-User-Token'),
  feedback_subscriptions: rows('Entries that they follow'),
  waitlist_entries: rows('Their place on the waitlist'),
  testimonials: rows('Testimonials that they wrote'),
  changelog_subscriptions: rows('Their subscription to the changelog'),
  mails: rows('Mails to them'),
  webhook_deliveries: rows('Webhook deliveries that name their address'),
  analytics_events: rows('Analytics events with their user id or address'),
});
