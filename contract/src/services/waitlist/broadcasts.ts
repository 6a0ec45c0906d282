import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Page, Timestamp } from '../../shared/common.ts';
import { InviteFromWaitlist } from './schemas.ts';
import { BROADCAST_STATUSES, BROADCAST_STOP_REASONS, RECEIVING_STATUSES } from './values.ts';

const { count: _count, ids: _ids, ...filters } = InviteFromWaitlist.properties;

const filter = (description: string) =>
  Type.Object(
    { status: Type.Optional(OneOf(RECEIVING_STATUSES)), ...filters },
    { additionalProperties: false, description, examples: [{ status: 'waiting', reward: 'early_access' }] },
  );
const subject = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['We open next week'], ...options });
const body = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S', examples: ['Thank you for waiting.'], ...options });
const count = (description: string) => Type.Integer({ description, examples: [12] });

export const WaitlistBroadcast = Component('WaitlistBroadcast', {
  id: Id('wbr'),
  project_id: Id('prj'),
  subject: subject(),
  body: body({ description: 'Text in Markdown' }),
  filter: filter('Filters of the recipients'),
  status: OneOf(BROADCAST_STATUSES, {
    description: '`sent` when all emails are in the outbox; `incomplete` when it stopped before, and can be resumed',
  }),
  stop_reason: Nullable(
    OneOf(BROADCAST_STOP_REASONS, {
      description:
        'Reason of an `incomplete` broadcast. `filter`: the segment, reward or question of its filter was deleted; `error`: all attempts failed.',
    }),
  ),
  recipient_count: count('Number of recipients'),
  delivered_count: count('Emails that the mail server accepted'),
  failed_count: count('Emails that failed or were suppressed. Canceled ones are not counted.'),
  unsubscribed_count: count('People who unsubscribed by a link of this broadcast'),
  created_at: Timestamp(),
  sent_at: Nullable(Timestamp()),
});

export const BroadcastContent = Body(
  { subject: subject(), body: body({ description: 'Text in Markdown' }) },
  { examples: [{ subject: 'We open next week', body: 'Thank you for waiting.' }] },
);

export const SendBroadcast = Body(
  { ...BroadcastContent.properties, filter: Type.Optional(filter('Filters of the recipients. Without them, everyone.')) },
  { examples: [{ subject: 'We open next week', body: 'Thank you for waiting.', filter: { status: 'waiting' } }] },
);

export const PreviewBroadcast = Body(
  {
    subject: Type.Optional(Type.String({ maxLength: 200 })),
    body: Type.Optional(Type.String({ maxLength: 20_000, description: 'Text in Markdown' })),
    filter: SendBroadcast.properties.filter,
  },
  { examples: [{ subject: 'We open next week', body: 'Thank you for waiting.' }] },
);

export const BroadcastPreview = Component('WaitlistBroadcastPreview', {
  subject: Type.String({ examples: ['We open next week'] }),
  text: Type.String({ examples: ['Thank you for waiting.'] }),
  html: Type.String(),
  recipient_count: count('Number of people who would receive the email now'),
});

export const ListBroadcastsQuery = Type.Object(Page);
