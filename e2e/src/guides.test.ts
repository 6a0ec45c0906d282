import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Earshot, signUserToken } from '@earshot/sdk';
import { freePort } from '@earshot/server/testing/process';
import { until } from '@earshot/server/testing/until';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';
import { type Block, createWorkshop, isExpected, readBlocks, type Workshop } from './guides.ts';

// Runs the code of all guides: shell commands, programs, pages, and the types of components.

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const FOLDERS = ['guides', 'services', 'migration'];
const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

const browser = await launchBrowser();
const earshot = await startEarshot({
  EARSHOT_TRUST_PROXY: '127.0.0.1',
  EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on',
  // The names in the guide about first-party tracking.
  EARSHOT_SCRIPT_PATH: '/news/main.js',
  EARSHOT_INTAKE_PATH: '/news/send',
  EARSHOT_MAX_PROJECTS_PER_USER: '100',
});
const accessToken = await earshot.signIn();
const guides = globSync(['outcomes.md', `{${FOLDERS.join()}}/*.md`], { cwd: DOCS }).toSorted();

/** A project of its own for a guide, whose values replace the placeholders. */
async function createProject(guide: string) {
  const { id, api_key: key } = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: guide });
  const team = new Earshot({ accessToken, projectId: id, baseUrl: earshot.url });
  const [{ secret } = { secret: '' }] = (await team.projects.identitySecrets.list(id)).data;
  const port = String(await freePort());
  const fill = (text: string) =>
    text
      .replaceAll('https://earshot.example.com', earshot.url)
      .replaceAll('earshot_pat_…', accessToken)
      .replaceAll('prj_…', id)
      .replaceAll('pk_…', key)
      .replaceAll(':3000', `:${port}`)
      .replaceAll('listen(3000)', `listen(${port})`);
  const variables = {
    EARSHOT_URL: earshot.url,
    EARSHOT_PROJECT: id,
    EARSHOT_KEY: key,
    EARSHOT_TOKEN: accessToken,
    EARSHOT_IDENTITY_SECRET: secret,
  };
  const signUser = () => signUserToken({ id: 'u_42', name: 'Ada' }, { projectId: id, secret });
  return { fill, variables, signUser };
}
type Project = Awaited<ReturnType<typeof createProject>>;

/** Runs a block. A block with an expected output runs again until it has this output, for example until events count. */
async function runBlock({ run }: Workshop, { language, code, output }: Block): Promise<void> {
  let result = await run(language, code);
  const isRight = () => result.code === 0 && (!output || isExpected(result.stdout, output));
  if (output)
    await until(async () => {
      if (!isRight()) result = await run(language, code);
      return isRight();
    }).catch(() => {});
  // The first line, which names the failure in the summary of a run, is the error of the block.
  assert.ok(isRight(), `${result.stderr}\n${code}\n${result.stdout}\nexpected: ${output?.code}`.trim());
}

/** The header of a policy, and the paths that a proxy passes to Earshot, as the guide configures them. */
const policyOf = (blocks: Block[]) =>
  /^Content-Security-Policy: (.*)$/m.exec(blocks.find(({ language }) => language === 'http')?.code ?? '')?.[1];
