export const feedbackName = 'Avis';
