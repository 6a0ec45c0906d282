import { Type } from 'typebox';
import { Body, Component, Email, Id, Timestamp } from './common.ts';

const identifiers = {
  email: Type.Optional(Email({ description: 'Email address of the person, not case-sensitive' })),
  user_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Id of the person in your application: `sub` of `X-User-Token`, `user_id` of analytics events',
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
    description: 'User ids, including ids that `X-User-Token` linked to one of the addresses',
    examples: [['u_42']],
  }),
};

export const PersonErased = Component('PersonErased', {
  ok: Type.Boolean(),
  ...person,
  erased: Type.Object(
    {
      feedback_entries_deleted: count('Deleted entries without activity of other people'),
      feedback_entries_anonymized: count('Anonymized entries with votes, comments or subscribers of other people'),
      feedback_comments: count('Deleted comments'),
      feedback_votes_anonymized: count('Anonymized votes, which remain counted'),
      feedback_subscriptions: count('Deleted subscriptions to entries'),
      waitlist_entries: count('Deleted waitlist entries'),
      testimonials: count('Deleted testimonials'),
      changelog_subscriptions: count('Deleted changelog subscriptions'),
      mails: count('Deleted mails, including queued mails'),
      webhook_deliveries: count('Deleted webhook deliveries, including pending deliveries'),
      idempotency_keys: count('Deleted responses stored for `Idempotency-Key`'),
      jobs: count('Deleted background jobs'),
      uploads: count('Deleted images used only in records of the person'),
      analytics_events: count('Deleted analytics events, with their visits and rollups'),
    },
    { additionalProperties: false },
  ),
});

const rows = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description });

export const PersonExport = Component('PersonExport', {
  project_id: Id('prj'),
  exported_at: Timestamp(),
  person: Type.Object(person),
  feedback_entries: rows('Feedback entries submitted by the person'),
  feedback_comments: rows('Comments of the person, identified by `X-User-Token`'),
  feedback_votes: rows('Votes of the person, identified by `X-User-Token`'),
  feedback_subscriptions: rows('Feedback entries to which the person is subscribed'),
  waitlist_entries: rows('Waitlist entry of the person'),
  testimonials: rows('Testimonials of the person'),
  changelog_subscriptions: rows('Changelog subscription of the person'),
  mails: rows('Mails sent to the person'),
  webhook_deliveries: rows('Webhook deliveries that contain an address of the person'),
  analytics_events: rows('Analytics events with a user id or address of the person'),
});
