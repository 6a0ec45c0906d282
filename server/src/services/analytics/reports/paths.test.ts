import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../../testing/server.ts';
import { createWithEvents } from '../fixtures/by-hand.ts';

const withEvents = createWithEvents(await sharedTestServer());

test('paths consist of pages, on request of interactive events as well, and never of other events', async () => {
  const { ask } = await withEvents([
    { at: '10:00', who: 'ada', page: '/' },
    { at: '10:01', who: 'ada', page: '/', name: 'web_vital', more: { interactive: false } },
    { at: '10:02', who: 'ada', page: '/' },
    { at: '10:03', who: 'ada', page: '/', name: 'signed_up' },
    { at: '10:04', who: 'ada', page: '/welcome' },
    { at: '10:05', who: 'ada', page: '/welcome', name: 'engagement', more: { interactive: false } },
    { at: '10:06', who: 'ada', page: '/welcome', name: 'signed_up' },
    { at: '10:07', who: 'ada', page: '/app' },
  ]);
  for (const [query, steps] of [
    [{ page: '/' }, ['/welcome', '/app']],
    [{ page: '/', events: 'exclude' }, ['/welcome', '/app']],
    [{ page: '/', events: 'include' }, ['signed_up', '/welcome', 'signed_up', '/app']],
    [{ page: '/', events: 'include', steps: '1' }, ['signed_up']],
    [{ page: '/app', direction: 'previous' }, ['/welcome', '/']],
    [{ page: '/app', direction: 'previous', events: 'include' }, ['signed_up', '/welcome', 'signed_up', '/']],
    [{ event: 'signed_up' }, ['/welcome', '/app']],
    [{ event: 'signed_up', events: 'include' }, ['/welcome', 'signed_up', '/app']],
    [{ event: 'signed_up', direction: 'previous' }, ['/']],
    [{ event: 'web_vital' }, ['/', '/welcome', '/app']],
    [{ event: 'engagement', events: 'include' }, ['signed_up', '/app']],
  ] as [Record<string, string>, string[]][]) {
    const { visits, paths } = await ask('paths', { steps: '5', ...query });
    const found = paths.map((path: { steps: { page: string | null; event: string | null }[] }) =>
      path.steps.map(({ page, event }) => page ?? event),
    );
    assert.deepEqual([visits, found], [1, [steps]], JSON.stringify(query));
  }
});
