export const analyticsName: string = 'Analytics';
