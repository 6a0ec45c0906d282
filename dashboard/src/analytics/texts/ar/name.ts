export const analyticsName = 'التحليلات';
