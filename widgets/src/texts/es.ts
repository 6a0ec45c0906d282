// Generated from the folders of the widgets by `npm run generate`.

export * from './common/es.ts';
export * from '../changelog/texts/es.ts';
export * from '../feedback/texts/es.ts';
export * from '../help/texts/es.ts';
export * from '../roadmap/texts/es.ts';
export * from '../testimonials/texts/es.ts';
export * from '../waitlist/texts/es.ts';
