import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchWriterThread, type Host, type Setup } from './thread.ts';

const WORKER = new URL('../sessions/batch-worker.ts', import.meta.url);

test('a failed thread reports the reason, and the next call starts another thread', { timeout: 60_000 }, async () => {
  const setup = { connection: { host: '127.0.0.1', port: 1 }, cluster: undefined, holder: 'me', isAlone: true };
  const host = { warn: () => {}, reportState: () => {}, reportForwarded: () => {} } as unknown as Host;
  const failing = createBatchWriterThread(WORKER, undefined as unknown as Setup, host);
  await assert.rejects(failing.move(1), /connection/);
  await assert.rejects(failing.move(1), /connection/);
  await failing.close();

  const withoutDatabase = createBatchWriterThread(WORKER, setup, host);
  // The code of the error distinguishes an unavailable database (503) from internal errors (500).
  await assert.rejects(withoutDatabase.move(1), { code: 'ECONNREFUSED' });
  await withoutDatabase.stop();
  await withoutDatabase.close();
});
