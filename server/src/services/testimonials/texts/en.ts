import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('en');

export const en = {
  about: (project: string, rating: string) => `Testimonials about ${project}${rating && `: ${rating}`}.`,
  ratingOf: (average: string, count: number) =>
    n(count, { one: `${average} out of 5 stars from # testimonial`, other: `${average} out of 5 stars from # testimonials` }),
  outOfFive: (count: number) => n(count, { one: 'out of 5 stars, # testimonial', other: 'out of 5 stars, # testimonials' }),
  stars: (count: number) => `${count} of 5 stars`,
  starsOfField: (count: number) => n(count, { one: '# star', other: '# stars' }),
  empty: 'No testimonials yet. Be the first to write one.',
  write: 'Write a testimonial',
  publishedLater: 'It is published after review.',
  yourRating: 'Your rating',
  yours: 'Your testimonial',
  role: 'Role',
  company: 'Company',
  emailHint: 'Email address (optional, not published; we send you a link to edit or withdraw your testimonial)',
  consent: 'You may publish my testimonial and my name on your website.',
  questionsText: 'Answer the questions that you like. You can edit the text before you submit it.',
  draftText: 'Your answers as one text. Edit it as you like. The team also receives your answers.',
  continue: 'Continue',
  submit: 'Submit',
  close: 'Close',
  submitted: 'Your testimonial will be published after review.',
  all: 'All testimonials',
  incentive: 'Incentivized',
  affiliated: 'Affiliated',
  playVideo: (name: string, host: string) => `Play the video of ${name} on ${host}`,
  ownText: 'Edited testimonials are reviewed again before they are published. Withdrawing deletes your testimonial.',
  rating: 'Rating',
  save: 'Save changes',
  withdraw: 'Withdraw testimonial',
  withdrawn: 'Testimonial withdrawn',
  withdrawnText: 'Your testimonial has been deleted.',
  updated: 'Testimonial updated',
  updatedText: 'Thank you. Your testimonial will be reviewed again.',
  mails: {
    thanksSubject: (project: string) => `Thank you for your testimonial about ${project}`,
    thanksText: (project: string) =>
      `Thank you for your testimonial about ${project}. You can read, change or withdraw it at any time. If you didn’t write one, you can ignore this email.`,
    edit: 'Edit testimonial',
    submitted: (project: string) =>
      `You received this email because this address was submitted with a testimonial about ${project}.`,
    question: (project: string) => `How do you like ${project}?`,
    reasons: {
      release_used: (title: string | null) =>
        title === null ? 'You use what you asked for.' : `You asked for “${title}”, and have used it.`,
      goal_reached: () => 'You have used it for a while now.',
      answer_helpful: () => 'You found a helpful answer in our help center.',
    },
    requestText: 'Would you write a few sentences about it? We publish them with your name only if you agree.',
    usesIt: (project: string) => `You received this email because you use ${project}. We ask at most once a year.`,
    reminder: (project: string) => `Reminder: how do you like ${project}?`,
    reminderText: 'We asked you before, and would still love to hear from you.',
    remindsOnce: (project: string) => `You received this email because you use ${project}. This is the only reminder.`,
    stop: 'Don’t ask again',
    stopQuestion: 'Don’t ask again?',
    stopText: 'You will receive no more requests for testimonials.',
    stopped: 'No more requests',
    stoppedText: 'You will not be asked for a testimonial again.',
  },
  notices: { pending: 'Testimonial awaiting approval', approved: 'Testimonial approved', rejected: 'Testimonial rejected' },
  report: {
    title: 'Testimonials',
    created: 'New testimonials',
    best: 'Best ratings',
    ofFive: (rating: number) => `${rating} of 5`,
    pending: (count: number) =>
      n(count, { one: '# testimonial waits for approval.', other: '# testimonials wait for approval.' }),
    open: 'Open testimonials',
  },
};

export type Texts = typeof en;
