import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { findProject } from '../../../instance/projects/store.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createFeedbackReport } from '../report.ts';

const server = await sharedTestServer();
const { call, db } = server;

async function createTeam() {
  const project = await server.createProject();
  const { id, key, token } = project;
  const query = { project_id: id };
  const request = async (method: string, path: string, body?: object, more: object = {}) =>
    await call(method, path, { token, query: { ...query, ...more }, ...(body && { body }) });
  return {
    ...project,
    request,
    projectId: parseId('prj', id) as string,
    defaultId: id.replace('prj_', 'brd_'),
    addBoard: async (body: object): Promise<Json> => (await request('POST', '/v1/feedback/boards', body)).body,
    boards: async (): Promise<Json[]> => (await request('GET', '/v1/feedback/boards')).body.data,
    names: async () => (await request('GET', '/v1/feedback/boards')).body.data.map(({ name }: Json) => name),
    submit: async (title: string, board?: string): Promise<Json> =>
      (await call('POST', '/v1/feedback', { key, body: { title, ...(board && { board_id: board }) } })).body,
    list: async (by: object, more: object = {}): Promise<Json> =>
      (await call('GET', '/v1/feedback', { ...by, query: { ...('token' in by && query), ...more } })).body,
  };
}

test('a project has a default board, to which entries belong', async () => {
  const team = await createTeam();
  const [board, ...others] = await team.boards();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [board?.id, board?.name, board?.slug, board?.access, board?.position, board?.default, board?.feedback_count],
    [team.defaultId, 'Feedback', 'feedback', 'public', 0, true, 0],
  );
  const entry = await team.submit('Export');
  assert.equal(entry.board_id, team.defaultId);
  assert.equal((await team.list({ key: team.key }, { board_id: team.defaultId })).total, 1);
  assert.equal((await team.boards())[0]?.feedback_count, 1);
});

test('boards are created, ordered, renamed and found by id', async () => {
  const team = await createTeam();
  const ideas = await team.addBoard({ name: 'Ideas', description: 'What is next?' });
  assert.deepEqual([ideas.slug, ideas.access, ideas.position, ideas.default], ['ideas', 'public', 1, false]);
  await team.addBoard({ name: 'Bugs', access: 'signed_in', position: 0 });
  assert.deepEqual(await team.names(), ['Bugs', 'Feedback', 'Ideas']);
  await team.request('PATCH', `/v1/feedback/boards/${ideas.id}`, { position: 0, name: 'Wishes' });
  assert.deepEqual(await team.names(), ['Wishes', 'Bugs', 'Feedback']);
  const { body: renamed } = await team.request('PATCH', `/v1/feedback/boards/${team.defaultId}`, {
    name: 'General',
    slug: 'general',
  });
  assert.deepEqual([renamed.id, renamed.slug, renamed.position], [team.defaultId, 'general', 2]);
  assert.equal((await call('GET', `/v1/feedback/boards/${ideas.id}`, { key: team.key })).body.name, 'Wishes');

  const taken = await team.request('POST', '/v1/feedback/boards', { name: 'Other', slug: 'general' });
  assert.deepEqual([taken.status, taken.body.code, taken.body.fields[0].path], [409, 'feedback.board_slug_taken', 'slug']);
  const renaming = await team.request('PATCH', `/v1/feedback/boards/${ideas.id}`, { slug: 'general' });
  assert.deepEqual([renaming.status, renaming.body.code], [409, 'feedback.board_slug_taken']);
  const other = await createTeam();
  const foreign = await other.request('POST', '/v1/feedback/by-team', { title: 'Foreign', board_id: ideas.id });
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'feedback.board_not_found']);
  assert.equal((await call('GET', `/v1/feedback/boards/${ideas.id}`, { key: other.key })).status, 404);
  assert.equal((await other.request('GET', `/v1/feedback/boards/${ideas.id}`)).status, 403);
  for (const board_id of [ideas.id, 'brd_x'])
    assert.equal((await call('POST', '/v1/feedback', { key: other.key, body: { title: 'Foreign', board_id } })).status, 404);
});

test('members change boards only as admins', async () => {
  const team = await createTeam();
  const member = await server.signIn();
  await team.request('POST', `/v1/projects/${team.id}/members`, { email: member.email, role: 'member' });
  const { status } = await call('POST', '/v1/feedback/boards', {
    token: member.token,
    query: { project_id: team.id },
    body: { name: 'Ideas' },
  });
  assert.equal(status, 403);
});

