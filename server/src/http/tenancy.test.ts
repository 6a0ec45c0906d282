import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../ids.ts';
import { type DocumentedOperation, readOperations, requiredQuery } from '../testing/openapi.ts';
import { type Call, startTestServer } from '../testing/server.ts';
import { digestTables } from '../testing/tables.ts';
import { until } from '../testing/until.ts';

// Tests every operation of the OpenAPI document that requires a credential: without a credential, with invalid and expired ones,
// with one of another kind, and with credentials of people outside the project. An operation with a path that IN_PATH does not
// contain, or without a project and not in OWN, fails until it is added.

const server = await startTestServer();
const { call } = server;
const operations = (await readOperations(server)).filter(({ credentials }) => credentials.length > 0);

const acme = await server.createProject('Acme');
const rival = await server.createProject('Rival');
const owner = (await call('GET', `/v1/projects/${acme.id}/members`, { token: acme.token })).body.data[0].user_id;
const { body: entry } = await call('POST', '/v1/feedback', {
  key: acme.key,
  body: { title: 'Export as CSV', submitter_email: 'ada@example.com' },
});
const { body: comment } = await call('POST', `/v1/feedback/${entry.id}/comments`, {
  key: acme.key,
  body: { body: 'Every week' },
});
const { body: place } = await call('POST', '/v1/waitlist', { key: acme.key, body: { email: 'ada@example.com' } });
const { body: praise } = await call('POST', '/v1/testimonials', {
  key: acme.key,
  body: { author_name: 'Ada', content: 'Good', rating: 5, author_email: 'ada@example.com' },
});
const onAcme = { token: acme.token, query: { project_id: acme.id } };
const { body: news } = await call('POST', '/v1/changelog', { ...onAcme, body: { title: 'News', published: true } });
await call('POST', '/v1/changelog/subscribe', { key: acme.key, body: { email: 'grace@example.com' } });
const [subscription] = (await call('GET', '/v1/changelog/subscribers', onAcme)).body.data;
const { body: webhook } = await call('POST', '/v1/webhooks', {
  ...onAcme,
  body: { url: 'http://127.0.0.1:9/', types: ['waitlist.invited'] },
});
const { body: delivery } = await call('POST', `/v1/webhooks/${webhook.id}/test`, { token: acme.token });
const { body: mail } = await call('POST', `/v1/projects/${acme.id}/mails/test`, { token: acme.token });
const { body: goal } = await call('POST', '/v1/analytics/goals', { ...onAcme, body: { name: 'Signed up', event: 'signup' } });
const { body: annotation } = await call('POST', '/v1/analytics/annotations', {
  ...onAcme,
  body: { time: new Date().toISOString(), text: 'Launch' },
});
const { body: segment } = await call('POST', '/v1/analytics/segments', {
  ...onAcme,
  body: { name: 'Germany', filters: ['country:is:DE'] },
});
const { body: share } = await call('POST', '/v1/analytics/shares', { ...onAcme, body: { name: 'Investors' } });
const { body: opened } = await call('POST', '/v1/analytics/shares/open', { body: { link: share.url.split('/').at(-1) } });
const { body: index } = await call('POST', '/v1/indexes', { ...onAcme, body: { name: 'Help' } });
const { body: document } = await call('POST', `/v1/indexes/${index.id}/documents`, {
  token: acme.token,
  body: { content: '# Export' },
});
const { body: search } = await call('POST', `/v1/indexes/${index.id}/search`, { key: acme.key, body: { query: 'nothing' } });
await call('POST', '/v1/auth/tokens', { token: acme.token, body: { name: 'Of the owner' } });
const { data: tokens } = (await call('GET', '/v1/auth/tokens', { token: acme.token })).body;

