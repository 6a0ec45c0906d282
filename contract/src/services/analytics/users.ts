import { Type } from 'typebox';
import { Component, ListOf, Nullable, OneOf, Page, Ref, Timestamp } from '../../shared/common.ts';
import { asOfProperty, reportQuery } from './query.ts';
import { USER_SORTS } from './values.ts';

export const UsersQuery = {
  ...reportQuery,
  sort: Type.Optional(OneOf(USER_SORTS, { description: 'Column to sort by. Defaults to `last_seen`.' })),
  order: Type.Optional(OneOf(['desc', 'asc'] as const, { description: 'Direction of the sort order. Defaults to `desc`.' })),
  ...Page,
};

export const UserVisitsQuery = { ...reportQuery, ...Page };

const userProperties = {
  user_id: Type.String({ description: 'Id of the user in your application', examples: ['u_42'] }),
  person_id: Nullable(
    Type.String({
      description: 'Person to whom the user id belongs, see `GET /v1/people/{id}`. Null if the person was deleted.',
      examples: ['per_01jb3k7z6yf7fvr8x0q2m4n6p8'],
    }),
  ),
  name: Nullable(Type.String({ description: 'Name of the person', examples: ['Ada Lovelace'] })),
};

export const AnalyticsUser = Component('AnalyticsUser', {
  ...userProperties,
  first_seen_at: Timestamp({ description: 'Start of the first visit in the period' }),
  last_seen_at: Timestamp({ description: 'Last event of the last visit in the period' }),
  visits: Type.Integer({ description: 'Visits with an event in the period', examples: [12] }),
  page_views: Type.Integer({ description: 'Page views of these visits', examples: [48] }),
  events: Type.Integer({ description: 'Events of these visits, including page views', examples: [60] }),
});

export const AnalyticsUsers = Type.Object({ ...ListOf(Ref(AnalyticsUser)).properties, ...asOfProperty });

export const AnalyticsVisit = Component('AnalyticsVisit', {
  ...userProperties,
  started_at: Timestamp({ description: 'Time of the first event' }),
  ended_at: Timestamp({ description: 'Time of the last event' }),
  page_views: Type.Integer({ examples: [4] }),
  events: Type.Integer({ description: 'Events, including page views', examples: [5] }),
  entry_page: Type.String({ description: 'Path of the first page. Empty without a page view.', examples: ['/pricing'] }),
  exit_page: Type.String({ description: 'Path of the last page. Empty without a page view.', examples: ['/signup'] }),
  source: Type.String({ description: 'Source of the visit. Empty if unknown.', examples: ['Google'] }),
  country: Type.String({ description: 'Country as ISO 3166 code. Empty if unknown.', examples: ['DE'] }),
  device: Type.String({ description: 'Type of the device. Empty if unknown.', examples: ['desktop'] }),
  browser: Type.String({ description: 'Browser. Empty if unknown.', examples: ['Firefox'] }),
  os: Type.String({ description: 'Operating system. Empty if unknown.', examples: ['macOS'] }),
});

export const AnalyticsVisits = Type.Object({ ...ListOf(Ref(AnalyticsVisit)).properties, ...asOfProperty });
