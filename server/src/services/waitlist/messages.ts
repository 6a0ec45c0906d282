import type { Instance } from '../../instance/instance.ts';
import { formatCount, type EventSummary } from '../../instance/messages/messages.ts';

interface EntryData {
  email?: string;
  name?: string | null;
  confirmed_at: string | null;
  referral_source: string | null;
  referral_count: number;
}

/** Adds messages about the waitlist. */
export function describeWaitlist({ messages }: Pick<Instance, 'messages'>): void {
  messages.add({
    'waitlist.joined': (entry: EntryData) =>
      summarize(entry, entry.confirmed_at ? 'New sign-up' : 'New sign-up, address not confirmed'),
    'waitlist.confirmed': (entry: EntryData) => summarize(entry, 'Address confirmed'),
    'waitlist.invited': (entry: EntryData) => summarize(entry, 'Invited'),
    'waitlist.reward_reached': (entry: EntryData) => summarize(entry, 'Reward reached'),
  });
}

const summarize = ({ email, name, referral_source, referral_count }: EntryData, heading: string): EventSummary => ({
  heading,
  title: name || email || 'A person on the waitlist',
  facts: [name && email, referral_source, referral_count > 0 && formatCount(referral_count, 'referral')],
  link: 'waitlist',
});