/** Existing ids for the paths of the document. Nested resources belong to their parent. */
const IN_PATH: Record<string, Record<string, string>> = {
  '/v1/feedback/{id}': { id: entry.id, comment_id: comment.id },
  '/v1/waitlist/{id}': { id: place.id },
  '/v1/testimonials/{id}': { id: praise.id },
  '/v1/changelog/{id}': { id: news.id },
  '/v1/changelog/subscribers/{id}': { id: subscription.id },
  '/v1/webhooks/{id}': { id: webhook.id, delivery_id: delivery.id },
  '/v1/projects/{id}': { id: acme.id, user_id: owner, mail_id: mail.id },
  '/v1/indexes/{id}': { id: index.id, document_id: document.id, query_id: search.query_id },
  '/v1/analytics/goals/{id}': { id: goal.id },
  '/v1/analytics/annotations/{id}': { id: annotation.id },
  '/v1/analytics/segments/{id}': { id: segment.id },
  '/v1/analytics/shares/{id}': { id: share.id },
  '/v1/auth/tokens/{id}': { id: tokens[0].id },
  '/v1/uploads/{name}': { name: 'upl_01kaga0zrefb8tqs3yh4kx9m2d.png' },
};

/** Operations whose entry is looked up among the caller's resources, or in the named project. */
const IS_NAME = /^\/v1\/(auth|uploads)\//;

/** Operations on resources of the signed-in user, without a project. */
const OWN = new Set([
  'createPersonalToken',
  'createProject',
  'decideDevice',
  'deletePersonalToken',
  'getDevice',
  'getSession',
  'listPersonalTokens',
  'listProjects',
  'signOut',
]);

const viewer = await server.signIn();
await call('POST', `/v1/projects/${acme.id}/members`, { token: acme.token, body: { email: viewer.email, role: 'viewer' } });

/** Viewers may list without a search, and leave a project. */
const FOR_VIEWERS_IN_PART = new Set(['listWaitlist', 'removeMember']);

const expired = await expiredCredentials();
const VISITOR = '0199a000-0000-7000-8000-000000000001';
const CHALLENGE = /^Bearer realm="earshot"/;

function request(operation: DocumentedOperation, { query, ...options }: Call, ids: Record<string, string> = {}) {
  const resource = Object.keys(IN_PATH).find((path) => `${operation.path}/`.startsWith(`${path}/`));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name] ?? (resource && IN_PATH[resource]?.[name]);
    if (!id) throw new Error(`${operation.path}: add an id for {${name}} to IN_PATH`);
    return id;
  });
  return call(operation.method, path, { body: operation.body, query: { ...requiredQuery(operation), ...query }, ...options });
}

/** A key and a token that were valid before. */
async function expiredCredentials() {
  const { key, token } = await server.createProject('Expired');
  await sql`UPDATE project_keys SET expires_at = now() - interval '1 second' WHERE key = ${key}`.execute(server.db);
  await sql`
    UPDATE tokens SET expires_at = now() - interval '1 second'
    WHERE user_id = (SELECT user_id FROM project_members JOIN project_keys USING (project_id) WHERE key = ${key})`.execute(
    server.db,
  );
  return { key, token };
}

/** Returns all data of the project that its owner can read. */
async function acmeNow() {
  const paths = ['', '/keys', '/identity-secrets', '/members', '/mails'].map((part) => `/v1/projects/${acme.id}${part}`);
  const entries = [`/v1/feedback/${entry.id}`, `/v1/feedback/${entry.id}/comments`, `/v1/feedback/${entry.id}/history`].concat(
    [`/v1/waitlist/${place.id}`, `/v1/testimonials/${praise.id}`, `/v1/changelog/${news.id}`, `/v1/webhooks/${webhook.id}`],
    [`/v1/webhooks/${webhook.id}/deliveries`, `/v1/indexes/${index.id}`, `/v1/indexes/${index.id}/documents/${document.id}`],
    ['analytics/goals', 'analytics/annotations', 'analytics/segments', 'analytics/shares'].map(
      (list) => `/v1/${list}?project_id=${acme.id}`,
    ),
    ['waitlist', 'testimonials', 'changelog', 'changelog/subscribers', 'webhooks', 'waitlist/stats', 'indexes'].map(
      (list) => `/v1/${list}?project_id=${acme.id}`,
    ),
  );
  const answers = await Promise.all([...paths, ...entries].map((path) => call('GET', path, { token: acme.token })));
  for (const { status } of answers) assert.equal(status, 200);
  return answers.map(({ body }) => body);
}

