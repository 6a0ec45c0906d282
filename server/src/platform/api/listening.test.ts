import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { ConfigError } from '../config/config.ts';
import { checkListening } from './listening.ts';

test('explains why an address cannot be used, and accepts others', async (t) => {
  const ports: Record<string, number> = {};
  for (const host of ['127.0.0.1', '::1']) {
    const other = createServer().listen(0, host);
    t.after(() => other.close());
    await once(other, 'listening');
    ports[host] = (other.address() as { port: number }).port;
  }
  const cases: [Parameters<typeof checkListening>[0], RegExp | undefined][] = [
    [{ HOST: '127.0.0.1', PORT: 0 }, undefined],
    [{ HOST: '::1', PORT: 0, EARSHOT_METRICS_PORT: 0 }, undefined],
    [{ HOST: '127.0.0.1', PORT: ports['127.0.0.1'] ?? 0 }, /in use by another process\. Stop it, or set PORT to/],
    [{ HOST: '::1', PORT: ports['::1'] ?? 0 }, /^Port \d+ of ::1 is in use/],
    [{ HOST: '::', PORT: ports['127.0.0.1'] ?? 0 }, /^Port \d+ of :: is in use/],
    [
      { HOST: '::1', PORT: 0, EARSHOT_METRICS_PORT: ports['::1'] },
      /in use by another process\. Stop it, or set EARSHOT_METRICS_PORT to/,
    ],
    ...['[::1]', 'fe80::1', '2001:db8::1', '256.1.1.1', 'localhost:4000', 'http://127.0.0.1', '*'].map(
      (HOST): [Parameters<typeof checkListening>[0], RegExp] => [{ HOST, PORT: 0 }, /^HOST must be an address .* is none\.$/],
    ),
  ];
  for (const [address, message] of cases) {
    const checking = checkListening(address);
    if (message)
      await assert.rejects(checking, (error) => error instanceof ConfigError && message.test(error.message), address.HOST);
    else await checking;
  }
});
