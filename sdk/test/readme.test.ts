import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import { freePort } from '@earshot/server/testing/process';
import { sharedTestServer } from '@earshot/server/testing/server';
import { until } from '@earshot/server/testing/until';

const server = await sharedTestServer();
const acme = await server.createProject();
const owner = new Earshot({ accessToken: acme.token, projectId: acme.id, baseUrl: server.url });
const [{ secret: identitySecret } = { secret: '' }] = (await owner.projects.identitySecrets.list(acme.id)).data;
const port = await freePort();
const webhook = await owner.webhooks.create({ url: `http://127.0.0.1:${port}/`, types: ['feedback.created'] });

// Next to the package, so that its name is resolved.
const folder = await mkdtemp(fileURLToPath(new URL('snippets-', import.meta.url)));
after(() => rm(folder, { recursive: true }));

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const snippets = [...readme.matchAll(/^## (.+)$|^```js\n([\s\S]*?)^```/gm)].reduce<{ title: string; code: string }[]>(
  (found, [, title, code]) =>
    title
      ? [...found, { title, code: '' }]
      : found.map((one, at) => (at === found.length - 1 ? { ...one, code: code ?? '' } : one)),
  [],
);

/** Runs a snippet of the README with placeholders and secrets replaced. */
async function run(title: string, code: string) {
  const program = code
    .replaceAll("'pk_…'", JSON.stringify(acme.key))
    .replaceAll("'prj_…'", JSON.stringify(acme.id))
    .replaceAll("'https://earshot.example.com'", JSON.stringify(server.url))
    .replaceAll('listen(3000)', `listen(${port})`);
  const file = `${folder}/${title.replaceAll(/\W+/g, '-')}.mjs`;
  await writeFile(file, program);
  const child = spawn(process.execPath, [file], {
    env: { EARSHOT_TOKEN: acme.token, EARSHOT_IDENTITY_SECRET: identitySecret, EARSHOT_WEBHOOK_SECRET: webhook.secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output.text += text));
  return { child, output, ended: new Promise<number | null>((resolve) => child.on('exit', resolve)) };
}

const SAYS: Record<string, RegExp> = {
  'Quick start': /^new\nPosition 1, referral link http.+\/waitlist\?ref=\w+\n$/,
  Pagination: /^1 of 1\nExport as CSV\n$/,
  'Server-side usage': /^\d+\n$/,
  'Errors, retries and timeouts': /^Already on the waitlist\n$/,
  Tracing: /^GET \/v1\/waitlist\/count 200\n$/,
  Analytics: /^$/,
  'Server-side tracking': /^$/,
  'User tokens': /^$/,
};

for (const { title, code } of snippets.filter((snippet) => snippet.code && snippet.title !== 'Webhooks')) {
  test(`the snippet “${title}” of the README runs`, async () => {
    const { ended, output } = await run(title, code);
    assert.equal(await ended, 0, output.text);
    assert.match(output.text, SAYS[title] ?? /no such snippet/);
  });
}

test('the snippet “Webhooks” of the README receives a webhook', async () => {
  const { child, output, ended } = await run('Webhooks', snippets.find(({ title }) => title === 'Webhooks')?.code ?? '');
  after(() => child.kill());
  await until(() =>
    fetch(`http://127.0.0.1:${port}`, { method: 'POST' }).then(
      (answer) => answer.status === 400,
      () => false,
    ),
  );
  const delivery = await owner.webhooks.test(webhook.id);
  assert.equal(delivery.status, 'succeeded');
  // Events of the other snippets may arrive first.
  await until(() => /^webhook\.test/m.test(output.text));
  child.kill();
  await ended;
});
