import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { fillPath, readOperations, requiredQuery } from '../../../testing/openapi.ts';
import { type Call, sharedTestServer } from '../../../testing/server.ts';

const server = await sharedTestServer();
const { call } = server;
const project = await server.createProject();
const { key, token } = project;
const other = await server.createProject();

const secretsOf = async ({ id, token: owner }: { id: string; token: string }): Promise<string[]> =>
  (await call('GET', `/v1/projects/${id}/identity-secrets`, { token: owner })).body.data.map(
    ({ secret }: { secret: string }) => secret,
  );
const [secret = ''] = await secretsOf(project);

/** A token as the customer's own app makes it for a user who is signed in there. */
async function userToken(claims: JWTPayload = {}, { with: signedBy = secret, alg = 'HS256' } = {}): Promise<string> {
  const all: JWTPayload = { sub: 'user-1', aud: project.id, exp: Math.floor(Date.now() / 1000) + 300, ...claims };
  return await new SignJWT(all).setProtectedHeader({ alg }).sign(new TextEncoder().encode(signedBy));
}

const byUser = (jwt: string): Call => ({ key, headers: { 'x-user-token': jwt } });
const submit = async (): Promise<string> => (await call('POST', '/v1/feedback', { key, body: { title: 'Export' } })).body.id;
const vote = (id: string, method: string, direction: string, voter: Call) =>
  call(method, `/v1/feedback/${id}/${direction}`, voter);

const voters: Record<string, () => Promise<Call>> = {
  'someone who is signed in': async () => ({ token }),
  'a user verified by X-User-Token': async () => byUser(await userToken()),
  'a visitor with X-Visitor-Id': async () => ({ key, visitor: randomUUID() }),
};

for (const [name, createVoter] of Object.entries(voters))
  describe(name, () => {
    test('casts, changes and removes votes idempotently', async () => {
      const [id, voter] = [await submit(), await createVoter()];
      const steps: [method: string, direction: string, up: number, down: number, viewerVote: string | null][] = [
        ['DELETE', 'upvote', 0, 0, null],
        ['POST', 'upvote', 1, 0, 'up'],
        ['POST', 'upvote', 1, 0, 'up'],
        ['DELETE', 'downvote', 1, 0, 'up'],
        ['POST', 'downvote', 0, 1, 'down'],
        ['POST', 'downvote', 0, 1, 'down'],
        ['DELETE', 'upvote', 0, 1, 'down'],
        ['POST', 'upvote', 1, 0, 'up'],
        ['DELETE', 'upvote', 0, 0, null],
        ['DELETE', 'upvote', 0, 0, null],
        ['POST', 'downvote', 0, 1, 'down'],
        ['DELETE', 'downvote', 0, 0, null],
      ];
      for (const [index, [method, direction, up, down, viewerVote]] of steps.entries()) {
        const { status, body } = await vote(id, method, direction, voter);
        const seen = [status, body.upvote_count, body.downvote_count, body.viewer_vote];
        assert.deepEqual(seen, [200, up, down, viewerVote], `step ${index}: ${method} ${direction}`);
      }
    });

    test('shows the viewer only their own vote, on entries and in lists', async () => {
      const [id, voter] = [await submit(), await createVoter()];
      await vote(id, 'POST', 'downvote', voter);
      const query = { ...(voter.token && { project_id: project.id }), limit: 1 };
      assert.equal((await call('GET', `/v1/feedback/${id}`, voter)).body.viewer_vote, 'down');
      assert.equal((await call('GET', '/v1/feedback', { ...voter, query })).body.data[0].viewer_vote, 'down');
      for (const outsider of [{ key }, { key, visitor: randomUUID() }, byUser(await userToken({ sub: 'outsider' }))]) {
        const { body } = await call('GET', `/v1/feedback/${id}`, outsider);
        assert.deepEqual([body.viewer_vote, body.downvote_count], [null, 1]);
      }
    });
  });

