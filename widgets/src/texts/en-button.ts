/** Texts of the feedback button. A separate file, so that the page loads only these until the button is pressed. */
export const button = {
  feedback: 'Feedback',
  connectionFailed: 'Connection failed. Try again in a moment.',
};
