/** Maximum number of user ids of a segment of people to which a report is limited. */
export const MAX_SEGMENT_USERS = 20_000;

/** Named periods of reports, in the order of menus. */
export const PERIODS = [
  'today',
  'yesterday',
  '24h',
  '7d',
  '30d',
  '90d',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  '12mo',
  'all',
] as const;
export const COMPARISONS = ['previous', 'year', 'none'] as const;
export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const;
export const METRICS = [
  'visitors',
  'page_views',
  'visits',
  'events',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'conversions',
  'conversion_rate',
] as const;
/** Dimensions of single events. */
export const EVENT_DIMENSIONS = ['page', 'hostname', 'event'] as const;
/** Dimensions of visits: properties of the first event, and the first and last page. */
export const VISIT_DIMENSIONS = [
  'entry_page',
  'exit_page',
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
  'screen',
] as const;
export const OPERATORS = ['is', 'is_not', 'contains', 'matches'] as const;
/** Whether reports count traffic that is classified as bots. */
export const BOTS = ['exclude', 'include', 'only'] as const;
/** Whether reports count imported days, of which only totals are known. */
export const IMPORTED = ['exclude', 'include'] as const;
/** Dimensions of the totals of imported days. `total` has the totals of the day itself. */
export const IMPORTED_DIMENSIONS = [
  'total',
  'page',
  'event',
  'entry_page',
  'exit_page',
  'referrer',
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'region',
  'device',
  'browser',
  'os',
] as const;
/** Reasons why a report leaves out imported days. */
export const IMPORTED_OMISSIONS = ['not_requested', 'filters', 'goal', 'bots', 'interval', 'dimension'] as const;
/** Columns by which breakdowns can be sorted. */
export const BREAKDOWN_SORTS = [
  'visitors',
  'visits',
  'page_views',
  'events',
  'bounce_rate',
  'visit_duration',
  'conversions',
  'conversion_rate',
] as const;
/** Columns by which lists of users can be sorted. */
export const USER_SORTS = ['last_seen', 'first_seen', 'visits', 'events'] as const;
export const FUNNEL_ORDERS = ['loose', 'strict', 'any'] as const;
/** Whether a report reads the events of everybody, or of a share of the people if there are many events. */
export const PRECISIONS = ['exact', 'approximate'] as const;
export const FUNNEL_UNITS = ['person', 'visit'] as const;
export const MAX_FUNNEL_STEPS = 8;
/** Maximum number of steps of a path. */
export const MAX_PATH_STEPS = 6;
/** Kinds of nodes in the diagram of paths: `other` has the less frequent steps, `end` the paths that end before the step. */
export const PATH_NODES = ['page', 'event', 'other', 'end'] as const;
/** Bucket sizes of cohorts. */
export const RETENTION_INTERVALS = ['day', 'week', 'month'] as const;
export const WEB_VITALS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
/** Dimensions by which Web Vitals are broken down: attributes of the page view that was measured. */
export const WEB_VITAL_DIMENSIONS = ['page', 'hostname', 'device', 'country', 'browser', 'os'] as const;
export const WEB_VITAL_RATINGS = ['good', 'needs_improvement', 'poor'] as const;
export const BOT_REASONS = ['crawler', 'headless', 'prefetch', 'http_library'] as const;
/** Metrics of alerts that reports have, and that filters apply to. */
export const REPORT_ALERT_METRICS = ['visitors', 'visits', 'page_views', 'events', 'conversions'] as const;
/** Metrics of alerts: those of reports, events by their arrival, and new feedback. */
export const ALERT_METRICS = [...REPORT_ALERT_METRICS, 'intake', 'feedback'] as const;
/** Conditions of alerts that compare with a threshold. */
export const THRESHOLD_CONDITIONS = ['above', 'below'] as const;
export const ALERT_CONDITIONS = [...THRESHOLD_CONDITIONS, 'outside_usual', 'above_usual', 'below_usual'] as const;
/** Lengths of the windows of alerts in minutes. Each divides a week, so that the windows of all weeks coincide. */
export const ALERT_WINDOWS = [5, 15, 30, 60, 180, 360, 720, 1440] as const;
export const ALERT_STATES = ['learning', 'ok', 'triggered'] as const;
/** Reasons for which the server disables alerts. */
export const ALERT_DISABLED_REASONS = ['goal_deleted'] as const;

/** Reasons why search terms cannot be fetched from Search Console. */
export const SEARCH_CONSOLE_ERRORS = ['key_rejected', 'api_disabled', 'site_forbidden', 'quota_exceeded', 'unreachable'] as const;

/** Permissions of a service account in Search Console. */
export const SEARCH_CONSOLE_PERMISSIONS = ['owner', 'full', 'restricted', 'unverified'] as const;

/** Metrics by which search terms are sorted. */
export const SEARCH_TERM_SORTS = ['clicks', 'impressions', 'ctr', 'position'] as const;