test('counts voters of different kinds and names separately', async () => {
  const id = await submit();
  const visitor = randomUUID();
  const everyone: Call[] = [
    { token },
    byUser(await userToken({ sub: visitor })),
    byUser(await userToken({ sub: 'user-2' })),
    { key, visitor },
    { key, visitor: randomUUID() },
  ];
  for (const voter of everyone) await vote(id, 'POST', 'upvote', voter);
  assert.equal((await call('GET', `/v1/feedback/${id}`, { key })).body.upvote_count, everyone.length);
});

test('visitor ids are case-insensitive, and tokens take precedence', async () => {
  const id = await submit();
  const visitor = randomUUID();
  await vote(id, 'POST', 'upvote', { key, visitor });
  assert.equal((await vote(id, 'POST', 'upvote', { key, visitor: visitor.toUpperCase() })).body.upvote_count, 1);
  const both = { key, visitor, headers: { 'x-user-token': await userToken() } };
  assert.equal((await vote(id, 'POST', 'upvote', both)).body.upvote_count, 2);
});

test('voting requires an identity', async () => {
  const id = await submit();
  for (const method of ['POST', 'DELETE'])
    for (const direction of ['upvote', 'downvote']) {
      const { status, body } = await vote(id, method, direction, { key });
      assert.deepEqual([status, body.error], [400, 'X-Visitor-Id or X-User-Token is required to vote']);
    }
  for (const visitor of ['me', '0199a000', 'g199a000-0000-7000-8000-000000000001', `${randomUUID()}0`]) {
    const { status, body } = await vote(id, 'POST', 'upvote', { key, visitor });
    assert.deepEqual([status, body.error], [400, 'X-Visitor-Id must be a UUID']);
  }
});

test('voting on an unknown entry returns 404', async () => {
  for (const voter of [{ key, visitor: randomUUID() }, { token }])
    for (const method of ['POST', 'DELETE'])
      assert.equal((await vote('fb_00000000000000000000000000', method, 'upvote', voter)).status, 404);
});

test('voting on a merged entry returns its merge target', async () => {
  const [id, into] = [await submit(), await submit()];
  await call('POST', `/v1/feedback/${id}/merge`, { token, body: { into } });
  for (const voter of [{ key, visitor: randomUUID() }, { token }])
    for (const method of ['POST', 'DELETE'])
      for (const direction of ['upvote', 'downvote']) {
        const { status, body } = await vote(id, method, direction, voter);
        assert.deepEqual([status, body.error], [409, `The feedback entry was merged into ${into}`]);
      }
});

describe('an invalid X-User-Token returns 401 with the reason', async () => {
  const soon = Math.floor(Date.now() / 1000) + 300;
  const claims = { sub: 'user-1', aud: project.id, exp: soon };
  const [foreign = ''] = await secretsOf(other);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const [header, , signature] = (await userToken()).split('.');
  const cases: Record<string, string> = {
    'signed with another secret': await userToken({}, { with: 'x'.repeat(43) }),
    'signed with another project’s secret': await userToken({ aud: project.id }, { with: foreign }),
    'for another project': await userToken({ aud: other.id }),
    'for nobody': await userToken({ aud: undefined }),
    'expired a minute ago': await userToken({ exp: soon - 360 }),
    'without an expiry': await userToken({ exp: undefined }),
    'not valid yet': await userToken({ nbf: soon }),
    'without a subject': await userToken({ sub: undefined }),
    'with an empty subject': await userToken({ sub: '' }),
    'with a subject of 201 characters': await userToken({ sub: 'x'.repeat(201) }),
    'with algorithm none': new UnsecuredJWT(claims).encode(),
    'with algorithm none and our signature': `${encode({ alg: 'none' })}.${encode(claims)}.${signature}`,
    'with another algorithm': await userToken({}, { with: secret.repeat(2), alg: 'HS512' }),
    'with claims changed after signing': `${header}.${encode({ ...claims, sub: 'admin' })}.${signature}`,
    'with claims alone': encode(claims),
    'of no such form': 'not.a.jwt',
    empty: '',
  };
  /** Codes of the cases that apps treat differently. */
  const codes: Record<string, string> = {
    'signed with another secret': 'auth.user_token_signature_invalid',
    'signed with another project’s secret': 'auth.user_token_signature_invalid',
    'for another project': 'auth.user_token_audience_invalid',
    'expired a minute ago': 'auth.user_token_expired',
    'with claims changed after signing': 'auth.user_token_signature_invalid',
  };
  for (const [name, jwt] of Object.entries(cases))
    test(name, async () => {
      const id = await submit();
      const calls: [string, string, object?][] = [
        ['POST', `/v1/feedback/${id}/upvote`],
        ['DELETE', `/v1/feedback/${id}/upvote`],
        ['POST', `/v1/feedback/${id}/comments`, { body: 'Mine' }],
        ['POST', '/v1/feedback', { title: 'Mine' }],
        ['GET', '/v1/feedback'],
        ['GET', `/v1/feedback/${id}/comments`],
      ];
      for (const [method, path, body] of calls) {
        const answer = await call(method, path, { ...byUser(jwt), body });
        assert.equal(answer.status, 401, `${method} ${path}`);
        assert.equal(answer.body.code, codes[name] ?? 'auth.user_token_invalid');
        // Without details of tokens, because applications may show the message to their users.
        assert.match(answer.body.error, /^The user token /);
        assert.doesNotMatch(answer.body.error, /JWT|HS256|claim|\baud\b/);
        assert.ok(answer.headers.get('www-authenticate'));
      }
      assert.equal((await call('GET', `/v1/feedback/${id}`, { key })).body.upvote_count, 0);
    });
});

