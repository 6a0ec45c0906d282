/** Returns the canonical mailbox of an address: without `+tag`, and without dots for Gmail. */
export function toMailbox(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [user = ''] = local.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`;
}