// Waits until all mails are sent.
await until(async () => {
  const { data } = (await call('GET', `/v1/projects/${acme.id}/mails`, { token: acme.token })).body;
  return data.length >= 4 && data.every(({ status }: { status: string }) => status === 'kept');
});
// Waits until the events have left the inbox.
await until(async () => (await sql`SELECT FROM analytics_inbox LIMIT 1`.execute(server.db)).rows.length === 0);
const before = await acmeNow();
const rowsBefore = await digestTables(server.db, parseId('prj', acme.id) as string);
assert.ok(Object.keys(rowsBefore).length >= 15);

for (const operation of operations) {
  const { credentials, path } = operation;
  const byKey = credentials.includes('projectKey');
  const bySession = credentials.includes('session');
  const isEntry = Object.keys(IN_PATH).some((entryPath) => path.startsWith(entryPath)) && !IS_NAME.test(path);
  const namesProject = operation.query.some(({ name }) => name === 'project_id');

  describe(`${operation.method} ${path}`, () => {
    const refused = async (options: Call) => {
      const { status, headers, body } = await request(operation, options);
      assert.equal(status, 401);
      assert.match(headers.get('www-authenticate') ?? '', CHALLENGE);
      assert.match(body.code, /^auth\./);
    };

    test('rejects requests without a credential', () => refused({}));

    test('rejects unknown, expired and malformed credentials', async () => {
      if (byKey) {
        await refused({ key: `pk_${'x'.repeat(32)}` });
        await refused({ key: 'pk_' });
        await refused({ key: expired.key });
      }
      if (bySession) {
        await refused({ token: `earshot_pat_${'x'.repeat(43)}` });
        await refused({ token: expired.token });
        await refused({ headers: { authorization: `Basic ${btoa('ada:secret')}` } });
      }
    });

    if (!byKey) test('refuses an API key', () => refused({ key: acme.key }));
    if (!bySession) test('refuses a session token', () => refused({ token: acme.token }));

    if (!credentials.includes('share')) test('refuses a shared link', () => refused({ token: opened.token }));
    else
      test('a shared link gives access to its own project only', async () => {
        assert.equal((await request(operation, { token: opened.token })).status, 200);
        assert.equal((await request(operation, { token: opened.token, query: { project_id: rival.id } })).status, 403);
        await refused({ token: `${opened.token.slice(0, -1)}${opened.token.endsWith('A') ? 'B' : 'A'}` });
      });

    if (byKey && isEntry)
      test('returns 404 for another project’s key', async () => {
        const { status } = await request(operation, { key: rival.key, visitor: VISITOR });
        assert.equal(status, 404);
      });

    if (bySession && isEntry)
      test('rejects users who are not members, regardless of the named project', async () => {
        for (const extra of [{}, { query: { project_id: rival.id } }, { key: rival.key }, { key: acme.key }]) {
          const { status, body } = await request(operation, { token: rival.token, ...extra });
          assert.deepEqual([status, body.code], [403, 'auth.not_a_member']);
        }
      });

    if (isEntry)
      test('returns 404 for unknown entries, regardless of the form of the id', async () => {
        for (const id of ['fb_', 'prj_'].flatMap((prefix) => [`${prefix}00000000000000000000000000`, prefix, `${prefix}%00`])) {
          for (const by of [
            ...(byKey ? [{ key: acme.key, visitor: VISITOR }] : []),
            ...(bySession ? [{ token: acme.token }] : []),
          ])
            assert.equal((await request(operation, by, { id })).status, 404, id);
        }
      });

    if (bySession && namesProject)
      test('rejects users who name a project of others', async () => {
        for (const naming of [{ query: { project_id: acme.id } }, { key: acme.key }]) {
          const { status, body } = await request(operation, { token: rival.token, ...naming });
          assert.deepEqual([status, body.code], [403, 'auth.not_a_member']);
        }
      });

    if (operation.errorCodes.includes('auth.role_required') && !FOR_VIEWERS_IN_PART.has(operation.id))
      test('rejects viewers', async () => {
        const { status, body } = await request(operation, {
          token: viewer.token,
          ...(namesProject && { query: { project_id: acme.id } }),
        });
        assert.deepEqual([status, body.code], [403, 'auth.role_required']);
      });

    if (operation.errorCodes.includes('auth.user_token_invalid'))
      test('rejects user tokens that the project did not sign', async () => {
        const { status, body } = await request(operation, { key: acme.key, headers: { 'x-user-token': 'e30.e30.x' } });
        assert.deepEqual([status, body.code], [401, 'auth.user_token_invalid']);
      });

    if (bySession)
      test('acts on a project, or on resources of the caller', () =>
        assert.notEqual(isEntry || namesProject, OWN.has(operation.id)));
  });
}

