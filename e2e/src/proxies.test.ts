import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Earshot } from '@earshot/sdk';
import { parse as parseToml } from 'smol-toml';
import { startDnsServer } from '@earshot/server/testing/dns-server';
import { freePort } from '@earshot/server/testing/process';
import { until } from '@earshot/server/testing/until';
import { picture } from '@earshot/server/instance/uploads/fixtures/images';
import { addPasskey, plugInAuthenticator } from './authenticator.ts';
import { openPage, startBrowser } from './browser.ts';
import { startEarshot } from './earshot.ts';
import { readBlocks } from './guides.ts';
import {
  createCertificate,
  createFolder,
  findProgram,
  HOST,
  open,
  readConfiguration,
  replace,
  send,
  skipWithout,
  startCaddy,
  startHaproxy,
  startNginx,
} from './proxies.ts';

// Runs the configurations of deploy/proxies and docs/guides/first-party-tracking.md with the installed proxies.

const dns = await startDnsServer();
const publicPort = await freePort();
const publicUrl = `https://${HOST}:${publicPort}`;
const [SCRIPT_PATH, INTAKE_PATH] = ['/news/main.js', '/news/send'];
const earshot = await startEarshot({
  EARSHOT_PUBLIC_URL: publicUrl,
  EARSHOT_TRUST_PROXY: '127.0.0.1',
  EARSHOT_ACCOUNTS: 'on',
  EARSHOT_DNS_SERVERS: dns.address,
  EARSHOT_SCRIPT_PATH: SCRIPT_PATH,
  EARSHOT_INTAKE_PATH: INTAKE_PATH,
});
const token = await earshot.signIn('ada@acme.example');
const { host: address } = new URL(earshot.url);
const certificate = findProgram('openssl') ? createCertificate() : undefined;

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';

/** Creates a project. `countVisitors` counts those of its events. */
async function createProject() {
  const team = new Earshot({ accessToken: token, baseUrl: earshot.url });
  const { id, api_key: key } = await team.projects.create({ name: 'Acme' });
  const { analytics } = new Earshot({ accessToken: token, baseUrl: earshot.url, projectId: id });
  const countVisitors = async () => (await analytics.overview({ period: '24h' })).visitors.value;
  return { id, key, countVisitors };
}

interface Ports {
  http: number;
  https: number;
}

const PROXIES = [
  {
    name: 'nginx',
    needs: ['nginx', 'openssl'],
    start: ({ http, https }: Ports) =>
      startNginx(
        readConfiguration('nginx.conf', [
          ['listen 80;', `listen 127.0.0.1:${http};`],
          ['listen 443 ', `listen 127.0.0.1:${https} `],
          ['/etc/letsencrypt/live/earshot.example.com/fullchain.pem', certificate?.certificate ?? ''],
          ['/etc/letsencrypt/live/earshot.example.com/privkey.pem', certificate?.key ?? ''],
          ['earshot.example.com;', `${HOST};`],
          ['127.0.0.1:4000', address],
        ]),
        http,
        https,
      ),
  },
  {
    name: 'HAProxy',
    needs: ['haproxy', 'openssl'],
    start: ({ http, https }: Ports) =>
      startHaproxy(
        readConfiguration('haproxy.cfg', [
          ['bind :80', `bind 127.0.0.1:${http}`],
          ['bind :443', `bind 127.0.0.1:${https}`],
          ['/etc/haproxy/certs/earshot.example.com.pem', certificate?.both ?? ''],
          ['127.0.0.1:4000', address],
        ]),
        http,
        https,
      ),
  },
  {
    name: 'Caddy',
    needs: ['caddy'],
    start: ({ http, https }: Ports) =>
      startCaddy(
        readConfiguration('Caddyfile', [
          // Certificates of an authority of its own instead of a public one.
          [
            '{\n\ton_demand_tls',
            `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n\tskip_install_trust\n\ton_demand_tls`,
          ],
          ['earshot.example.com {', `${HOST} {`],
          ['127.0.0.1:4000', address],
        ]),
        http,
        https,
      ),
  },
];

