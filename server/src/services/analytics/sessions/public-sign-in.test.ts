import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createVisitor, readField, type Visitor } from '../../../instance/end-users/fixtures/visitor.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

// Proves the promise of docs/guides/privacy.md: anonymous visitors stay anonymous. The public pages have a sign-in, and the product identifies
// the user of a visit; only the latter joins, and only this visit.

const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, EARSHOT_TRUST_PROXY: '1' });
const { call } = server;
const HOUR_MS = 3_600_000;
const EMAIL = 'ada@acme.example';

type Project = Awaited<ReturnType<typeof server.createProject>>;

/** Ways to sign in on the public pages of a project. */
const WAYS: Record<string, (browser: Visitor, project: Project, headers: Record<string, string>) => Promise<unknown>> = {
  'by a mailed code': async (browser, { slug }, headers) => {
    const { text } = await browser.visit(`/p/${slug}/sign-in`, { form: { email: EMAIL, return_to: '' }, headers });
    const find = async () => (await smtp.mails()).find(({ recipients }) => recipients.includes(EMAIL));
    await until(async () => (await find()) !== undefined);
    const fields = Object.fromEntries(['attempt', 'email', 'return_to'].map((name) => [name, readField(text, name)]));
    const code = (await find())?.subject?.slice(0, 6) ?? '';
    await browser.visit(`/p/${slug}/sign-in/code`, { form: { ...fields, code }, headers });
  },
  'by redirect': async (browser, project, headers) => {
    const token = await server.signUser(project, { id: 'u_ada', email: EMAIL });
    await browser.visit(`/p/${project.slug}/sso?token=${token}`, { headers });
  },
};

for (const [way, signIn] of Object.entries(WAYS))
  test(`a sign-in on public pages ${way} joins no visit, and the product's sign-in only the visit that it is in`, async () => {
    const project = await server.createProject();
    const { id, key, token, slug } = project;
    const query = { project_id: id };
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const ask = async (path: string, more: Record<string, string> = {}): Promise<Json> => {
      const range = { from: day(Date.now() - 24 * HOUR_MS), to: day(Date.now()) };
      const { status, body } = await call('GET', `/v1/analytics/${path}`, { token, query: { ...query, ...range, ...more } });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' };
    const browser = createVisitor(server.url);
    /** Sends an event from the browser, as the tracker does. */
    const track = async (event: object) => {
      const { status } = await call('POST', '/v1/analytics/events', { key, headers, body: { events: [event] } });
      assert.equal(status, 202);
      await ask('overview');
    };
    const url = (path: string) => ({ url: `https://acme.example${path}` });
    // The person is known to the team, with the address and the user id of the product.
    await call('PUT', '/v1/people/u_ada', { token, query, body: { email: EMAIL } });
    const person = (await call('GET', '/v1/people', { token, query })).body.data[0];
    const traces = async () => {
      const { data } = (await call('GET', `/v1/people/${person.id}/timeline`, { token, query: { limit: '100' } })).body;
      return (data as Json[]).filter(({ kind }) => kind === 'event' || kind === 'visit').map(({ text }) => text);
    };

    await track({ ...url('/before'), timestamp: new Date(Date.now() - 3 * HOUR_MS).toISOString() });
    await track(url('/same-visit'));
    await signIn(browser, project, headers);
    assert.match((await browser.visit(`/p/${slug}/account`, { headers })).text, new RegExp(EMAIL), 'signed in');
    await track(url('/after'));
    assert.deepEqual([(await ask('users')).data, (await ask('visits')).data, await traces()], [[], [], []]);
    assert.equal((await ask('overview')).visits.value, 2);

    await track({ ...url('/app'), user_id: 'u_ada' });
    const { data: visits } = await ask('visits');
    assert.deepEqual(
      visits.map(({ user_id, entry_page, page_views }: Json) => [user_id, entry_page, page_views]),
      [['u_ada', '/same-visit', 3]],
    );
    assert.deepEqual(new Set(await traces()), new Set(['/after', '/app', '/same-visit']));
    assert.equal((await ask('overview', { user_id: 'u_ada' })).visits.value, 1);
    assert.equal((await ask('overview')).visits.value, 2, 'the visit before is still anonymous');
  });