test('none of these requests changed the project', async () => {
  assert.deepEqual(await acmeNow(), before);
  assert.deepEqual(await digestTables(server.db, parseId('prj', acme.id) as string), rowsBefore);
  assert.equal((await call('GET', `/v1/feedback/${entry.id}`, { key: acme.key })).body.upvote_count, 0);
});

test('no operation shows viewers addresses, notes, searches or waitlist names', async () => {
  await call('POST', '/v1/changelog/subscribe', { key: acme.key, body: { email: 'ada@example.com' } });
  await call('PATCH', `/v1/waitlist/${place.id}`, { token: acme.token, body: { name: 'Ada Private', notes: 'Private note' } });
  const join = async (body: object) => (await call('POST', '/v1/waitlist', { key: acme.key, body })).body;
  const referrer = await join({ email: 'grace@example.com', name: 'Grace Private' });
  const referred = await join({ email: 'edsger@example.com', referral_code: referrer.referral_code });
  const { body: fromSearch } = await call('POST', '/v1/feedback', {
    key: acme.key,
    body: { title: 'Refunds', from_query: 'refund for Ada Private' },
  });
  const seen: Record<string, string[]> = { owner: [], viewer: [] };
  const seenPrivate: Record<string, string[]> = { owner: [], viewer: [] };
  for (const operation of operations) {
    // Operations on the caller's own account, and a stream, which does not end.
    if (operation.method !== 'GET' || OWN.has(operation.id) || operation.id === 'streamAnalytics') continue;
    if (!operation.credentials.includes('session')) continue;
    const query: Record<string, string> = operation.query.some(({ name }) => name === 'project_id')
      ? { project_id: acme.id }
      : {};
    for (const [role, token] of [
      ['owner', acme.token],
      ['viewer', viewer.token],
    ] as const) {
      const { body } = await request(operation, { token, query });
      if (JSON.stringify(body).includes('ada@example.com')) seen[role]?.push(operation.id);
      if (JSON.stringify(body).includes('Private')) seenPrivate[role]?.push(operation.id);
    }
  }
  assert.deepEqual([seen.viewer, seenPrivate.viewer], [[], []]);
  const withAddresses = [
    'listFeedback',
    'getFeedback',
    'listWaitlist',
    'getWaitlistEntry',
    'exportWaitlist',
    'listTestimonials',
    'getTestimonial',
    'listChangelogSubscribers',
    'listMails',
  ];
  assert.deepEqual(
    withAddresses.filter((id) => !seen.owner?.includes(id)),
    [],
  );

  assert.deepEqual(
    ['listFeedback', 'listWaitlist', 'getWaitlistEntry', 'exportWaitlist', 'getWaitlistStats'].filter(
      (id) => !seenPrivate.owner?.includes(id),
    ),
    [],
  );

  const asViewer = (path: string, query = {}) =>
    call('GET', path, { token: viewer.token, query: { project_id: acme.id, ...query } });
  const refused = { error: 'This action requires the role member; your role is viewer', code: 'auth.role_required' };
  for (const path of ['/v1/waitlist/export.csv', '/v1/waitlist/invitation', '/v1/changelog/subscribers']) {
    const { status, body } = await asViewer(path);
    assert.deepEqual([status, body], [403, refused], path);
  }
  const searched = await asViewer('/v1/waitlist', { q: 'ada' });
  assert.deepEqual(
    [searched.status, searched.body.error],
    [403, 'q requires the role member: viewers can’t see names and addresses'],
  );
  const found = (await asViewer('/v1/waitlist')).body.data.find(({ id }: { id: string }) => id === place.id);
  assert.deepEqual([found.email, found.name, found.notes], [null, null, null]);
  for (const path of [`feedback/${fromSearch.id}`, `waitlist/${referred.id}`, `waitlist/${referrer.id}`])
    assert.equal((await call('DELETE', `/v1/${path}`, { token: acme.token })).status, 200);
});

