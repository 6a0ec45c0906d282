import * as contract from '@earshot/contract/services/analytics/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf, projectQuery } from '../../../platform/api/credentials.ts';
import { errorBody, HttpError } from '../../../platform/api/errors.ts';
import { parseBatches } from '../../../platform/api/json-body.ts';
import { BATCH_BODY_LIMIT, operation } from '../../../platform/api/operation.ts';
import { createCheck } from '../../../platform/api/validation.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { isApiKey } from '../../../instance/projects/secrets.ts';
import { readClient, readOrigin, refuseClient, readSender } from './event-senders.ts';
import type { EventUsers } from './event-users.ts';
import type { Drops } from './drops.ts';
import type { Intake } from './intake.ts';
import type { Geolocation } from '../../../platform/client/geolocation.ts';
import { listRepairs, summarizeChanges } from './properties.ts';
import { repairEvent } from './repairs.ts';
import { readEvents } from './request-body.ts';
import type { Visitors } from './visitors.ts';

interface Options {
  intake: Intake;
  drops: Drops;
  visitors: Visitors;
  geolocation: Geolocation;
  findUsers: EventUsers;
}

const check = createCheck(contract.TrackedEvent);

/** People who sign in one after the other in one browser before it sends its events. A request with more people is from a server. */
const MAX_PEOPLE_OF_BROWSER = 5;

/** Routes that accept tracked events. */
export const eventRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { intake, drops, findUsers, ...services }) => {
  const { visitors } = services;
  // Beacons send JSON as plain text.
  parseBatches(app, { types: ['application/json', 'text/plain'], isRepaired: true });
  // Browsers report a failure of a beacon of a page with Cross-Origin-Embedder-Policy otherwise, because beacons are sent without CORS.
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cross-origin-resource-policy', 'cross-origin');
    done();
  });
  app.addHook('onError', (request, _reply, error, done) => {
    const { key = request.headers['x-project-key'] } = request.query as { key?: unknown };
    if (error instanceof HttpError && error.code === 'auth.key_invalid' && typeof key === 'string' && isApiKey(key))
      drops.addKey(key, readOrigin(request.headers));
    done();
  });

  const track = operation({
    id: 'trackEvents',
    summary: 'Track events',
    description:
      'Accepts one event or a batch of up to 500 events. Events are durably stored before the response is sent. Events of a batch are validated individually; an invalid single event returns 400. Properties, and fields that describe the page, campaign and screen (`url`, `referrer`, `title`, `utm_…`, `language`, `screen_width`), are repaired instead: `warnings` of the response lists what was truncated or dropped, and the intake report counts such events under `repaired`. For `navigator.sendBeacon`, `text/plain` bodies are parsed as JSON and the API key can be passed in the query. Events with the privacy signals `Sec-GPC: 1` or `DNT: 1` receive the same response and are dropped unless `settings.analytics.honor_privacy_signals` is off. Page views without a `user_id` that are sent by HTTP libraries are classified as bots (`http_library`) unless the project counts them; servers that report user activity should pass the `user_id`, or the `ip` and `user_agent` of each visitor. Anonymous events that a browser sent during a visit in which a user signs in are attributed to the user; events of HTTP libraries, and of requests with more than five users, are not.\n\nWith a session token or the token of a service account, `ip` and `user_agent` of an event describe its visitor like the address and the headers of a browser, so that a server can send the events of many visitors in one batch. A `user_id` of such a request is trusted, also when the project requires signed user ids. With an API key, which is public, `ip` and `user_agent` are rejected.\n\nProperties are stored flat: `warnings` of the response lists what is not stored as it was sent.',
    tag: 'Analytics',
    access: { by: 'either', role: 'member', inQuery: true },
    scopes: ['analytics:write'],
    query: Type.Object({
      ...projectQuery,
      key: Type.Optional(Type.String({ maxLength: 100, description: 'API key, for clients that can’t set headers' })),
    }),
    body: contract.TrackEvents,
    consumes: ['application/json', 'text/plain'],
    returns: Ref(contract.Tracked),
    errors: ['analytics.timestamp_in_future', 'analytics.timestamp_too_old'],
    status: 202,
    isIdempotent: false,
    limit: 'frequent',
  });
  app.post(
    '/events',
    {
      ...track,
      bodyLimit: BATCH_BODY_LIMIT,
      // The handler validates events individually.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { isBatch, sent, changes } = readEvents<contract.TrackedEvent>(request.body, check, repairEvent);
      await visitors.prepare();
      const caller = callerOf(request);
      const isTrusted = caller.by === 'session';
      const allowed = isTrusted
        ? sent
        : sent.map((event) => (event instanceof HttpError ? event : (refuseClient(event) ?? event)));
      const identified = await findUsers(projectOf(request), allowed, isTrusted);
      const events = identified.map(({ event }) => event);
      const sender = { ...readSender(request, services), isBrowser: countPeople(events) <= MAX_PEOPLE_OF_BROWSER };
      const repairs = listRepairs(changes);
      const results = await intake.ingest(
        caller.project.id,
        events.map((event, index) =>
          event instanceof HttpError
            ? event
            : { event, sender: readClient(event, sender, services), repairs: repairs.get(index) },
        ),
      );
      for (const [index, { proof }] of identified.entries()) {
        const result = results[index];
        if (!proof || result?.outcome !== 'accepted' || result.event.bot) continue;
        const at = new Date(result.event.time);
        request.server.people.note(caller.project.id, result.isLate ? { ...proof, seen: { first: at, last: at } } : proof);
      }
      const warnings = summarizeChanges(changes.filter(({ index }) => results[index]?.outcome === 'accepted'));
      void reply.code(202);
      if (!isBatch) {
        const [result] = results;
        if (result?.outcome === 'invalid') throw result.error;
        return { ok: true, warnings };
      }
      const rejected = results.flatMap((result, index) =>
        result.outcome === 'invalid' ? [{ index, ...errorBody(result.error) }] : [],
      );
      return { ok: true, accepted: results.length - rejected.length, rejected, warnings };
    },
  );
};

/** Returns the number of people with a `user_id` in a request. */
const countPeople = (events: (contract.TrackedEvent | HttpError)[]): number =>
  new Set(events.flatMap((event) => ('user_id' in event && event.user_id) || [])).size;
