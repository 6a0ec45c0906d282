export * from './conversions.ts';
export * from './events.ts';
export * from './manage.ts';
export * from './query.ts';
export * from './reports.ts';
export * from './revenue.ts';
export * from './sharing.ts';
export * from './web-vitals.ts';
