import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { transact } from '../../platform/postgres/database.ts';
import { getByHost as getByHostOf } from '../../testing/by-host.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { startDnsServer } from '../../testing/dns-server.ts';
import { startTestServer } from '../../testing/server.ts';
import { until, untilBlocked } from '../../testing/until.ts';

const dns = await startDnsServer();
const database = await createTestDatabase();
const server = await startTestServer({
  DATABASE_URL: database.url,
  EARSHOT_DNS_SERVERS: dns.address,
  EARSHOT_PUBLIC_URL: 'https://Earshot.Example.com:8443',
  EARSHOT_TRUST_PROXY: '1',
});
const { call } = server;
after(() => database.drop());

const getByHost = (host: string, path: string, headers?: Record<string, string>) => getByHostOf(server.url, host, path, headers);

let made = 0;
const newDomain = () => `feedback-${++made}.acme.example`;

/** Creates a project, and returns functions that change and check its domain. */
async function createProject(domain?: string) {
  const project = await server.createProject(`Project ${++made}`);
  const { id, token, slug } = project;
  const uuid = parseId('prj', id) ?? '';
  const claim = (custom_domain: string | null) =>
    call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { pages: { custom_domain } } } });
  const get = async () => (await call('GET', `/v1/projects/${id}/domain`, { token })).body;
  const check = async () => (await call('POST', `/v1/projects/${id}/domain/check`, { token })).body;
  /** Adds the record that the API requires to the DNS. */
  const prove = async () => {
    const { record_name, record_value } = await get();
    dns.records.set(record_name, ['v=spf1 -all', record_value]);
    return record_name as string;
  };
  /** Moves the history of the domain back by a number of days. */
  const age = (days: number) =>
    sql`
    UPDATE project_domains SET checked_at = checked_at - make_interval(days => ${days}),
      missing_since = missing_since - make_interval(days => ${days}) WHERE project_id = ${uuid}`.execute(server.db);
  if (domain) assert.equal((await claim(domain)).status, 200);
  return { ...project, uuid, claim, get, check, prove, age, isServed: () => isServedBy(slug, domain ?? '') };
}

/** Returns whether a host serves the pages of a project. Other nodes receive a change a moment later. */
const isServedBy = async (slug: string, host: string) => {
  const { text } = await getByHost(host, '/feedback');
  return text.includes('href="/changelog"') && !text.includes(`/p/${slug}/`);
};
const isAllowed = async (domain: string) => (await call('GET', '/v1/domains/allowed', { query: { domain } })).status === 200;

