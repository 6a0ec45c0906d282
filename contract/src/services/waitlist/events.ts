import { declareEvents, EVENT_TIME, eventData } from '../../shared/events.ts';
import { WaitlistEntry } from './schemas.ts';

const data = eventData(
  WaitlistEntry,
  ['email', 'name', 'metadata', 'answers'],
  ['position', 'referral_url', 'notes', 'external_id', 'reached_rewards', 'on_leaderboard'],
);

export const events = declareEvents('WaitlistEvent', data, {
  'waitlist.joined': {
    when: 'A person joined the waitlist',
    payload:
      '`data` is the waitlist entry. With `double_opt_in`, it is not confirmed yet: `confirmed_at` is null, and `waitlist.confirmed` follows.',
  },
  'waitlist.confirmed': {
    when: 'A person confirmed their email address',
    payload: '`data` is the waitlist entry with `confirmed_at`. Sent only with `double_opt_in`.',
    example: { confirmed_at: EVENT_TIME },
  },
  'waitlist.invited': {
    when: 'A person was invited',
    payload: '`data` is the waitlist entry with the status `invited` and `invited_at`. Sent once for each invited entry.',
    example: { status: 'invited', confirmed_at: EVENT_TIME, invited_at: EVENT_TIME },
  },
  'waitlist.reward_reached': {
    when: 'A person reached a reward for referrals',
    payload:
      '`data` is the waitlist entry, and `changes` lists the keys of the rewards that the entry has reached, before and after. Sent once for each reward of an entry, also when referrals are withdrawn and come back.',
    example: { referral_count: 3, confirmed_at: EVENT_TIME },
    changes: [{ field: 'reached_rewards', old: [], new: ['early_access'] }],
  },
});
