import type { FastifyInstance } from 'fastify';
import type { DemoOptions, Send } from './filling.ts';

interface ProjectAccess {
  id: string;
  key: string;
  /** Authorization header of the request that creates the sample data. */
  authorization: string;
}

/** Retries after 429. */
const RETRIES = 5;
/** Networks from which people send requests: requests are limited by address, and reactions by network. */
const NETWORKS = 40;
const TEAM_ADDRESS = '127.0.0.1';

/** Returns access to a project without a network: requests are handled by the application of this process. */
export function connectInProcess(
  app: FastifyInstance,
  { id, key, authorization }: ProjectAccess,
): Pick<DemoOptions, 'team' | 'asPerson' | 'projectId'> {
  const byKey = { 'x-project-key': key };
  const team = createSend(app, TEAM_ADDRESS, { ...byKey, authorization });
  return {
    projectId: id,
    team,
    asPerson: ({ number, visitorId }) =>
      createSend(app, `127.0.${(number % NETWORKS) + 1}.1`, { ...byKey, 'x-visitor-id': visitorId }),
  };
}

/** Creates a function that sends requests from an address. */
function createSend(app: FastifyInstance, address: string, credentials: Record<string, string>): Send {
  return async (route, given) => {
    const { path = {}, query = {}, body } = (given ?? {}) as { path?: object; query?: object; body?: unknown };
    const [method = '', template = ''] = route.split(' ');
    const values = path as Record<string, string>;
    const url = new URL(
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')),
      'http://localhost',
    );
    for (const [name, value] of Object.entries(query))
      for (const item of [value].flat()) if (item !== undefined) url.searchParams.append(name, String(item));
    const isForm = body instanceof FormData;
    const headers = {
      ...credentials,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    };
    // Encodes forms, and adds their headers.
    const request = new Request(url, {
      method,
      headers,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const payload = Buffer.from(await request.arrayBuffer());
    const inject = () =>
      app.inject({
        method: method as 'POST',
        url: url.pathname + url.search,
        headers: Object.fromEntries(request.headers),
        ...(payload.length && { payload }),
        remoteAddress: address,
      });
    for (let attempt = 0; ; attempt++) {
      const { statusCode, headers: answered, body: text } = await inject();
      if (statusCode < 300) return JSON.parse(text) as never;
      if (statusCode !== 429 || attempt >= RETRIES) throw new Error(`${route} returned ${statusCode}: ${text}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, Number(answered['retry-after'] ?? 1) * 1_000);
      await promise;
    }
  };
}
