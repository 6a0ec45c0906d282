import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';

// Fields with two names: requests accept either, and responses contain both.

const { call, createProject } = await sharedTestServer();
const { id, key, token } = await createProject();
const team = { token, query: { project_id: id } };

const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
const comments = `/v1/feedback/${entry.id}/comments`;
const { body: comment } = await call('POST', comments, { key, body: { body: 'Yes' } });
const NOW = new Date().toISOString();
const { body: annotation } = await call('POST', '/v1/analytics/annotations', {
  ...team,
  body: { occurred_at: NOW, content: 'Launch' },
});

interface Case {
  method: string;
  path: string;
  by: object;
  /** Values by the first name of each field. */
  fields: Record<string, string>;
  /** The first names by the other names. */
  names: Record<string, string>;
  required?: string[];
}

const AUTHOR = { author_name: 'submitter_name', author_email: 'submitter_email' };
const CASES: Case[] = [
  {
    method: 'POST',
    path: '/v1/feedback',
    by: team,
    fields: { title: 'Export', description: 'As CSV', submitter_name: 'Ada', submitter_email: 'ada@example.com' },
    names: { content: 'description', ...AUTHOR },
  },
  {
    method: 'PATCH',
    path: `/v1/feedback/${entry.id}`,
    by: team,
    fields: { description: 'As CSV' },
    names: { content: 'description' },
  },
  { method: 'POST', path: comments, by: team, fields: { body: 'Yes' }, names: { content: 'body' }, required: ['body'] },
  { method: 'PATCH', path: `${comments}/${comment.id}`, by: team, fields: { body: 'Yes' }, names: { content: 'body' } },
  {
    method: 'POST',
    path: '/v1/analytics/annotations',
    by: team,
    fields: { occurred_at: NOW, content: 'Launch' },
    names: { time: 'occurred_at', text: 'content' },
    required: ['occurred_at', 'content'],
  },
  {
    method: 'PATCH',
    path: `/v1/analytics/annotations/${annotation.id}`,
    by: team,
    fields: { occurred_at: NOW, content: 'Launch' },
    names: { time: 'occurred_at', text: 'content' },
  },
];

for (const { method, path, by, fields, names, required = [] } of CASES)
  describe(`${method} ${path.replaceAll(/\w+_\w{26}/g, '{id}')}`, () => {
    // Feedback is submitted with a key, and then read by the team.
    const send = async (body: object): Promise<Json> => {
      const options = path === '/v1/feedback' ? { key } : by;
      const answer = await call(method, path, { ...options, body });
      if (path !== '/v1/feedback' || answer.status !== 201) return answer;
      return { ...answer, body: (await call('GET', `/v1/feedback/${answer.body.id}`, { token })).body };
    };
    const others = Object.entries(names);

    test('accepts either name, and returns both', async () => {
      const renamed = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [others.find(([, first]) => first === name)?.[0] ?? name, value]),
      );
      for (const body of [fields, renamed]) {
        const { status, body: answer } = await send(body);
        assert.ok(status < 300, JSON.stringify(answer));
        for (const [name, value] of Object.entries(fields)) assert.equal(answer[name], value);
        for (const [other, name] of others) assert.equal(answer[other], fields[name]);
      }
    });

    test('rejects a field under both names, and invalid values under either', async () => {
      for (const [other, name] of others) {
        const { status, body } = await send({ ...fields, [other]: fields[name] });
        assert.deepEqual([status, body.error], [400, `${other} must not be combined with ${name}`]);
        assert.deepEqual(body.fields, [{ path: other, code: 'conflict', message: body.error }]);
        const { [name]: _, ...rest } = fields;
        const invalid = await send({ ...rest, [other]: 5 });
        assert.deepEqual([invalid.status, invalid.body.fields[0].path], [400, name]);
      }
    });

    test('requires one of the names', { skip: !required.length }, async () => {
      const { status, body } = await send({});
      assert.deepEqual(
        [status, body.fields.map(({ message }: Json) => message)],
        [400, required.map((name) => `${name} is required`)],
      );
    });
  });

test('rendered texts have both names', async () => {
  const { body: read } = await call('GET', `/v1/feedback/${entry.id}`, { key, query: { html: 'true' } });
  assert.deepEqual([read.content, read.content_html], [read.description, read.description_html]);
  const { body: list } = await call('GET', comments, { key, query: { html: 'true' } });
  for (const item of list.data) assert.deepEqual([item.content, item.content_html], [item.body, item.body_html]);
});

test('history names the actor like the audit log', async () => {
  await call('PATCH', `/v1/feedback/${entry.id}`, { token, body: { status: 'planned' } });
  const { body } = await call('GET', `/v1/feedback/${entry.id}/history`, { token });
  const [{ actor, actor_id, actor_name, feedback_id, project_id }] = body.data;
  assert.match(actor_id, /^usr_/);
  assert.deepEqual([actor, feedback_id, project_id], [{ id: actor_id, name: actor_name, avatar_url: null }, entry.id, id]);
});
