import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildEventExample, SERVICE_EVENTS } from '@earshot/contract/instance/webhook-events';
import { WEBHOOK_FORMATS } from '@earshot/contract/instance/webhook-formats';
import type { EventType } from '../../../platform/jobs/events.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { startReceiver } from '../../../testing/receiver.ts';
import { startTestServer } from '../../../testing/server.ts';
import { insertDeliveries } from '../deliveries-store.ts';

const server = await startTestServer({ EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' });
const { call, db } = server;
const { id, token } = await server.createProject('Acme');
const on = { token, query: { project_id: id } };
const receiver = await startReceiver();
const TYPES = Object.keys(SERVICE_EVENTS) as EventType[];
/** Paths that the services require. */
const PATHS: Partial<Record<(typeof WEBHOOK_FORMATS)[number], string>> = {
  ntfy: '/ntfy/acme-news',
  telegram: '/bot1:x/sendMessage?chat_id=-100&message_thread_id=7',
};

for (const format of WEBHOOK_FORMATS)
  test(`the preview of ${format} equals the sent request for every event type`, async () => {
    const url = new URL(PATHS[format] ?? '/hook', receiver.url).href;
    const { body: endpoint } = await call('POST', '/v1/webhooks', { ...on, body: { url, format } });
    for (const type of TYPES) {
      const { body: preview } = await call('POST', '/v1/webhooks/preview', { ...on, body: { url, format, type } });
      const delivery = newId();
      const event = JSON.stringify(buildEventExample(type, SERVICE_EVENTS[type]));
      const endpointId = parseId('whk', endpoint.id) as string;
      await transact(db, (tx) =>
        insertDeliveries(tx, parseId('prj', id) as string, [
          { id: delivery, endpoint_id: endpointId, event_id: newId(), type, body: event },
        ]),
      );
      receiver.received.length = 0;
      const path = `/v1/webhooks/${endpoint.id}/deliveries/${formatId('dlv', delivery)}/retry`;
      assert.equal((await call('POST', path, { token })).body.status, 'succeeded', type);
      const [sent] = receiver.received;
      assert.equal(sent?.body, preview.body, type);
      assert.equal(new URL(sent?.path ?? '', receiver.url).href, preview.url, type);
      assert.ok(sent?.headers['content-type']?.startsWith('application/json'));
    }
  });
