import type { Body, CallOptions, Client, Query } from '../client.ts';
import { type ErrorMessage, errorWith } from '../errors.ts';
import { list } from '../pages.ts';

/** What the team asks of analytics. Tracking is in `tracking.ts`. */
export const reports = (call: Client) => ({
  overview: (query?: Query<'GET /v1/analytics/overview'>, options?: CallOptions) =>
    call('GET /v1/analytics/overview', { query }, options),
  timeseries: (query: Query<'GET /v1/analytics/timeseries'>, options?: CallOptions) =>
    call('GET /v1/analytics/timeseries', { query }, options),
  breakdown: (query: Query<'GET /v1/analytics/breakdown'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/breakdown', { query }, options),
  pages: (query?: Query<'GET /v1/analytics/pages'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/pages', { query }, options),
  referrers: (query?: Query<'GET /v1/analytics/referrers'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/referrers', { query }, options),
  sources: (query?: Query<'GET /v1/analytics/sources'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/sources', { query }, options),
  countries: (query?: Query<'GET /v1/analytics/countries'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/countries', { query }, options),
  devices: (query?: Query<'GET /v1/analytics/devices'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/devices', { query }, options),
  events: (query?: Query<'GET /v1/analytics/events'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/events', { query }, options),
  /** Their names; for the values of one, `breakdown` by `property:<name>`. */
  properties: (query?: Query<'GET /v1/analytics/properties'>, options?: CallOptions) =>
    list(call, 'GET /v1/analytics/properties', { query }, options),
  funnel: (funnel: Body<'POST /v1/analytics/funnel'>, query?: Query<'POST /v1/analytics/funnel'>, options?: CallOptions) =>
    call('POST /v1/analytics/funnel', { query, body: funnel }, options),
  retention: (query?: Query<'GET /v1/analytics/retention'>, options?: CallOptions) =>
    call('GET /v1/analytics/retention', { query }, options),
  paths: (query?: Query<'GET /v1/analytics/paths'>, options?: CallOptions) => call('GET /v1/analytics/paths', { query }, options),
  realtime: (query?: Query<'GET /v1/analytics/realtime'>, options?: CallOptions) =>
    call('GET /v1/analytics/realtime', { query }, options),
  intake: (query?: Query<'GET /v1/analytics/intake'>, options?: CallOptions) =>
    call('GET /v1/analytics/intake', { query }, options),
  /** Events of the past, up to 500 at once. A batch may be sent again: each event counts once. */
  import: (batch: Body<'POST /v1/analytics/import'>, options?: CallOptions) =>
    call('POST /v1/analytics/import', { body: batch }, options),
  /** All events as CSV; read its `body` as it comes. */
  exportCsv: (query?: Query<'GET /v1/analytics/export.csv'>, options?: CallOptions) =>
    call.raw('GET /v1/analytics/export.csv', { query }, options),
  live: (query?: Query<'GET /v1/analytics/live'>, options?: CallOptions) => live(call, query, options),
  /** Forgets everything about one of your users. */
  erase: (person: Body<'POST /v1/analytics/erase'>, options?: CallOptions) =>
    call('POST /v1/analytics/erase', { body: person }, options),
  goals: {
    list: (options?: CallOptions) => list(call, 'GET /v1/analytics/goals', {}, options),
    create: (goal: Body<'POST /v1/analytics/goals'>, options?: CallOptions) =>
      call('POST /v1/analytics/goals', { body: goal }, options),
    update: (id: string, changes: Body<'PATCH /v1/analytics/goals/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/goals/{id}', { path: { id }, body: changes }, options),
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/goals/{id}', { path: { id } }, options),
  },
  /** Filters under a name. */
  segments: {
    list: (options?: CallOptions) => list(call, 'GET /v1/analytics/segments', {}, options),
    create: (segment: Body<'POST /v1/analytics/segments'>, options?: CallOptions) =>
      call('POST /v1/analytics/segments', { body: segment }, options),
    update: (id: string, changes: Body<'PATCH /v1/analytics/segments/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/segments/{id}', { path: { id }, body: changes }, options),
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/segments/{id}', { path: { id } }, options),
  },
  /** Links that show the figures to whoever has them. */
  shares: {
    list: (options?: CallOptions) => list(call, 'GET /v1/analytics/shares', {}, options),
    create: (share: Body<'POST /v1/analytics/shares'>, options?: CallOptions) =>
      call('POST /v1/analytics/shares', { body: share }, options),
    update: (id: string, changes: Body<'PATCH /v1/analytics/shares/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/shares/{id}', { path: { id }, body: changes }, options),
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/shares/{id}', { path: { id } }, options),
    open: (opened: Body<'POST /v1/analytics/shares/open'>, options?: CallOptions) =>
      call('POST /v1/analytics/shares/open', { body: opened }, options),
  },
  annotations: {
    list: (query?: Query<'GET /v1/analytics/annotations'>, options?: CallOptions) =>
      list(call, 'GET /v1/analytics/annotations', { query }, options),
    create: (annotation: Body<'POST /v1/analytics/annotations'>, options?: CallOptions) =>
      call('POST /v1/analytics/annotations', { body: annotation }, options),
    update: (id: string, changes: Body<'PATCH /v1/analytics/annotations/{id}'>, options?: CallOptions) =>
      call('PATCH /v1/analytics/annotations/{id}', { path: { id }, body: changes }, options),
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/analytics/annotations/{id}', { path: { id } }, options),
  },
});

/** Who is there, and each event as it comes in. */
export type Live = { type: 'visitors'; visitors: number } | { type: 'event'; event: Record<string, unknown> };

/**
 * Server-sent events, until the loop is left or the stream is cut off.
 * @throws {EarshotError} once the token, the membership or the project ends: 401, 403 or 404
 */
async function* live(call: Client, query?: Query<'GET /v1/analytics/live'>, options?: CallOptions): AsyncGenerator<Live> {
  const { body } = await call.raw('GET /v1/analytics/live', { query }, options);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return;
      const messages = (text + value).split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const [, type, data] = /^event: (\w+)\ndata: (.*)$/s.exec(message) ?? [];
        if (type === 'visitors') yield { type, visitors: (JSON.parse(data ?? '') as { visitors: number }).visitors };
        if (type === 'event') yield { type, event: JSON.parse(data ?? '') as Record<string, unknown> };
        if (type === 'end') {
          throw errorWith(JSON.parse(data ?? '') as ErrorMessage & { status: number });
        }
      }
    }
  } finally {
    await reader?.cancel();
  }
}
