/** Whether an address belongs to a throw-away mail service, itself or by a domain above it. */
export async function isDisposable(email: string): Promise<boolean> {
  // 55,000 domains: read when the first project wants to know.
  const { default: mailchecker } = await import('mailchecker');
  const domains = mailchecker.blacklist();
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, index) => index < labels.length - 1 && domains.has(labels.slice(index).join('.')));
}