test('every operation says why it rejects a user token', async () => {
  const operations = (await readOperations(server)).filter(({ errorCodes }) => errorCodes.includes('auth.user_token_expired'));
  assert.ok(operations.length >= 10);
  const { body: news } = await call('POST', '/v1/changelog', {
    token,
    query: { project_id: project.id },
    body: { title: 'News', published: true },
  });
  const inPath = {
    '/v1/feedback/boards/{id}': { id: project.id.replace('prj_', 'brd_') },
    '/v1/feedback/{id}': { id: await submit() },
    '/v1/changelog/{id}': { id: news.id },
  };
  const expired = await userToken({ exp: Math.floor(Date.now() / 1000) - 60 });
  for (const operation of operations)
    for (const [reason, jwt] of [
      ['expired', expired],
      ['signature_invalid', await userToken({}, { with: 'x'.repeat(43) })],
      ['audience_invalid', await userToken({ aud: other.id })],
    ] as const) {
      const { body, query } = { body: operation.body, query: requiredQuery(operation) };
      const answer = await call(operation.method, fillPath(operation, inPath), { ...byUser(jwt), body, query });
      assert.deepEqual([answer.status, answer.body.code], [401, `auth.user_token_${reason}`], operation.id);
    }
});

test('texts show the name from the token', async () => {
  const jwt = await userToken({ sub: 'ada', name: 'Ada', email: 'ada@example.com', avatar_url: 'https://example.com/ada.png' });
  const { body: entry } = await call('POST', '/v1/feedback', { ...byUser(jwt), body: { title: 'By Ada' } });
  assert.equal(entry.submitter_name, 'Ada');
  assert.equal((await call('GET', `/v1/feedback/${entry.id}`, { token })).body.submitter_email, 'ada@example.com');
  const { body: comment } = await call('POST', `/v1/feedback/${entry.id}/comments`, {
    ...byUser(jwt),
    body: { body: 'Please', author_name: 'Someone else' },
  });
  assert.deepEqual(
    [comment.author_role, comment.author_name, comment.author_avatar_url],
    ['user', 'Ada', 'https://example.com/ada.png'],
  );
});

test('tolerates a clock skew of half a minute', async () => {
  const now = Math.floor(Date.now() / 1000);
  const id = await submit();
  assert.equal((await vote(id, 'POST', 'upvote', byUser(await userToken({ exp: now - 15, nbf: now + 15 })))).status, 200);
});

