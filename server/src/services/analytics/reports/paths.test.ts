import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createWithEvents } from '../fixtures/by-hand.ts';

const client = await sharedTestServer();
const { call } = client;
const withEvents = createWithEvents(client);

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

interface Visit {
  who: string;
  pages: string[];
}

/** Counts the nodes and links of the paths after a page in one place, from lists of pages, without SQL. */
function countNaively(chains: string[][], { anchor, steps, nodes }: { anchor: string; steps: number; nodes: number }) {
  const paths = chains
    .filter((pages) => pages.includes(anchor))
    .map((pages) => pages.slice(pages.indexOf(anchor)).filter((page, index, all) => page !== all[index - 1]))
    .map((pages) => [...pages.slice(1), 'end'].slice(0, steps));
  const count = (keys: string[]) => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  };
  const isNamed = Array.from({ length: steps }, (_, step) => {
    const pages = paths.flatMap((path) => path[step] ?? []).filter((page) => page !== 'end');
    return new Set(
      count(pages)
        .slice(0, nodes)
        .map(([page]) => page),
    ).add('end');
  });
  const named = paths.map((path) => path.map((page, step) => (isNamed[step]?.has(page) ? page : 'other')));
  return {
    visits: paths.length,
    nodes: count(named.flatMap((path) => path.map((page, step) => `${step + 1} ${page}`))),
    links: count(named.flatMap((path) => path.map((page, step) => `${step + 1} ${path[step - 1] ?? anchor} ${page}`))),
  };
}

test('the diagram of paths has the nodes and links that a count of all visits gives', async () => {
  // Pseudo-random walks: each of 9 people has 2 visits of up to 7 pages, an hour apart.
  let state = 7;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const pages = ['/', '/pricing', '/docs', '/blog', '/about', '/jobs'];
  const visits: Visit[] = Array.from({ length: 18 }, (_, index) => ({
    who: `p${index % 9}`,
    pages: Array.from({ length: 1 + next(7) }, () => pages[next(pages.length)] ?? '/'),
  }));
  const { ask } = await withEvents(
    visits.flatMap(({ who, pages: viewed }, index) =>
      viewed.map((page, minute) => ({ at: `${index < 9 ? '10' : '12'}:0${minute}`, who, page })),
    ),
  );
  const people = Map.groupBy(visits, ({ who }) => who);
  const chainsBy = {
    visit: visits.map((visit) => visit.pages),
    person: [...people.values()].map((own) => own.flatMap((visit) => visit.pages)),
  };
  for (const [by, chains] of Object.entries(chainsBy))
    for (const [steps, nodes] of [
      [3, 2],
      [5, 20],
      [1, 1],
    ] as const)
      for (const direction of ['next', 'previous']) {
        const query = { page: '/', by, steps: String(steps), nodes: String(nodes), direction };
        const found = await ask('paths', query);
        const expected = countNaively(
          // Paths to the first occurrence, read backwards.
          direction === 'next' ? chains : chains.map((all) => all.slice(0, all.indexOf('/') + 1).toReversed()),
          { anchor: '/', steps, nodes },
        );
        const nameOf = ({ kind, page }: { kind: string; page: string | null }) => page ?? kind;
        const sort = (counts: [string, number][]) => counts.toSorted(([a], [b]) => (a < b ? -1 : 1));
        const { nodes: all, links } = found.diagram;
        assert.deepEqual(
          all[0],
          { step: 0, kind: 'page', page: '/', event: null, count: expected.visits },
          JSON.stringify(query),
        );
        assert.equal(found.visits, expected.visits);
        assert.deepEqual(
          sort(all.slice(1).map((node: Json) => [`${node.step} ${nameOf(node)}`, node.count])),
          sort(expected.nodes),
          JSON.stringify(query),
        );
        assert.deepEqual(
          sort(
            links.map(({ source, target, count }: Json) => [
              `${all[target].step} ${nameOf(all[source])} ${nameOf(all[target])}`,
              count,
            ]),
          ),
          sort(expected.links),
          JSON.stringify(query),
        );
      }
});

test('steps through which paths go limit all counts, and invalid ones are rejected', async () => {
  const { ask, token, id } = await withEvents([
    { at: '10:00', who: 'ada', page: '/' },
    { at: '10:01', who: 'ada', page: '/pricing' },
    { at: '10:02', who: 'ada', page: '/docs' },
    { at: '10:00', who: 'bob', page: '/' },
    { at: '10:01', who: 'bob', page: '/docs' },
    { at: '10:00', who: 'eve', page: '/' },
    { at: '10:01', who: 'eve', page: '/docs' },
    { at: '10:02', who: 'eve', name: 'signed_up', page: '/docs' },
  ]);
  const { visits, paths, diagram } = await ask('paths', { page: '/', through: '1:page:/docs', events: 'include', nodes: '5' });
  assert.deepEqual([visits, paths.length, diagram.nodes[0].count], [2, 2, 2]);
  assert.deepEqual(
    diagram.nodes.map(({ step, kind, page, event, count }: Json) => [step, page ?? event ?? kind, count]),
    [
      [0, '/', 2],
      [1, '/docs', 2],
      [2, 'signed_up', 1],
      [2, 'end', 1],
      [3, 'end', 1],
    ],
  );
  assert.equal((await ask('paths', { page: '/', through: '2:event:signed_up', events: 'include' })).visits, 1);
  assert.deepEqual((await ask('paths', { page: '/', through: '1:page:/none', nodes: '5' })).diagram.nodes.length, 1);
  for (const [through, code] of [
    ['/docs', 'format'],
    ['1:screen:/docs', 'format'],
    ['4:page:/docs', 'too_large'],
  ] as const) {
    const { status, body } = await call('GET', '/v1/analytics/paths', { token, query: { project_id: id, page: '/', through } });
    assert.deepEqual([status, body.fields[0].path, body.fields[0].code], [400, 'through', code]);
  }
});
