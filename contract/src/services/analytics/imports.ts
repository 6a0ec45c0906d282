import { type Static, Type } from 'typebox';
import { Body, OneOf } from '../../shared/common.ts';
import { ImportedEvent } from './events.ts';
import { IMPORTED_DIMENSIONS } from './values.ts';

const count = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description, examples: [example] }));

/** Totals of a day, by a value of a dimension. */
export const DailyTotalsRecord = Body({
  day: Type.String({ format: 'date', description: 'Day in the time zone of the site', examples: ['2025-01-31'] }),
  dimension: OneOf(IMPORTED_DIMENSIONS, {
    description: 'Dimension of `value`, or `total` for the day itself',
    examples: ['page'],
  }),
  value: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description: 'Value of the dimension. Empty for visits without one.',
      examples: ['/pricing'],
    }),
  ),
  detail: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'What distinguishes records of the same day and value, such as the version of a browser. They are added up.',
      examples: ['133.0'],
    }),
  ),
  visitors: count('Visitors of the day', 120),
  visits: count('Visits of the day', 140),
  page_views: count('Page views of the day', 190),
  events: count('Events of the day', 220),
  bounces: count('Visits of the day that bounced', 60),
  exits: count('Visits of the day that ended on the page', 30),
  duration_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description: 'Duration of all visits of the day together, in seconds',
      examples: [8_400],
    }),
  ),
});
export type DailyTotalsRecord = Static<typeof DailyTotalsRecord>;

const client = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 100, description, examples: [example] }));

/** An event of another product, which knows the client instead of its user agent. */
export const EventRecord = Body({
  ...ImportedEvent.properties,
  browser: client('Name of the browser', 'Firefox'),
  os: client('Name of the operating system', 'macOS'),
  device: client('Type of the device', 'Desktop'),
});
export type EventRecord = Static<typeof EventRecord>;
