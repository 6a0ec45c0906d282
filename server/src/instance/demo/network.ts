import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { createClient, signUserToken } from '@earshot/sdk';
import { fillProject } from './demo.ts';
import type { FillServices, Send } from './filling.ts';
import type { Person } from './people.ts';

interface DemoProjectOptions<T> {
  baseUrl: string;
  accessToken: string;
  name: string;
  seed?: number;
  maxEntries?: number;
  maxEvents?: number;
  /** Whether people send requests from different loopback addresses: requests are limited by address. */
  hasManyAddresses?: boolean;
  fillServices: FillServices<T>;
}

/** Retries after 429, each of which waits as long as the server says. */
const RETRIES = 10;
/** Addresses from which people send requests. */
const ADDRESSES = 40;

/** Creates a project, and fills it over the network. Takes some minutes when all requests come from one address. */
export async function createDemoProject<T>({ hasManyAddresses = false, fillServices, ...options }: DemoProjectOptions<T>) {
  const { baseUrl, accessToken, name, ...amounts } = options;
  const common = { baseUrl, retries: RETRIES };
  const project = await createClient({ ...common, accessToken })('POST /v1/projects', { body: { name } });
  const team = createClient({ ...common, accessToken, projectId: project.id });
  const secrets = await team('GET /v1/projects/{id}/identity-secrets', { path: { id: project.id } });
  const secret = secrets.data[0]?.secret ?? '';
  const fetches = Array.from({ length: hasManyAddresses ? ADDRESSES : 1 }, (_, index) =>
    hasManyAddresses ? createFetch(`127.0.1.${index + 1}`) : fetch,
  );
  const clients = new Map<Person, Send>();
  const connect = (person: Person) => {
    const { email, avatarUrl, number } = person;
    return createClient({
      ...common,
      projectKey: project.api_key,
      fetch: fetches[number % fetches.length],
      ...(person.isSignedIn
        ? {
            userToken: () =>
              signUserToken({ id: `user-${number}`, name: person.name, email, avatarUrl }, { projectId: project.id, secret }),
          }
        : { visitorId: person.visitorId }),
    });
  };
  const asPerson = (person: Person): Send => {
    const client = clients.get(person) ?? connect(person);
    clients.set(person, client);
    return client;
  };
  const made = await fillProject({ team, asPerson, projectId: project.id, ...amounts }, fillServices);
  return { project, slug: project.slug, ...made };
}

/** Returns a `fetch` whose requests come from a local address. */
function createFetch(localAddress: string): typeof fetch {
  const agent = new Agent({ keepAlive: true });
  return async (input, init) => {
    // Encodes the body, which may be a form, and adds its headers.
    const { url, method, headers, body } = new Request(input, init);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const options = {
      agent,
      localAddress,
      method,
      headers: Object.fromEntries(headers),
      ...(init?.signal && { signal: init.signal }),
    };
    const sent = request(url, options, (incoming) => {
      const content = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
      resolve(
        new Response(content, {
          status: incoming.statusCode ?? 0,
          headers: new Headers(incoming.headers as Record<string, string>),
        }),
      );
    }).on('error', reject);
    if (body) Readable.fromWeb(body as never).pipe(sent);
    else sent.end();
    return await promise;
  };
}
