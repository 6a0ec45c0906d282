export const analyticsName = 'アナリティクス';
