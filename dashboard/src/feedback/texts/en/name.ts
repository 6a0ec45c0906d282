export const feedbackName: string = 'Feedback';
