export const analyticsName = 'Analytics';
