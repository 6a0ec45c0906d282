import { Type } from 'typebox';
import { mergeDeclared } from '../../services/index.ts';
import { Body, Component, Email, Id, OneOf, Timestamp } from '../../shared/common.ts';
import { RecordCount, Records } from '../../shared/people.ts';

const identifiers = {
  email: Type.Optional(
    Email({
      description: 'Email address of the person, in any spelling: `INFO@xn--mnchen-3ya.example` is `info@münchen.example`',
    }),
  ),
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

/** Identifiers that were used to find a person. */
const person = {
  emails: Type.Array(Type.String(), { examples: [['ada@example.com']] }),
  user_ids: Type.Array(Type.String(), {
    description: 'User ids, including ids that `X-User-Token` linked to one of the addresses',
    examples: [['u_42']],
  }),
};

/** Data that an erasure does not reach. */
export const NOT_ERASED = [
  {
    kind: 'anonymous_visits',
    reason:
      'Visits without a user id have no link to a person: visitors are recognized for a day, by a value that cannot be traced back.',
  },
  {
    kind: 'anonymous_feedback',
    reason:
      'Feedback, comments and votes without an address and without a signed-in user have no link to a person. Delete them in the dashboard.',
  },
  { kind: 'team_content', reason: 'Texts of the team remain; addresses in them are replaced.' },
  {
    kind: 'members',
    reason: 'Members of the project remain. Remove them from the project; they delete their account themselves.',
  },
  { kind: 'backups', reason: 'Backups remain until they expire. Repeat the erasure after restoring one.' },
] as const;

export const PersonErased = Component('PersonErased', {
  ok: Type.Boolean(),
  ...person,
  not_erased: Type.Array(
    Type.Object({
      kind: OneOf(NOT_ERASED.map(({ kind }) => kind)),
      reason: Type.String({ examples: [NOT_ERASED[0].reason] }),
    }),
    { description: 'Data that cannot be linked to a person, or that is kept' },
  ),
  erased: Type.Object(
    {
      ...mergeDeclared('erased'),
      people: RecordCount('Deleted people, with their identities and attributes'),
      mails: RecordCount('Deleted emails, including queued emails'),
      import_files: RecordCount('Deleted parts of uploaded files of imports, of all imports of the project'),
      proposals: RecordCount('Deleted proposals of the language model, of the whole project'),
      report_subscriptions: RecordCount('Deleted subscriptions to reports of the project'),
      end_user_sessions: RecordCount('Ended sessions of the person on public pages'),
      webhook_deliveries: RecordCount('Deleted webhook deliveries, including pending deliveries'),
      webhook_events: RecordCount('Deleted recent webhook events'),
      idempotency_keys: RecordCount('Deleted responses stored for `Idempotency-Key`'),
      exports: RecordCount('Deleted archives of the project that contain personal data'),
      jobs: RecordCount('Deleted background jobs'),
      audit_entries: RecordCount('Entries of the audit log in which addresses were replaced'),
      uploads: RecordCount('Deleted images used only in records of the person'),
    },
    { additionalProperties: false },
  ),
});

export const PersonExport = Component('PersonExport', {
  project_id: Id('prj'),
  exported_at: Timestamp(),
  person: Type.Object(person),
  ...mergeDeclared('exported'),
  people: Records('The person, with identities and attributes'),
  mails: Records('Emails sent to the person'),
  told: Records('Events that the person was notified of by email, with their times. They remain after the emails are deleted.'),
  report_subscriptions: Records('Subscription of the person to reports of the project'),
  end_user_sessions: Records('Sessions of the person on public pages'),
  webhook_deliveries: Records('Webhook deliveries that contain an address of the person'),
  audit_entries: Records('Entries of the audit log that contain an address of the person'),
});
