export const analyticsName = 'Statistiques';
