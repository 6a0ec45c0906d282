import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Scope, SCOPES } from '@earshot/contract/instance/scopes';
import { sql } from 'kysely';
import { parseId } from '../ids.ts';
import { acceptedCredentials, type DocumentedOperation, fillPath, readOperations, requiredQuery } from '../../testing/openapi.ts';
import { type Call, type Json, sharedTestServer } from '../../testing/server.ts';
import { digestTables } from '../../testing/tables.ts';
import { settleJobs } from '../../testing/jobs.ts';
import { until } from '../../testing/until.ts';
import { FOR_ADMIN_TOKENS, FOR_EVERY_TOKEN, FOR_VIEWERS_IN_PART, OWN } from './fixtures/own-operations.ts';
import { listOwnPaths } from './fixtures/own-paths.ts';
import { createExpired } from './fixtures/expired.ts';
import { createProjects } from './fixtures/projects.ts';

// Tests every operation of the OpenAPI document that requires a credential: without one, with invalid, expired and wrong ones, and with
// those of people outside the project. An operation with a path that inPath does not contain, or not in OWN, fails until it is added.

const server = await sharedTestServer();
const { call } = server;
const operations = (await readOperations(server)).filter(({ credentials }) => credentials.length > 0);

const projects = await createProjects(server);
const { acme, rival, entry, place, news, opened, tokens, inPath } = projects;
const { limited, impersonal, serviceToken } = projects;

/** Operations whose entry is looked up among the caller's resources, or in the named project. */
const IS_NAME = /^(?!GET)\w+ \/v1\/people\/\{id\}$|^\w+ \/v1\/(auth|uploads|companies|changelog\/by-version|feedback\/scores)\//;

const viewer = await server.signIn();
await call('POST', `/v1/projects/${acme.id}/members`, { token: acme.token, body: { email: viewer.email, role: 'viewer' } });

const scopedTokens = new Map<string, string>();
/** Returns a token of the owner of the other project with these scopes. */
async function tokenWith(scopes: Scope[]): Promise<string> {
  const known = scopedTokens.get(String(scopes));
  if (known) return known;
  const { body } = await call('POST', '/v1/auth/tokens', { token: rival.token, body: { name: 'Scoped', scopes } });
  scopedTokens.set(String(scopes), body.token);
  return body.token;
}
/** Returns all scopes that do not include a required scope. */
const scopesWithout = (required: Scope) =>
  SCOPES.filter((scope) => scope !== 'admin' && scope.replace(':write', ':read') !== required && scope !== required);

const expired = await createExpired(server);
const VISITOR = '0199a000-0000-7000-8000-000000000001';
const CHALLENGE = /^Bearer realm="earshot"/;

function request(operation: DocumentedOperation, { query, ...options }: Call, ids: Record<string, string> = {}) {
  return call(operation.method, fillPath(operation, inPath, ids), {
    body: operation.body,
    query: { ...requiredQuery(operation), ...query },
    ...options,
  });
}

/** Returns all data of the project that its owner can read. */
async function acmeNow() {
  const answers = await Promise.all(listOwnPaths(projects).map((path) => call('GET', path, { token: acme.token })));
  for (const { status, headers } of answers)
    assert.match(`${status} ${headers.get('cache-control')}`, /^200 (private, )?(no-store|no-cache)$/);
  // Uses of keys are recorded every minute.
  const withoutUse = (name: string, value: unknown) => (name === 'last_used_at' ? undefined : value);
  return answers.map(({ body }) => JSON.parse(JSON.stringify(body, withoutUse)));
}

// Waits until all mails are sent.
await until(async () => {
  const { data } = (await call('GET', `/v1/projects/${acme.id}/mails`, { token: acme.token })).body;
  return data.length >= 4 && data.every(({ status }: { status: string }) => status === 'kept');
});
// Waits until the events have left the inbox.
await until(async () => (await sql`SELECT FROM analytics_inbox LIMIT 1`.execute(server.db)).rows.length === 0);
await settleJobs(server.db, parseId('prj', acme.id) as string);
// Records that the secrets were read, once an hour.
await acmeNow();
const before = await acmeNow();
const rowsBefore = await digestTables(server.db, parseId('prj', acme.id) as string);
assert.ok(Object.keys(rowsBefore).length >= 15);

