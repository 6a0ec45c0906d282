// Generated from the folders of the widgets by `npm run generate`.

export * from './common/en.ts';
export * from '../changelog/texts/en.ts';
export * from '../feedback/texts/en.ts';
export * from '../help/texts/en.ts';
export * from '../roadmap/texts/en.ts';
export * from '../testimonials/texts/en.ts';
export * from '../waitlist/texts/en.ts';
