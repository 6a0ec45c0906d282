import { Type } from 'typebox';
import { BatchOf, ExternalId, PastTime } from '../../shared/batches.ts';
import { Component, Email, Nullable, OneOf } from '../../shared/common.ts';
import { givenAnswers } from './questions.ts';
import { metadata, name } from './schemas.ts';
import { STATUSES } from './values.ts';

export const WaitlistRecord = Component('WaitlistRecord', {
  external_id: ExternalId('entry'),
  email: Email({ description: 'An address that is on the list is not added again: empty fields of its entry are filled.' }),
  name: Type.Optional(Nullable(name())),
  status: Type.Optional(
    OneOf(STATUSES, {
      description: 'Status of a new entry, `waiting` by default. The status of an existing entry moves forward only.',
    }),
  ),
  referral_source: Type.Optional(Nullable(Type.String({ maxLength: 200, examples: ['newsletter'] }))),
  referral_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      pattern: '^[A-Za-z0-9_-]+$',
      description:
        'Referral code, so that shared links keep working. A code that another entry has is replaced. Codes of existing entries are kept.',
      examples: ['k3v9x2m7qa'],
    }),
  ),
  referred_by: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 254,
        description:
          'Referral code, external id or address of the referrer, who is on the list or in the same batch. The referral is counted, and moves nobody in line.',
        examples: ['k3v9x2m7qa'],
      }),
    ),
  ),
  referral_count: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Number of referrals by people who are not on the list. Those who name the entry in `referred_by` are added.',
      examples: [3],
    }),
  ),
  notes: Type.Optional(Nullable(Type.String({ maxLength: 5000, description: 'Internal notes' }))),
  metadata: Type.Optional(metadata({ description: 'Custom data as a JSON object of at most 4 KiB' })),
  answers: givenAnswers('Answers to questions of the sign-up form by key, which may be archived. Required ones may be absent.'),
  confirmed: Type.Optional(
    Type.Boolean({
      description: 'Whether the address was confirmed, `true` by default. Invited and joined entries are confirmed.',
    }),
  ),
  on_leaderboard: Type.Optional(
    Type.Boolean({ description: 'Whether the leaderboard may contain the entry, `true` by default' }),
  ),
  unsubscribed_at: PastTime('Time at which the person unsubscribed from broadcasts, which is never taken back', 'none'),
  created_at: PastTime('Time of the sign-up'),
  invited_at: PastTime('Time of the invitation', 'the time of the sign-up for invited entries'),
});

export const ImportWaitlist = BatchOf(WaitlistRecord, {
  external_id: 'getwaitlist:17',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  referral_code: 'k3v9x2m7qa',
  created_at: '2025-03-14T09:30:00.000Z',
});