for (const operation of operations) {
  const { credentials, path } = operation;
  const byKey = credentials.includes('projectKey');
  const bySession = credentials.includes('session');
  const isEntry = Object.keys(inPath).some((one) => path.startsWith(one)) && !IS_NAME.test(`${operation.method} ${path}`);
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

    if (operation.id !== 'trackEvents' && !operation.contentTypes.includes('multipart/form-data'))
      test('refuses unknown query parameters', async () => {
        const by = bySession ? { token: acme.token } : { key: acme.key };
        const query = { ...(namesProject && { project_id: acme.id }), filters: 'x', published: 'false' };
        const { status, headers, body } = await request(operation, { ...by, query });
        if (bySession) assert.match(headers.get('cache-control') ?? '', /no-store/);
        assert.deepEqual(
          [status, body.code, body.error, body.fields?.map((field: Json) => `${field.path} ${field.code}`)],
          [400, 'validation', 'filters is not a known query parameter', ['filters unknown', 'published unknown']],
        );
      });

    const refusedKind = async (options: Call, kind: string) => {
      const { status, body } = await request(operation, options);
      assert.deepEqual([status, body.code], [403, 'auth.credential_not_accepted']);
      assert.equal(body.error, `This operation requires ${acceptedCredentials(operation)}; ${kind} is not accepted`);
    };

    if (!byKey) test('refuses an API key', () => refusedKind({ key: acme.key }, 'an API key'));
    if (!bySession) test('refuses a session token', () => refusedKind({ token: acme.token }, 'a session token'));

    if (!credentials.includes('share'))
      test('refuses a shared link', () => refusedKind({ token: opened.token }, 'the token of a shared link'));
    else
      test('a shared link gives access to its own project only', async () => {
        assert.equal((await request(operation, { token: opened.token })).status, 200);
        assert.equal((await request(operation, { token: opened.token, query: { project_id: rival.id } })).status, 403);
        await refused({ token: `${opened.token.slice(0, -1)}${opened.token.endsWith('A') ? 'B' : 'A'}` });
      });

    if (byKey)
      test('refuses web pages of other origins than those of the key', async () => {
        const origin = 'https://elsewhere.example';
        const { status, body } = await request(operation, { key: projects.websiteKey, headers: { origin } });
        assert.deepEqual([status, body.code], [403, 'auth.origin_not_allowed']);
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

    if (bySession && !FOR_EVERY_TOKEN.includes(operation.id))
      test('requires its scopes, and no others', async () => {
        const naming = namesProject ? { query: { project_id: acme.id } } : {};
        for (const scope of operation.scopes) {
          const { status, body } = await request(operation, { token: await tokenWith(scopesWithout(scope)), ...naming });
          assert.deepEqual([status, body.code], [403, 'auth.scope_required']);
          assert.equal(body.error, `This action requires a token with the scope ${scope}`);
        }
        if (OWN.has(operation.id)) return;
        const { body } = await request(operation, { token: await tokenWith(operation.scopes), ...naming });
        assert.equal(body.code, 'auth.not_a_member');
      });

    if (bySession && (isEntry || namesProject))
      test('a token or service account of other projects gets the response of a non-member', async () => {
        for (const naming of namesProject ? [{ query: { project_id: acme.id } }, { key: acme.key }] : [{}]) {
          const [answer, ofStranger] = [
            await request(operation, { token: limited, ...naming }),
            await request(operation, { token: rival.token, ...naming }),
          ];
          assert.deepEqual([answer.status, answer.body], [403, ofStranger.body]);
          const ofAccount = await request(operation, { token: serviceToken, ...naming });
          const code = operation.scopes.includes('admin') ? 'auth.scope_required' : 'auth.not_a_member';
          assert.deepEqual([ofAccount.status, ofAccount.body.code], [403, code]);
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

    const isBySlug = path.startsWith('/v1/changelog/{id}');
    if (bySession && operation.errorCodes.includes('auth.key_invalid') && (isBySlug || !isEntry))
      test('rejects an unknown key that names the project of a session', async () => {
        // The id of an entry would name the project.
        const ids: Record<string, string> = isBySlug ? { id: news.slug } : {};
        const { status, body } = await request(operation, { token: acme.token, key: `pk_${'x'.repeat(32)}` }, ids);
        assert.deepEqual([status, body.code], [401, 'auth.key_invalid']);
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

test('operations without declared scopes require a token with all rights', () => {
  const ids = (scope: Scope | undefined) =>
    operations
      .filter(({ scopes, credentials }) => credentials.includes('session') && (scope ? scopes.includes(scope) : !scopes.length))
      .map(({ id }) => id)
      .toSorted();
  assert.deepEqual([ids('admin'), ids(undefined)], [FOR_ADMIN_TOKENS, FOR_EVERY_TOKEN]);
});

test('no operation shows viewers, and tokens without the scope, addresses, notes, searches or waitlist names', async () => {
  await call('POST', '/v1/changelog/subscribe', { key: acme.key, body: { email: 'ada@example.com' } });
  await call('PATCH', `/v1/waitlist/${place.id}`, { token: acme.token, body: { name: 'Ada Private', notes: 'Private note' } });
  const join = async (body: object) => (await call('POST', '/v1/waitlist', { key: acme.key, body })).body;
  const referrer = await join({ email: 'grace@example.com', name: 'Grace Private' });
  const referred = await join({ email: 'edsger@example.com', referral_code: referrer.referral_code });
  const { body: fromSearch } = await call('POST', '/v1/feedback', {
    key: acme.key,
    body: { title: 'Refunds', from_query: 'refund for Ada Private' },
  });
  const seen: Record<string, string[]> = { owner: [], viewer: [], impersonal: [] };
  const seenPrivate: Record<string, string[]> = { owner: [], viewer: [], impersonal: [] };
  for (const operation of operations) {
    // Operations on the caller's own account, and streams, which do not end.
    if (operation.method !== 'GET' || OWN.has(operation.id) || operation.id.startsWith('stream')) continue;
    if (!operation.credentials.includes('session')) continue;
    const query: Record<string, string> = operation.query.some(({ name }) => name === 'project_id')
      ? { project_id: acme.id }
      : {};
    for (const [role, token] of [
      ['owner', acme.token],
      ['viewer', viewer.token],
      ['impersonal', impersonal],
    ] as const) {
      const { body } = await request(operation, { token, query });
      if (JSON.stringify(body).includes('ada@example.com')) seen[role]?.push(operation.id);
      if (JSON.stringify(body).includes('Private')) seenPrivate[role]?.push(operation.id);
    }
  }
  for (const reader of ['viewer', 'impersonal']) assert.deepEqual([seen[reader], seenPrivate[reader]], [[], []]);
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
  const onEntries = operations.filter(
    ({ path, credentials }) => path.startsWith('/v1/changelog/{id}') && credentials.includes('session'),
  );
  for (const operation of onEntries)
    assert.equal((await request(operation, bySlug, { id: news.slug })).body.code, 'projects.not_found', operation.id);
});
