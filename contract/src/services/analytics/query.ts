import { Type } from 'typebox';
import { Id, Nullable, OneOf, Timestamp } from '../../shared/common.ts';
import { BOTS, COMPARISONS, IMPORTED, IMPORTED_OMISSIONS, MAX_SEGMENT_USERS, PERIODS, PRECISIONS } from './values.ts';

/** Limits a report to users of the product, whom only callers who may read people can name. */
export const userQuery = {
  user_id: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['array', 'string'],
      items: { type: 'string', minLength: 1, maxLength: 200 },
      minItems: 1,
      maxItems: 100,
      minLength: 1,
      maxLength: 200,
      description:
        'Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it.',
      examples: ['u_42'],
    }),
  ),
  person_segment: Type.Optional(
    Id(
      'psg',
      `Only users in this segment of people, at most ${MAX_SEGMENT_USERS.toLocaleString('en')} user ids. With \`user_id\`, only those of these users who are in the segment. Has the same requirements as \`user_id\`.`,
    ),
  ),
};

/** The query parameters of all reports. */
export const reportQuery = {
  period: Type.Optional(
    OneOf(PERIODS, {
      description:
        'Named period. Days, months and years follow the time zone. Periods end now and include the current day or month, except `yesterday`, `last_month` and `last_year`. `all` starts with the first event. Defaults to `30d`.',
    }),
  ),
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Start of a custom period, inclusive: a date, or a date and time in ISO 8601. Replaces `period`.',
      examples: [],
    }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'End of a custom period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the current time.',
      examples: [],
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'IANA time zone for day boundaries. Defaults to the time zone of the project.',
      examples: ['Europe/Berlin'],
    }),
  ),
  filter: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['array', 'string'],
      items: { type: 'string', maxLength: 2_100 },
      maxItems: 20,
      maxLength: 2_100,
      description:
        'Filter in the form `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*` as a wildcard). Properties have the form `property:<name>:operator:value`. Several `is` filters on the same dimension match any of their values; all other filters must match together. With a filter by event or property, lists of pages count the matching events by page. Pages and hosts are normalized like those of events, so `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` can be used as they appear in URLs.',
      examples: ['country:is:DE'],
    }),
  ),
  bots: Type.Optional(
    OneOf(BOTS, {
      description: 'Whether to include traffic classified as bots. Defaults to `exclude`.',
    }),
  ),
  ...userQuery,
};

/** Returns the parameters of a comparison with another period. */
const comparisonWithDefault = (byDefault: (typeof COMPARISONS)[number]) => ({
  compare: Type.Optional(
    OneOf(COMPARISONS, {
      description: `Comparison with another period. \`previous\`: the preceding period of the same length; for named days, months and years, the preceding day, month or year up to the same time. \`year\`: the same period one year earlier. Defaults to \`${byDefault}\`.`,
    }),
  ),
  compare_from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Start of a custom comparison period, inclusive: a date, or a date and time in ISO 8601. Replaces `compare`.',
      examples: [],
    }),
  ),
  match_weekdays: Type.Optional(
    Type.Boolean({
      description:
        'Moves the comparison period by up to 6 days, so that it begins on the same day of the week: back for `previous`, to the nearest such day for `year`. Has no effect on a custom period.',
    }),
  ),
  compare_to: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'End of a custom comparison period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the length of the period after `compare_from`.',
      examples: [],
    }),
  ),
});

/** The comparison parameters of reports that compare with the previous period by default. */
export const comparisonQuery = comparisonWithDefault('previous');
/** The comparison parameters of reports that do not compare by default. */
export const optionalComparisonQuery = comparisonWithDefault('none');

/** Events that are no acts of a person. */
export const nonInteractiveQuery = {
  non_interactive: Type.Optional(
    OneOf(['exclude', 'include'] as const, {
      description:
        'Whether to list events that are not user interactions (`interactive: false`), such as `web_vital` and `engagement`. Defaults to `exclude`, unless a filter names an event.',
    }),
  ),
};

