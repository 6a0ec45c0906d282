import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AuthenticationError, Earshot, signUserToken, verifyWebhook, WebhookVerificationError } from '@earshot/sdk';
import { startReceiver } from '@earshot/server/testing/receiver';
import { sharedTestServer } from '@earshot/server/testing/server';
import { until } from '@earshot/server/testing/until';

const server = await sharedTestServer();
const acme = await server.createProject();
const earshot = new Earshot({ projectKey: acme.key, baseUrl: server.url });
const owner = new Earshot({ accessToken: acme.token, projectId: acme.id, baseUrl: server.url });

/** Operations for browsers, links in mails, editors of texts, and machine-readable documents, which need no method. */
const WITHOUT_METHOD = [
  'DELETE /v1/auth/passkeys/{id}',
  'GET /v1/auth/passkeys',
  'PATCH /v1/auth/passkeys/{id}',
  'POST /v1/auth/account/code',
  'POST /v1/auth/account/link',
  'POST /v1/auth/account/mail-code',
  'POST /v1/auth/account/passkey',
  'POST /v1/auth/account/passkey-options',
  'POST /v1/auth/passkeys',
  'POST /v1/auth/passkeys/options',
  'GET /health',
  'GET /health/ready',
  'GET /v1/analytics/events',
  'GET /v1/auth/authorization-request',
  'GET /v1/auth/avatars/{name}',
  'GET /v1/auth/callback',
  'GET /v1/auth/device',
  'GET /v1/auth/login',
  'GET /v1/auth/providers',
  'POST /mcp',
  'POST /v1/auth/authorization-request/decide',
  'POST /v1/auth/device',
  'POST /v1/auth/device/decide',
  'POST /v1/auth/token',
  'POST /v1/oauth/register',
  'POST /v1/oauth/revoke',
  'POST /v1/oauth/token',
  'GET /v1/changelog/by-project/{slug}/feed.atom',
  'GET /v1/changelog/by-project/{slug}/feed.json',
  'GET /v1/changelog/{id}/versions',
  'GET /v1/changelog/{id}/versions/{version_id}',
  'GET /v1/domains/allowed',
  'GET /v1/exports/{token}',
  'GET /v1/indexes/{id}/documents/{document_id}/versions',
  'GET /v1/indexes/{id}/documents/{document_id}/versions/{version_id}',
  'GET /v1/indexes/{id}/search',
  'GET /v1/uploads/{name}',
  'GET /v1/webhooks/changes',
  'PATCH /v1/projects/{id}/report-subscriptions/{subscription_id}',
  'POST /v1/changelog/confirm',
  'POST /v1/changelog/unsubscribe',
  'POST /v1/feedback/confirm',
  'POST /v1/feedback/unsubscribe',
  'POST /v1/feedback/unsubscribe-all',
  'POST /v1/mail/inbound',
  'POST /v1/projects/{id}/report-preview/send',
  'POST /v1/reports/confirm',
  'POST /v1/reports/unsubscribe',
  'POST /v1/testimonials/mine',
  'POST /v1/testimonials/requests/answer',
  'POST /v1/testimonials/requests/stop',
  'POST /v1/waitlist/confirm',
  'POST /v1/waitlist/leave',
  'POST /v1/waitlist/unsubscribe',
];

test('each operation of the API has a method', async () => {
  const folder = fileURLToPath(new URL('../src/', import.meta.url));
  const sources = globSync('{resources/*,tracking}.ts', { cwd: folder }).map((file) => readFileSync(folder + file, 'utf8'));
  const called = new Set(
    sources.flatMap((text) => [...text.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']+)'/g)].map(([, route]) => route)),
  );
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(routes.filter((route) => !called.has(route)).toSorted(), WITHOUT_METHOD.toSorted());
});

