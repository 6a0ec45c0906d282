// Generated from the folders of the widgets by `npm run generate`.

export * from './common/pt.ts';
export * from '../changelog/texts/pt.ts';
export * from '../feedback/texts/pt.ts';
export * from '../help/texts/pt.ts';
export * from '../roadmap/texts/pt.ts';
export * from '../testimonials/texts/pt.ts';
export * from '../waitlist/texts/pt.ts';
