import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { parseId } from '../../platform/ids.ts';
import type { Json } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createArchive } from './create.ts';
import { readArchive, startArchives } from './fixtures/archives.ts';

const { server, deps, pathOf, restore } = await startArchives();
const { call } = server;

test(
  'an export while records are written has those of one moment, and its manifest counts them',
  { timeout: 120_000 },
  async () => {
    const project = await server.createProject('Busy');
    const { id, key, token } = project;
    const create = async (path: string, body?: object) => {
      const answer = await call('POST', `/v1/${path}`, { key, visitor: randomUUID(), ...(body && { body }) });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      return answer.body;
    };
    const submit = async (title: string) => {
      const { id: entry } = await create('feedback', { title });
      await create(`feedback/${entry}/upvote`);
      await create('waitlist', { email: `${randomUUID()}@example.com` });
      await create('analytics/events', { events: [{ url: 'https://acme.com/', name: title }] });
      return entry as string;
    };
    const countEvents = async () => {
      const { body } = await call('GET', '/v1/analytics/overview', { token, query: { project_id: id, period: '24h' } });
      return body.events.value as number;
    };
    const early = [await submit('early'), await submit('early')];
    await until(async () => (await countEvents()) === early.length);

    const writing = new AbortController();
    const writes = (async () => {
      let count = 0;
      for (; !writing.signal.aborted; count++) await submit('during');
      return count;
    })();
    const path = pathOf('busy.zip');
    const events: typeof deps.events = {
      ...deps.events,
      open: async (projectId, options) => {
        const opened = await deps.events.open(projectId, options);
        // After the moment of the export, and before any row is read.
        await submit('late');
        await create(`feedback/${early[0]}/upvote`);
        return opened;
      },
    };
    const projectId = parseId('prj', id) as string;
    const { signal } = new AbortController();
    const steps: [done: number, total: number][] = [];
    const { manifest } = await createArchive(
      { ...deps, events },
      { projectId, path, hasPersonalData: true, signal, onProgress: (...step) => steps.push(step) },
    ).finally(() => writing.abort());
    assert.deepEqual(
      steps,
      steps.map((_, index) => [index + 1, steps.length]),
      'progress reaches the end in equal steps',
    );
    const added = await writes;

    const files = await readArchive(path);
    for (const [name, { bytes, sha256, rows }] of Object.entries(manifest.files)) {
      const content = files[name] ?? '';
      assert.equal(Buffer.byteLength(content), bytes, name);
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256, name);
      if (rows !== undefined) assert.equal(content.split('\n').length - 1, rows, name);
    }
    const listRows = (table: string): Json[] =>
      (files[`${table}.jsonl`] ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const entries = listRows('feedback_entries');
    const votes = listRows('feedback_votes');
    assert.ok(entries.length >= early.length && entries.length <= early.length + added);
    assert.ok(!entries.some(({ title }) => title === 'late'), 'later entries are left out');
    assert.deepEqual(
      listRows('feedback_sequences').map(({ last_number: last }) => last),
      [Math.max(...entries.map(({ number }) => number))],
    );
    const ids = new Set(entries.map(({ id: entry }) => entry));
    assert.ok(
      votes.every(({ entry_id: entry }) => ids.has(entry)),
      'votes have their entries',
    );
    const counted = entries.reduce((sum, { upvote_count: count }) => sum + count, 0);
    assert.equal(counted, votes.length, 'counters of entries are of the same moment as the votes');
    assert.ok(!listRows('events').some(({ name }) => name === 'late'));

    const target = await server.createProject('Copy');
    const restored = await restore(target.id, path);
    assert.equal(restored.feedback_entries, entries.length);
    const { body } = await call('GET', '/v1/feedback', { token: target.token, query: { project_id: target.id, limit: 100 } });
    assert.equal(body.total, entries.length);
    assert.equal((await call('GET', '/v1/feedback', { token, query: { project_id: id } })).body.total, early.length + added + 1);
  },
);