test('joins the waitlist and invites', async () => {
  const place = await earshot.waitlist.join({ email: 'ada@example.com', name: 'Ada' });
  assert.equal(place.position, 1);
  assert.equal((await earshot.waitlist.position(place.referral_code)).position, 1);
  assert.deepEqual(await earshot.waitlist.count(), { count: 1 });
  await owner.waitlist.invite({ count: 1 });
  assert.equal((await owner.waitlist.get(place.id)).status, 'invited');
  assert.equal((await owner.waitlist.stats()).total, 1);
  assert.match(await (await owner.waitlist.exportCsv()).text(), /ada@example\.com/);
  const index = await owner.indexes.create({ name: 'Exported' });
  for (const [response, head] of [
    [await owner.feedback.exportCsv({ bom: true }), 'id,type,'],
    [await owner.feedback.comments.exportCsv(), 'id,feedback_id,'],
    [await owner.feedback.exportVotesCsv(), 'feedback_id,'],
    [await owner.testimonials.exportCsv({ status: 'approved' }), 'id,status,'],
    [await owner.changelog.exportCsv(), 'id,status,'],
    [await owner.indexes.documents.exportCsv(index.id), 'id,external_id,'],
  ] as const)
    assert.ok((await response.text()).startsWith(head));
});

test('approves a testimonial with an image', async () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const image = await earshot.uploads.create(new Blob([pixel], { type: 'image/png' }));
  assert.equal(image.width, 1);
  const said = await earshot.testimonials.submit({ author_name: 'Ada', content: 'It works.', rating: 5, image_url: image.url });
  assert.equal((await earshot.testimonials.list()).total, 0);
  await owner.testimonials.update(said.id, { status: 'approved' });
  const [shown] = (await earshot.testimonials.list()).data;
  assert.equal(shown?.image_url, image.url);
  assert.equal((await earshot.testimonials.summary()).average_rating, 5);
});

test('subscribes to reports, and previews them', async () => {
  const { reports } = owner.projects;
  const own = await reports.subscribe(acme.id, { frequency: 'monthly' });
  const added = await reports.subscribe(acme.id, { email: 'board@example.com' });
  const { data } = await reports.list(acme.id);
  assert.deepEqual(
    data.map(({ id, frequency, state }) => [id, frequency, state]),
    [
      [own.id, 'monthly', 'confirmed'],
      [added.id, 'weekly', 'pending'],
    ],
  );
  assert.deepEqual(await reports.unsubscribe(acme.id, added.id), { ok: true });
  assert.equal((await reports.preview(acme.id, { frequency: 'monthly' })).period.frequency, 'monthly');
});

test('writes the changelog with a token, and reads it with a key by id or slug', async () => {
  const { id, slug } = await owner.changelog.create({ title: 'CSV export', content: '**Here** it is.', published: true });
  assert.match((await earshot.changelog.get(slug)).content_html, /<strong>Here<\/strong>/);
  assert.equal((await owner.changelog.get(slug)).id, id);
  assert.match((await owner.changelog.preview('> [!NOTE]\n> Read', { languages: ['es'] })).content_html, />Nota</);
  assert.deepEqual(await earshot.changelog.subscribe('ada@example.com'), { ok: true });
});

test('records the opened article of a search, and ratings', async () => {
  const index = await owner.indexes.create({ name: 'Help', language: 'en' });
  await owner.indexes.documents.create(index.id, { content: '# Export\n\nEvery list has a button.', external_id: 'export' });
  const found = await earshot.indexes.search(index.id, { query: 'exporting' });
  const [first] = found.results;
  assert.equal(first?.title, 'Export');
  await earshot.indexes.recordClick(index.id, found.query_id, first.document_id);
  await earshot.indexes.recordHelpful(index.id, found.query_id, { helpful: true });
  await earshot.indexes.documents.rate(index.id, 'export', true);
  const insights = await owner.indexes.insights(index.id);
  assert.equal(insights.top_queries[0]?.query, 'exporting');
  assert.deepEqual([insights.documents[0]?.clicks, insights.documents[0]?.helpful], [1, 1]);
  assert.match(await earshot.indexes.llmsTxt(index.id), /Export/);
});

