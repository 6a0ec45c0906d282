import { Type } from 'typebox';
import { Body, Component, Email, Id, Timestamp } from '../shared/common.ts';

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

const recordCount = (description: string) => Type.Integer({ minimum: 0, description });

/** Identifiers that were used to find a person. */
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
      feedback_entries_deleted: recordCount('Deleted entries without activity of other people'),
      feedback_entries_anonymized: recordCount('Anonymized entries with votes, comments or subscribers of other people'),
      feedback_comments: recordCount('Deleted comments'),
      feedback_votes_anonymized: recordCount('Anonymized votes, which remain counted'),
      feedback_subscriptions: recordCount('Deleted subscriptions to entries'),
      waitlist_entries: recordCount('Deleted waitlist entries'),
      testimonials: recordCount('Deleted testimonials'),
      changelog_subscriptions: recordCount('Deleted changelog subscriptions'),
      mails: recordCount('Deleted emails, including queued emails'),
      webhook_deliveries: recordCount('Deleted webhook deliveries, including pending deliveries'),
      webhook_events: recordCount('Deleted recent webhook events'),
      idempotency_keys: recordCount('Deleted responses stored for `Idempotency-Key`'),
      jobs: recordCount('Deleted background jobs'),
      audit_entries: recordCount('Entries of the audit log in which addresses were replaced'),
      uploads: recordCount('Deleted images used only in records of the person'),
      analytics_events: recordCount('Deleted analytics events, with their visits and rollups'),
    },
    { additionalProperties: false },
  ),
});

const recordList = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description });

export const PersonExport = Component('PersonExport', {
  project_id: Id('prj'),
  exported_at: Timestamp(),
  person: Type.Object(person),
  feedback_entries: recordList('Feedback entries submitted by the person'),
  feedback_comments: recordList('Comments of the person, identified by `X-User-Token`'),
  feedback_votes: recordList('Votes of the person, identified by `X-User-Token`'),
  feedback_subscriptions: recordList('Feedback entries to which the person is subscribed'),
  waitlist_entries: recordList('Waitlist entry of the person'),
  testimonials: recordList('Testimonials of the person'),
  changelog_subscriptions: recordList('Changelog subscription of the person'),
  mails: recordList('Emails sent to the person'),
  webhook_deliveries: recordList('Webhook deliveries that contain an address of the person'),
  audit_entries: recordList('Entries of the audit log that contain an address of the person'),
  analytics_events: recordList('Analytics events with a user id or address of the person'),
});
