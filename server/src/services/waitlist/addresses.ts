import { toEmailDomain } from '@earshot/contract/shared/mailbox';

/** Returns whether the domain of an address, or a parent domain, belongs to a disposable mail service. */
export async function isDisposable(email: string): Promise<boolean> {
  // Loaded on first use, because the list has 55,000 domains.
  const { default: mailchecker } = await import('mailchecker');
  const domains = mailchecker.blacklist();
  const labels = (toEmailDomain(email) ?? '').split('.');
  return labels.some((_, index) => index < labels.length - 1 && domains.has(labels.slice(index).join('.')));
}