test('yields webhook events, and continues after an interruption without gaps or repetitions', async () => {
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const one of [socket, upstream]) sockets.add(one.on('error', () => {}));
    socket.pipe(upstream).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  after(() => proxy.close());
  const interrupt = () => sockets.forEach((socket) => socket.destroy());

  const project = await server.createProject();
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const team = new Earshot({ accessToken: project.token, projectId: project.id, baseUrl });
  const users = new Earshot({ projectKey: project.key, baseUrl: server.url });
  const stop = new AbortController();
  const titles: unknown[] = [];
  const reading = (async () => {
    for await (const { type, data } of team.webhooks.events({ type: 'feedback.created' }, { signal: stop.signal }))
      if (type === 'feedback.created') titles.push(data.title);
  })();
  await until(async () => {
    await users.feedback.submit({ title: 'First' });
    return titles.length;
  });
  const count = titles.length;
  interrupt();
  await users.feedback.submit({ title: 'Meanwhile' });
  await until(() => titles.includes('Meanwhile'));
  interrupt();
  await users.feedback.submit({ title: 'Last' });
  await until(() => titles.includes('Last'));
  assert.deepEqual([titles.filter((title) => title === 'Meanwhile').length, titles.at(-1)], [1, 'Last']);
  assert.ok(titles.length >= count + 2);
  stop.abort();
  await assert.rejects(reading, { name: 'AbortError' });
  interrupt();
});

test('tracks events, and returns reports and a live stream', async () => {
  const stop = new AbortController();
  const seen = (async () => {
    for await (const message of owner.analytics.live({}, { signal: stop.signal }))
      if (message.type === 'event') return message.event;
      else if (message.visitors === 0) earshot.analytics.track('signed_up', { plan: 'pro' });
    return undefined;
  })();
  assert.equal((await seen)?.name, 'signed_up');
  stop.abort();
  const { token: given, ...kept } = await owner.session.tokens.create({ name: 'Stream' });
  const guestOfTeam = new Earshot({ accessToken: given ?? '', projectId: acme.id, baseUrl: server.url });
  const ended = (async () => {
    for await (const message of guestOfTeam.analytics.live())
      if (message.type === 'visitors') await owner.session.tokens.delete(kept.id);
  })();
  await assert.rejects(ended, (error) => error instanceof AuthenticationError && error.status === 401);
  await earshot.analytics.flush();
  const { data } = await owner.analytics.events({ period: '24h' });
  assert.deepEqual(
    data.map(({ value, events }) => [value, events]),
    [['signed_up', 1]],
  );
  const alert = await owner.analytics.alerts.create({ name: 'Few', metric: 'visitors', condition: 'below_usual' });
  assert.equal((await owner.analytics.alerts.update(alert.id, { window_minutes: 15 })).window_minutes, 15);
  assert.equal((await owner.analytics.alerts.get(alert.id)).state, 'learning');
  assert.deepEqual(
    (await owner.analytics.alerts.list()).data.map(({ id }) => id),
    [alert.id],
  );
  assert.equal((await owner.analytics.alerts.history(alert.id)).total, 0);
  assert.equal((await owner.analytics.alerts.preview({ metric: 'feedback', condition: 'above', threshold: 5 })).trigger_count, 0);
  await owner.analytics.alerts.delete(alert.id);
  const goal = await owner.analytics.goals.create({ name: 'Sign-ups', event: 'signed_up' });
  assert.deepEqual(
    (await owner.analytics.goals.list()).data.map(({ id }) => id),
    [goal.id],
  );
  const segment = await owner.analytics.segments.create({ name: 'Pro', filters: ['property:plan:is:pro'] });
  const share = await owner.analytics.shares.create({ name: 'Investors', segment_id: segment.id });
  const opened = await earshot.analytics.shares.open({ link: share.url.split('/').at(-1) ?? '' });
  const guest = new Earshot({ accessToken: opened.token, baseUrl: server.url });
  assert.equal((await guest.analytics.overview({ period: '24h' })).events.value, 1);
  await assert.rejects(guest.analytics.annotations.list(), /session token/);
  assert.throws(() => guest.analytics.track('x'), /projectKey or projectId is required/);
});

