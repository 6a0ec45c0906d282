import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { findTableOwner } from './codegen/tables.ts';

// Checks the rules of docs/architecture.md about folders and files.
const ROOT = fileURLToPath(new URL('./', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const [MAX_LINES, MAX_FILES] = [400, 25];

/** Storeys from the bottom: a file imports from its own and lower ones. Services never import each other. */
const STOREYS = ['platform', 'instance', 'services'];
const levelOf = (file: string) => STOREYS.indexOf(file.split('/')[0] ?? '');
/** Rooms, and which other rooms of their storey they import. A service without a line imports no other. */
const ROOMS: Record<string, string[]> = {
  'platform/async': [],
  'platform/memory': [],
  'platform/outbound': [],
  'platform/config': ['platform/memory', 'platform/outbound'],
  'platform/client': ['platform/async', 'platform/config', 'platform/outbound'],
  'platform/text': ['platform/jobs', 'platform/postgres'],
  'platform/html': ['platform/async', 'platform/i18n'],
  'platform/i18n': ['platform/client'],
  'platform/markdown': ['platform/async', 'platform/html'],
  'platform/clickhouse': ['platform/async', 'platform/config'],
  'platform/postgres': ['platform/config'],
  'platform/jobs': ['platform/async', 'platform/postgres'],
  'platform/api': [
    'platform/async',
    'platform/clickhouse',
    'platform/client',
    'platform/config',
    'platform/html',
    'platform/outbound',
    'platform/postgres',
  ],
  'platform/images': ['platform/api', 'platform/async', 'platform/html'],
  'platform/observe': ['platform/api', 'platform/config', 'platform/postgres'],
  'instance/audit': [],
  'instance/mail': [],
  'instance/mcp': [],
  'instance/versions': [],
  'instance/messages': [],
  'instance/notifications': ['instance/directory', 'instance/mail', 'instance/messages', 'instance/projects'],
  'instance/identity': ['instance/audit', 'instance/mail'],
  'instance/projects': ['instance/audit', 'instance/mail'],
  'instance/directory': ['instance/audit', 'instance/projects'],
  'instance/fields': ['instance/directory', 'instance/imports'],
  'instance/archives': [
    'instance/audit',
    'instance/directory',
    'instance/mail',
    'instance/projects',
    'instance/recovery',
    'instance/uploads',
  ],
  'instance/imports': ['instance/archives', 'instance/audit', 'instance/projects', 'instance/uploads'],
  'instance/uploads': ['instance/audit'],
  'instance/profiles': ['instance/identity', 'instance/uploads'],
  'instance/people': ['instance/audit', 'instance/projects'],
  'instance/end-users': ['instance/directory', 'instance/identity', 'instance/mail', 'instance/people', 'instance/projects'],
  'instance/demo': ['instance/audit', 'instance/projects'],
  'instance/pages': ['instance/identity', 'instance/projects'],
  'instance/request-log': ['instance/projects'],
  'instance/webhooks': ['instance/audit', 'instance/messages', 'instance/notifications', 'instance/projects'],
  'instance/proposals': ['instance/audit', 'instance/projects'],
  'instance/reports': ['instance/audit', 'instance/mail', 'instance/projects'],
  'instance/recovery': ['instance/uploads'],
  'services/knowledge-base': [
    'services/knowledge-base/clusters',
    'services/knowledge-base/documents',
    'services/knowledge-base/index',
    'services/knowledge-base/insights',
    'services/knowledge-base/search',
    'services/knowledge-base/semantic',
  ],
  'services/knowledge-base/index': [],
  'services/knowledge-base/semantic': ['services/knowledge-base/index'],
  'services/knowledge-base/documents': ['services/knowledge-base/index', 'services/knowledge-base/semantic'],
  'services/knowledge-base/search': ['services/knowledge-base/index', 'services/knowledge-base/semantic'],
  'services/knowledge-base/clusters': [
    'services/knowledge-base/documents',
    'services/knowledge-base/index',
    'services/knowledge-base/insights',
    'services/knowledge-base/search',
  ],
  'services/knowledge-base/insights': ['services/knowledge-base/documents', 'services/knowledge-base/index'],
  'services/analytics': [
    'services/analytics/alerts',
    'services/analytics/archive',
    'services/analytics/imports',
    'services/analytics/ingest',
    'services/analytics/maintenance',
    'services/analytics/manage',
    'services/analytics/pipeline',
    'services/analytics/query',
    'services/analytics/reports',
    'services/analytics/rollups',
  ],
  'services/analytics/archive': [
    'services/analytics/ingest',
    'services/analytics/maintenance',
    'services/analytics/pipeline',
    'services/analytics/query',
    'services/analytics/sessions',
  ],
  'services/analytics/imports': ['services/analytics/ingest', 'services/analytics/maintenance', 'services/analytics/query'],
  'services/analytics/pipeline': [],
  'services/analytics/ingest': ['services/analytics/pipeline'],
  'services/analytics/sessions': ['services/analytics/pipeline'],
  'services/analytics/query': ['services/analytics/ingest', 'services/analytics/pipeline'],
  'services/analytics/manage': ['services/analytics/ingest', 'services/analytics/pipeline', 'services/analytics/query'],
  'services/analytics/rollups': ['services/analytics/pipeline', 'services/analytics/query', 'services/analytics/sessions'],
  'services/analytics/reports': [
    'services/analytics/ingest',
    'services/analytics/manage',
    'services/analytics/pipeline',
    'services/analytics/query',
  ],
  'services/analytics/alerts': [
    'services/analytics/manage',
    'services/analytics/pipeline',
    'services/analytics/query',
    'services/analytics/reports',
  ],
  'services/analytics/maintenance': [
    'services/analytics/ingest',
    'services/analytics/pipeline',
    'services/analytics/rollups',
    'services/analytics/sessions',
  ],
};
/** Files that compose the application, and tests. */
const isFree = (file: string) => !STOREYS.includes(file.split('/')[0] ?? '') || /\.test\.ts$|\/fixtures\//.test(file);

/** Returns the room of a file: the innermost folder that the table contains. A file that is in no room is one of its own. */
function roomOf(file: string): string {
  const parts = file.split('/').slice(0, -1);
  while (parts.length > 2 && !(parts.join('/') in ROOMS)) parts.pop();
  return parts.length > 1 ? parts.join('/') : file;
}

interface Source {
  file: string;
  text: string;
  imports: string[];
}

const sources: Source[] = globSync('**/*.ts', { cwd: ROOT }).map((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const imports = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => relative('.', join(dirname(file), path)));
  return { file, text, imports };
});

test('no file imports from a higher storey', () => {
  const wrong = sources
    .filter(({ file }) => !isFree(file))
    .flatMap(({ file, imports }) =>
      imports
        .filter((path) => path.endsWith('.ts') && (levelOf(path) < 0 || levelOf(path) > levelOf(file)))
        .map((path) => `${file} → ${path}`),
    );
  assert.deepEqual(wrong, []);
});

test('rooms import exactly the rooms of their storey that the table names', () => {
  // Generated rows of tables, and texts, are no dependency on the room that they are in.
  const isCode = (path: string) => !/\/(?:tables|texts\/\w+)\.ts$/.test(path);
  const isRoom = (path: string) => path in ROOMS || /^services\/[^/.]+$/.test(path);
  const rooms: Record<string, Set<string>> = {};
  for (const { file, imports } of sources) {
    if (isFree(file)) continue;
    const room = roomOf(file);
    // Files in no room are small tools of a storey, or compose its rooms.
    if (!room.endsWith('.ts')) rooms[room] = (rooms[room] ?? new Set()).union(new Set(imports.filter(isCode).map(roomOf)));
  }
  const found = Object.entries(rooms).map(([room, imported]): [string, string[]] => {
    const storey = room.split('/')[0] ?? '';
    return [room, [...imported].filter((other) => other !== room && isRoom(other) && other.startsWith(`${storey}/`)).toSorted()];
  });
  const listed = found.filter(([room, others]) => others.length || room in ROOMS);
  assert.deepEqual(Object.fromEntries(listed), ROOMS);
});

test('rooms do not import each other in a circle', () => {
  const reach = (room: string, reached: Set<string>): Set<string> => {
    for (const next of ROOMS[room] ?? []) if (!reached.has(next)) reach(next, reached.add(next));
    return reached;
  };
  assert.deepEqual(
    Object.keys(ROOMS).filter((room) => reach(room, new Set()).has(room)),
    [],
  );
});

test('SQL is in stores and sql folders only, and they do not import HTTP', () => {
  const isStore = (file: string) => /(^|[/-])store\.ts$|\/sql\//.test(file);
  const services = sources.filter(({ file }) => !isFree(file) && !/^platform\/|^instance\/(?:mail|audit|versions)\//.test(file));
  const sqlElsewhere = services.filter(({ file, text }) => !isStore(file) && /\bsql`/.test(text)).map(({ file }) => file);
  // A NOTIFY and a formula: neither accesses a table.
  assert.deepEqual(sqlElsewhere.toSorted(), ['instance/projects/directory.ts', 'services/feedback/trending.ts']);
  const httpInStores = services
    .filter(({ file, text }) => isStore(file) && /^import (?!type).*\/platform\/api\//m.test(text))
    .map(({ file }) => file);
  assert.deepEqual(httpInStores, []);
});

test('SQL reads tables of its own folder and of lower storeys only', () => {
  const schema = globSync('../migrations/*.sql', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const tables = new Set(schema.flatMap((text) => [...text.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name)));
  assert.ok(tables.has('feedback_entries'));
  const wrong = sources
    .filter(({ file }) => !isFree(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING) (\w+)|deleteRows\(([^)]*)\)/g)]
        .flatMap(([, name, names = '']) => (name ? [name] : names.match(/\w+/g)) ?? [])
        .filter((name) => tables.has(name))
        .map((name) => ({ name, owner: findTableOwner(name) }))
        .filter(({ owner }) => !file.startsWith(owner) && levelOf(owner) >= levelOf(file))
        .map(({ name, owner }) => `${file}: ${name} of ${owner}`),
    );
  assert.deepEqual(wrong, []);
});

test('addresses of clients are read in one place, in all notations', () => {
  const reading = sources.filter(
    ({ file, text }) => !isFree(file) && /\brequest\.ip\b|\bip\b[^})]*\}: FastifyRequest/.test(text),
  );
  assert.deepEqual(
    reading.map(({ file }) => file),
    ['platform/client/address.ts'],
  );
});

test('only declarations of services and other routes import routes', () => {
  const mayImport = (file: string) => /(?:^|\/)(?:service|[\w-]*routes)\.ts$/.test(file) || file === 'instance/app.ts';
  const wrong = sources
    .filter(({ file }) => !isFree(file) && !mayImport(file))
    .flatMap(({ file, imports }) => imports.filter((path) => path.endsWith('routes.ts')).map((path) => `${file} → ${path}`));
  assert.deepEqual(wrong, []);
});

/** Code that edits markup or texts of other formats. All other code uses the tag `html`. */
const MAY_ESCAPE = [
  'platform/html/escape.ts',
  'platform/html/html.ts',
  'platform/images/share-image.ts',
  'platform/markdown/captions.ts',
  'services/changelog/feeds.ts',
  'services/knowledge-base/documents/article.ts',
  'services/knowledge-base/documents/links.ts',
  'services/knowledge-base/search/snippets.ts',
];

test('markup is written with the tag html, which escapes texts', () => {
  const escaping = sources.filter(({ file, text }) => !isFree(file) && /\bescapeHtml\b/.test(text)).map(({ file }) => file);
  assert.deepEqual(escaping.toSorted(), MAY_ESCAPE);
});

/** Git knows which files are sources. A downloaded archive is no repository. */
const skip = !existsSync(join(REPOSITORY, '.git')) && 'requires a Git repository';
const listFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: REPOSITORY, encoding: 'utf8' });
/** Source files of all workspaces. */
const allFiles = (skip ? '' : listFiles())
  .split('\n')
  .filter((file) => /\.(?:tsx?|m?js|css|html)$/.test(file) && existsSync(join(REPOSITORY, file)));
const isGenerated = (file: string) => file === 'sdk/src/types.ts' || file.endsWith('/tables.ts');

test(`no file is longer than ${MAX_LINES} lines`, { skip }, () => {
  const isLong = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8').split('\n').length > MAX_LINES + 1;
  assert.deepEqual(
    allFiles.filter((file) => !isGenerated(file) && isLong(file)),
    [],
  );
});

test(`no folder has more than ${MAX_FILES} source files`, { skip }, () => {
  const folders = Map.groupBy(
    allFiles.filter((file) => !/\.test\.tsx?$/.test(file)),
    dirname,
  );
  assert.deepEqual(
    [...folders].filter(([, files]) => files.length > MAX_FILES).map(([folder]) => folder),
    [],
  );
});

test('names of errors end in Error', () => {
  const wrong = allFiles
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(/^\s*(?:export )?class (\w+) extends \w*Error\b/gm)]
        .filter(([, name = '']) => !name.endsWith('Error'))
        .map(([, name]) => `${file}: ${name}`),
    );
  assert.deepEqual(wrong, []);
});

/** Files that have a list of the contract's values of their own, with the reason. */
const MAY_REPEAT: Record<string, string> = {
  'server/src/platform/api/headers.ts': 'methods of HTTP, which are no values of ours',
  'server/src/services/feedback/pages.ts': 'the roadmap begins with what is in progress',
};

test('lists of values are in the contract only', async () => {
  const modules = globSync('contract/src/**/values.ts', { cwd: REPOSITORY });
  const known = new Map<string, string>();
  const keyOf = (values: readonly string[]) => values.toSorted().join(' ');
  for (const module of modules)
    for (const [name, values] of Object.entries((await import(join(REPOSITORY, module))) as Record<string, readonly string[]>))
      if (values.length > 2) known.set(keyOf(values), `${name} of ${module}`);
  const copies = allFiles
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/(?:fixtures|testing|values\.ts)|^(?:e2e|bench|examples)\//.test(file))
    .flatMap((file) =>
      [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(/\[\s*((?:'[\w.:-]+',?\s*){3,})\]/g)].map(([, items = '']) => ({
        file,
        original: known.get(keyOf([...items.matchAll(/'([^']+)'/g)].map(([, value = '']) => value))),
      })),
    )
    .filter(({ file, original }) => original && !(file in MAY_REPEAT))
    .map(({ file, original }) => `${file} repeats ${original}`);
  assert.deepEqual(copies, []);
});

test('files do not import each other in a cycle, not even types', { skip }, () => {
  const files = new Set(allFiles.filter((file) => /\.tsx?$/.test(file)));
  const imports = new Map(
    [...files].map((file) => {
      const text = readFileSync(join(REPOSITORY, file), 'utf8');
      const paths = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path));
      return [file, paths.filter((path) => files.has(path))];
    }),
  );
  const importsItself = (file: string) => {
    const reached = new Set(imports.get(file));
    for (const path of reached) for (const next of imports.get(path) ?? []) reached.add(next);
    return reached.has(file);
  };
  assert.deepEqual([...files].filter(importsItself), []);
});

/** Relative imports of other workspaces. Published packages contain no sources, so that these cannot be imported by name. */
const MAY_REACH = [
  'bench → cli/test',
  'bench → e2e/src',
  'dashboard → widgets/compress.ts',
  'e2e → widgets/src',
  'sdk → e2e/src',
  'server → cli/src',
  'server → dashboard/src',
];

test('workspaces import each other by name', { skip }, () => {
  const { workspaces } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { workspaces: string[] };
  const reaching = allFiles.flatMap((file) => {
    const workspace = file.split('/')[0] ?? '';
    if (!workspaces.includes(workspace) || workspace === 'examples') return [];
    return [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)]
      .map(([, path = '']) => join(dirname(file), path).split('/').slice(0, 2))
      .filter(([other = '']) => other !== workspace && workspaces.includes(other))
      .map((path) => `${workspace} → ${path.join('/')}`);
  });
  assert.deepEqual([...new Set(reaching)].toSorted(), MAY_REACH);
});

test('an installation without development dependencies has all imported packages', () => {
  const folders = ['dashboard', 'server', 'widgets'];
  const dependenciesOf = (folder: string) => {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = JSON.parse(readFileSync(join(REPOSITORY, folder, 'package.json'), 'utf8')) as Record<string, object>;
    return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  };
  const missing = folders.flatMap((folder) => {
    const known = new Set([...dependenciesOf(folder), ...dependenciesOf('.')]);
    const files = globSync('src/**/*.{ts,tsx}', { cwd: join(REPOSITORY, folder) });
    return files
      .filter((file) => !/\.test\.tsx?$|\/(?:testing|fixtures|codegen)\//.test(file))
      .flatMap((file) => findPackages(readFileSync(join(REPOSITORY, folder, file), 'utf8')).map((name) => ({ file, name })))
      .filter(({ name }) => !known.has(name) && !name.startsWith('@earshot/'))
      .map(({ file, name }) => `${folder}/${file}: ${name}`);
  });
  assert.deepEqual(missing, []);
});

/** Returns the packages that a module imports at runtime. */
function findPackages(text: string): string[] {
  const specifiers = text.matchAll(/^import (?!type\b)(?:[\w{][^;']* from )?'([^']+)';$|\bimport\('([^']+)'\)/gm);
  return [...specifiers]
    .map(([, static_, dynamic]) => static_ ?? dynamic ?? '')
    .filter((specifier) => !/^(?:[.#]|node:)/.test(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
}
