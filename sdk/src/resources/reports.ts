import type { Body, CallOptions, Client, Query } from '../client.ts';
import type { Live } from '../event-streams.ts';
import { list } from '../pages.ts';

/** Analytics reports. For tracking, see `tracking.ts`. */
export const reports = (call: Client) => ({
  /** Returns the URL of the tracker script, and the tag for the pages of a website. */
  tracker: (options?: CallOptions) => call('GET /v1/analytics/tracker', {}, options),
  /** Returns visitors, page views, visits, bounce rate and visit duration, with values of the previous period. */
  overview: (query?: Query<'GET /v1/analytics/overview'>, options?: CallOptions) =>
    call('GET /v1/analytics/overview', { query }, options),
  /** Returns a metric over time, without gaps. */
  timeseries: (query: Query<'GET /v1/analytics/timeseries'>, options?: CallOptions) =>
    call('GET /v1/analytics/timeseries', { query }, options),
  /** Lists metrics by a dimension, most visitors first. */
  breakdown: (query: Query<'GET /v1/analytics/breakdown'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/breakdown', { query }, options),
  /** Returns metrics by two dimensions: rows, and the cells of each row by column. */
  pivot: (query: Query<'GET /v1/analytics/pivot'>, options?: CallOptions) => call('GET /v1/analytics/pivot', { query }, options),
  /** Lists metrics by page. */
  pages: (query?: Query<'GET /v1/analytics/pages'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/pages', { query }, options),
  /** Lists metrics by referrer. */
  referrers: (query?: Query<'GET /v1/analytics/referrers'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/referrers', { query }, options),
  /** Lists metrics by source. */
  sources: (query?: Query<'GET /v1/analytics/sources'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/sources', { query }, options),
  /** Lists metrics by country. */
  countries: (query?: Query<'GET /v1/analytics/countries'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/countries', { query }, options),
  /** Lists metrics by device. */
  devices: (query?: Query<'GET /v1/analytics/devices'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/devices', { query }, options),
  /** Lists metrics by event name. */
  events: (query?: Omit<Query<'GET /v1/analytics/breakdown'>, 'by'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/breakdown', { query: { ...query, by: 'event' } }, options),
  /** Lists metrics by property name. For the values of a property, use `breakdown` with `property:<name>`. */
  properties: (query?: Query<'GET /v1/analytics/properties'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/properties', { query }, options),
  /** Lists unique visitors, conversions and the conversion rate by goal. */
  conversions: (query?: Query<'GET /v1/analytics/conversions'>, options?: CallOptions) =>
    call('GET /v1/analytics/conversions', { query }, options),
  /** Returns funnel conversion by step, with that of another period if `compare` asks for it. */
  funnel: (funnel: Body<'POST /v1/analytics/funnel'>, query?: Query<'POST /v1/analytics/funnel'>, options?: CallOptions) =>
    call('POST /v1/analytics/funnel', { query, body: funnel }, options),
  /** Returns retention by cohort. */
  retention: (query?: Query<'GET /v1/analytics/retention'>, options?: CallOptions) =>
    call('GET /v1/analytics/retention', { query }, options),
  /** Returns the paths from or to a page or event. */
  paths: (query?: Query<'GET /v1/analytics/paths'>, options?: CallOptions) => call('GET /v1/analytics/paths', { query }, options),
  /** Returns current visitors and page views per minute. */
  realtime: (query?: Query<'GET /v1/analytics/realtime'>, options?: CallOptions) =>
    call('GET /v1/analytics/realtime', { query }, options),
  /** Lists users with their visits in a period. Anonymous visitors are not listed. */
  users: (query?: Query<'GET /v1/analytics/users'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/users', { query }, options),
  /** Lists single visits of users, the latest first. */
  visits: (query?: Query<'GET /v1/analytics/visits'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/visits', { query }, options),
  /** Returns the 75th percentile and the shares of ratings of each Web Vital. */
  webVitals: (query?: Query<'GET /v1/analytics/web-vitals'>, options?: CallOptions) =>
    call('GET /v1/analytics/web-vitals', { query }, options),
  /** Lists Web Vitals by page, device, country or another dimension, most measurements first. */
  webVitalsBreakdown: (query?: Query<'GET /v1/analytics/web-vitals/breakdown'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/web-vitals/breakdown', { query }, options),
  /** Returns revenue by currency. Amounts are decimal texts. */
  revenue: (query?: Query<'GET /v1/analytics/revenue'>, options?: CallOptions) =>
    call('GET /v1/analytics/revenue', { query }, options),
  /** Lists revenue by a dimension or by goal, and currency. */
  revenueBreakdown: (query?: Query<'GET /v1/analytics/revenue/breakdown'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/revenue/breakdown', { query }, options),
  /** Lists search terms of Google, with clicks, impressions and positions. Requires a connection with Search Console. */
  searchTerms: (query?: Query<'GET /v1/analytics/search-terms'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/search-terms', { query }, options),
  /** Returns all search terms of Google in a period as CSV. */
  exportSearchTermsCsv: (query?: Query<'GET /v1/analytics/search-terms/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/analytics/search-terms/export.csv', { query }, options),
  /** The connection with Google Search Console, from which search terms are fetched daily. */
  searchConsole: {
    /** Returns the connection, without its key. */
    get: (options?: CallOptions) => call('GET /v1/analytics/search-console', {}, options),
    /** Saves the key of a service account, or the property, and fetches search terms. */
    connect: (connection: Body<'PUT /v1/analytics/search-console'>, options?: CallOptions) =>
      call('PUT /v1/analytics/search-console', { body: connection }, options),
    /** Deletes the key and all search terms. */
    disconnect: (options?: CallOptions) => call('DELETE /v1/analytics/search-console', {}, options),
    /** Lists the properties that the service account can see. */
    listSites: (options?: CallOptions) => list(call, 'GET /v1/analytics/search-console/sites', {}, options),
  },
  /** Returns the numbers of accepted, dropped and rejected events. */
  intake: (query?: Query<'GET /v1/analytics/intake'>, options?: CallOptions) =>
    call('GET /v1/analytics/intake', { query }, options),
  /** Imports up to 500 historical events. A batch can be sent again because each event is counted once. */
  import: (batch: Body<'POST /v1/analytics/import'>, options?: CallOptions) =>
    call('POST /v1/analytics/import', { body: batch }, options),
  /** Returns all events as a CSV response. Read its `body` as a stream. */
  exportCsv: (query?: Query<'GET /v1/analytics/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/analytics/export.csv', { query }, options),
  /**
   * Streams current visitors and accepted events as server-sent events, until the loop ends or the connection closes.
   * @throws {EarshotError} 401, 403 or 404 when the token, the membership or the project ends
   */
  async *live(query?: Query<'GET /v1/analytics/live'>, options?: CallOptions): AsyncGenerator<Live> {
    const { readLive } = await import('../event-streams.ts');
    yield* readLive(call, query, options);
  },
  /** Deletes the events of a user or visitor. */
  erase: (person: Body<'POST /v1/analytics/erase'>, options?: CallOptions) =>
    call('POST /v1/analytics/erase', { body: person }, options),
  /** Goals: page views or events that are counted as conversions. */
  goals: {
    /** Lists goals. */
    list: (options?: CallOptions) => list(call, 'GET /v1/analytics/goals', {}, options),
    /** Creates a goal. */
    create: (goal: Body<'POST /v1/analytics/goals'>, options?: CallOptions) =>
      call('POST /v1/analytics/goals', { body: goal }, options),
    /** Updates a goal. */
    update: (id: string, changes: Body<'PATCH /v1/analytics/goals/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/goals/{id}', { path: { id }, body: changes }, options),
    /** Deletes a goal. Events are kept. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/goals/{id}', { path: { id } }, options),
  },
  /** Funnels: named steps. Pass a funnel to `funnel` to get its conversion. */
  funnels: {
    /** Lists funnels. */
    list: (options?: CallOptions) => list(call, 'GET /v1/analytics/funnels', {}, options),
    /** Creates a funnel. */
    create: (funnel: Body<'POST /v1/analytics/funnels'>, options?: CallOptions) =>
      call('POST /v1/analytics/funnels', { body: funnel }, options),
    /** Updates a funnel. */
    update: (id: string, changes: Body<'PATCH /v1/analytics/funnels/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/funnels/{id}', { path: { id }, body: changes }, options),
    /** Deletes a funnel. Events are kept. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/funnels/{id}', { path: { id } }, options),
  },
  /** Alerts: rules on counts that inform webhooks and chats. */
  alerts: {
    /** Lists alerts with their states. */
    list: (options?: CallOptions) => list(call, 'GET /v1/alerts', {}, options),
    /** Creates an alert. */
    create: (alert: Body<'POST /v1/alerts'>, options?: CallOptions) => call('POST /v1/alerts', { body: alert }, options),
    /** Returns an alert with its state. */
    get: (id: string, options?: CallOptions) => call('GET /v1/alerts/{id}', { path: { id } }, options),
    /** Updates an alert. */
    update: (id: string, changes: Body<'PATCH /v1/alerts/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/alerts/{id}', { path: { id }, body: changes }, options),
    /** Deletes an alert and its history. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/alerts/{id}', { path: { id } }, options),
    /** Lists when an alert was triggered and recovered, the most recent first. */
    history: (id: string, query?: Query<'GET /v1/alerts/{id}/history'>, options?: CallOptions) =>
      list(call, 'GET /v1/alerts/{id}/history', { path: { id }, query }, options),
    /** Returns how often a rule would have been triggered in the last four weeks. */
    preview: (rule: Body<'POST /v1/alerts/preview'>, options?: CallOptions) =>
      call('POST /v1/alerts/preview', { body: rule }, options),
  },
  /** Segments: named sets of filters. */
  segments: {
    /** Lists segments. */
    list: (options?: CallOptions) => list(call, 'GET /v1/analytics/segments', {}, options),
    /** Creates a segment. */
    create: (segment: Body<'POST /v1/analytics/segments'>, options?: CallOptions) =>
      call('POST /v1/analytics/segments', { body: segment }, options),
    /** Updates a segment and all shared links that use it. */
    update: (id: string, changes: Body<'PATCH /v1/analytics/segments/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/segments/{id}', { path: { id }, body: changes }, options),
    /** Deletes a segment. Events are kept. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/segments/{id}', { path: { id } }, options),
  },
  /** Shared links, which make reports available to everyone with the link. */
  shares: {
    /** Lists shared links, oldest first. */
    list: (options?: CallOptions) => list(call, 'GET /v1/analytics/shares', {}, options),
    /** Creates a shared link. */
    create: (share: Body<'POST /v1/analytics/shares'>, options?: CallOptions) =>
      call('POST /v1/analytics/shares', { body: share }, options),
    /** Updates a shared link. A new password ends the access of everyone who opened the link before. */
    update: (id: string, changes: Body<'PATCH /v1/analytics/shares/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/shares/{id}', { path: { id }, body: changes }, options),
    /** Deletes a shared link and ends the access of everyone who opened it. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/shares/{id}', { path: { id } }, options),
    /** Opens a shared link and returns a token for its reports. */
    open: (opened: Body<'POST /v1/analytics/shares/open'>, options?: CallOptions) =>
      call('POST /v1/analytics/shares/open', { body: opened }, options),
  },
  /** Annotations: notes at a time in charts. */
  annotations: {
    /** Lists annotations in chronological order. */
    list: (query?: Query<'GET /v1/analytics/annotations'>, options?: CallOptions) =>
      list(call, 'GET /v1/analytics/annotations', { query }, options),
    /** Creates an annotation. */
    create: (annotation: Body<'POST /v1/analytics/annotations'>, options?: CallOptions) =>
      call('POST /v1/analytics/annotations', { body: annotation }, options),
    /** Updates an annotation. */
    update: (id: string, changes: Body<'PATCH /v1/analytics/annotations/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/annotations/{id}', { path: { id }, body: changes }, options),
    /** Deletes an annotation. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/annotations/{id}', { path: { id } }, options),
  },
});