test('sends events after the server was unavailable, and counts them once', async () => {
  let isUnreachable = true;
  let batches = 0;
  const flaky: typeof fetch = async (input, init) => {
    if (isUnreachable) throw new TypeError('fetch failed');
    const answer = await fetch(input, init);
    // The server accepts the events, but the response is lost.
    if (!batches++) throw new TypeError('fetch failed');
    return answer;
  };
  const project = await server.createProject();
  const rejected: string[] = [];
  const { analytics } = new Earshot({
    projectKey: project.key,
    baseUrl: server.url,
    fetch: flaky,
    onRejected: (error) => rejected.push(error.message),
  });
  for (let number = 0; number < 250; number++) analytics.track('clicked', { number });
  analytics.track('ahead', {}, { timestamp: new Date(Date.now() + 3_600_000).toISOString() });
  analytics.track('x'.repeat(200));
  await assert.rejects(analytics.flush());
  isUnreachable = false;
  await assert.rejects(analytics.flush());
  await analytics.flush();
  assert.deepEqual(rejected, ['name must be a string of 1 to 100 characters']);
  const team = new Earshot({ accessToken: project.token, projectId: project.id, baseUrl: server.url });
  const { data } = await team.analytics.events({ period: '24h' });
  assert.deepEqual(Object.fromEntries(data.map(({ value, events }) => [value, events])), { clicked: 250, ahead: 1 });
});

test('a server sends the events of many visitors, and a token without the scope is no obstacle to other events', async () => {
  const project = await server.createProject();
  const visitors = ['192.0.2.1', '192.0.2.2', '192.0.2.1'].map((ip) => ({
    url: 'https://acme.example/',
    ip,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
    referrer: undefined,
  }));
  const rejected: string[] = [];
  const open = (credentials: object) =>
    new Earshot({ ...credentials, baseUrl: server.url, onRejected: (error) => rejected.push(error.message) });
  const team = open({ accessToken: project.token, projectId: project.id });
  for (const event of visitors) team.analytics.page(event);
  await team.analytics.flush();
  assert.equal((await team.analytics.overview({ period: '24h' })).visitors.value, 2);

  const { token } = await team.session.tokens.create({ name: 'Feedback', scopes: ['feedback:read'] });
  const both = open({ projectKey: project.key, accessToken: token });
  both.analytics.track('signed_up', { plan: { name: 'pro' } });
  await both.analytics.flush();
  assert.deepEqual(rejected, []);
  assert.equal((await team.analytics.breakdown({ by: 'property:plan.name', period: '24h' })).data[0]?.value, 'pro');
  const pivot = await team.analytics.pivot({ by: 'page', across: 'device', period: '24h' });
  assert.equal(pivot.rows[0]?.cells.length, pivot.columns.length);
  both.analytics.track('signed_up', {}, visitors[0]);
  await both.analytics.flush();
  assert.deepEqual(rejected, ['This action requires a token with the scope analytics:write']);
});

test('divides a batch that is too large', async () => {
  const project = await server.createProject();
  const { analytics } = new Earshot({ projectKey: project.key, baseUrl: server.url });
  const properties = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`p${number}`, 'x'.repeat(1000)]));
  for (let number = 0; number < 60; number++) analytics.track('large', properties);
  await analytics.flush();
  const team = new Earshot({ accessToken: project.token, projectId: project.id, baseUrl: server.url });
  assert.equal((await team.analytics.events({ period: '24h' })).data[0]?.events, 60);
});

test('a user with a signed token votes with their identity', async () => {
  const [{ secret } = { secret: '' }] = (await owner.projects.identitySecrets.list(acme.id)).data;
  const sign = (id: string) =>
    signUserToken({ id, name: 'Grace Ünal', email: 'grace@example.com' }, { projectId: acme.id, secret });
  const { id } = await earshot.feedback.submit({ title: 'Dark mode' });
  const vote = async (who: string) => {
    const user = new Earshot({ projectKey: acme.key, baseUrl: server.url, userToken: () => sign(who) });
    return (await user.feedback.upvote(id)).upvote_count;
  };
  assert.deepEqual([await vote('u_1'), await vote('u_1'), await vote('u_2')], [1, 1, 2]);
  const comment = await new Earshot({
    projectKey: acme.key,
    baseUrl: server.url,
    userToken: await sign('u_1'),
  }).feedback.comments.add(id, { body: 'Please.' });
  assert.equal(comment.author_name, 'Grace Ünal');
  assert.equal(comment.author_role, 'user');
});

