// Generated from the folders of the widgets by `npm run generate`.

export * from './common/ja.ts';
export * from '../changelog/texts/ja.ts';
export * from '../feedback/texts/ja.ts';
export * from '../help/texts/ja.ts';
export * from '../roadmap/texts/ja.ts';
export * from '../testimonials/texts/ja.ts';
export * from '../waitlist/texts/ja.ts';
