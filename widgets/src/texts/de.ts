// Generated from the folders of the widgets by `npm run generate`.

export * from './common/de.ts';
export * from '../changelog/texts/de.ts';
export * from '../feedback/texts/de.ts';
export * from '../help/texts/de.ts';
export * from '../roadmap/texts/de.ts';
export * from '../testimonials/texts/de.ts';
export * from '../waitlist/texts/de.ts';
