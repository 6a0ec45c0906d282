/** By itself, because it is all that the button needs before it is pressed. */
export const button = {
  feedback: 'Feedback',
  away: 'We can’t be reached right now. Please try again in a moment.',
};