for (const { name, needs, start } of PROXIES)
  describe(`${name} in front of Earshot`, { skip: skipWithout(...needs) }, () => {
    const ports: Ports = { http: 0, https: 0 };
    const secure = () => ({ protocol: 'https' as const, port: ports.https });
    before(async () => {
      ports.http = await freePort();
      ports.https = name === 'nginx' ? publicPort : await freePort();
      await start(ports);
    });

    test('redirects to TLS, and serves the instance there', async () => {
      const plain = await send({ protocol: 'http', port: ports.http }, '/account');
      assert.match(String(plain.status), /^30[18]$/);
      assert.match(plain.headers.location ?? '', new RegExp(`^https://${HOST}(:\\d+)?/account$`));
      // Caddy makes its certificate after it has started to listen.
      await until(async () => (await send(secure(), '/health').catch(() => undefined))?.status === 200);
    });

    test('passes the address of the client, which the client cannot choose', async () => {
      const { key, countVisitors } = await createProject();
      const track = async (from: string, claimed: string) => {
        const headers = {
          'x-project-key': key,
          'content-type': 'application/json',
          'user-agent': FIREFOX,
          'x-forwarded-for': claimed,
        };
        const body = JSON.stringify({ url: 'https://acme.example/' });
        const { status } = await send(secure(), '/v1/analytics/events', { method: 'POST', headers, body, from });
        assert.equal(status, 202);
      };
      await track('127.0.0.1', '203.0.113.1');
      await track('127.0.0.1', '203.0.113.2');
      assert.equal(await countVisitors(), 1);
      await track('127.0.0.2', '203.0.113.1');
      assert.equal(await countVisitors(), 2);
    });

    test('delivers server-sent events immediately', async () => {
      const { id, key } = await createProject();
      const headers = { authorization: `Bearer ${token}` };
      const stream = await open(secure(), `/v1/analytics/live?project_id=${id}`, { headers });
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
      await until(async () => text.includes('event: visitors'));
      const event = { 'x-project-key': key, 'content-type': 'application/json' };
      await send(secure(), '/v1/analytics/events', {
        method: 'POST',
        headers: event,
        body: '{"name":"signed_up","user_id":"u_1"}',
      });
      await until(async () => text.includes('event: event') && text.includes('signed_up'));
      stream.destroy();
    });

    test('accepts the largest images', async () => {
      const { key } = await createProject();
      const form = new FormData();
      const image = await picture('png', { width: 1280, height: 1200, isNoise: true }).toBuffer();
      assert.ok(image.length > 4_000_000 && image.length < 5 * 1024 * 1024, String(image.length));
      form.set('file', new Blob([image], { type: 'image/png' }), 'noise.png');
      const encoded = new Response(form);
      const headers = { 'x-project-key': key, 'content-type': encoded.headers.get('content-type') ?? '' };
      const body = Buffer.from(await encoded.arrayBuffer());
      const { status, text } = await send(secure(), '/v1/uploads', {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        body,
      });
      assert.equal(status, 201, text);
    });

    if (name === 'nginx')
      test('users sign in with a passkey, and another address says which one works', async () => {
        const browser = await startBrowser([`--ignore-certificate-errors-spki-list=${certificate?.pin}`]);
        after(() => browser.close());
        const { page, complaints } = await openPage(browser);
        await plugInAuthenticator(page);
        await page.goto(earshot.run('user', 'recover', '--email', 'ada@acme.example'));
        await page.getByRole('button', { name: 'Sign in' }).click();
        await addPasskey(page);
        await page.getByRole('button', { name: 'Sign out', exact: true }).click();
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
        await page.getByRole('button', { name: 'ada@acme.example' }).waitFor();
        assert.deepEqual(complaints, []);

        // As if EARSHOT_PUBLIC_URL was wrong: the proxy serves the instance at an address that Earshot does not know.
        const { page: elsewhere } = await openPage(browser);
        await elsewhere.goto(`http://other.localhost:${new URL(earshot.url).port}/sign-in`);
        const alert = elsewhere.getByRole('alert');
        await alert.getByText(`Sign-in works at ${publicUrl} only. If that address is wrong, set EARSHOT_PUBLIC_URL`).waitFor();
        assert.equal(await elsewhere.getByRole('button', { name: 'Sign in' }).count(), 0);
        const lines = earshot
          .output()
          .split('\n')
          .filter((line) => line.includes('requested at another address'));
        assert.deepEqual(
          lines.map((line) => JSON.parse(line) as Record<string, unknown>).map(({ host, public_url: known }) => [host, known]),
          [[`other.localhost:${new URL(earshot.url).port}`, publicUrl]],
        );
      });

    if (name === 'Caddy')
      test('obtains certificates for verified custom domains only', async () => {
        const { id } = await createProject();
        const domain = 'help.acme.example';
        const team = new Earshot({ accessToken: token, baseUrl: earshot.url });
        await team.projects.update(id, { settings: { pages: { custom_domain: domain } } });
        const visit = () => send({ ...secure(), host: domain }, '/', { headers: { accept: 'text/html' } });
        await assert.rejects(visit(), /alert|EPROTO|ECONNRESET/i);
        const { record_name: record, record_value: value } = await team.projects.domain.get(id);
        dns.records.set(record, [value]);
        await team.projects.domain.check(id);
        const { status, text } = await visit();
        assert.equal(status, 200);
        assert.match(text, /Acme/);
        await assert.rejects(send({ ...secure(), host: 'evil.example' }, '/'), /alert|EPROTO|ECONNRESET/i);
      });
  });

