import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { sharedTestServer } from '@earshot/server/testing/server';
import { findFramework, findHeadFile } from '../src/frameworks.ts';
import { renderSnippet, WIDGETS, type Widget } from '../src/snippet.ts';
import { createEnvironment, runIn } from './processes.ts';

const { url, createProject } = await sharedTestServer();

/** Creates a folder with files. */
function createFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-init-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const PAGE =
  '<!doctype html>\n<html>\n  <head>\n    <title>Acme</title>\n  </head>\n  <body>\n    <h1>Acme</h1>\n  </body>\n</html>\n';
const using = (...names: string[]) => JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) });

const projects: [name: string, files: Record<string, string>, file: string | undefined][] = [
  ['Next.js', { 'package.json': using('next', 'react'), 'src/app/layout.tsx': '' }, 'src/app/layout.tsx'],
  ['Next.js', { 'package.json': using('next'), 'pages/_document.js': '' }, 'pages/_document.js'],
  ['Nuxt', { 'package.json': using('nuxt', 'vite'), 'nuxt.config.ts': '' }, 'nuxt.config.ts'],
  ['SvelteKit', { 'package.json': using('@sveltejs/kit', 'vite'), 'src/app.html': PAGE }, 'src/app.html'],
  ['Docusaurus', { 'package.json': using('@docusaurus/core'), 'docusaurus.config.js': '' }, 'docusaurus.config.js'],
  [
    'Astro',
    { 'package.json': using('astro'), 'src/layouts/Layout.astro': PAGE, 'src/layouts/Post.astro': '<slot />' },
    'src/layouts/Layout.astro',
  ],
  ['Astro', { 'package.json': using('astro'), 'src/layouts/A.astro': PAGE, 'src/layouts/B.astro': PAGE }, undefined],
  ['React Router', { 'package.json': using('@react-router/dev', 'vite'), 'app/root.tsx': '' }, 'app/root.tsx'],
  ['Angular', { 'package.json': using('@angular/core'), 'src/index.html': PAGE }, 'src/index.html'],
  [
    'Rails',
    { 'config/application.rb': '', 'app/views/layouts/application.html.erb': PAGE },
    'app/views/layouts/application.html.erb',
  ],
  [
    'Laravel',
    { artisan: '', 'resources/views/welcome.blade.php': PAGE, 'vendor/x/index.html': PAGE },
    'resources/views/welcome.blade.php',
  ],
  ['Django', { 'manage.py': '', 'templates/base.html': PAGE }, 'templates/base.html'],
  ['Jekyll', { '_config.yml': '', '_layouts/default.html': PAGE }, '_layouts/default.html'],
  ['Hugo', { 'hugo.toml': '', 'layouts/_default/baseof.html': PAGE }, 'layouts/_default/baseof.html'],
  ['Vite', { 'package.json': using('vite', 'react'), 'index.html': PAGE }, 'index.html'],
  ['HTML', { 'public/index.html': PAGE }, 'public/index.html'],
  ['HTML', { 'package.json': '{', 'index.html': '<p>A part of a page' }, undefined],
];

for (const [name, files, file] of projects)
  test(`finds ${name} by ${Object.keys(files).join(', ')}`, () => {
    const folder = createFolder(files);
    const framework = findFramework(folder);
    assert.deepEqual([framework.name, findHeadFile(folder, framework)], [name, file]);
  });

test('snippets contain all scripts and elements in the syntax of the framework', () => {
  const widgets = Object.keys(WIDGETS) as Widget[];
  const tracker = { script_url: 'https://earshot.example/t.js', intake_url: null };
  const setup = { url: 'https://earshot.example', key: 'pk_1', tracker, widgets };
  for (const syntax of ['html', 'astro', 'jsx', 'next', 'nuxt', 'docusaurus'] as const) {
    const snippet = renderSnippet(setup, syntax);
    assert.match(snippet, /https:\/\/earshot\.example\/t\.js.*pk_1/, syntax);
    const renamed = renderSnippet({ ...setup, tracker: { ...tracker, intake_url: 'https://earshot.example/send' } }, syntax);
    assert.match(renamed, /data-api'?[=:] ?["']https:\/\/earshot\.example\/send["']/, syntax);
    for (const widget of widgets) {
      assert.ok(snippet.includes(`https://earshot.example/widgets/${widget}.js`), `${syntax}: ${widget}`);
      assert.ok(snippet.includes(`<${WIDGETS[widget].element} project-key="pk_1"`), `${syntax}: ${widget}`);
    }
  }
  assert.equal(
    renderSnippet({ ...setup, widgets: ['feedback'] }, 'next'),
    `import Script from 'next/script';

<Script src="https://earshot.example/t.js" data-key="pk_1" />
<Script type="module" src="https://earshot.example/widgets/feedback.js" />
<earshot-feedback project-key="pk_1" />`,
  );
});

test('init prints the code, adds it once with --write, and refuses a file of another project', async () => {
  const folder = createFolder({ 'package.json': using('vite'), 'index.html': PAGE.replaceAll('\n', '\r\n') });
  const file = join(folder, 'index.html');
  const { id, key, token } = await createProject();
  const env = { ...createEnvironment(folder), EARSHOT_URL: url, EARSHOT_TOKEN: token, EARSHOT_PROJECT: id };
  const tracker = `<script defer src="${url}/t.js" data-key="${key}"></script>`;

  assert.deepEqual(await runIn(folder, env, 'init', '--no-widgets'), { code: 0, stdout: `${tracker}\n`, stderr: '' });
  const { mode } = statSync(file);
  assert.deepEqual(await runIn(folder, env, 'init', '--write', '--widgets', 'feedback,roadmap'), {
    code: 0,
    stdout: 'index.html\n',
    stderr: '',
  });
  const added = PAGE.replace(
    '  </head>',
    `    ${tracker}\n    <script type="module" src="${url}/widgets/feedback.js"></script>\n    <script type="module" src="${url}/widgets/roadmap.js"></script>\n  </head>`,
  ).replace('  </body>', `    <earshot-feedback project-key="${key}"></earshot-feedback>\n  </body>`);
  assert.equal(readFileSync(file, 'utf8'), added.replaceAll('\n', '\r\n'));
  assert.equal(statSync(file).mode, mode);

  const again = await runIn(folder, env, 'init', '--write');
  assert.deepEqual([again.code, again.stderr], [1, 'index.html already loads Earshot.\n']);
  const other = await createProject();
  const refused = await runIn(folder, { ...env, EARSHOT_TOKEN: other.token, EARSHOT_PROJECT: other.id }, 'init', '--write');
  assert.match(refused.stderr, /the API key of another project/);
  assert.equal(readFileSync(file, 'utf8'), added.replaceAll('\n', '\r\n'));
  const next = await runIn(folder, env, 'init', '--write', '--framework', 'next.js');
  assert.deepEqual([next.code, next.stdout], [2, '']);
});
