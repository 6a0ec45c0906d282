import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUS_NAMES } from '@earshot/contract/services/feedback/statuses';
import { STATUSES } from '@earshot/contract/services/feedback/values';
import { PALETTE } from '@earshot/contract/shared/palette';
import { callTool, connectClient } from '../../instance/mcp/fixtures/client.ts';
import { BACKGROUNDS, computeContrast } from '../../platform/html/color.ts';
import { type Call, sharedTestServer } from '../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;

/** Creates a project with an entry that is planned. */
async function createBoard(statuses?: object[]) {
  const project = await server.createProject('Statuses');
  const { id: projectId, key, token } = project;
  const setStatuses = (given: object[]) =>
    call('PATCH', `/v1/projects/${projectId}`, { token, body: { settings: { feedback: { statuses: given } } } });
  if (statuses) assert.equal((await setStatuses(statuses)).status, 200);
  const { id } = (await call('POST', '/v1/feedback', { key, body: { title: 'Export as CSV' } })).body;
  await call('PATCH', `/v1/feedback/${id}`, { token, body: { status: 'planned' } });
  return { ...project, projectId, entry: id as string, setStatuses };
}

const CUSTOM = [
  { status: 'in_progress', name: 'Beta' },
  { status: 'planned', name: 'Up next <1>', color: 'pink' },
];

const board = await createBoard(CUSTOM);
const { key, token, slug, entry, projectId } = board;
const asOwner = { token, query: { project_id: projectId } };
const text = async (method: string, path: string, options: Call = {}): Promise<string> => {
  const { body } = await call(method, path, options);
  return typeof body === 'string' ? body : JSON.stringify(body);
};
const page = (path: string) => text('GET', `/p/${slug}${path}`);
const NAME = /Up next (<1>|&lt;1&gt;)/;

/** Places where people read the name of a status. */
const SURFACES: Record<string, () => Promise<string>> = {
  'an entry for an API key': () => text('GET', `/v1/feedback/${entry}`, { key }),
  'an entry for a member': () => text('GET', `/v1/feedback/${entry}`, asOwner),
  'the list': () => text('GET', '/v1/feedback', { key }),
  'the list without a credential': () => text('GET', `/v1/feedback/by-project/${slug}`),
  'the roadmap': () => text('GET', '/v1/feedback/roadmap', { key }),
  'similar entries': () => text('GET', '/v1/feedback/similar', { key, query: { title: 'Export CSV' } }),
  'a vote': () => text('POST', `/v1/feedback/${entry}/upvote`, { key, visitor: crypto.randomUUID() }),
  'an update': () => text('PATCH', `/v1/feedback/${entry}`, { ...asOwner, body: { pinned: true } }),
  'the export': () => text('GET', '/v1/feedback/export.csv', asOwner),
  'the appearance for widgets': () => text('GET', '/v1/projects/appearance', { key }),
  'a tool of assistants': async () => {
    const client = await connectClient(server, token);
    const answer = await callTool(client, 'get_feedback', { id: entry });
    await client.close();
    return JSON.stringify(answer);
  },
  'the front page': () => page(''),
  'the page of the board': () => page('/feedback'),
  'the page of the entry': () => page(`/feedback/${entry}`),
  'the page of the roadmap': () => page('/roadmap'),
};

for (const [surface, read] of Object.entries(SURFACES))
  test(`${surface} has the name that the project gives to a status`, async () => {
    assert.match(await read(), NAME);
  });

test('API, filters and URLs keep the standard values of statuses', async () => {
  const { body } = await call('GET', '/v1/feedback', { key, query: { status: 'planned' } });
  assert.deepEqual([body.data[0].status, body.data[0].status_name], ['planned', 'Up next <1>']);
  assert.match(await page('/feedback?status=planned'), /<option value="planned" selected>Up next &lt;1&gt;/);
  const { status } = await call('GET', '/v1/feedback', { key, query: { status: 'Beta' } });
  assert.equal(status, 400);
  const [head = '', row = ''] = (await text('GET', '/v1/feedback/export.csv', asOwner)).replace('\uFEFF', '').split(/\r?\n/);
  const at = (column: string) => row.split(',')[head.split(',').indexOf(column)];
  assert.deepEqual([at('status'), at('status_name')], ['planned', 'Up next <1>']);
});

test('pages and widgets have the statuses in the order and colors of the project', async () => {
  const roadmap = await page('/roadmap');
  const headings = [...roadmap.matchAll(/<h2 class="status ([^"]*)"[^>]*>([^<]*)</g)].map(([, kind, name]) => `${kind}: ${name}`);
  assert.deepEqual(headings, ['in_progress: Beta', 'planned is-pink: Up next &lt;1&gt;', 'done: Done']);
  const { feedback_statuses } = (await call('GET', '/v1/projects/appearance', { key })).body;
  assert.deepEqual(
    feedback_statuses.map(({ status }: { status: string }) => status),
    ['in_progress', 'planned', 'new', 'under_review', 'done', 'declined', 'duplicate'],
  );
  const [, planned, other] = feedback_statuses;
  assert.deepEqual([planned.color, planned.color_dark], [PALETTE.pink.light, PALETTE.pink.dark]);
  assert.deepEqual(other, { key: null, status: 'new', name: null, color: null, color_dark: null });
});

test('a project without names has the standard names, order and colors', async () => {
  const plain = await createBoard();
  const roadmap = await text('GET', `/p/${plain.slug}/roadmap`);
  const headings = [...roadmap.matchAll(/<h2 class="(status[^"]*)"[^>]*>([^<]*)</g)].map(([, kind, name]) => `${kind}: ${name}`);
  assert.deepEqual(headings, ['status planned: Planned', 'status in_progress: In progress', 'status done: Done']);
  assert.equal((await call('GET', `/v1/feedback/${plain.entry}`, { key: plain.key })).body.status_name, 'Planned');
});

test('a status is listed once, and its name belongs to no other status', async () => {
  const { setStatuses } = await createBoard();
  const cases: [statuses: object[], path: string][] = [
    [[{ status: 'done' }, { status: 'done', name: 'Live' }], 'settings.feedback.statuses[1].status'],
    [
      [
        { status: 'planned', name: 'Live' },
        { status: 'done', name: ' live' },
      ],
      'settings.feedback.statuses[0].name',
    ],
    [[{ status: 'planned', name: 'Done' }], 'settings.feedback.statuses[0].name'],
    [[{ status: 'planned', name: ' ' }], 'settings.feedback.statuses[0].name'],
    [[{ status: 'shipped' }], 'settings.feedback.statuses[0].status'],
    [[{ status: 'done', color: '#ff0000' }], 'settings.feedback.statuses[0].color'],
  ];
  for (const [statuses, path] of cases) {
    const { status, body } = await setStatuses(statuses);
    assert.deepEqual([status, body.fields?.[0]?.path], [400, path], JSON.stringify(body));
  }
  // Names can be swapped.
  const swapped = STATUSES.slice(0, 2).map((status, index) => ({ status, name: STATUS_NAMES[STATUSES[1 - index] ?? 'new'] }));
  assert.equal((await setStatuses(swapped)).status, 200);
});

test('colors are visible on pages in both schemes', () => {
  for (const [name, color] of Object.entries(PALETTE))
    for (const scheme of ['light', 'dark'] as const)
      for (const background of Object.values(BACKGROUNDS[scheme]))
        assert.ok(computeContrast(color[scheme], background) >= 3, `${name} ${scheme}`);
});
