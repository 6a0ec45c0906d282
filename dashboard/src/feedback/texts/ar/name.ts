export const feedbackName = 'الملاحظات';
