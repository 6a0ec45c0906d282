import { Type } from 'typebox';
import { Body, Component, csvQuery, Id, ListOf, Nullable, OneOf, Page, Ref, Timestamp } from '../../shared/common.ts';
import { optionalComparisonQuery, reportQuery } from './query.ts';
import { SEARCH_CONSOLE_ERRORS, SEARCH_CONSOLE_PERMISSIONS, SEARCH_TERM_SORTS } from './values.ts';

const site = (description: string) => Type.String({ description, examples: ['sc-domain:example.com'] });
const day = (description: string) => Nullable(Type.String({ format: 'date', description, examples: ['2026-11-20'] }));

export const SearchConsole = Component('SearchConsole', {
  project_id: Id('prj'),
  client_email: Type.String({
    description: 'Email address of the service account, which needs access to the property in Search Console',
    examples: ['earshot@acme.iam.gserviceaccount.com'],
  }),
  site: Nullable(site('Property of Search Console whose search terms are fetched. Null until one is selected.')),
  first_day: day('First day that was fetched. Null before the first fetch.'),
  last_day: day('Last day with search terms. Google publishes a day two to three days later.'),
  error: Nullable(
    OneOf(SEARCH_CONSOLE_ERRORS, {
      description:
        'Reason why the last fetch failed. `key_rejected`: the key was deleted or disabled; `api_disabled`: the Search Console API is not enabled in the Google Cloud project of the service account; `site_forbidden`: the service account has no access to the property; `quota_exceeded` and `unreachable`: retried automatically.',
    }),
  ),
  last_fetched_at: Nullable(Timestamp({ description: 'Time of the last successful fetch' })),
  next_fetch_at: Nullable(Timestamp({ description: 'Time of the next daily fetch. Null until a property is selected.' })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const SearchConsoleSite = Component('SearchConsoleSite', {
  site: site('A domain property such as `sc-domain:example.com`, or the URL of a URL-prefix property'),
  permission: OneOf(SEARCH_CONSOLE_PERMISSIONS, {
    description: 'Permission of the service account. Search terms of `unverified` properties cannot be read.',
    examples: ['full'],
  }),
});

export const ConnectSearchConsole = Body(
  {
    key: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 10_000,
        description:
          'JSON key of a service account, as downloaded from Google Cloud. Required for a new connection. Stored for the daily fetch, and never returned.',
      }),
    ),
    site: Type.Optional({ ...site('Property to fetch search terms of'), minLength: 1, maxLength: 500 }),
  },
  { minProperties: 1, examples: [{ site: 'sc-domain:example.com' }] },
);

const termsQuery = {
  period: reportQuery.period,
  from: reportQuery.from,
  to: reportQuery.to,
  timezone: reportQuery.timezone,
  landing_page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'Only results that lead to this page',
      examples: ['/pricing'],
    }),
  ),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Only search terms that contain this text', examples: ['invoice'] }),
  ),
  sort: Type.Optional(OneOf(SEARCH_TERM_SORTS, { description: 'Metric to sort by. Defaults to `clicks`.' })),
  order: Type.Optional(OneOf(['desc', 'asc'] as const, { description: 'Direction of the sort order. Defaults to `desc`.' })),
};

export const SearchTermsQuery = { ...termsQuery, ...optionalComparisonQuery, ...Page };
export const ExportSearchTermsQuery = { ...termsQuery, ...csvQuery };

const metrics = {
  clicks: Type.Integer({ description: 'Clicks on results that lead to the website', examples: [42] }),
  impressions: Type.Integer({
    description:
      'Number of times that a result was shown. A search that shows two pages of the website counts an impression for each. Search Console counts one for the property.',
    examples: [840],
  }),
  ctr: Nullable(Type.Number({ description: 'Clicks divided by impressions, from 0 to 1', examples: [0.05] })),
  position: Nullable(
    Type.Number({
      description: 'Mean position of the results, weighted by impressions. The first position is 1.',
      examples: [3.4],
    }),
  ),
};

export const SearchTerm = Component('SearchTerm', {
  query: Type.String({ description: 'Text that was searched for', examples: ['invoice software'] }),
  ...metrics,
  previous: Nullable(
    Type.Object(metrics, {
      additionalProperties: false,
      description: 'Metrics of the comparison period. Null without comparison.',
    }),
  ),
});

export const SearchTerms = Type.Object({
  ...ListOf(Ref(SearchTerm)).properties,
  totals: Type.Object(metrics, {
    additionalProperties: false,
    description: 'Metrics of all search terms in the period. Google leaves out rare search terms.',
  }),
  is_connected: Type.Boolean({ description: 'Whether the key of a service account is saved' }),
  last_day: day('Last day with search terms, in any period'),
});
