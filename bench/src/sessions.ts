// Plays sessions of the command line on a terminal, against servers like those of `npm start`, and prints what people see, with times.
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import { createEnvironment, CTRL_C, ENTER, type Step, useTerminal } from '../../cli/test/processes.ts';
import { startProxy } from '../../cli/test/proxy.ts';
import { signInLocally } from '@earshot/server/instance/identity/fixtures/browser';
import { createToken, startEarshot, withFolder } from './measure.ts';

const ARTICLES = 200;
/** Nothing listens here: the port is above those that systems assign. */
const CLOSED_PORT = 65_000;
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const MAX_LINES = 30;

type Variables = Record<string, string>;

/** Runs a command, and prints its output with its duration. Returns the seconds. */
async function play(variables: Variables, args: string[], { steps, cwd }: { steps?: Step[]; cwd?: string } = {}) {
  const began = performance.now();
  const { code, output } = await useTerminal(variables, args, { steps, cwd, columns: 100 });
  const seconds = (performance.now() - began) / 1000;
  // A progress bar overwrites its line.
  const lines = output
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.slice(line.lastIndexOf('\r') + 1));
  console.log(`$ earshot ${args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ')}`);
  console.log(lines.slice(0, MAX_LINES).join('\n'));
  if (lines.length > MAX_LINES) console.log(`… ${lines.length - MAX_LINES} more lines`);
  console.log(`(exit code ${code}, ${seconds.toFixed(2)} s)\n`);
  return seconds;
}

const printTitle = (title: string) => console.log(`# ${title}\n`);

/** Signs in with the browser, and approves the device whose code the terminal shows. */
async function approve(url: string, output: string): Promise<string> {
  const [user_code] = /[A-Z]{4}-[A-Z]{4}/.exec(output) ?? [];
  const { code, verifier: code_verifier } = await signInLocally({ url }, 'ada@example.com');
  const send = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const tokens = (await send('/v1/auth/token', { grant_type: 'authorization_code', code, code_verifier })) as {
    access_token: string;
  };
  await send('/v1/auth/device/decide', { user_code, allow: true }, tokens.access_token);
  return ENTER;
}

/** Starts a receiver of webhooks whose first response is an error. Returns its URL. */
async function startReceiver(): Promise<string> {
  let count = 0;
  const receiver = createServer((_request, response) => void response.writeHead(count++ ? 204 : 500).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiver.unref();
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}

function writeArticles(folder: string): void {
  mkdirSync(folder);
  for (let n = 0; n < ARTICLES; n++) writeFileSync(join(folder, `article-${n}.md`), `# Article ${n}\n\nHow to do thing ${n}.\n`);
}

async function playDoctor(folder: string, url: string, token: string): Promise<void> {
  const base = createEnvironment(folder);
  printTitle('Doctor: no server');
  await play({ ...base, EARSHOT_URL: `http://127.0.0.1:${CLOSED_PORT}`, EARSHOT_TOKEN: token }, ['doctor']);
  printTitle('Doctor: a proxy that is not trusted');
  await play({ ...base, EARSHOT_URL: await startProxy(url), EARSHOT_TOKEN: token }, ['doctor']);
  const broken: [string, Variables][] = [
    ['a mail server that does not answer', { SMTP_URL: `smtp://ada:secret@127.0.0.1:${CLOSED_PORT}` }],
    [
      'an identity provider that does not answer',
      {
        EARSHOT_OIDC_ISSUER: `http://127.0.0.1:${CLOSED_PORT}`,
        EARSHOT_OIDC_CLIENT_ID: 'earshot',
        EARSHOT_OIDC_CLIENT_SECRET: 'secret',
      },
    ],
  ];
  for (const [name, variables] of broken) {
    printTitle(`Doctor: ${name}`);
    const data = join(folder, name);
    const server = await startEarshot(data, variables);
    try {
      const own = createToken({ ...variables, EARSHOT_DATA_DIR: data });
      await play({ ...base, EARSHOT_URL: server.url, EARSHOT_TOKEN: own }, ['doctor']);
    } finally {
      await server.end('SIGTERM');
    }
  }
}

await withFolder(async (folder) => {
  const data = join(folder, 'data');
  const { url, end } = await startEarshot(data);
  try {
    printTitle('From a fresh machine to the first feedback');
    const home = join(folder, 'home');
    mkdirSync(home);
    const fresh = { ...createEnvironment(home), BROWSER: 'true' };
    const seconds = [
      await play(fresh, ['login', '--url', url, '--insecure-storage'], {
        steps: [[/Press Enter/, (output) => approve(url, output)]],
      }),
      await play(fresh, ['feedback', 'create', '--title', 'Export as CSV', '--type', 'feature']),
      await play(fresh, ['feedback', 'list']),
    ];
    console.log(`Total: ${seconds.reduce((sum, value) => sum + value, 0).toFixed(1)} s\n`);

    printTitle('Release notes from the history of this repository');
    await play(fresh, ['changelog', 'draft', '--from-git', 'HEAD~60..HEAD', '--dry-run'], { cwd: REPOSITORY });
    await play(fresh, ['changelog', 'draft', '--from-git', 'HEAD~60..HEAD', '--no-editor', '--title', 'News'], {
      cwd: REPOSITORY,
    });

    printTitle(`A folder of ${ARTICLES} articles, pushed twice`);
    const [accessToken = ''] = Object.values(
      JSON.parse(readFileSync(join(home, 'credentials.json'), 'utf8')) as Record<string, string>,
    );
    const [project] = (await new Earshot({ accessToken, baseUrl: url }).projects.list()).data;
    if (!project) throw new Error('No project found');
    const team = new Earshot({ accessToken, projectId: project.id, baseUrl: url });
    const user = new Earshot({ projectKey: project.api_key, baseUrl: url });
    await team.indexes.create({ name: 'Help' });
    const articles = join(folder, 'articles');
    writeArticles(articles);
    await play(fresh, ['articles', 'push', articles]);
    await play(fresh, ['articles', 'push', articles]);

    printTitle('Webhooks on this machine, with a receiver that fails once');
    await user.feedback.submit({ title: 'Dark mode' });
    const receiver = await startReceiver();
    await play(fresh, ['webhook', 'listen', '--events', 'feedback.created', '--replay', '1', '--forward-to', receiver], {
      steps: [[/status 204/, CTRL_C]],
    });

    await playDoctor(folder, url, accessToken);
  } finally {
    await end('SIGTERM');
  }
});
