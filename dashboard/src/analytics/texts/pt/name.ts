export const analyticsName = 'Análises';
