export const feedbackName = 'Feedback';
