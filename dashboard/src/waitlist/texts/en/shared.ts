/** Texts in places that all services share. */
export const waitlistShared = {
  scopes: {
    'waitlist:read': 'Read the waitlist',
    'waitlist:write': 'Read and change the waitlist, and invite',
  },
  actions: {
    'waitlist_entry.deleted': 'Deleted a waitlist entry',
    'waitlist.exported': 'Exported the waitlist',
    'waitlist_broadcast.sent': 'Sent a broadcast to the waitlist',
    'waitlist_broadcast.resumed': 'Resumed a broadcast to the waitlist',
  },
  events: {
    'waitlist.joined': 'Waitlist sign-up',
    'waitlist.confirmed': 'Waitlist sign-up confirmed',
    'waitlist.invited': 'Invited from the waitlist',
    'waitlist.reward_reached': 'Reward for referrals reached',
  },
  sections: { waitlist: 'Waitlist' },
  settings: {
    'settings.waitlist.welcome_mail': { label: 'Welcome email', hint: 'Contains the position and the referral link.' },
    'settings.waitlist.double_opt_in': {
      label: 'Double opt-in',
      hint: 'People get a position after they confirm their email address.',
    },
    'settings.waitlist.private_signups': {
      label: 'Private sign-ups',
      hint: 'Existing addresses get the same response as new addresses, and an explanatory email. Also turn on double opt-in to hide who is on the waitlist.',
    },
    'settings.waitlist.refuse_disposable': { label: 'Reject disposable addresses' },
    'settings.waitlist.referral_boost': { label: 'Positions per referral', hint: '0 to 100. Applies to future referrals.' },
    'settings.waitlist.reward_mail': { label: 'Reward email', hint: 'Sent when a person reaches a reward for referrals.' },
    'settings.waitlist.leaderboard': {
      label: 'Public leaderboard',
      hint: 'Form and page show the ten people with the most referrals, with initials instead of names.',
    },
    'settings.waitlist.page_url': {
      label: 'Sign-up page',
      hint: 'Target of referral links. Leave empty to use the public page.',
    },
    'settings.waitlist.invitation_url': {
      label: 'Invitation URL',
      hint: 'Target of the button in invitation emails. Leave empty for no button.',
    },
  },
  notifications: {
    'waitlist.joined': 'Sign-ups',
  },
  timeline: {
    waitlist: 'Waitlist',
  },
  did: {
    waitlist: 'Joined the waitlist',
  },
  imports: {
    waitlist: 'Waitlist',
  },
};
