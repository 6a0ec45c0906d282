import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/webhooks';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../audit/audit.ts';
import { type EntryKind, entryIdOf, projectQuery, requirePersonalData, sessionOf } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { openEventStream } from '../../platform/api/event-stream.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { requireId } from '../../platform/api/validation.ts';
import type { AllowedAddresses } from '../../platform/outbound/addresses.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { listDeliveries } from './deliveries-store.ts';
import * as endpoints from './endpoints.ts';
import type { EventStreams } from './event-stream.ts';
import { deliveryForAdmin, deliveryWithAttempts, endpointForAdmin } from './projections.ts';
import { findProjectId, listEndpoints } from './store.ts';
import * as webhooks from './webhooks.ts';

interface Options {
  db: Db;
  sender: webhooks.Webhooks;
  streams: EventStreams;
  allowed: AllowedAddresses;
}

const tag = 'Webhooks';
const params = Type.Object({ id: Id('whk') });
const deliveryParams = Type.Object({ id: Id('whk'), delivery_id: Id('dlv') });
const endpointKind: EntryKind = { prefix: 'whk', notFound: 'webhooks.not_found', findProjectId };

// Endpoints contain their secret and deliveries contain their payload: both require the role admin.
const onCollection = { by: 'session', role: 'admin' } as const;
const onEndpoint = { by: 'session', role: 'admin', entry: endpointKind } as const;

const projectIdOf = (request: FastifyRequest) => sessionOf(request).project.id;
const getDelivery = (db: Db, request: FastifyRequest, id: string) =>
  webhooks.getDelivery(db, { projectId: projectIdOf(request), endpointId: entryIdOf(request), id });

export const webhookRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  app.addHook('preClose', () => deps.streams.close());

  listWebhooksRoute(app, deps);
  createWebhookRoute(app, deps);
  getWebhookRoute(app, deps);
  updateWebhookRoute(app, deps);
  deleteWebhookRoute(app, deps);
  testWebhookRoute(app, deps);
  replayWebhookRoute(app, deps);
  rotateWebhookSecretRoute(app, deps);
  listWebhookDeliveriesRoute(app, deps);
  getWebhookDeliveryRoute(app, deps);
  retryWebhookDeliveryRoute(app, deps);
  streamEventsRoute(app, deps);
};

function listWebhooksRoute(app: App, { db }: Options): void {
  app.get(
    '',
    operation({
      id: 'listWebhooks',
      summary: 'List webhooks',
      description:
        'Returns the webhooks of the project with their secrets, newest first, including disabled webhooks with the reason.',
      tag,
      access: onCollection,
      scopes: ['webhooks:read'],
      query: Type.Object({ ...Page, ...projectQuery }),
      returns: ListOf(Ref(contract.Webhook)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listEndpoints(db, projectIdOf(request), paging);
      return buildList(rows.map(endpointForAdmin), count, paging);
    },
  );
}

function createWebhookRoute(app: App, { db, allowed }: Options): void {
  app.post(
    '',
    operation({
      id: 'createWebhook',
      summary: 'Create a webhook',
      description:
        'Events are sent as POST requests with the body `{ id, type, version, created_at, project_id, data, changes? }`, signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Verify the signature with the secret and any Standard Webhooks library. Each event is delivered at least once with the same `webhook-id`; respond with a 2xx status within 10 seconds. Failed deliveries are attempted seven times over about a day.',
      tag,
      access: onCollection,
      scopes: ['webhooks:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateWebhook,
      returns: Ref(contract.Webhook),
      status: 201,
    }),
    async (request, reply) => {
      if (request.body.include_personal_data) requirePersonalData(sessionOf(request));
      await endpoints.checkUrl(db, allowed, { projectId: projectIdOf(request), url: request.body.url });
      return await createOnce({ db, request, reply }, async (tx) =>
        endpointForAdmin(
          await endpoints.createEndpoint(tx, { projectId: projectIdOf(request), actor: actorOf(request) }, request.body),
        ),
      );
    },
  );
}

function getWebhookRoute(app: App, { db }: Options): void {
  app.get(
    '/:id',
    operation({
      id: 'getWebhook',
      summary: 'Get a webhook',
      description:
        'Returns one webhook with its secret for verifying signatures. `disabled_reason` states why Earshot disabled it.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:read'],
      params,
      returns: Ref(contract.Webhook),
    }),
    async (request) => endpointForAdmin(await endpoints.getEndpoint(db, projectIdOf(request), entryIdOf(request))),
  );
}

function updateWebhookRoute(app: App, { db, allowed }: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateWebhook',
      summary: 'Update a webhook',
      description:
        'Changes the URL, the event types or `include_personal_data`, or enables a webhook again. Applies to new events; waiting deliveries are sent to the new URL. Including personal data requires the scope `personal_data:read`. Recorded in the audit log.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:write'],
      params,
      body: contract.UpdateWebhook,
      returns: Ref(contract.Webhook),
    }),
    async (request) => {
      const [projectId, id] = [projectIdOf(request), entryIdOf(request)];
      const before = await endpoints.getEndpoint(db, projectId, id);
      const { url = before.url, include_personal_data: includes = before.include_personal_data } = request.body;
      if (includes) requirePersonalData(sessionOf(request));
      // An unchanged URL stays valid, so that forms can send all fields.
      if (url !== before.url) await endpoints.checkUrl(db, allowed, { projectId, url });
      return endpointForAdmin(
        await endpoints.updateEndpoint(db, { projectId, id, actor: actorOf(request), change: request.body }),
      );
    },
  );
}