const blocks = readBlocks('guides/first-party-tracking.md');
const blockOf = (language: string, start = '') =>
  blocks.find(({ language: found, code }) => found === language && code.startsWith(start))?.code ?? '';

const seen: IncomingHttpHeaders[] = [];
// Passes requests on to Earshot, and records their headers.
const recorder = createServer((request, response) => {
  seen.push(request.headers);
  const options = { method: request.method, headers: request.headers };
  const passed = requestHttp(earshot.url + request.url, options, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  request.pipe(passed);
});
await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
after(() => {
  recorder.closeAllConnections();
  recorder.close();
});
const upstream = `127.0.0.1:${(recorder.address() as { port: number }).port}`;

describe('first-party tracking through a website', () => {
  /** Replaces the instance of the guide. */
  const fill = (code: string) => replace(code, [['https://earshot.example.com', `http://${upstream}`]]);

  /** Asserts that a website passes the scripts and the events on, with the address of the visitor and without cookies. */
  async function assertTracks(
    request: (
      path: string,
      sent?: { method: string; headers: Record<string, string>; body: string },
    ) => Promise<{ status: number | undefined; text: string }>,
    client: string,
  ) {
    const { key, countVisitors } = await createProject();
    const standard = await (await fetch(`${earshot.url}/t.js`)).text();
    assert.equal((await request(SCRIPT_PATH)).text, standard);
    assert.equal((await request('/news/t-vitals.js')).status, 200);
    seen.length = 0;
    const headers = { 'content-type': 'text/plain', 'user-agent': FIREFOX, cookie: 'session=secret' };
    const body = JSON.stringify({ url: 'https://acme.example/' });
    assert.equal((await request(`${INTAKE_PATH}?key=${key}`, { method: 'POST', headers, body })).status, 202);
    assert.equal(await countVisitors(), 1);
    assert.deepEqual(
      seen.map((one) => [one.cookie || undefined, one['x-forwarded-for'], one['user-agent']]),
      [[undefined, client, FIREFOX]],
    );
  }

  test('nginx', { skip: skipWithout('nginx') }, async () => {
    const port = await freePort();
    const location = replace(fill(blockOf('nginx')), [['Host earshot.example.com', `Host ${upstream}`]]);
    await startNginx(`server { listen 127.0.0.1:${port}; ${location} }`, port);
    await assertTracks((path, sent) => send({ protocol: 'http', port }, path, { ...sent, from: '127.0.0.2' }), '127.0.0.2');
  });

  test('Caddy', { skip: skipWithout('caddy') }, async () => {
    const port = await freePort();
    const site = `{\n\tadmin off\n}\nhttp://${HOST}:${port} {\n\tbind 127.0.0.1\n${fill(blockOf('caddy'))}}\n`;
    await startCaddy(site, port);
    await assertTracks((path, sent) => send({ protocol: 'http', port }, path, { ...sent, from: '127.0.0.2' }), '127.0.0.2');
  });

  test('Cloudflare Workers, as a module of Node.js', async () => {
    const file = join(createFolder(), 'worker.mjs');
    writeFileSync(file, fill(blockOf('js', '// worker.js')));
    const { default: worker } = (await import(pathToFileURL(file).href)) as {
      default: { fetch: (request: Request) => Promise<Response> };
    };
    await assertTracks(async (path, sent) => {
      const request = new Request(`https://example.com${path}`, sent);
      request.headers.set('cf-connecting-ip', '203.0.113.7');
      const response = await worker.fetch(request);
      return { status: response.status, text: await response.text() };
    }, '203.0.113.7');
  });

  test('the files for Next.js, Netlify and Vercel are valid, and pass the same folder', async () => {
    const file = join(createFolder(), 'next.config.mjs');
    writeFileSync(file, blockOf('js', '// next.config.js'));
    const { default: next } = (await import(pathToFileURL(file).href)) as { default: { rewrites: () => Promise<object[]> } };
    const rewrite = { source: '/news/:path*', destination: 'https://earshot.example.com/news/:path*' };
    assert.deepEqual(await next.rewrites(), [rewrite]);
    assert.deepEqual(JSON.parse(blockOf('jsonc').replace(/^\/\/.*\n/, '')), { rewrites: [rewrite] });
    assert.deepEqual(structuredClone(parseToml(blockOf('toml'))), {
      redirects: [{ from: '/news/*', to: 'https://earshot.example.com/news/:splat', status: 200, force: true }],
    });
  });
});
