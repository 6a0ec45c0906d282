// Generated from the folders of the widgets by `npm run generate`.

export * from './common/fr.ts';
export * from '../changelog/texts/fr.ts';
export * from '../feedback/texts/fr.ts';
export * from '../help/texts/fr.ts';
export * from '../roadmap/texts/fr.ts';
export * from '../testimonials/texts/fr.ts';
export * from '../waitlist/texts/fr.ts';