function deleteWebhookRoute(app: App, { db }: Options): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteWebhook',
      summary: 'Delete a webhook',
      description:
        'Deletes the webhook and its deliveries permanently, including waiting deliveries, which are not sent. Set `enabled` to false to pause it instead. Recorded in the audit log.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      await endpoints.deleteEndpoint(db, {
        projectId: projectIdOf(request),
        id: entryIdOf(request),
        actor: actorOf(request),
      });
      return { ok: true };
    },
  );
}

function testWebhookRoute(app: App, { db, sender }: Options): void {
  app.post(
    '/:id/test',
    operation({
      id: 'testWebhook',
      summary: 'Send a test event',
      description:
        'Sends a `webhook.test` event immediately, even to a disabled webhook, and returns the delivery with the response of the endpoint. Test events are not retried and never disable a webhook.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:write'],
      params,
      returns: Ref(contract.WebhookDeliveryDetails),
      limit: 'sensitive',
    }),
    async (request) => {
      const endpoint = await endpoints.getEndpoint(db, projectIdOf(request), entryIdOf(request));
      return deliveryWithAttempts(await getDelivery(db, request, await sender.test(endpoint)));
    },
  );
}

function replayWebhookRoute(app: App, { db, sender }: Options): void {
  app.post(
    '/:id/replay',
    operation({
      id: 'replayWebhook',
      summary: 'Replay webhook deliveries of a period',
      description:
        'Schedules the deliveries of a period again, for example after an outage of the endpoint: failed ones, or all. Each is sent with the same body and `webhook-id`, and attempted up to seven times. Test events and pending deliveries are not included. A period with more than 10,000 deliveries is refused; the response has the number of scheduled deliveries.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:write'],
      params,
      body: contract.ReplayWebhook,
      returns: Ref(contract.WebhookReplay),
      errors: ['webhooks.disabled'],
      isIdempotent: true,
    }),
    (request, reply) =>
      createOnce({ db, request, reply, status: 200 }, async (tx) => {
        const endpoint = await endpoints.getEndpoint(tx, projectIdOf(request), entryIdOf(request));
        return { count: await sender.replay(tx, endpoint, request.body) };
      }),
  );
}

function rotateWebhookSecretRoute(app: App, { db }: Options): void {
  app.post(
    '/:id/rotate',
    operation({
      id: 'rotateWebhookSecret',
      summary: 'Rotate the webhook secret',
      description: 'Creates a new secret. Requests are signed with both secrets for 24 hours unless `revoke_now` is set.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:write'],
      params,
      body: contract.RotateWebhookSecret,
      returns: Ref(contract.Webhook),
      status: 201,
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) =>
        endpointForAdmin(
          await endpoints.rotateSecret(tx, {
            projectId: projectIdOf(request),
            id: entryIdOf(request),
            actor: actorOf(request),
            revokeNow: request.body.revoke_now ?? false,
          }),
        ),
      ),
  );
}

