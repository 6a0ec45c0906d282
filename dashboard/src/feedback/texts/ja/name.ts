export const feedbackName = 'フィードバック';
