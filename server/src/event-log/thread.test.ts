import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchWriterThread, type Host, type Setup } from './thread.ts';

const WORKER = new URL('../analytics/sessions/batch-worker.ts', import.meta.url);

test('a thread that fails says why, and the next move begins another', { timeout: 10_000 }, async () => {
  const setup = { connection: { host: '127.0.0.1', port: 1 }, cluster: undefined, holder: 'me', isAlone: true };
  const host = { warn: () => {}, reportState: () => {}, reportForwarded: () => {} } as unknown as Host;
  const failing = createBatchWriterThread(WORKER, undefined as unknown as Setup, host);
  await assert.rejects(failing.move(), /connection/);
  await assert.rejects(failing.move(), /connection/);
  await failing.close();

  const withoutDatabase = createBatchWriterThread(WORKER, setup, host);
  // With its code, by which a question is answered 503 and not 500.
  await assert.rejects(withoutDatabase.move(), { code: 'ECONNREFUSED' });
  await withoutDatabase.stop();
  await withoutDatabase.close();
});