test('an entry moves to another board, with its history and counts', async () => {
  const team = await createTeam();
  const ideas = await team.addBoard({ name: 'Ideas' });
  const entry = await team.submit('Export');
  const { body: moved } = await team.request('PATCH', `/v1/feedback/${entry.id}`, { board_id: ideas.id });
  assert.equal(moved.board_id, ideas.id);
  const { body: history } = await team.request('GET', `/v1/feedback/${entry.id}/history`);
  assert.deepEqual(
    history.data.map(({ field, old, new: value }: Json) => [field, old, value]),
    [['board_id', team.defaultId, ideas.id]],
  );
  assert.deepEqual(
    (await team.boards()).map(({ feedback_count }) => feedback_count),
    [0, 1],
  );
  assert.equal((await team.request('PATCH', `/v1/feedback/${entry.id}`, { board_id: 'brd_x' })).status, 404);
});

test('a deleted board leaves its entries to another one', async () => {
  const team = await createTeam();
  const [ideas, bugs] = [await team.addBoard({ name: 'Ideas' }), await team.addBoard({ name: 'Bugs' })];
  const entry = await team.submit('Export', ideas.id);
  await team.submit('Crash', ideas.id);
  const refused = await team.request('DELETE', `/v1/feedback/boards/${ideas.id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'feedback.board_not_empty']);
  for (const move_to of [ideas.id, 'brd_x'])
    assert.equal((await team.request('DELETE', `/v1/feedback/boards/${ideas.id}`, undefined, { move_to })).status, 400);
  assert.equal((await team.request('DELETE', `/v1/feedback/boards/${ideas.id}`, undefined, { move_to: bugs.id })).status, 200);
  assert.deepEqual(await team.names(), ['Feedback', 'Bugs']);
  assert.equal((await team.request('GET', `/v1/feedback/${entry.id}`)).body.board_id, bugs.id);
  assert.equal((await team.request('GET', `/v1/feedback/${entry.id}/history`)).body.data[0].new, bugs.id);
  const byKey = { key: team.key };
  assert.deepEqual([(await team.list(byKey)).total, (await team.list(byKey, { board_id: bugs.id })).total], [2, 2]);
  assert.equal(
    (await team.request('DELETE', `/v1/feedback/boards/${bugs.id}`, undefined, { move_to: team.defaultId })).status,
    200,
  );
  assert.equal((await team.request('GET', `/v1/feedback/${entry.id}`)).body.board_id, team.defaultId);
  assert.equal((await team.list(byKey, { board_id: team.defaultId })).total, 2);
  const last = await team.request('DELETE', `/v1/feedback/boards/${team.defaultId}`);
  assert.deepEqual([last.status, last.body.code], [409, 'feedback.board_is_default']);
});

test('submissions to a board that is being deleted are stored or get 404, and others are stored', async () => {
  const team = await createTeam();
  for (let round = 0; round < 5; round++) {
    const { id } = await team.addBoard({ name: `Round ${round}` });
    const add = async (board?: string) =>
      (await call('POST', '/v1/feedback', { key: team.key, body: { title: 'Export', ...(board && { board_id: board }) } }))
        .status;
    const [deleted, ...added] = await Promise.all([
      team.request('DELETE', `/v1/feedback/boards/${id}`, undefined, { move_to: team.defaultId }),
      ...Array.from({ length: 10 }, () => add(id)),
      ...Array.from({ length: 5 }, () => add()),
    ]);
    assert.equal(deleted.status, 200);
    assert.deepEqual(
      added.filter((status) => status !== 201 && status !== 404),
      [],
    );
    assert.deepEqual(added.slice(10), [201, 201, 201, 201, 201]);
  }
});

test('a default board that is not public hides its entries, and its page is that of the first other board', async () => {
  const team = await createTeam();
  const entry = await team.submit('Export');
  const ideas = await team.addBoard({ name: 'Ideas' });
  const get = (path: string) => fetch(`${server.url}/p/${team.slug}${path}`, { redirect: 'manual' });
  assert.equal((await get('/feedback/boards/feedback')).headers.get('location'), `/p/${team.slug}/feedback`);
  await team.request('PATCH', `/v1/feedback/boards/${team.defaultId}`, { access: 'team' });
  assert.equal((await call('GET', `/v1/feedback/${entry.id}`, { key: team.key })).status, 404);
  assert.equal((await team.list({ key: team.key })).total, 0);
  assert.equal((await team.list({ token: team.token })).total, 1);
  assert.equal((await get('/feedback')).headers.get('location'), `/p/${team.slug}/feedback/boards/ideas`);
  const refused = await call('POST', '/v1/feedback', { key: team.key, body: { title: 'To the team' } });
  assert.deepEqual([refused.status, refused.body.code], [404, 'feedback.board_not_found']);
  await team.request('PATCH', `/v1/feedback/boards/${ideas.id}`, { access: 'team' });
  assert.equal((await get('/feedback')).status, 404);
  // Members read and add entries on every board.
  const added = await team.request('POST', '/v1/feedback/by-team', { title: 'Of the team', board_id: ideas.id });
  assert.deepEqual([added.status, added.body.board_id], [201, ideas.id]);
});

test('the pages of a board, of its entries and of the roadmap have the facts of each entry', async () => {
  const { key, token, slug } = await createTeam();
  const submit = async (body: object, comments: number) => {
    const { id } = (await call('POST', '/v1/feedback', { key, body })).body;
    await call('PATCH', `/v1/feedback/${id}`, { token, body: { status: 'planned' } });
    for (let n = 1; n <= comments; n++) await call('POST', `/v1/feedback/${id}/comments`, { key, body: { body: 'Yes' } });
    return id as string;
  };
  const plain = await submit({ title: 'Plain', type: 'bug' }, 0);
  const more = { submitter_name: 'Ada', tags: ['reports', 'csv'] };
  const full = await submit({ title: 'Export', description: 'As CSV', type: 'feature', ...more }, 2);
  const read = async (path: string) => (await fetch(`${server.url}/p/${slug}${path}`)).text();
  /** Returns the facts of each entry of a page. The time is shown as (time). */
  const listFacts = (page: string) =>
    Array.from(page.matchAll(/<p class="meta">(.*?)<\/p>/g), ([, facts = '']) =>
      facts
        .replaceAll(/<time[^>]*>.*?<\/time>/g, '(time)')
        .split(/<[^>]+>/)
        .filter(Boolean)
        .join(' · '),
    );
  const ofFull = 'Planned · Feature request · (time) · Ada · reports · csv · 2 comments';
  const ofPlain = 'Planned · Bug report · (time)';
  const [front, board, roadmap] = [await read(''), await read('/feedback?sort=newest'), await read('/roadmap')];
  assert.deepEqual(listFacts(board), [ofFull, ofPlain]);
  assert.deepEqual(listFacts(await read(`/feedback/${full}`)).slice(0, 1), [ofFull]);
  assert.deepEqual(listFacts(await read(`/feedback/${plain}`)).slice(0, 1), [ofPlain]);
  assert.deepEqual(listFacts(roadmap), ['reports · csv · 2 comments', 'Nothing here yet.', 'Nothing here yet.']);
  /** Returns the title of each entry of a page, with its heading and the summary that follows. */
  const listTitles = (page: string) =>
    Array.from(
      page.matchAll(/<(h\d) dir="auto"><a [^>]+>(.*?)<\/a><\/h\d>(<p dir="auto">.*?<\/p>)?/g),
      ([, heading, title, summary = '']) => `${heading} ${title}${summary}`,
    );
  assert.deepEqual(listTitles(board), ['h2 Export<p dir="auto">As CSV</p>', 'h2 Plain']);
  assert.deepEqual(listTitles(roadmap), ['h3 Export', 'h3 Plain']);
  assert.deepEqual(listTitles(front).slice(0, 2), ['h3 Export', 'h3 Plain']);
});

test('a merged entry stays on its board', async () => {
  const team = await createTeam();
  const internal = await team.addBoard({ name: 'Internal', access: 'team' });
  const [from, into] = [await team.submit('Export'), await team.submit('CSV')];
  await team.request('PATCH', `/v1/feedback/${into.id}`, { board_id: internal.id });
  await team.request('POST', `/v1/feedback/${from.id}/merge`, { into: into.id });
  const key = { key: team.key };
  assert.equal((await team.list(key)).total, 0);
  assert.equal((await team.list(key, { status: 'duplicate' })).total, 1);
  const page = await fetch(`${server.url}/p/${team.slug}/feedback/${from.id}`);
  assert.equal(page.status, 404);
});

test('reports neither name nor count entries of boards that are not public', async () => {
  const team = await createTeam();
  const internal = await team.addBoard({ name: 'Internal', access: 'team' });
  await team.submit('Public wish');
  const hidden = await team.submit('Internal wish');
  await team.request('PATCH', `/v1/feedback/${hidden.id}`, { board_id: internal.id });
  const project = await findProject(db, team.projectId);
  assert.ok(project);
  const now = Date.now();
  const day = 86_400_000;
  const period = { from: now - day, to: now + day, previous: { from: now - 3 * day, to: now - day } };
  const render = await createFeedbackReport({ db })({ project, period: period as never });
  const section = render?.('en');
  assert.deepEqual([section?.figures[0]?.value, section?.lists[0]?.rows.map(({ label }) => label)], [1, ['Public wish']]);
});

test('imports store entries on boards', async () => {
  const team = await createTeam();
  const ideas = await team.addBoard({ name: 'Ideas' });
  const send = async (record: object) =>
    (await team.request('POST', '/v1/feedback/batch', { records: [{ external_id: 'a', title: 'Old', ...record }] })).body
      .results[0];
  assert.equal((await send({ board_id: 'brd_x' })).fields[0].path, 'board_id');
  const { id } = await send({ board_id: ideas.id });
  assert.equal((await send({})).outcome, 'unchanged');
  assert.equal((await team.request('GET', `/v1/feedback/${id}`)).body.board_id, ideas.id);
  assert.equal((await send({ board_id: team.defaultId })).outcome, 'updated');
  assert.deepEqual(
    (await team.boards()).map(({ feedback_count }) => feedback_count),
    [1, 0],
  );
});

test('a board with the access `segment` has a segment, which cannot be deleted meanwhile', async () => {
  const team = await createTeam();
  const definition = { match: 'all', conditions: [{ kind: 'vote' }] };
  const { body: segment } = await team.request('POST', '/v1/people/segments', { name: 'Voters', definition });
  const refused = async (body: object) =>
    (await team.request('POST', '/v1/feedback/boards', { name: 'Beta', ...body })).body.error;
  assert.equal(await refused({ access: 'segment' }), 'segment_id is required for the access segment');
  assert.equal(await refused({ segment_id: segment.id }), 'segment_id must be null unless access is segment');
  for (const segment_id of ['psg_01kaga0zrefb8tqs3yh4kx9m2d', 'x'])
    assert.equal(await refused({ access: 'segment', segment_id }), 'segment_id must be the id of a segment of people');
  const board = await team.addBoard({ name: 'Beta', access: 'segment', segment_id: segment.id });
  assert.equal(board.segment_id, segment.id);
  const remove = () => call('DELETE', `/v1/people/segments/${segment.id}`, { token: team.token });
  assert.deepEqual([(await remove()).status, (await remove()).body.code], [409, 'people.segment_in_use']);
  const { body: opened } = await team.request('PATCH', `/v1/feedback/boards/${board.id}`, { access: 'public' });
  assert.deepEqual([opened.access, opened.segment_id], ['public', null]);
  assert.equal((await remove()).status, 200);
});

test('a project has up to 50 boards', async () => {
  const team = await createTeam();
  for (let index = 1; index < 50; index++) await team.addBoard({ name: `Board ${index}` });
  const { status, body } = await team.request('POST', '/v1/feedback/boards', { name: 'One more' });
  assert.deepEqual([status, body.code], [409, 'feedback.board_limit_reached']);
});

test('pages of a small board of a large project, and of readers who may not see a board, are read from an index', async () => {
  const team = await createTeam();
  const board = parseId('brd', (await team.addBoard({ name: 'Small' })).id) as string;
  const insert = async (first: number, last: number, boardId: string | null) =>
    await sql`
      INSERT INTO feedback_entries (project_id, id, number, type, title, visibility, search, trend, created_at, updated_at, board_id)
      SELECT ${team.projectId}, gen_random_uuid(), n, 'bug', 'Entry', 'public', '', n, now() - n * interval '1 hour', now(), ${boardId}::uuid
      FROM generate_series(${first}::integer, ${last}::integer) AS n`.execute(db);
  await insert(1, 20_000, null);
  await insert(20_001, 20_030, board);
  await sql`VACUUM ANALYZE feedback_entries`.execute(db);
  const explain = async (condition: string, sort: 'on' | 'off') => {
    const { rows } = await transact(db, async (tx) => {
      await sql`SET LOCAL enable_sort = ${sql.raw(sort)}`.execute(tx);
      return await sql<{ 'QUERY PLAN': string }>`
        EXPLAIN SELECT id FROM feedback_entries e WHERE project_id = ${team.projectId} AND status <> 'duplicate' AND visibility = 'public'
          AND ${sql.raw(condition)} ORDER BY pinned DESC, created_at DESC, number DESC LIMIT 20`.execute(tx);
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  assert.match(
    await explain(`(e.board_id IS NOT NULL AND e.board_id = ANY('{${board}}'::uuid[]))`, 'on'),
    /feedback_entries_board/,
  );
  // Next to many entries of other tests, a sort could look cheaper.
  assert.match(
    await explain(`NOT (e.board_id IS NOT NULL AND e.board_id = ANY('{${board}}'::uuid[]))`, 'off'),
    /Index Only Scan Backward using feedback_entries_newest/,
  );
});
