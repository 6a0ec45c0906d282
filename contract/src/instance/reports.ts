import { Type } from 'typebox';
import { Body, Component, Email, Id, Nullable, OneOf, Timestamp } from '../shared/common.ts';
import { REPORT_FREQUENCIES, REPORT_SUBSCRIPTION_STATES } from './values.ts';

const frequency = () =>
  OneOf(REPORT_FREQUENCIES, {
    description:
      '`weekly`: on Mondays, about the week before. `monthly`: on the first day of a month, about the month before. At 8:00 in the time zone of the project.',
    examples: ['weekly'],
  });

const day = (description: string, example: string) => Type.String({ format: 'date', description, examples: [example] });

export const ReportPreviewQuery = Type.Object({
  frequency: Type.Optional({ ...frequency(), default: 'weekly' }),
});

export const SendReportPreview = Body({ frequency: frequency() }, { examples: [{ frequency: 'weekly' }] });

export const ReportPreview = Component('ReportPreview', {
  subject: Type.String({ examples: ['Acme: weekly report, November 16–22, 2026'] }),
  html: Type.String(),
  text: Type.String(),
  period: Type.Object(
    {
      frequency: frequency(),
      from: day('First day of the period', '2026-11-16'),
      to: day('Last day of the period', '2026-11-22'),
      timezone: Type.String({ description: 'Time zone of the project', examples: ['Europe/Berlin'] }),
    },
    { description: 'The last complete week or month' },
  ),
});

export const ReportSubscription = Component('ReportSubscription', {
  id: Id('rps'),
  project_id: Id('prj'),
  user_id: Nullable(Id('usr', 'Id of the member. Null for an address outside of the project.')),
  name: Nullable(Type.String({ description: 'Name of the member', examples: ['Ada Lovelace'] })),
  email: Nullable(
    Type.String({
      description: 'Address that receives the report. Null for tokens without the scope `personal_data:read`.',
      examples: ['investor@example.com'],
    }),
  ),
  frequency: frequency(),
  state: OneOf(REPORT_SUBSCRIPTION_STATES, {
    description:
      '`pending`: the address was not confirmed yet, and receives no reports. Pending subscriptions are deleted after `settings.retention.unconfirmed_days`.',
  }),
  created_at: Timestamp(),
});

export const CreateReportSubscription = Body(
  {
    email: Type.Optional(
      Email({
        description: 'Address outside of the project, which receives an email to confirm. Without an address, you subscribe.',
      }),
    ),
    frequency: Type.Optional({ ...frequency(), default: 'weekly' }),
  },
  { examples: [{ email: 'investor@example.com', frequency: 'monthly' }] },
);

export const UpdateReportSubscription = Body({ frequency: frequency() }, { examples: [{ frequency: 'monthly' }] });