export const goalQuery = { goal_id: Type.Optional(Id('goal', 'Goal whose conversions are added to the report')) };

export const asOfProperty = {
  as_of: Timestamp({
    description: 'All events of the project accepted before this time are included. Usually the time of the request.',
  }),
};

/** The period of a report, as returned with it. */
export const periodProperties = {
  ...asOfProperty,
  from: Timestamp({ description: 'Start of the period, inclusive' }),
  to: Timestamp({ description: 'End of the period, exclusive' }),
  timezone: Type.String({ examples: ['Europe/Berlin'] }),
};

/** Totals of days that were imported from another product. */
export const importedQuery = {
  imported: Type.Optional(
    OneOf(IMPORTED, {
      description:
        'Whether to add imported days, of which only daily totals are known, to the report. Their visitors are added up: a visitor of several days, or of several values of a day, counts several times. Defaults to `exclude`.',
    }),
  ),
};

const importedDay = (description: string, example: string) => Type.String({ format: 'date', description, examples: [example] });

const importedDays = (description: string) =>
  Nullable(
    Type.Object(
      {
        from: importedDay('First imported day of the period', '2025-01-01'),
        to: importedDay('Last imported day of the period, inclusive', '2025-03-31'),
        is_included: Type.Boolean({ description: 'Whether the totals of these days are part of the report' }),
        omitted_because: Nullable(
          OneOf(IMPORTED_OMISSIONS, {
            description:
              'Why the days are left out. `not_requested`: `imported=include` is missing. `filters`, `goal`: totals of a day can be neither filtered nor related to a goal. `bots`: only bots are counted. `interval`: the interval is shorter than a day. `dimension`: the import has no totals by this dimension.',
            examples: ['not_requested'],
          }),
        ),
      },
      { additionalProperties: false, description },
    ),
  );

export const importedProperties = {
  imported: importedDays('Imported days of the period, of which only daily totals are known. Null without any.'),
};
/** The same for reports with a comparison period. */
export const comparedImportedProperties = {
  ...importedProperties,
  previous_imported: importedDays('Imported days of the comparison period. Null without any.'),
};

/** The precision of reports that read events by person. */
export const precisionQuery = {
  precision: Type.Optional(
    OneOf(PRECISIONS, {
      description:
        'Whether to count everybody, or to estimate from a share of the people, which is faster. Approximate reports of few events are exact: the share is a power of two by which about 5 million events are read, and 1 with `user_id` or `person_segment`. Defaults to `exact`.',
    }),
  ),
};

const share = (description: string, examples: number[]) =>
  Type.Number({ exclusiveMinimum: 0, maximum: 1, description, examples });

export const precisionProperties = {
  precision: Type.Object(
    {
      share: share('Share of the people that was read, such as 0.125. 1 if the report is exact.', [1]),
      approximate_share: share(
        'Share that `precision=approximate` reads for these parameters. 1 if the report is exact with either precision.',
        [1],
      ),
    },
    {
      description:
        'How the report was computed. With a share below 1, numbers are those of the sample divided by `share`, and rates are those of the sample. The standard error of a number of people n is √(n × (1 − share) ÷ share).',
    },
  ),
};

/** Conditions on the event of a step. */
export const stepFilters = Type.Array(Type.String({ maxLength: 2_100, examples: ['property:plan:is:pro'] }), {
  maxItems: 10,
  description:
    'Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page.',
});

/** An event or a page: what goals and funnel steps match. */
export const stepProperties = {
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Event name' })),
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        'Path or URL of a page, with `*` as a wildcard. Normalized like the paths of events: the query and trailing slashes are removed, and percent-encoding is optional. `/docs/*` includes `/docs`.',
      examples: ['/docs/*'],
    }),
  ),
  filters: Type.Optional(stepFilters),
};
