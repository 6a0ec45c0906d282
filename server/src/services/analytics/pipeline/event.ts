/** Attributes of an event: origin and device. */
export const ATTRIBUTE_FIELDS = [
  // Reason of the classification as a bot; empty for people.
  'bot',
  'hostname',
  'referrer',
  'source',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'region',
  'city',
  'language',
  'device',
  'browser',
  'os',
  'screen_width',
] as const;

/** Columns that events and visits share in ClickHouse. A visit has the values of its first event. */
export const ORIGIN_FIELDS = ['user_id', ...ATTRIBUTE_FIELDS] as const;

/** Empty fields are omitted: half of the fields of most events. Each event is written four times on its way to ClickHouse. */
export type Origin = Partial<Record<Exclude<(typeof ORIGIN_FIELDS)[number], 'screen_width'>, string>> & { screen_width?: number };

export const PAGE_VIEW = 'page_view';

/** An event without empty fields. */
export interface Event extends Origin {
  project_id: string;
  /** A UUID. */
  id: string;
  /** Milliseconds since 1970. */
  time: number;
  name: string;
  interactive: boolean;
  path: string;
  query?: string;
  title?: string;
  properties?: Record<string, string>;
  /** Id of the person: a 64-bit number in decimal digits. */
  person: string;
}

/** An event in the inbox. The person is decided when the event is assigned to a visit: by the salt of yesterday or of today. */
export interface AcceptedEvent extends Omit<Event, 'project_id'> {
  /** Id of the visitor by the salt of the previous day; missing with a `user_id`. */
  person_before?: string;
  /** Ids of the visitor without the `user_id`, if a browser sent an event with one: by the salt of the day, and of the previous day. */
  anonymous?: string;
  anonymous_before?: string;
}

/** Returns the outcomes that count an imported event. */
export const listOutcomes = ({ bot }: Origin) => ['accepted', 'imported', ...(bot ? [`bot:${bot}`] : [])];
