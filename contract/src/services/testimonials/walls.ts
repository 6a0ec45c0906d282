import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Ref, Timestamp } from '../../shared/common.ts';
import { THEMES } from '../../shared/values.ts';
import { MAX_WALL_COLUMNS, SORTS, WALL_CORNERS, WALL_LAYOUTS } from './values.ts';

/** Maximum number of collections of a project. */
export const MAX_COLLECTIONS = 50;
const MAX_WALL_LIMIT = 100;

/** Look of a wall. */
export const WallStyle = Component('WallStyle', {
  layout: OneOf(WALL_LAYOUTS, { description: 'Arrangement of the testimonials' }),
  theme: OneOf(THEMES, { description: 'Colors. `auto` follows the device.' }),
  accent_color: Nullable(
    Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      description: 'Color of stars and play buttons, as `#rrggbb`. Null for amber.',
      examples: ['#0a7f5a'],
    }),
  ),
  columns: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_WALL_COLUMNS,
      description: 'Maximum number of columns. Null for as many as fit.',
      examples: [3],
    }),
  ),
  corners: OneOf(WALL_CORNERS, { description: 'Corners of the cards' }),
  show_rating: Type.Boolean({ description: 'Whether cards show the stars' }),
  show_date: Type.Boolean({ description: 'Whether cards show the date' }),
  show_avatar: Type.Boolean({ description: 'Whether cards show the photo or initial of the author' }),
  show_company: Type.Boolean({ description: 'Whether cards show the title and company of the author' }),
  sort: OneOf(SORTS, { description: 'Order of the testimonials' }),
  limit: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_WALL_LIMIT,
      description: 'Maximum number of testimonials. Null for all of them, in pages.',
      examples: [12],
    }),
  ),
});

/** Creates the schema of the look of a wall where a reference is impossible: in requests, in settings and where it can be null. */
export const wallStyle = (options: object = {}) =>
  Type.Object(WallStyle.properties, { title: 'WallStyle', additionalProperties: false, ...options });

const name = () => Type.String({ minLength: 1, maxLength: 100, examples: ['Agencies'] });
const slug = () =>
  Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    description: 'Part of the URL of the wall, and value of the attribute `collection` of the widget',
    examples: ['agencies'],
  });
const style = () => Nullable(wallStyle({ description: 'Look of the wall. Null for that of `settings.testimonials.wall`.' }));

const figures = {
  count: Type.Integer({ description: 'Number of approved testimonials', examples: [12] }),
  average_rating: Nullable(
    Type.Number({ description: 'Mean rating of the approved testimonials, rounded to two decimals', examples: [4.67] }),
  ),
};

export const TestimonialCollection = Component('TestimonialCollection', {
  id: Id('tcl'),
  project_id: Id('prj'),
  slug: slug(),
  name: name(),
  style: style(),
  ...figures,
  url: Type.String({
    description: 'URL of the public wall',
    examples: ['https://feedback.example.com/p/acme/testimonials/agencies'],
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const CreateTestimonialCollection = Body(
  { name: name(), slug: Type.Optional(slug()), style: Type.Optional(style()) },
  { examples: [{ name: 'Agencies' }] },
);

export const UpdateTestimonialCollection = Body(
  { name: Type.Optional(name()), slug: Type.Optional(slug()), style: Type.Optional(style()) },
  { minProperties: 1, examples: [{ name: 'Agencies' }] },
);

export const collectionFilter = () =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Slug of a collection, whose testimonials are selected. An unknown one is an error.',
      examples: ['agencies'],
    }),
  );

export const WallQuery = Type.Object({ collection: collectionFilter() });

export const TestimonialWall = Component('TestimonialWall', {
  name: Nullable(Type.String({ description: 'Name of the collection. Null for all testimonials.', examples: ['Agencies'] })),
  style: Ref(WallStyle),
  ...figures,
  url: Type.String({ description: 'URL of the public wall', examples: ['https://feedback.example.com/p/acme/testimonials'] }),
});
