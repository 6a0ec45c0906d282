import { toMailboxKey } from '@earshot/contract/shared/mailbox';

/**
 * Returns the mailbox of an address for limits, where a person must not count as several: without `+tag`, and without dots for Gmail.
 * Everywhere else such addresses are different (`toMailboxKey`).
 */
export function toMailbox(email: string): string {
  const [local = '', domain = ''] = toMailboxKey(email).split('@');
  const [user = ''] = local.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`;
}
