import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { createClient, load } from '../measure.ts';
import { BROWSER, buildAddress, submission } from '../seeding.ts';
import { buildDocuments, buildQuery } from '../texts.ts';

const CONNECTIONS_PER_NODE = 20;
const [ENTRIES, DOCUMENTS, BATCH] = [1_000, 1_000, 100];
const VISITORS = 50_000;

/** Requests of one kind. */
export interface Work {
  name: string;
  build: () => Request;
  /** Nodes continue the work after the response: they forward the event. */
  isForwarded?: true;
}

/** Sends requests to nodes for some seconds, to all at the same time. Returns requests per second. */
export async function loadNodes(urls: string[], { build }: Work, duration: number): Promise<number> {
  // The load generator adds fields to the headers.
  const setupRequest = (request: Request) => {
    const built = build();
    return { ...request, ...built, headers: { ...built.headers } };
  };
  const figures = await Promise.all(
    urls.map((url) => load({ url, duration, connections: CONNECTIONS_PER_NODE, requests: [{ setupRequest }] })),
  );
  return figures.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
}

/** Creates entries and documents. Returns the kinds of requests that are measured. */
export async function prepareWorks({ url, key }: { url: string; key: string }, token: string): Promise<Work[]> {
  const headers = { 'x-project-key': key, 'content-type': 'application/json', 'user-agent': BROWSER };
  const address = () => ({ 'x-forwarded-for': buildAddress(Math.floor(Math.random() * VISITORS)) });
  let count = 0;
  const ids: string[] = [];
  for (; count < ENTRIES; count++) {
    const response = await fetch(`${url}/v1/feedback`, { method: 'POST', headers, body: submission(count) });
    ids.push(((await response.json()) as { id: string }).id);
  }
  const call = createClient(url, token);
  const { data } = await call('GET', '/v1/projects');
  const { id: index } = await call('POST', `/v1/indexes?project_id=${data[0].id}`, { name: 'Bench', language: 'en' });
  for (let saved = 0; saved < DOCUMENTS; saved += BATCH)
    await call('POST', `/v1/indexes/${index}/documents/batch`, { documents: buildDocuments(BATCH) });

  return [
    { name: 'submission', build: () => ({ method: 'POST', path: '/v1/feedback', headers, body: submission(count++) }) },
    {
      name: 'vote',
      build: () => ({
        method: 'POST',
        path: `/v1/feedback/${ids[Math.floor(Math.random() * ids.length)]}/upvote`,
        headers: { 'x-project-key': key, 'x-visitor-id': randomUUID(), ...address() },
      }),
    },
    { name: 'list, page 1', build: () => ({ method: 'GET', path: '/v1/feedback', headers }) },
    {
      name: `search, ${DOCUMENTS} documents`,
      build: () => ({
        method: 'POST',
        path: `/v1/indexes/${index}/search`,
        headers,
        body: JSON.stringify({ query: `${buildQuery(3)}.`, track: false }),
      }),
    },
    {
      name: 'event',
      isForwarded: true,
      build: () => ({
        method: 'POST',
        path: '/v1/analytics/events',
        headers: { ...headers, ...address() },
        body: JSON.stringify({ url: `https://acme.com/page-${count++ % 500}`, referrer: 'https://www.google.com/' }),
      }),
    },
  ];
}