function listWebhookDeliveriesRoute(app: App, { db }: Options): void {
  app.get(
    '/:id/deliveries',
    operation({
      id: 'listWebhookDeliveries',
      summary: 'List webhook deliveries',
      description:
        'Returns deliveries without their payload, newest first, filtered by status or event type. Deliveries are deleted after `settings.retention.webhook_delivery_days`.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:read'],
      params,
      query: contract.ListDeliveriesQuery,
      returns: ListOf(Ref(contract.WebhookDelivery)),
    }),
    async (request) => {
      const { status, type } = request.query;
      const paging = parsePaging(request);
      const { rows, ...count } = await listDeliveries(db, projectIdOf(request), entryIdOf(request), {
        status,
        type,
        ...paging,
      });
      return buildList(rows.map(deliveryForAdmin), count, paging);
    },
  );
}

function getWebhookDeliveryRoute(app: App, { db }: Options): void {
  app.get(
    '/:id/deliveries/:delivery_id',
    operation({
      id: 'getWebhookDelivery',
      summary: 'Get a webhook delivery',
      description:
        'Returns the delivery with the payload and, for each attempt, the headers of the request and the response with its body, latest first. Use it to find out why an endpoint rejected an event.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:read', 'personal_data:read'],
      params: deliveryParams,
      returns: Ref(contract.WebhookDeliveryDetails),
      errors: ['deliveries.not_found'],
    }),
    async (request) => deliveryWithAttempts(await getDelivery(db, request, deliveryIdIn(request.params.delivery_id))),
  );
}

function retryWebhookDeliveryRoute(app: App, { db, sender }: Options): void {
  app.post(
    '/:id/deliveries/:delivery_id/retry',
    operation({
      id: 'retryWebhookDelivery',
      summary: 'Retry a webhook delivery',
      description: 'Sends the same body with the same `webhook-id`, regardless of the delivery status, and returns the result.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:write', 'personal_data:read'],
      params: deliveryParams,
      returns: Ref(contract.WebhookDeliveryDetails),
      errors: ['deliveries.not_found'],
      limit: 'sensitive',
    }),
    async (request) => {
      const id = deliveryIdIn(request.params.delivery_id);
      const { delivery } = await getDelivery(db, request, id);
      await sender.deliverNow(delivery.project_id, delivery.id);
      return deliveryWithAttempts(await getDelivery(db, request, id));
    },
  );
}

const deliveryIdIn = (text: string) => requireId('dlv', text, 'deliveries.not_found');

function streamEventsRoute(app: App, { streams }: Options): void {
  app.get(
    '/events',
    operation({
      id: 'streamWebhookEvents',
      summary: 'Stream events',
      description:
        'Server-sent events with the payloads that webhooks receive, for development and for tools that have no public address. A client that reconnects with `Last-Event-ID` receives the events since then (of the last three days), some possibly again: `id` in the payload identifies an event. When the credential, the membership or the project ends, a final `end` event states the reason in `status`, `error` and `code`. A user may have 10 open streams.',
      tag,
      access: onCollection,
      scopes: ['webhooks:read'],
      query: Type.Object({ ...contract.StreamEventsQuery.properties, ...projectQuery }),
      returns: Type.String(),
      produces: 'text/event-stream',
    }),
    async (request, reply) => {
      const { replay = 0, include_personal_data: includePersonalData = false } = request.query;
      const types = [request.query.type ?? []].flat();
      if (types.some((type) => !contract.EVENT_TYPES.includes(type as contract.EventType)))
        throw invalidField('type', 'choice', `type must be one of ${contract.EVENT_TYPES.join(', ')}`);
      if (includePersonalData) requirePersonalData(sessionOf(request));
      const lastId = request.headers['last-event-id'];
      const start = await streams.prepare({
        projectId: projectIdOf(request),
        userId: sessionOf(request).user.id,
        types,
        includePersonalData,
        replay,
        lastEventId: typeof lastId === 'string' ? lastId : undefined,
        check: () => app.checkCredential(request),
        log: request.log,
      });
      start(openEventStream(reply));
      return reply as never;
    },
  );
}
