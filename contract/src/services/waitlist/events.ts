import { declareEvents, EVENT_TIME, eventData } from '../../shared/events.ts';
import { WaitlistEntry } from './schemas.ts';

const data = eventData(WaitlistEntry, ['email', 'name', 'metadata'], ['position', 'referral_url', 'notes', 'external_id']);

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
});
