import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/webhooks';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { entryIdOf } from '../../platform/api/credentials.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { requireId } from '../../platform/api/validation.ts';
import { listDeliveries } from './deliveries-store.ts';
import { getEndpoint } from './endpoints.ts';
import { deliveryForAdmin, deliveryWithAttempts } from './projections.ts';
import { onEndpoint, type Options, params, projectIdOf, tag } from './route-options.ts';
import { getDelivery } from './webhooks.ts';

const deliveryParams = Type.Object({ id: Id('whk'), delivery_id: Id('dlv') });

export function defineDeliveryRoutes(app: App, deps: Options): void {
  listWebhookDeliveriesRoute(app, deps);
  getWebhookDeliveryRoute(app, deps);
  retryWebhookDeliveryRoute(app, deps);
}

/** Returns a delivery with the body of its request and its attempts. @throws {HttpError} 404 */
export async function readDelivery({ db, sender }: Pick<Options, 'db' | 'sender'>, request: FastifyRequest, id: string) {
  const [projectId, endpointId] = [projectIdOf(request), entryIdOf(request)];
  const { delivery, attempts } = await getDelivery(db, { projectId, endpointId, id });
  const { body } = await sender.render(await getEndpoint(db, projectId, endpointId), delivery.body);
  return deliveryWithAttempts({ delivery: { ...delivery, body }, attempts });
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

function getWebhookDeliveryRoute(app: App, deps: Options): void {
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
    (request) => readDelivery(deps, request, deliveryIdIn(request.params.delivery_id)),
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
      const { delivery } = await getDelivery(db, { projectId: projectIdOf(request), endpointId: entryIdOf(request), id });
      await sender.deliverNow(delivery.project_id, delivery.id);
      return await readDelivery({ db, sender }, request, id);
    },
  );
}

const deliveryIdIn = (text: string) => requireId('dlv', text, 'deliveries.not_found');
