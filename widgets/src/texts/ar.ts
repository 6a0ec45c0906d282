// Generated from the folders of the widgets by `npm run generate`.

export * from './common/ar.ts';
export * from '../changelog/texts/ar.ts';
export * from '../feedback/texts/ar.ts';
export * from '../help/texts/ar.ts';
export * from '../roadmap/texts/ar.ts';
export * from '../testimonials/texts/ar.ts';
export * from '../waitlist/texts/ar.ts';