test('a user with a signed token reads the changelog entries for their segment, and others do not', async () => {
  const [{ secret } = { secret: '' }] = (await owner.projects.identitySecrets.list(acme.id)).data;
  const userToken = await signUserToken({ id: 'u_pro' }, { projectId: acme.id, secret });
  await owner.people.put('u_pro', { attributes: { plan: 'pro' } });
  const { id: segment } = await owner.people.segments.create({
    name: 'Pro',
    definition: { match: 'all', conditions: [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' }] },
  });
  const { id } = await owner.changelog.create({ title: 'For pros', segment_id: segment, published: true });
  const user = new Earshot({ projectKey: acme.key, baseUrl: server.url, userToken });
  const ids = async (reader: Earshot) => (await reader.changelog.list()).data.map((entry) => entry.id);
  assert.deepEqual([(await ids(user)).includes(id), (await ids(earshot)).includes(id)], [true, false]);
});

test('accepts a function for the access token, and signs out', async () => {
  const { token } = await owner.session.tokens.create({ name: 'A script' });
  const script = new Earshot({ accessToken: async () => token ?? '', baseUrl: server.url });
  assert.equal((await script.session.get()).kind, 'personal');
  await script.session.signOut();
  await assert.rejects(script.session.get(), AuthenticationError);
});

test('verifies webhooks, also during a secret rotation', async () => {
  const receiver = await startReceiver();
  const webhook = await owner.webhooks.create({ url: receiver.url, types: ['testimonial.submitted'] });
  const rotated = await owner.webhooks.rotateSecret(webhook.id);
  await earshot.testimonials.submit({ author_name: 'Grace', content: 'Très bien.', rating: 4 });
  const { body, headers } = await until(() => receiver.received[0]);
  for (const { secret } of [webhook, rotated]) {
    const event = await verifyWebhook(body, headers, secret);
    assert.equal(event.type, 'testimonial.submitted');
    assert.equal(event.data.content, 'Très bien.');
    assert.deepEqual(await verifyWebhook(Buffer.from(body), headers, secret), event);
  }
  const rejects = (verification: Promise<unknown>, reason: RegExp) =>
    assert.rejects(verification, (error: Error) => error instanceof WebhookVerificationError && reason.test(error.message));
  const received = headers as Record<string, string>;
  await rejects(verifyWebhook(body.replace('Très', 'Pas'), received, webhook.secret), /No signature matches/);
  await rejects(verifyWebhook(body, received, `whsec_${btoa('another webhook secret')}`), /No signature matches/);
  await rejects(verifyWebhook(body, { ...received, 'webhook-signature': 'v1,!!' }, webhook.secret), /No signature matches/);
  await rejects(verifyWebhook(body, {}, webhook.secret), /webhook-id is missing/);
  const later = () => Date.now() + 10 * 60_000;
  await rejects(verifyWebhook(body, received, webhook.secret, { now: later }), /must be within 300 seconds/);
  assert.ok(await verifyWebhook(body, new Headers(received), webhook.secret, { now: later, toleranceS: 3600 }));

  const since = new Date(Date.now() - 60_000);
  assert.deepEqual(await owner.webhooks.replay(webhook.id, { since, types: ['waitlist.joined'] }), { count: 0 });
  await until(async () => (await owner.webhooks.deliveries.list(webhook.id, { status: 'succeeded' })).total === 1);
  assert.deepEqual(await owner.webhooks.replay(webhook.id, { since, status: 'all' }), { count: 1 });
  await until(() => receiver.received.length === 2);
  assert.equal(receiver.received[1]?.headers['webhook-id'], headers['webhook-id']);
});