test('during rotation the previous secret stays valid for a day, unless revoked immediately', async () => {
  const mine = await server.createProject();
  const rotate = async (body: object) =>
    (await call('POST', `/v1/projects/${mine.id}/identity-secrets/rotate`, { token: mine.token, body })).body.data;
  const [first = ''] = await secretsOf(mine);
  const { id } = (await call('POST', '/v1/feedback', { key: mine.key, body: { title: 'Export' } })).body;
  const votesWith = async (signedBy: string) => {
    const jwt = await userToken({ aud: mine.id }, { with: signedBy });
    return (await vote(id, 'POST', 'upvote', { key: mine.key, headers: { 'x-user-token': jwt } })).status;
  };
  assert.equal(await votesWith(first), 200);

  const [second, old] = await rotate({});
  assert.deepEqual([old.secret, second.expires_at], [first, null]);
  const dayMs = 24 * 60 * 60_000;
  assert.ok(Math.abs(Date.parse(old.expires_at) - Date.now() - dayMs) < 60_000);
  assert.deepEqual([await votesWith(first), await votesWith(second.secret)], [200, 200]);

  const [third] = await rotate({});
  assert.equal(await votesWith(first), 401, 'two may be valid at most');
  assert.deepEqual([await votesWith(second.secret), await votesWith(third.secret)], [200, 200]);

  const rest = await rotate({ revoke_now: true });
  assert.equal(rest.length, 1);
  assert.deepEqual([await votesWith(third.secret), await votesWith(rest[0].secret)], [401, 200]);
});

test('votes with an API key on a hidden entry change nothing', async () => {
  const id = await submit();
  const [before, meanwhile] = [randomUUID(), randomUUID()];
  await vote(id, 'POST', 'upvote', { key, visitor: before });
  const setVisibility = (visibility: string) => call('PATCH', `/v1/feedback/${id}`, { token, body: { visibility } });
  for (const hidden of ['private', 'pending']) {
    await setVisibility(hidden);
    for (const [method, direction, visitor] of [
      ['POST', 'upvote', meanwhile],
      ['POST', 'downvote', before],
      ['DELETE', 'upvote', before],
    ] as const)
      assert.equal((await vote(id, method, direction, { key, visitor })).status, 404);
    const { body } = await setVisibility('public');
    assert.deepEqual([body.upvote_count, body.downvote_count], [1, 0], hidden);
    const { body: seen } = await call('GET', `/v1/feedback/${id}`, { key, visitor: meanwhile });
    assert.equal(seen.viewer_vote, null);
  }
});

for (const [voting, allowed] of [
  ['anyone', ['member', 'signed_in', 'anonymous']],
  ['confirmed', ['member', 'signed_in']],
  ['signed_in', ['member', 'signed_in']],
] as const)
  test(`with the setting ${voting}, votes of ${allowed.join(', ')} count`, async () => {
    const settings = (feedback: object) =>
      call('PATCH', `/v1/projects/${project.id}`, { token, body: { settings: { feedback } } });
    const id = await submit();
    const [before, visitor] = [randomUUID(), randomUUID()];
    await vote(id, 'POST', 'upvote', { key, visitor: before });
    assert.equal((await settings({ voting })).status, 200);
    try {
      const callers: Record<string, Call> = {
        member: { token },
        signed_in: byUser(await userToken()),
        anonymous: { key, visitor },
      };
      for (const [proof, voter] of Object.entries(callers)) {
        const down = await vote(id, 'POST', 'downvote', voter);
        const { status, body } = await vote(id, 'POST', 'upvote', voter);
        assert.deepEqual([down.status, down.body.code], [status, body.code]);
        const isAllowed = allowed.some((one) => one === proof);
        assert.deepEqual(
          [proof, status, body.code],
          [proof, isAllowed ? 200 : 403, isAllowed ? undefined : 'feedback.sign_in_required'],
        );
      }
      const { body } = await call('GET', `/v1/feedback/${id}/voters`, { token });
      assert.deepEqual(body.data.map((voter: { proof: string }) => voter.proof).toSorted(), [...allowed, 'anonymous'].toSorted());
      // Votes from before the change can be removed.
      assert.equal((await vote(id, 'DELETE', 'upvote', { key, visitor: before })).body.upvote_count, allowed.length);
    } finally {
      await settings({ voting: 'anyone' });
    }
  });
