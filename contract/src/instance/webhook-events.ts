import { Type } from 'typebox';
import { mergeDeclared } from '../services/index.ts';
import { buildExample } from '../shared/examples.ts';
import { declareEvents, type EventContract } from '../shared/events.ts';

/** Events that webhooks subscribe to. */
export const SERVICE_EVENTS = mergeDeclared('events');

/** All events that webhooks send, by type. */
export const EVENTS: Record<string, EventContract> = {
  ...SERVICE_EVENTS,
  ...declareEvents('TestEvent', Type.Object({ message: Type.String({ examples: ['This is a test'] }) }), {
    'webhook.test': {
      when: 'A test was requested; sent to one endpoint',
      payload: '`data` has a message. Sent by `POST /v1/webhooks/{id}/test` to one webhook, regardless of its event types.',
    },
  }),
};

/** Returns an example of the request that webhooks send about an event, without personal data. */
export function buildEventExample(type: string, { schema, example, changes }: EventContract): object {
  const request = buildExample(schema) as { data: object };
  return { ...request, type, data: { ...request.data, ...example }, ...(changes && { changes }) };
}
