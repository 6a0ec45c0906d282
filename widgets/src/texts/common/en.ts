export { button } from '../en-button.ts';

export const common = {
  close: 'Close',
  back: 'Back',
  send: 'Send',
  email: 'Email address',
  name: 'Name',
  optional: 'optional',
  loading: 'Loading…',
  more: 'Show more',
  tryAgain: 'Try again',
  unreachable: 'Connection failed. Your input is kept; try again in a moment.',
  tooMany: 'Too many requests. Try again in a minute.',
  signedOut: 'Your sign-in could not be verified. Reload the page and try again.',
  invalidEmail: 'Enter a valid email address.',
  nothing: 'Nothing here yet',
  status_new: 'New',
  status_under_review: 'Under review',
  status_planned: 'Planned',
  status_in_progress: 'In progress',
  status_done: 'Done',
  status_declined: 'Declined',
  status_duplicate: 'Merged',
};

/** Texts of the sign-in within widgets, which is loaded when a visitor needs it. */
export const signIn = {
  mailCode: 'Email me a code',
  code: 'Code',
  enterCode: 'Sign in',
  codeSent: 'Enter the code that we sent to {email}.',
  wrongCode: 'The code is wrong or has expired.',
  signedInAs: 'Signed in as {email}',
  signOut: 'Sign out',
};
