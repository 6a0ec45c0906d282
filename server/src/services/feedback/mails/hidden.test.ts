import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runJobs } from '../../../testing/jobs.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

/** Returns the recipients in alphabetical order, without the host. */
const listNames = (mails: Json[]): string[] => mails.map(({ recipient }): string => recipient.split('@')[0]).toSorted();

/** A project with an entry that another person follows, and a second entry. */
async function board() {
  const project = await server.createProject();
  const { id, key, token } = project;
  const query = { project_id: id };
  const sign = async (user: string) => ({
    'x-user-token': await server.signUser(project, { id: user, email: `${user}@example.com` }),
  });
  const submit = async (title: string): Promise<string> => {
    const entry = (await call('POST', '/v1/feedback', { key, headers: await sign('ada'), body: { title } })).body.id;
    const by = { key, headers: await sign('lin'), body: { email: 'lin@example.com' } };
    assert.equal((await call('POST', `/v1/feedback/${entry}/subscribe`, by)).status, 200);
    return entry;
  };
  const change = async (path: string, body: object) => assert.equal((await call('PATCH', path, { token, body })).status, 200);
  const post = async (path: string, body: object): Promise<Json> => {
    const answer = await call('POST', path, { token, query, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  const list = async (): Promise<Json[]> =>
    (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data;
  return {
    ...project,
    change,
    post,
    entry: await submit('Export'),
    other: await submit('Search'),
    /** Returns the emails whose texts contain a text, once they are not delivered, because there is no mail server. */
    find: (text: string) =>
      until(async () => {
        const mails = (await list()).filter((mail) => mail.text.includes(text));
        return mails.length && mails.every(({ status }) => status === 'kept') ? mails : undefined;
      }),
    /** Delivers emails, as if the mail server were back. Returns to whom. */
    deliver: async (mails: Json[]): Promise<string[]> => {
      for (const mail of mails)
        assert.equal((await call('POST', `/v1/projects/${id}/mails/${mail.id}/retry`, { token })).status, 200);
      const ids = new Set(mails.map((mail) => mail.id));
      const tried = await until(async () => {
        const found = (await list()).filter((mail) => ids.has(mail.id));
        return found.every(({ status }) => status === 'kept' || status === 'canceled') ? found : undefined;
      });
      return listNames(tried.filter(({ status }) => status === 'kept'));
    },
  };
}

type Board = Awaited<ReturnType<typeof board>>;

/** Causes emails, and returns a text in them. */
const NEWS: Record<string, (project: Board) => Promise<string>> = {
  'a new status': async ({ change, entry }) => {
    await change(`/v1/feedback/${entry}`, { status: 'planned' });
    return 'planned';
  },
  'a reply': async ({ post, entry }) => {
    await post(`/v1/feedback/${entry}/comments`, { body: 'Which format?' });
    await runJobs(db, 'feedback.commented/mail-replies');
    return 'Which format?';
  },
  'a merge': async ({ post, entry, other }) => {
    await post(`/v1/feedback/${other}/merge`, { into: entry });
    await runJobs(db, 'feedback.merged/mail-followers');
    return '• Search';
  },
  'a release': async ({ post, entry, other }) => {
    await post('/v1/changelog', { title: 'Faster', feedback_ids: [entry, other], published: true });
    return '• Export';
  },
};

for (const [name, tell] of Object.entries(NEWS))
  describe(`an email about ${name} that waits for a mail server`, () => {
    test('is sent to followers who may read the entry at this time', async () => {
      const project = await board();
      const { change, entry, token } = project;
      const mails = await project.find(await tell(project));
      const path = `/v1/feedback/${entry}`;
      assert.deepEqual(await project.deliver(mails), ['ada', 'lin']);
      await change(path, { visibility: 'private' });
      assert.deepEqual(await project.deliver(mails), []);
      await change(path, { visibility: 'public' });
      assert.deepEqual(await project.deliver(mails), ['ada', 'lin']);
      for (const [access, readers] of [
        ['signed_in', ['ada', 'lin']],
        ['submit_only', ['ada']],
        ['team', []],
      ] as const) {
        const { id } = await project.post('/v1/feedback/boards', { name: access, access });
        await change(path, { board_id: id });
        assert.deepEqual(await project.deliver(mails), readers, access);
      }
      await call('DELETE', path, { token });
      assert.deepEqual(await project.deliver(mails), []);
    });
  });

test('an email about replies is canceled when one of them is hidden, or the first one is deleted', async () => {
  const project = await board();
  const { entry, token, change } = project;
  const add = async (body: string): Promise<string> => (await project.post(`/v1/feedback/${entry}/comments`, { body })).id;
  const [first, second] = [await add('Which format?'), await add('And when?')];
  await runJobs(db, 'feedback.commented/mail-replies');
  const mails = await project.find('And when?');
  const path = `/v1/feedback/${entry}/comments`;
  for (const [hidden, shown] of [
    [{ visibility: 'private' }, { visibility: 'public' }],
    [{ internal: true }, { internal: false }],
  ]) {
    await change(`${path}/${second}`, hidden as object);
    assert.deepEqual(await project.deliver(mails), []);
    await change(`${path}/${second}`, shown as object);
    assert.deepEqual(await project.deliver(mails), ['ada', 'lin']);
  }
  await call('DELETE', `${path}/${first}`, { token });
  assert.deepEqual(await project.deliver(mails), []);
});

test('an email about a merge is canceled when a merged entry that it names is hidden', async () => {
  const project = await board();
  const mails = await project.find(await (NEWS['a merge'] as (typeof NEWS)[string])(project));
  await project.change(`/v1/feedback/${project.other}`, { visibility: 'private' });
  assert.deepEqual(await project.deliver(mails), []);
});

test('a private answer is sent while the entry is hidden, and canceled when the answer is', async () => {
  const project = await board();
  const { entry, change, post } = project;
  const { id } = await post(`/v1/feedback/${entry}/comments`, { body: 'Between us', private: true });
  await runJobs(db, 'feedback.commented/mail-submitter');
  const mails = await project.find('Between us');
  await change(`/v1/feedback/${entry}`, { visibility: 'private' });
  assert.deepEqual(await project.deliver(mails), ['ada']);
  await change(`/v1/feedback/${entry}/comments/${id}`, { visibility: 'private' });
  assert.deepEqual(await project.deliver(mails), []);
});

test('a release is canceled when it is withdrawn or for others, and sent when it is published again', async () => {
  const project = await board();
  const { id, change, post, key, token } = project;
  await call('POST', '/v1/changelog/subscribe', { key, body: { email: 'reader@example.com' } });
  const [confirmation] = await project.find('/v1/changelog/confirm?token=');
  assert.equal((await call('POST', /http\S+\/confirm\?token=\S+/.exec(confirmation?.text)?.[0] ?? '')).status, 200);
  const { id: release } = await post('/v1/changelog', {
    title: 'Faster',
    content: 'Twice as fast',
    feedback_ids: [project.entry],
    published: true,
  });
  const path = `/v1/changelog/${release}`;
  const find = async (): Promise<Json[]> =>
    await until(async () => {
      const mails = await project.find('Faster');
      return mails.length === 3 ? mails : undefined;
    });
  const mails = await find();
  await call('PUT', '/v1/people/u_1', { token, query: { project_id: id }, body: { attributes: { plan: 'free' } } });
  const segment = await post('/v1/people/segments', {
    name: 'Nobody',
    definition: { match: 'all', conditions: [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'none' }] },
  });
  await change(path, { segment_id: segment.id });
  assert.deepEqual(await project.deliver(mails), []);
  await change(path, { segment_id: null });
  assert.deepEqual(await project.deliver(mails), ['ada', 'lin', 'reader']);
  await change(path, { published: false });
  assert.deepEqual(await project.deliver(mails), []);
  await change(path, { published: true });
  const again = await find();
  assert.deepEqual(listNames(again), ['ada', 'lin', 'reader']);
  assert.equal((await call('DELETE', path, { token })).status, 200);
  assert.deepEqual(await project.deliver(again), []);
});
