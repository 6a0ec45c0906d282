import { createHash } from 'node:crypto';
import type { Json } from '../server.ts';

/** Reads a response of the API as the owner of the project. */
export type Read = (path: string, query?: Record<string, string>) => Promise<Json>;

/** Data of a released version, as its users saw them. */
export interface State {
  /** Email address of the owner. */
  email: string;
  projectId: string;
  /** Period of all events. */
  from: string;
  to: string;
  /** Path of an image in a description. */
  image: string;
  /** Bodies of responses by path and query. */
  responses: Record<string, Json>;
  /** SHA-256 of the bytes of the image. */
  imageHash: string;
}

/** Values that differ between two requests, or that background work of a later version may set. */
const VOLATILE = new Set(['next_cursor', 'as_of', 'updated_at', 'last_used_at', 'trending_score']);

/** Returns whether a path names no entry. Entries know their project. */
const isCollection = (path: string) => !/\/(?:fb|idx)_/.test(path);

/** Reads what users see: entries of all services, search results and reports. */
export async function readResponses(read: Read, { projectId, from, to }: Pick<State, 'projectId' | 'from' | 'to'>) {
  const responses: Record<string, Json> = {};
  const add = async (path: string, query: Record<string, string> = {}) => {
    const body = await read(path, { ...(isCollection(path) && { project_id: projectId }), ...query });
    responses[`${path}?${new URLSearchParams(query).toString()}`] = strip(body);
    return body;
  };
  const { data: entries } = await add('/v1/feedback', { sort: 'oldest', limit: '15' });
  await add('/v1/feedback', { sort: 'top', limit: '5' });
  await add('/v1/feedback/tags');
  const discussed = entries.toSorted((a: Json, b: Json) => b.comment_count - a.comment_count)[0];
  await add(`/v1/feedback/${discussed.id}/comments`);
  await add('/v1/waitlist', { limit: '15' });
  await add('/v1/testimonials', { limit: '10' });
  await add('/v1/testimonials/summary');
  await add('/v1/changelog', { limit: '5' });
  const { data: indexes } = await add('/v1/indexes');
  const index = indexes.find(({ document_count }: Json) => document_count > 0);
  await add(`/v1/indexes/${index.id}/documents`, { limit: '5' });
  const found = await read(`/v1/indexes/${index.id}/search`, { q: 'invoice' });
  // Scores may change with the ranking.
  responses.search = found.results.map(({ title }: Json) => title).toSorted();
  const period = { from, to };
  await add('/v1/analytics/overview', period);
  await add('/v1/analytics/timeseries', { ...period, interval: 'day', metric: 'visitors' });
  for (const by of ['page', 'source', 'country', 'device', 'event'])
    await add('/v1/analytics/breakdown', { ...period, by, limit: '8', ...(by === 'event' && { non_interactive: 'include' }) });
  await add('/v1/analytics/goals');
  await add('/v1/webhooks');
  return responses;
}

/** Address of a test server, whose port differs. */
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/g;

function strip(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll(ADDRESS, 'http://127.0.0.1');
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !VOLATILE.has(name))
      .map(([name, each]) => [name, strip(each)]),
  );
}

/** Returns the hash of an image. @throws when the server does not serve it */
export async function hashImage(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}

/** Keeps of `actual` what `expected` contains: later versions may add fields. */
export function pick(actual: Json, expected: Json): Json {
  if (Array.isArray(expected) && Array.isArray(actual)) return actual.map((each, index) => pick(each, expected[index]));
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) return actual;
  return Object.fromEntries(
    Object.keys(expected)
      .filter((name) => name in actual)
      .map((name) => [name, pick(actual[name], expected[name])]),
  );
}
