import { ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import { buildEventExample, SERVICE_EVENTS } from '@earshot/contract/instance/webhook-events';
import * as contract from '@earshot/contract/instance/webhooks';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../audit/audit.ts';
import { entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { requirePersonalData } from '../../platform/api/personal-data.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { openEventStream } from '../../platform/api/event-stream.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { transact } from '../../platform/postgres/database.ts';
import * as endpoints from './endpoints.ts';
import { defineDeliveryRoutes, readDelivery } from './delivery-routes.ts';
import { endpointForAdmin } from './projections.ts';
import { onCollection, onEndpoint, type Options, params, projectIdOf, tag } from './route-options.ts';
import { listEndpoints } from './store.ts';

export const webhookRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  app.addHook('preClose', () => deps.streams.close());

  listWebhooksRoute(app, deps);
  createWebhookRoute(app, deps);
  getWebhookRoute(app, deps);
  updateWebhookRoute(app, deps);
  deleteWebhookRoute(app, deps);
  previewWebhookRoute(app, deps);
  testWebhookRoute(app, deps);
  replayWebhookRoute(app, deps);
  rotateWebhookSecretRoute(app, deps);
  streamEventsRoute(app, deps);
  defineDeliveryRoutes(app, deps);
};

function listWebhooksRoute(app: App, { db }: Options): void {
  app.get(
    '',
    operation({
      id: 'listWebhooks',
      summary: 'List webhooks',
      description:
        'Returns the webhooks of the project with their secrets, newest first, including disabled webhooks with the reason. Reading secrets is recorded in the audit log, once an hour for each user and webhook.',
      tag,
      access: onCollection,
      scopes: ['webhooks:read'],
      query: Type.Object({ ...Page, ...projectQuery }),
      returns: ListOf(Ref(contract.Webhook)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listEndpoints(db, projectIdOf(request), paging);
      await endpoints.recordSecretsRead(db, actorOf(request), rows);
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
        'Events are sent as POST requests with the body `{ id, type, version, created_at, project_id, data, changes? }`, signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`), or as messages for a chat service (`format`), no faster than it accepts them. Verify the signature with the secret and any Standard Webhooks library. Each event is delivered at least once with the same `webhook-id`; respond with a 2xx status within 10 seconds. Failed deliveries are attempted seven times over about a day.',
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
      const format = endpoints.chooseFormat(request.body.url, request.body.format);
      return await createOnce({ db, request, reply }, async (tx) =>
        endpointForAdmin(
          await endpoints.createEndpoint(
            tx,
            { projectId: projectIdOf(request), actor: actorOf(request) },
            { ...request.body, format },
          ),
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
        'Returns one webhook with its secret for verifying signatures. `disabled_reason` states why Earshot disabled it. Reading the secret is recorded in the audit log, once an hour for each user.',
      tag,
      access: onEndpoint,
      scopes: ['webhooks:read'],
      params,
      returns: Ref(contract.Webhook),
    }),
    async (request) => {
      const endpoint = await endpoints.getEndpoint(db, projectIdOf(request), entryIdOf(request));
      await endpoints.recordSecretsRead(db, actorOf(request), [endpoint]);
      return endpointForAdmin(endpoint);
    },
  );
}

function updateWebhookRoute(app: App, { db, allowed }: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateWebhook',
      summary: 'Update a webhook',
      description:
        'Changes the URL, the event types, the format, the filters or `include_personal_data`, or enables a webhook again. A new URL without a `format` selects the format of its service. Applies to new events; waiting deliveries are sent to the new URL. Including personal data requires the scope `personal_data:read`. Recorded in the audit log.',
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
      const format = endpoints.chooseFormat(url, request.body.format ?? (url === before.url ? before.format : undefined));
      return endpointForAdmin(
        await endpoints.updateEndpoint(db, { projectId, id, actor: actorOf(request), change: { ...request.body, format } }),
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

function previewWebhookRoute(app: App, { sender }: Options): void {
  app.post(
    '/preview',
    operation({
      id: 'previewWebhook',
      summary: 'Preview a webhook',
      description:
        'Returns the request that a webhook with this URL and format sends about an example of an event. Nothing is sent or stored.',
      tag,
      access: onCollection,
      scopes: ['webhooks:read'],
      query: Type.Object(projectQuery),
      body: contract.PreviewWebhook,
      returns: Ref(contract.WebhookPreview),
    }),
    async (request) => {
      const { url, type } = request.body;
      const format = endpoints.chooseFormat(url, request.body.format);
      const example = JSON.stringify(buildEventExample(type, SERVICE_EVENTS[type]));
      return { format, ...(await sender.render({ project_id: projectIdOf(request), url, format }, example)) };
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
      return await readDelivery({ db, sender }, request, await sender.test(endpoint));
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
        'Schedules the deliveries of a period again, for example after an outage of the endpoint: failed ones, or all. Each is sent with the same body and `webhook-id`, and attempted up to seven times. Test events and pending deliveries are not included. A period with more than 10,000 deliveries is refused; the response has the number of scheduled deliveries. Recorded in the audit log.',
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
        return await transact(tx, async (within) => {
          const replayed = await sender.replay(within, endpoint, request.body);
          await recordAudit(within, {
            projectId: endpoint.project_id,
            actor: actorOf(request),
            action: 'webhook.replayed',
            target: endpoints.toTarget(endpoint),
            after: { ...request.body, count: replayed },
          });
          return { count: replayed };
        });
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
