import { type IncomingHttpHeaders } from 'node:http';
import * as contract from '@earshot/contract/analytics';
import { Ref } from '@earshot/contract/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../http/credentials.ts';
import { errorBody, type HttpError } from '../http/errors.ts';
import { parseBatches } from '../http/json-body.ts';
import { BATCH_BODY_LIMIT, operation } from '../http/operation.ts';
import { FREQUENT } from '../http/throttle.ts';
import { createCheck } from '../http/validation.ts';
import type { Project } from '../projects/store.ts';
import type { EventUsers } from './event-users.ts';
import type { Sender } from './ingest/validation.ts';
import { readUserAgent } from './ingest/devices.ts';
import type { Intake } from './ingest/intake.ts';
import type { Geolocation } from './ingest/geolocation.ts';
import { readEvents } from './ingest/request-body.ts';
import { hostnameOf } from './ingest/urls.ts';
import type { Visitors } from './ingest/visitors.ts';

interface Options {
  intake: Intake;
  visitors: Visitors;
  geolocation: Geolocation;
  findUsers: EventUsers;
}

const check = createCheck(contract.TrackedEvent);

/** People who sign in one after the other in one browser before it sends its events. A request with more people is from a server. */
const MAX_PEOPLE_OF_BROWSER = 5;

/** Routes that accept tracked events. */
export const eventRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { intake, visitors, geolocation, findUsers }) => {
  // Beacons send JSON as plain text.
  parseBatches(app, ['application/json', 'text/plain']);
  // Browsers report a failure of a beacon of a page with Cross-Origin-Embedder-Policy otherwise, because beacons are sent without CORS.
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cross-origin-resource-policy', 'cross-origin');
    done();
  });

  const track = operation({
    id: 'trackEvents',
    summary: 'Track events',
    description:
      'Accepts one event or a batch of up to 500 events. Events are durably stored before the response is sent. Events of a batch are validated individually; an invalid single event returns 400. For `navigator.sendBeacon`, `text/plain` bodies are parsed as JSON and the API key can be passed in the query. Events with the privacy signals `Sec-GPC: 1` or `DNT: 1` receive the same response and are dropped unless `settings.analytics.honor_privacy_signals` is off. Page views without a `user_id` that are sent by HTTP libraries are classified as bots (`http_library`) unless the project counts them; servers that report user activity should pass the `user_id` or forward the User-Agent header. Anonymous events that a browser sent during a visit in which a user signs in are attributed to the user; events of HTTP libraries, and of requests with more than five users, are not.',
    tag: 'Analytics',
    access: { by: 'key', inQuery: true },
    query: Type.Object({
      key: Type.Optional(Type.String({ maxLength: 100, description: 'API key, for clients that can’t set headers' })),
    }),
    body: contract.TrackEvents,
    consumes: ['application/json', 'text/plain'],
    returns: Ref(contract.Tracked),
    errors: ['analytics.timestamp_in_future', 'analytics.timestamp_too_old'],
    status: 202,
    isIdempotent: false,
  });
  app.post(
    '/events',
    {
      ...track,
      config: { ...track.config, ...FREQUENT },
      bodyLimit: BATCH_BODY_LIMIT,
      // The handler validates events individually.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const events = readEvents<contract.TrackedEvent>(request.body, check);
      await visitors.prepare();
      const sent = await findUsers(callerOf(request).project as Project, events.sent);
      const isBrowser = countPeople(sent) <= MAX_PEOPLE_OF_BROWSER;
      const results = await intake.ingest(sent, { ...senderOf(request, { visitors, geolocation }), isBrowser });
      void reply.code(202);
      if (!events.isBatch) {
        const [result] = results;
        if (result?.outcome === 'invalid') throw result.error;
        return { ok: true };
      }
      const rejected = results.flatMap((result, index) =>
        result.outcome === 'invalid' ? [{ index, ...errorBody(result.error) }] : [],
      );
      return { ok: true, accepted: results.length - rejected.length, rejected };
    },
  );
};

/** Returns the number of people with a `user_id` in a request. */
const countPeople = (events: (contract.TrackedEvent | HttpError)[]): number =>
  new Set(events.flatMap((event) => ('user_id' in event && event.user_id) || [])).size;

function senderOf(
  request: FastifyRequest,
  { visitors, geolocation }: Pick<Options, 'visitors' | 'geolocation'>,
): Omit<Sender, 'isBrowser'> {
  const { headers, ip } = request;
  const project = callerOf(request).project as Project;
  const userAgent = headers['user-agent'] ?? '';
  return {
    project: { id: project.id, settings: project.settings.analytics },
    address: ip,
    userAgent,
    device: readUserAgent(userAgent),
    location: geolocation.locate(ip, headers),
    language: headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? '',
    origin: originOf(headers),
    hasPrivacySignal: headers['sec-gpc'] === '1' || headers.dnt === '1',
    isPrefetch: [headers['sec-purpose'], headers.purpose, headers['x-moz']].some((purpose) =>
      /prefetch|prerender|preview/.test(String(purpose)),
    ),
    identifyAnonymous: visitors.identifyAnonymous,
    now: Date.now(),
  };
}

function originOf({ origin }: IncomingHttpHeaders): string {
  const url = origin ? URL.parse(origin) : null;
  return url ? hostnameOf(url) : '';
}
