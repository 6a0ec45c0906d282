import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestServer } from '../../testing/server.ts';
import { createWaitlist } from '../../testing/waitlist.ts';

// Fewer connections (four for requests) than requests: one that holds a connection and waits for another would hold up all.
const server = await startTestServer({ EARSHOT_DATABASE_CONNECTIONS: '10' });

const together = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const key = (index: number) => ({ 'idempotency-key': `key-${index}` });

describe('concurrent requests with different Idempotency-Keys', () => {
  test('return 409 for a known address, and send one reminder', async () => {
    const { join, mails, mailTo } = await createWaitlist(server, { double_opt_in: true });
    await join({ email: 'ada@example.com' });
    await mailTo('ada@example.com', 'Confirm');
    const answers = await together(30, (index) => join({ email: 'ada@example.com' }, key(index)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [409]);
    // The first, and one again within the hour (two, should the hour end just now).
    const links = (await mails()).filter(({ text }) => text.includes('/confirm?'));
    assert.ok(links.length === 2 || links.length === 3, `${links.length}`);
  });

  test('return 201 for a known address with private sign-ups', async () => {
    const { join, count } = await createWaitlist(server, { private_signups: true });
    await join({ email: 'ada@example.com' });
    const answers = await together(30, (index) => join({ email: 'ada@example.com' }, key(index)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.equal(await count(), 1);
  });

  test('are answered for honeypot sign-ups', async () => {
    const { join, count } = await createWaitlist(server);
    const answers = await together(30, (index) => join({ website: 'x' }, key(index)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.equal(await count(), 0);
  });

  test('of different people all join', async () => {
    const { join, count } = await createWaitlist(server);
    const answers = await together(30, (index) => join({}, key(index)));
    assert.deepEqual(
      answers.map(({ body }) => body.position as number).toSorted((a, b) => a - b),
      answers.map((_, index) => index + 1),
    );
    assert.equal(await count(), 30);
  });
});

test('errors are not stored, so the key can be used again', async () => {
  const { join, remove, list } = await createWaitlist(server);
  await join({ email: 'ada@example.com' });
  assert.equal((await join({ email: 'ada@example.com' }, key(0))).status, 409);
  await remove((await list()).data[0]);
  assert.equal((await join({ email: 'ada@example.com' }, key(0))).status, 201);
  const replayed = await join({ email: 'ada@example.com' }, key(0));
  assert.deepEqual([replayed.status, replayed.headers.get('idempotent-replayed')], [201, 'true']);
});

test('a malformed key returns 400', async () => {
  const { join } = await createWaitlist(server);
  for (const bad of ['', 'a b', 'x'.repeat(256)]) {
    const { status, body } = await join({}, { 'idempotency-key': bad });
    assert.deepEqual([status, body.error], [400, 'Idempotency-Key must consist of 1 to 255 printable characters'], bad);
  }
});
