/** What an address comes down to: `+tag` and, at Gmail, dots make no other mailbox. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [user = ''] = local.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`;
}
