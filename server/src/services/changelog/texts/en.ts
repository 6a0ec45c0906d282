export const en = {
  about: (project: string) => `Product updates from ${project}: features, improvements and fixes.`,
  text: (project: string) => `Product updates from ${project}.`,
  empty: 'No updates yet.',
  types: { feature: 'New', improvement: 'Improved', fix: 'Fixed', breaking: 'Changed' },
  subscribe: 'Subscribe',
  subscribeTitle: 'Subscribe to updates',
  sentTo: 'Updates are sent to {email}.',
  subscribed: 'You are subscribed',
  subscribedText: (project: string) => `You will receive product updates from ${project} by email.`,
  confirm: 'Confirm your email address',
  confirmText: 'We sent you an email. Open the link in it to confirm your subscription.',
  own: 'Product updates by email',
  noOwn: 'You receive no product updates by email.',
  mails: {
    confirmSubject: (project: string) => `Confirm your subscription to ${project} updates`,
    confirm: 'Confirm your subscription',
    askedText: (project: string) =>
      `Confirm your email address to receive product updates from ${project}. If you didn’t request this, you can ignore this email.`,
    askedFooter: (project: string) => `You received this email because this address was entered in the changelog of ${project}.`,
    addedText: (project: string) =>
      `${project} would like to send you product updates. Confirm your email address to receive them. Without a confirmation, you receive no further emails.`,
    addedFooter: (project: string) =>
      `You received this email because the team of ${project} entered this address in its changelog.`,
    entrySubject: (title: string, project: string) => `${title} – new at ${project}`,
    view: 'View in browser',
    footer: (project: string) => `You received this email because you subscribed to the changelog of ${project}.`,
    renewal: 'Subscribe to the changelog again to get a new link.',
    willReceive: (email: string, project: string) => `${email} will receive product updates from ${project}.`,
    confirmed: 'Subscription confirmed',
    confirmedText: (project: string) => `You will receive product updates from ${project}.`,
    unsubscribeText: (email: string) => `${email} will no longer receive product updates.`,
  },
  report: {
    title: 'Changelog',
    adoption: 'Did the people who asked use it?',
    used: (used: string, of: string) => `${used} of ${of} used it`,
    open: 'Open outcomes',
  },
};

export type Texts = typeof en;
