export const analyticsName = 'Analítica';
