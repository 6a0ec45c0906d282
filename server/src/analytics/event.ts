/** What an event and a visit have in common: a visit's are those of its first event. Names are ClickHouse's columns. */
export const ORIGIN_FIELDS = [
  'user_id',
  // Why it was taken for a bot; empty for people.
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

/** What is empty is left out: of most events that is half of it, and each is written four times until ClickHouse has it. */
export type Origin = Partial<Record<Exclude<(typeof ORIGIN_FIELDS)[number], 'screen_width'>, string>> & { screen_width?: number };

export const PAGE_VIEW = 'page_view';

/** An event as it is kept, less what is empty. */
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
  /** Whose it is: a 64-bit number in decimal digits. */
  person: string;
}

/** An event in the inbox. Whose it is, is decided when it is joined to a visit: by yesterday's salt, or by today's. */
export interface AcceptedEvent extends Omit<Event, 'project_id'> {
  /** Who it was on the day before its own; nobody where there is a `user_id`. */
  person_before?: string;
}

/** Outcomes by which an imported event is counted. */
export const outcomesOf = ({ bot }: Origin) => ['accepted', 'imported', ...(bot ? [`bot:${bot}`] : [])];

/** The origin of an event alone. */
export const originOf = (event: Origin): Origin => Object.fromEntries(ORIGIN_FIELDS.map((field) => [field, event[field]]));
