// An empty project with the packed packages, and programs that use them in any runtime.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import { until } from '@earshot/server/testing/until';
import { createFolder, pack, runIn } from './packages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Uses the SDK and the widgets, and prints what it found as one line of JSON. */
const PROGRAM = `
import { Earshot, EarshotError, signUserToken } from '@earshot/sdk';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FeedbackWidget } from '@earshot/widgets/react';

const [baseUrl, projectKey, projectId, secret, name] = process.argv.slice(2);
const earshot = new Earshot({
  baseUrl,
  projectKey,
  userToken: () => signUserToken({ id: name, email: name + '@example.com' }, { projectId, secret }),
});
const { id } = await earshot.feedback.submit({ title: 'From ' + name });
await earshot.feedback.upvote(id);
const titles = [];
for await (const entry of earshot.feedback.list({ limit: 1, sort: 'oldest' })) titles.push(entry.title);
earshot.analytics.track('started', { runtime: name });
await earshot.analytics.flush();
const missing = await earshot.feedback.get('fb_00000000000000000000000000').catch((error) => error);
const html = renderToStaticMarkup(createElement(FeedbackWidget, { baseUrl, projectKey }));
const { version } = await earshot.session.version();
console.log(JSON.stringify({ titles, isError: missing instanceof EarshotError, code: missing.code, html, version }));
`;

/** Packages of the repository that are installed from files, and their dependencies that a project has anyway. */
const PEERS = ['react', 'react-dom', 'scheduler'];

/** Installs the packed SDK, widgets and command line into an empty project, without the network. Returns its folder. */
export async function installPackages(): Promise<string> {
  const folder = createFolder();
  await pack(folder, 'sdk', 'widgets', 'cli/dist');
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const files = ['earshot-sdk', 'earshot-widgets', 'earshot'].map((name) => `./${name}-${version}.tgz`);
  await runIn(folder, ['npm', 'install', '--offline', '--omit=optional', '--legacy-peer-deps', ...files]);
  for (const name of PEERS) cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  writeFileSync(join(folder, 'program.cjs'), `console.log(typeof require('@earshot/sdk').Earshot);\n`);
  return folder;
}

/** Runs the program with a runtime (`command` precedes the name of the file), and asserts that everything has arrived. */
export async function useSdk(folder: string, instance: { url: string; accessToken: string }, name: string, command: string[]) {
  const { url: baseUrl, accessToken } = instance;
  const project = await new Earshot({ baseUrl, accessToken }).projects.create({ name });
  const team = new Earshot({ baseUrl, accessToken, projectId: project.id });
  const [secret] = (await team.projects.identitySecrets.list(project.id)).data;
  const args = [baseUrl, project.api_key, project.id, secret?.secret ?? '', name];
  const output = await runIn(folder, [...command, 'program.mjs', ...args]);
  const { html, ...found } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as { html: string };
  assert.deepEqual(found, { titles: [`From ${name}`], isError: true, code: 'feedback.not_found', version });
  assert.match(html, /^<earshot-feedback [^>]*project-key="pk_/);
  const [entry] = (await team.feedback.list()).data;
  assert.deepEqual([entry?.title, entry?.upvote_count, entry?.submitter_email], [`From ${name}`, 1, `${name}@example.com`]);
  await until(async () =>
    (await team.analytics.breakdown({ period: '24h', by: 'event' })).data.some(({ value }) => value === 'started'),
  );
}

/** Runs the installed command line with a Node.js. */
export async function useCommandLine(folder: string, instance: { url: string; accessToken: string }, node: string) {
  const env = { EARSHOT_URL: instance.url, EARSHOT_TOKEN: instance.accessToken, EARSHOT_CONFIG_DIR: join(folder, 'config') };
  const earshot = (...args: string[]) => runIn(folder, [node, 'node_modules/earshot/earshot.js', ...args], env);
  assert.equal(await earshot('--version'), `${version}\n`);
  assert.deepEqual(JSON.parse(await earshot('version', '--json', 'client,server,api')), {
    client: version,
    server: version,
    api: 'v1',
  });
  assert.match(await earshot('project', 'list'), /^prj_\w+\t/);
}