const proxiedBy = (blocks: Block[]) =>
  new RegExp(/location (?:~ )?(\S+) \{/.exec(blocks.find(({ language }) => language === 'nginx')?.code ?? '')?.[1] ?? '^$');

/** Passes a request on to a URL, like a reverse proxy. */
async function passOn(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const { method = 'GET', headers } = request;
  const answer = await fetch(url, {
    method,
    headers: { 'user-agent': headers['user-agent'] ?? '', 'content-type': headers['content-type'] ?? '' },
    ...(method === 'POST' && { body: await buffer(request) }),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(await answer.text());
}

/** Serves the pages of a guide by their number, with the policy and the proxy of the guide, and tokens at `/user-token`. */
async function servePages(blocks: Block[], { signUser }: Project): Promise<string> {
  const pages = blocks.filter(({ language }) => language === 'html').map(({ code }) => code);
  const [policy, proxied] = [policyOf(blocks), proxiedBy(blocks)];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site');
    if (proxied.test(pathname)) await passOn(request, response, earshot.url + pathname + search);
    else if (pathname === '/user-token') response.end(await signUser());
    else {
      const page = pages[Number(pathname.slice(1))];
      response
        .writeHead(page ? 200 : 404, {
          'content-type': 'text/html; charset=utf-8',
          ...(policy && { 'content-security-policy': policy }),
        })
        .end(page && (/^<!doctype/i.test(page) ? page : `<!doctype html><html lang="en"><title>Acme</title>${page}`));
    }
  };
  const site = createServer((request, response) => void answer(request, response));
  const port = await freePort();
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
  after(() => {
    site.closeAllConnections();
    site.close();
  });
  return `http://127.0.0.1:${port}`;
}

/** Loads a page. Its elements must be displayed, its tracker must report the page, and the browser must not complain. */
async function loadPage(url: string, html: string): Promise<void> {
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const tracked = html.includes('data-key="')
    ? page.waitForRequest((request) => /\/(?:v1\/analytics\/events|news\/send)\?/.test(request.url()))
    : undefined;
  // The icon of the page is not a part of the guide.
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await page.goto(url);
  await tracked;
  for (const name of new Set(html.match(/(?<=<)earshot-[a-z-]+/g)))
    await until(() => page.evaluate(`document.querySelector('${name}').shadowRoot?.childElementCount`));
  await page.close({ runBeforeUnload: true });
  assert.deepEqual(complaints, []);
}

/** Checks the types of all TypeScript files of a guide, strictly. */
function checkTypes({ folder }: Workshop): void {
  const options = {
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['**/*.ts', '**/*.tsx'] }));
  const { status, stdout } = spawnSync(TSC, ['-p', folder], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
}

/** Blocks in these languages are a part of other checks: `http` and `nginx` configure the site of the pages, proxies.test.ts runs others. */
const CONFIGURATION = new Set(['http', 'nginx', 'caddy', 'toml', 'jsonc']);

const exampleFiles = globSync('*/{src,app}/**/*.{astro,ts,tsx}', { cwd: EXAMPLES });
/** Returns whether an example app contains a block. `npm run test:examples` runs the app. */
const isPartOfExample = (code: string) =>
  exampleFiles.some((file) => readFileSync(EXAMPLES + file, 'utf8').includes(code.trim()));

for (const guide of guides)
  test(`the code of docs/${guide} runs`, async () => {
    const project = await createProject(guide);
    const blocks = readBlocks(guide).map((block) => ({ ...block, code: project.fill(block.code) }));
    const workshop = createWorkshop(project.variables);
    const site = await servePages(blocks, project);
    for (const { file, code } of blocks) if (file) workshop.save(file, code);
    if (blocks.some(({ file }) => /\.tsx?$/.test(file ?? ''))) checkTypes(workshop);
    let pages = 0;
    for (const block of blocks) {
      const { language, code, file } = block;
      if (language === 'html') await loadPage(`${site}/${pages++}`, code);
      else if (language === 'sh' || (language === 'js' && !file)) await runBlock(workshop, block);
      else
        assert.ok(
          file !== undefined || CONFIGURATION.has(language) || isPartOfExample(code),
          `a block in ${language} is checked by nothing`,
        );
    }
  });

test('the lists of guides are complete', () => {
  const lists = ['README.md', ...FOLDERS.map((folder) => `${folder}/README.md`)]
    .filter((list) => existsSync(DOCS + list))
    .flatMap((list) =>
      Array.from(readFileSync(DOCS + list, 'utf8').matchAll(/\]\(([\w./-]+\.md)\)/g)).map(([, file = '']) =>
        posix.join(posix.dirname(list), file),
      ),
    );
  const linked = new Set(lists);
  assert.deepEqual(
    guides.filter((guide) => !linked.has(guide)),
    [],
  );
});
