import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('en');

export const en = {
  join: 'Join the waitlist',
  about: (project: string) => `Join the ${project} waitlist. We’ll email you when it’s your turn.`,
  text: (project: string) => `Sign up with your email address. ${project} will email you when it’s your turn.`,
  teaser: 'Be the first to get access.',
  invalidEmail: 'Invalid email address',
  invalidEmailText: 'Enter an address like ada@example.com.',
  joined: 'You’re on the waitlist',
  joinedText: 'You’re on the waitlist.',
  viewPlace: 'View your place and rewards',
  confirm: 'Confirm your email address',
  confirmText: 'We sent you an email. Open the link in it to confirm your address.',
  position: (position: string) => `You are number ${position} in line.`,
  invited: 'You are invited',
  invitedText: 'We sent you an email with your invitation.',
  hasAccess: 'You have access',
  hasAccessText: 'Your place on the waitlist is used.',
  unconfirmedText: 'We sent you an email. Open the link in it to get your place on the waitlist.',
  failed: 'Sign-up failed',
  disposable: 'We don’t accept disposable addresses. Use a permanent email address.',
  checkAnswers: 'Check your answers',
  checkAnswer: (question: string) => `“${question}” needs another answer.`,
  known: 'Already on the waitlist',
  knownText: 'This address is already on the waitlist.',
  place: 'Your place on the waitlist',
  share: 'Share your link. Each friend who joins moves you up:',
  link: 'Your referral link:',
  shareText: (project: string) => `Join me on the ${project} waitlist`,
  byEmail: 'Email',
  rewards: 'Rewards',
  reached: 'Reached',
  leaders: 'Top referrers',
  anonymous: 'Anonymous',
  referrals: (count: number) => n(count, { one: '# referral', other: '# referrals' }),
  referralsText: (count: number) => n(count, { one: '# referral.', other: '# referrals.' }),
  rank: (rank: string) => `You are number ${rank} of those who refer most.`,
  mails: {
    footer: (project: string) => `You received this email because this address was signed up for the ${project} waitlist.`,
    leave: 'Leave the waitlist',
    confirmSubject: (project: string) => `Confirm your email address for the ${project} waitlist`,
    confirmText: (project: string) =>
      `Confirm your email address to join the ${project} waitlist. If you didn’t sign up, you can ignore this email.`,
    welcomeSubject: (project: string) => `You’re on the ${project} waitlist`,
    welcomePosition: (position: string, project: string) => `You are number ${position} in line at ${project}.`,
    welcomeText: (project: string) => `You’re on the ${project} waitlist.`,
    boost: (positions: number) =>
      n(positions, {
        one: 'Share your link: each friend who joins moves you up one position.',
        other: 'Share your link: each friend who joins moves you up # positions.',
      }),
    openLink: 'Open referral link',
    invitedSubject: (project: string) => `You’re invited to ${project}`,
    invited: 'It’s your turn',
    invitedText: (project: string) => `Thank you for waiting. You can now start using ${project}.`,
    accept: 'Accept invitation',
    rewardSubject: (project: string, names: string) => `You reached a reward at ${project}: ${names}`,
    rewardText: (count: number, project: string) =>
      `${n(count, { one: 'One friend has', other: '# friends have' })} joined the ${project} waitlist through your link.`,
    nextReward: (name: string, missing: number) =>
      `Next: ${name}, after ${n(missing, { one: 'one more friend', other: '# more friends' })}.`,
    viewRewards: 'View rewards',
    knownSubject: (project: string) => `You’re already on the ${project} waitlist`,
    known: 'You’re already on the waitlist',
    knownText: (project: string, date: string) =>
      `Someone, probably you, signed up for the ${project} waitlist with this address. It has been on the waitlist since ${date}. Nothing has changed.`,
    renewal: 'Sign up for the waitlist again to get a new link.',
    confirmPage: (email: string, project: string) => `Confirm ${email} to join the ${project} waitlist.`,
    confirmed: 'Thank you for confirming.',
    leaveQuestion: 'Leave the waitlist?',
    leaveText: (email: string) => `${email} loses its position, and its data on this waitlist is deleted.`,
    left: 'You left the waitlist',
    leftText: 'Your data on this waitlist has been deleted.',
    unsubscribeText: (email: string, project: string) =>
      `${email} keeps its place on the ${project} waitlist, and receives no more news about it.`,
    unsubscribedText: (project: string) => `You keep your place on the ${project} waitlist, and receive no more news about it.`,
  },
  notices: {
    signups: 'New sign-ups',
    signupsOn: (count: number, date: string) => `${n(count, { one: '# sign-up', other: '# sign-ups' })} on ${date}`,
  },
  report: { title: 'Waitlist', signups: 'Sign-ups', total: 'Total', waiting: 'Waiting', open: 'Open the waitlist' },
};

export type Texts = typeof en;
