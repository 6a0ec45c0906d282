export * from './analytics/conversions.ts';
export * from './analytics/events.ts';
export * from './analytics/manage.ts';
export * from './analytics/query.ts';
export * from './analytics/reports.ts';
export * from './analytics/revenue.ts';
export * from './analytics/web-vitals.ts';