test('another project’s key and owner see nothing of the project in lists', async () => {
  for (const credential of [{ key: rival.key }, { token: rival.token, query: { project_id: rival.id } }]) {
    assert.equal((await call('GET', '/v1/feedback', credential)).body.total, 0);
    const similar = await call('GET', '/v1/feedback/similar', {
      ...credential,
      query: { title: 'Export as CSV', ...('query' in credential ? credential.query : {}) },
    });
    assert.deepEqual(similar.body.data, []);
    for (const list of ['testimonials', 'changelog']) assert.equal((await call('GET', `/v1/${list}`, credential)).body.total, 0);
  }
  const { body: theirs } = await call('GET', '/v1/projects', { token: rival.token });
  assert.deepEqual(
    theirs.data.map(({ id }: { id: string }) => id),
    [rival.id],
  );
});

test('referral codes and entries of a waitlist are unknown in other projects', async () => {
  const query = { referral_code: place.referral_code };
  assert.equal((await call('GET', '/v1/waitlist/position', { key: rival.key, query })).status, 404);
  await call('POST', '/v1/waitlist', { key: rival.key, body: { email: 'new@example.com', referral_code: place.referral_code } });
  const invited = await call('POST', '/v1/waitlist/invite', {
    token: rival.token,
    query: { project_id: rival.id },
    body: { ids: [place.id] },
  });
  assert.deepEqual([invited.status, invited.body.total], [200, 0]);
  const { body: now } = await call('GET', `/v1/waitlist/${place.id}`, { token: acme.token });
  assert.deepEqual([now.status, now.referral_count], ['waiting', 0]);
});

test('entries of different projects cannot be merged', async () => {
  const { body: foreign } = await call('POST', '/v1/feedback', { key: rival.key, body: { title: 'Export' } });
  const { status } = await call('POST', `/v1/feedback/${entry.id}/merge`, { token: acme.token, body: { into: foreign.id } });
  assert.equal(status, 404);
});

test('personal tokens of other users return 404 and are kept', async () => {
  assert.equal((await call('DELETE', `/v1/auth/tokens/${tokens[0].id}`, { token: rival.token })).status, 404);
  const { body: mine } = await call('GET', '/v1/auth/tokens', { token: acme.token });
  assert.deepEqual(
    mine.data.map(({ id }: { id: string }) => id),
    tokens.map(({ id }: { id: string }) => id),
  );
  const { body: theirs } = await call('GET', '/v1/auth/tokens', { token: rival.token });
  assert.ok(!theirs.data.some(({ id }: { id: string }) => id === tokens[0].id));
});

test('with both credentials, the session decides the permissions and the key the project', async () => {
  const { status, body } = await call('GET', '/v1/feedback', { token: acme.token, key: acme.key });
  assert.equal(status, 200);
  assert.equal(body.data[0].submitter_email, 'ada@example.com');
  const byRevokedSession = await call('GET', '/v1/feedback', { token: expired.token, key: acme.key });
  assert.equal(byRevokedSession.status, 401, 'a key does not stand in for a session that has ended');
});

test('session requests on collections return 400 without a project, and 404 for an unknown one', async () => {
  const onCollections = operations.filter(
    ({ path, credentials, query }) =>
      credentials.includes('session') && !path.includes('{id}') && query.some(({ name }) => name === 'project_id'),
  );
  assert.ok(onCollections.length >= 10);
  for (const operation of onCollections) {
    const { status, body } = await request(operation, { token: acme.token });
    assert.deepEqual([status, body.error], [400, 'project_id or the X-Project-Key header is required'], operation.id);
    for (const named of ['prj_00000000000000000000000000', 'fb_1', ''])
      assert.equal((await request(operation, { token: acme.token, query: { project_id: named } })).status, 404, operation.id);
  }
  const bySlug = { token: acme.token, query: { project_id: 'prj_00000000000000000000000000' } };
  assert.equal((await call('GET', `/v1/changelog/${news.slug}`, bySlug)).body.code, 'projects.not_found');
});
