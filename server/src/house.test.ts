import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

// Checks the rules of docs/architecture.md about folders and files.

const ROOT = fileURLToPath(new URL('./', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const MAX_LINES = 400;
const MAX_FILES = 25;

/** Shared folders that all others may import. */
const GROUND = [
  'http',
  'postgres',
  'clickhouse',
  'jobs',
  'mail',
  'full-text',
  'markdown',
  'html',
  'audit',
  'versions',
  'outbound',
  'images',
];
/** Allowed imports of each folder, in addition to itself and the files of EVERYWHERE. Services do not import each other. */
const MAY_IMPORT: Record<string, string[]> = {
  http: ['postgres', 'clickhouse'],
  clickhouse: [],
  postgres: [],
  jobs: ['postgres'],
  audit: ['http', 'postgres'],
  versions: ['http', 'postgres'],
  'full-text': [],
  html: [],
  images: ['http', 'html'],
  markdown: ['html'],
  outbound: [],
  mail: ['http', 'html', 'jobs', 'postgres'],
  identity: GROUND,
  projects: GROUND,
  feedback: [...GROUND, 'projects'],
  waitlist: [...GROUND, 'projects'],
  changelog: [...GROUND, 'projects'],
  testimonials: [...GROUND, 'projects'],
  'event-log': GROUND,
  // Folders of the two large services. The routes and projections at their top level may import all of these.
  'knowledge-base': [...GROUND, 'event-log', 'projects'],
  'knowledge-base/index': GROUND,
  'knowledge-base/semantic': [...GROUND, 'knowledge-base/index'],
  'knowledge-base/documents': [...GROUND, 'knowledge-base/index', 'knowledge-base/semantic'],
  'knowledge-base/search': [...GROUND, 'knowledge-base/index', 'knowledge-base/semantic'],
  'knowledge-base/insights': [...GROUND, 'knowledge-base/index', 'knowledge-base/documents/documents-store.ts'],
  analytics: [...GROUND, 'event-log', 'projects'],
  'analytics/ingest': [...GROUND, 'event-log', 'analytics/event.ts'],
  'analytics/sessions': [...GROUND, 'event-log', 'analytics/event.ts', 'analytics/rollups/finalized-days-store.ts'],
  'analytics/query': [...GROUND, 'analytics/event.ts', 'analytics/ingest/urls.ts', 'analytics/rollups/finalized-days-store.ts'],
  'analytics/rollups': [...GROUND, 'event-log', 'analytics/query', 'analytics/sessions/visits.ts'],
  'analytics/reports': [...GROUND, 'event-log', 'analytics/event.ts', 'analytics/query'],
  'analytics/manage': GROUND,
  'analytics/maintenance': [
    ...GROUND,
    'event-log',
    'analytics/event.ts',
    'analytics/ingest/visitors.ts',
    'analytics/rollups',
    'analytics/sessions',
  ],
  backup: [...GROUND, 'event-log', 'uploads', 'config-values.ts'],
  profiles: [...GROUND, 'identity', 'uploads'],
  upgrade: GROUND,
  uploads: [...GROUND, 'projects'],
  webhooks: [...GROUND, 'projects'],
  'request-log': [...GROUND, 'projects'],
  mcp: ['http'],
  demo: [...GROUND, 'projects'],
  people: [...GROUND, 'projects'],
  pages: [...GROUND, 'identity', 'projects'],
};
const EVERYWHERE = ['coalesce.ts', 'ids.ts', 'memoize.ts', 'random.ts', 'config.ts', 'files.ts', 'memory.ts', 'turns.ts'];
/** Files that compose the application, and tests. */
const isFree = (file: string) =>
  !file.includes('/') || /^(testing|codegen)\//.test(file) || /\.test\.ts$|\/fixtures\//.test(file);

/** Returns the innermost folder of a file that the table contains. */
function roomOf(file: string): string {
  const [service = '', room] = file.split('/');
  return `${service}/${room}` in MAY_IMPORT ? `${service}/${room}` : service;
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

/** Test code that waits for time, with the reason. */
const MAY_WAIT: Record<string, string> = {
  'cli/test/terminal.test.ts': 'repeats a change of the server until a watching command shows it',
  'e2e/src/accounts.test.ts': 'delays a response behind a pressed button',
  'e2e/src/sdk.test.ts': 'no state says that a queue of events sends nothing more',
  'e2e/src/tracker.test.ts': 'no state says that a tracker sends nothing more',
  'e2e/src/widgets-flows.test.ts': 'colors are final after an animation within a shadow root',
  'sdk/test/calls.test.ts': 'a response that takes longer than a timeout',
  'server/src/event-log/durability.test.ts': 'kills at random moments (long version)',
  'server/src/feedback/races.test.ts': 'spreads votes over the time of a merge',
  'server/src/http/csv.test.ts': 'readers and sources that pause, against limits of a few hundred milliseconds',
  'server/src/http/malformed.test.ts': 'lets the garbage collector run (long version)',
  'server/src/ids.test.ts': 'ids contain the millisecond',
  'server/src/outbound/requests.test.ts': 'an endless response',
  'server/src/postgres/embedded.test.ts': 'kills processes during a start of PostgreSQL, which has no states to wait for',
  'server/src/postgres/fixtures/embedded-process.ts': 'inserts again after a failure',
  'server/src/postgres/fixtures/embedded.ts': 'tries again until PostgreSQL answers',
  'server/src/postgres/failover.test.ts': 'requests during a failover (long version)',
  'server/src/postgres/replica.test.ts': 'lag of a replica, as PostgreSQL measures it',
  'server/src/testing/cluster/comparison.ts': 'mutations of a cluster',
  'server/src/testing/mutation/run-test-file.ts': 'time limit of a test file',
  'server/src/testing/process.ts': 'time limit of the end of a process',
  'server/src/testing/until.ts': 'the interval at which states are checked',
};

/** Returns the code of tests. */
const readTests = () =>
  execFileSync('git', ['ls-files', '*.test.ts', 'server/src/testing', 'e2e/src', '*/fixtures/*'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => file.endsWith('.ts') && file !== 'server/src/house.test.ts' && existsSync(join(REPOSITORY, file)))
    .map((file) => ({ file, text: readFileSync(join(REPOSITORY, file), 'utf8') }));

test('tests wait for states, and not for time', () => {
  const waiting = readTests().filter(({ text }) => /\b(setTimeout|setInterval|sleep|waitForTimeout)\(/.test(text));
  assert.deepEqual(waiting.map(({ file }) => file).toSorted(), Object.keys(MAY_WAIT).toSorted());
});

test('tests of the shared server change only their own rows', () => {
  const wrong = readTests()
    .filter(({ text }) => text.includes('sharedTestServer()') && !text.includes('startTestServer('))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/`\s*((?:UPDATE|DELETE FROM|TRUNCATE) [^`]*)`/g)]
        .filter(([, statement = '']) => !/\bWHERE\b/.test(statement))
        .map(([, statement]) => `${file}: ${statement}`),
    );
  assert.deepEqual(wrong, []);
});

test('folders import only allowed files', () => {
  const wrong = sources
    .filter(({ file }) => !isFree(file))
    .flatMap(({ file, imports }) => {
      const folder = roomOf(file);
      const allowed = [folder, ...(MAY_IMPORT[folder] ?? []), ...EVERYWHERE];
      return imports
        .filter((path) => !allowed.some((name) => path === name || path.startsWith(`${name}/`)))
        .map((path) => `${file} → ${path}`);
    });
  assert.deepEqual(wrong, []);
});

test('every folder is in the table', () => {
  const folders = new Set(sources.filter(({ file }) => !isFree(file)).map(({ file }) => roomOf(file)));
  assert.deepEqual([...folders].toSorted(), Object.keys(MAY_IMPORT).toSorted());
  const unnamed = sources
    .filter(({ file }) => !isFree(file) && /^(analytics|knowledge-base)\//.test(file))
    .filter(({ file }) => file.split('/').length > 2 && !roomOf(file).includes('/'));
  assert.deepEqual(unnamed, []);
});

test('SQL is in stores and sql folders only, and they do not import HTTP', () => {
  const isStore = (file: string) => /(^|[/-])store\.ts$|\/sql\//.test(file);
  const folders = new Set(Object.keys(MAY_IMPORT)).difference(new Set(GROUND));
  const services = sources.filter(({ file }) => !isFree(file) && folders.has(file.split('/')[0] ?? ''));
  const sqlElsewhere = services.filter(({ file, text }) => !isStore(file) && /\bsql`/.test(text)).map(({ file }) => file);
  // A NOTIFY and a formula: neither accesses a table.
  assert.deepEqual(sqlElsewhere.toSorted(), ['feedback/trending.ts', 'projects/directory.ts']);
  const httpInStores = services
    .filter(({ file, text }) => isStore(file) && /^import (?!type).*\/http\//m.test(text))
    .map(({ file }) => file);
  assert.deepEqual(httpInStores, []);
});

test('only the application imports routes', () => {
  const wrong = sources
    .filter(({ file }) => !isFree(file) && !file.endsWith('routes.ts'))
    .flatMap(({ file, imports }) => imports.filter((path) => path.endsWith('routes.ts')).map((path) => `${file} → ${path}`));
  assert.deepEqual(wrong, []);
});

/** Git knows which files are sources. A downloaded archive is no repository. */
const skip = !existsSync(join(REPOSITORY, '.git')) && 'requires a Git repository';
const listFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: REPOSITORY, encoding: 'utf8' });
/** Source files of all workspaces. */
const allFiles = (skip ? '' : listFiles())
  .split('\n')
  .filter((file) => /\.(?:tsx?|m?js|css|html)$/.test(file) && existsSync(join(REPOSITORY, file)));
const GENERATED = 'sdk/src/types.ts';

test(`no file is longer than ${MAX_LINES} lines`, { skip }, () => {
  const isLong = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8').split('\n').length > MAX_LINES + 1;
  assert.deepEqual(
    allFiles.filter((file) => file !== GENERATED && isLong(file)),
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