test('hosts of the instance cannot be custom domains, before or after a configuration change', async () => {
  const { claim, uuid, slug, get, check } = await createProject();
  for (const host of ['earshot.example.com', 'app.localhost']) {
    const { status, body } = await claim(host);
    assert.deepEqual(
      [status, body.error],
      [400, 'settings.pages.custom_domain must not be a host of this instance: choose a domain of your own'],
      host,
    );
  }
  for (const host of [
    'localhost',
    '127.0.0.1',
    '192.0.2.7',
    '[::1]',
    'EARSHOT.example.com',
    'earshot.example.com.',
    'bücher.example',
  ]) {
    const { status, body } = await claim(host);
    assert.deepEqual([status, body.error.startsWith('settings.pages.custom_domain must')], [400, true], host);
  }
  // Simulates another public URL at the time of verification.
  await sql`
    INSERT INTO project_domains (project_id, domain, state, verified_at) VALUES (${uuid}, 'earshot.example.com', 'verified', now())`.execute(
    server.db,
  );
  const other = await createProject(newDomain());
  await other.prove();
  await other.check();
  await until(other.isServed);
  for (const host of ['earshot.example.com', 'earshot.example.com:8443', 'EARSHOT.example.com.']) {
    assert.match((await getByHost(host, '/sign-in')).text, /<div id="app">|dashboard\//, host);
    assert.equal(await isServedBy(slug, host), false, host);
  }
  await check();
  assert.deepEqual([(await get()).state, (await get()).error], ['pending', 'earshot.example.com is a host of this instance']);
});

test('a domain is served once its DNS contains the token of the project', async () => {
  const domain = newDomain();
  const { get, check, prove, isServed, id, token, key, slug } = await createProject(domain);
  await until(async () => (await get()).checked_at !== null);
  const pending = await get();
  assert.deepEqual(
    { ...pending, record_value: undefined, checked_at: undefined },
    {
      project_id: id,
      domain,
      state: 'pending',
      record_type: 'TXT',
      record_name: `_earshot.${domain}`,
      record_value: undefined,
      checked_at: undefined,
      verified_at: null,
      release_at: null,
      error: `No TXT record found at _earshot.${domain}`,
    },
  );
  assert.match(pending.record_value, /^earshot-verification=[\w-]{32}$/);
  assert.deepEqual([await isServed(), await isAllowed(domain)], [false, false]);
  const join = () => call('POST', '/v1/waitlist', { key, body: { email: `${Math.random()}@example.com` } });
  assert.ok(
    (await join()).body.referral_url.startsWith(`https://earshot.example.com:8443/p/${slug}/waitlist`),
    'links lead elsewhere',
  );

  dns.records.set(pending.record_name, ['earshot-verification=of-another-project']);
  assert.equal((await check()).error, `The TXT record at _earshot.${domain} has another value`);
  const other = await createProject(newDomain());
  dns.records.set(pending.record_name, [(await other.get()).record_value]);
  assert.equal((await check()).state, 'pending', 'a token is good for its project alone');

  await prove();
  const { body, status } = await call('POST', `/v1/projects/${id}/domain/check`, { token });
  assert.deepEqual([status, body.state, body.error, body.verified_at], [200, 'verified', null, body.checked_at]);
  assert.equal(await isAllowed(domain), true);
  await until(isServed);
  assert.ok((await join()).body.referral_url.startsWith(`https://${domain}/waitlist`));
  assert.equal((await call('GET', `/v1/projects/${id}`, { token })).body.pages_url, `https://${domain}`);
});

test('a new domain is checked automatically until its record is found', async () => {
  const domain = newDomain();
  const { get, prove, isServed, uuid } = await createProject(domain);
  await until(async () => (await get()).checked_at !== null);
  await prove();
  // Runs the next check now, instead of in a minute.
  await until(async () => {
    const { numAffectedRows } = await sql`
      UPDATE pgboss.job SET start_after = now() WHERE name = 'projects.check_domain' AND state = 'created'
        AND data ->> 'project_id' = ${uuid} AND start_after > now() + interval '50 seconds'`.execute(server.db);
    return numAffectedRows === 1n;
  });
  await until(async () => (await get()).state === 'verified');
  await until(isServed);
});

test('a missing record or failing DNS releases the domain after seven days', async () => {
  for (const isAnswered of [true, false]) {
    const domain = newDomain();
    const { check, prove, isServed, age } = await createProject(domain);
    const name = await prove();
    assert.equal((await check()).state, 'verified');
    await until(isServed);
    if (isAnswered) dns.records.delete(name);
    else dns.fault = 'failure';
    const failing = await check();
    const error = isAnswered ? `No TXT record found at ${name}` : `The DNS lookup of ${name} failed (ESERVFAIL)`;
    assert.deepEqual([failing.state, failing.error], [isAnswered ? 'failing' : 'verified', error]);
    assert.equal(Date.parse(failing.release_at) - Date.parse(failing.checked_at), 7 * 24 * 3_600_000);

    await age(6);
    assert.equal((await check()).state, failing.state);
    assert.deepEqual([await isServed(), await isAllowed(domain)], [true, true]);
    await age(1);
    const released = await check();
    dns.fault = undefined;
    assert.deepEqual([released.state, released.release_at, released.error], ['pending', null, error]);
    assert.equal(await isAllowed(domain), false);
    await until(async () => !(await isServed()));
  }
});

test('a record that is found again ends the grace period', async () => {
  const { check, prove, age } = await createProject(newDomain());
  const name = await prove();
  await check();
  dns.records.delete(name);
  await check();
  await age(6);
  await prove();
  const { state, release_at, error } = await check();
  assert.deepEqual([state, release_at, error], ['verified', null, null]);
  dns.records.delete(name);
  await age(6);
  assert.equal((await check()).state, 'failing');
});

test('anyone can claim a domain, but it is served for one project at a time', async () => {
  const domain = newDomain();
  const squatter = await createProject(domain);
  const [one, other] = [await createProject(domain), await createProject(domain)];
  for (const { get } of [squatter, one, other]) await until(async () => (await get()).checked_at !== null);
  const name = await one.prove();
  dns.records.set(name, [(await one.get()).record_value, (await other.get()).record_value]);
  // Both verify the domain at the same moment: when a third project is about to serve it, and does not.
  const { checks } = await transact(server.db, async (tx) => {
    const setState = (state: string) =>
      sql`UPDATE project_domains SET state = ${state} WHERE project_id = ${squatter.uuid}`.execute(tx);
    await setState('verified');
    const both = Promise.all([one.check(), other.check()]);
    await untilBlocked(server.db, 2);
    await setState('pending');
    return { checks: both };
  });
  const states = (await checks).map(({ state }) => state);
  assert.deepEqual(new Set(states), new Set(['taken', 'verified']));
  assert.equal((await squatter.check()).state, 'pending');
  const [winner, loser] = states[0] === 'verified' ? [one, other] : [other, one];
  await until(winner.isServed);
  assert.match((await loser.check()).error, /^Another project on this instance serves this domain/);
  await winner.claim(null);
  assert.equal((await loser.check()).state, 'verified');
  await until(loser.isServed);
  assert.equal((await call('GET', `/v1/projects/${winner.id}/domain`, { token: winner.token })).status, 404);
  assert.equal((await call('POST', `/v1/projects/${winner.id}/domain/check`, { token: winner.token })).status, 404);
  // Setting the same domain keeps its verification; another domain has none.
  await loser.claim(domain);
  assert.equal((await loser.get()).state, 'verified');
  await loser.claim(newDomain());
  assert.deepEqual([(await loser.get()).state, await isAllowed(domain)], ['pending', false]);
});

test('members of a project can cause 20 DNS checks an hour, for all domains together', async () => {
  const [a, b] = [newDomain(), newDomain()];
  const project = await createProject();
  const { id, token, uuid, claim, get } = project;
  const check = () => call('POST', `/v1/projects/${id}/domain/check`, { token });
  for (let n = 0; n < 9; n++) for (const domain of [a, b]) assert.equal((await claim(domain)).status, 200);
  for (let n = 0; n < 2; n++) {
    // Setting the same domain, or none, causes no check.
    assert.deepEqual([(await claim(b)).status, (await check()).status], [200, 200]);
  }
  assert.equal((await claim(null)).status, 200);
  const refused = await claim(a);
  const wait = Number(refused.headers.get('retry-after'));
  assert.deepEqual(
    [refused.status, refused.body.error],
    [429, 'The custom domain was checked too often (maximum 20 checks an hour); try again in 60 minutes'],
  );
  assert.ok(wait > 3_500 && wait <= 3_600);
  assert.equal((await call('GET', `/v1/projects/${id}`, { token })).body.settings.pages.custom_domain, null, 'nothing was set');
  assert.equal((await check()).status, 404);
  const other = await createProject();
  assert.equal((await other.claim(a)).status, 200, 'of another project');

  const pass = (minutes: number) =>
    sql`
    UPDATE project_domain_checks SET started_at = started_at - make_interval(mins => ${minutes}) WHERE project_id = ${uuid}`.execute(
      server.db,
    );
  await pass(59);
  assert.equal((await claim(a)).status, 429);
  await pass(1);
  assert.equal((await claim(a)).status, 200);
  for (let n = 1; n < 20; n++) assert.equal((await check()).status, 200);
  assert.equal((await check()).status, 429);
  assert.equal((await get()).domain, a);
});

test('all nodes serve or release a domain as soon as one has checked it', async () => {
  const second = await startTestServer({ DATABASE_URL: database.url, EARSHOT_DNS_SERVERS: dns.address });
  const domain = newDomain();
  const { check, prove, claim } = await createProject(domain);
  const isThere = async () => (await getByHostOf(second.url, domain, '/feedback')).text.includes('href="/changelog"');
  await prove();
  assert.equal(await isThere(), false);
  await check();
  await until(isThere);
  await claim(null);
  await until(async () => !(await isThere()));
});

test('every domain is checked on schedule', async () => {
  const [one, other] = [await createProject(newDomain()), await createProject(newDomain())];
  for (const { get, prove } of [one, other]) {
    await until(async () => (await get()).checked_at !== null);
    await prove();
  }
  await sql`
    INSERT INTO pgboss.job (name, data) VALUES ('projects.check_domains', '{}')`.execute(server.db);
  for (const { get } of [one, other]) await until(async () => (await get()).state === 'verified');
});

test('hosts come from the Host header only, in canonical form', async () => {
  const domain = newDomain();
  const { check, prove, isServed, slug } = await createProject(domain);
  const other = await createProject();
  await prove();
  await check();
  await until(isServed);
  for (const host of [domain.toUpperCase(), `${domain}.`, `${domain}:8080`, `${domain.toUpperCase()}.:443`])
    assert.equal(await isServedBy(slug, host), true, host);
  for (const host of [`x.${domain}`, `${domain}.evil.example`, `evil-${domain}`, `${domain}..`])
    assert.equal(await isServedBy(slug, host), false, host);
  const forwarded = await getByHost('127.0.0.1', `/p/${slug}/feedback`, { 'x-forwarded-host': domain });
  assert.ok(forwarded.text.includes(`href="/p/${slug}/changelog"`), 'links stay where the reader is');
  assert.equal((await getByHost('127.0.0.1', '/feedback', { 'x-forwarded-host': domain })).status, 404);
  // The domain serves neither the instance nor other projects.
  for (const path of [
    `/p/${other.slug}`,
    `/p/${other.slug}/feedback`,
    '/sign-in/account',
    '/projects',
    '/docs',
    '/openapi.json',
    '/device',
  ])
    assert.equal((await getByHost(domain, path)).status, 404, path);
});

test('people sign in on a domain, with a cookie for this domain', async () => {
  const domain = newDomain();
  const { check, prove, isServed, ...project } = await createProject(domain);
  await prove();
  await check();
  await until(isServed);
  const token = await server.signUser(project, { id: 'u_1', name: 'Ada' });
  const signedIn = await getByHost(domain, `/sso?token=${token}&return_to=${encodeURIComponent(`https://${domain}/roadmap`)}`);
  assert.deepEqual([signedIn.status, signedIn.headers.location], [303, '/roadmap']);
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
  assert.match(cookie, /; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  assert.match((await getByHost(domain, '/roadmap', headers)).text, /href="\/account">Ada</);
  // In API requests of the widgets as well.
  const own = await getByHost(domain, '/v1/feedback?mine=true', { ...headers, 'x-project-key': project.key });
  assert.equal(own.status, 200);
  const outside = await getByHost(domain, '/account');
  assert.deepEqual([outside.status, outside.headers.location], [303, '/sign-in?return_to=%2Faccount']);
  for (const target of ['/v1/feedback', '//evil.example'])
    assert.equal((await getByHost(domain, `/sso?token=${token}&return_to=${target}`)).headers.location, '/account', target);
});

test('proxies may request certificates for verified domains and the public host only', async () => {
  const domain = newDomain();
  const { check, prove } = await createProject(domain);
  await prove();
  await check();
  for (const host of [domain, domain.toUpperCase(), `${domain}.`, 'earshot.example.com'])
    assert.equal(await isAllowed(host), true, host);
  for (const host of [newDomain(), `x.${domain}`, 'localhost', '127.0.0.1', 'x.earshot.example.com', "' OR 1=1 --", '☃'])
    assert.equal(await isAllowed(host), false, host);
  const { status, body } = await call('GET', '/v1/domains/allowed');
  assert.deepEqual([status, body.error], [400, 'domain is required']);
});
