import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeOptionsFor } from './hook.ts';
import { ROOT, runTestFile } from './run-test-file.ts';

const CACHE = new URL('node_modules/.cache/earshot/mutation-coverage.json', ROOT);
const SOURCES = new URL('server/src/', ROOT).href;
const MAX_TEST_FILE_MS = 300_000;

/** Start and end offsets of executed code, in order. */
type Segments = [start: number, end: number][];

/** Code of the server that a test file executes. */
export interface TestFile {
  /** Path relative to the root of the repository. */
  file: string;
  hash: string;
  durationMs: number;
  /** False if the file fails without a mutant, so that its failures prove nothing. */
  isPassing: boolean;
  /** Covered code by source file (relative to `server/src`), with the hash of the source at the time of the run. */
  sources: Record<string, { hash: string; segments: Segments }>;
}

/** Returns a hash of a file's content; empty for a missing file. The path is relative to the root of the repository. */
export const computeHash = (path: string): string => {
  try {
    return createHash('sha256')
      .update(readFileSync(new URL(path, ROOT)))
      .digest('base64url')
      .slice(0, 16);
  } catch {
    return '';
  }
};

const readCache = (): TestFile[] => {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as TestFile[];
  } catch {
    return [];
  }
};

/**
 * Returns the coverage of each test file. A test file runs again only after a change of the file or of a covered source, because a complete
 * collection takes as long as the test suite. The cache is saved after each file, so that an interrupted collection can be resumed.
 */
export async function collectCoverage({ jobs, log }: { jobs: number; log: (line: string) => void }): Promise<TestFile[]> {
  const files = globSync(['server/src/**/*.test.ts', 'sdk/test/*.test.ts'], { cwd: fileURLToPath(ROOT) }).toSorted();
  const known = new Map(readCache().map((entry) => [entry.file, entry]));
  const isCurrent = (file: string) => {
    const entry = known.get(file);
    return (
      entry?.isPassing &&
      entry.hash === computeHash(file) &&
      Object.entries(entry.sources).every(([source, { hash }]) => hash === computeHash(`server/src/${source}`))
    );
  };
  const stale = files.filter((file) => !isCurrent(file));
  for (const file of known.keys()) if (!files.includes(file)) known.delete(file);
  let done = 0;
  const collectNext = async (): Promise<void> => {
    for (let file = stale.shift(); file; file = stale.shift()) {
      const entry = await measureCoverage(file);
      known.set(file, entry);
      mkdirSync(new URL('./', CACHE), { recursive: true });
      writeFileSync(CACHE, JSON.stringify([...known.values()]));
      done++;
      log(
        `coverage ${done}, ${stale.length} left: ${file} ${entry.isPassing ? '' : 'FAILED '}${Math.round(entry.durationMs / 1000)} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: jobs }, collectNext));
  return files.flatMap((file) => known.get(file) ?? []);
}

async function measureCoverage(file: string): Promise<TestFile> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-coverage-'));
  try {
    const env = { NODE_V8_COVERAGE: folder, NODE_OPTIONS: nodeOptionsFor(undefined) };
    const { outcome, durationMs } = await runTestFile(file, { env, timeoutMs: MAX_TEST_FILE_MS });
    const covered = new Map<string, Segments>();
    for (const name of readdirSync(folder)) {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: ScriptCoverage[] };
      for (const { url, functions } of result) {
        const source = url.startsWith(SOURCES) ? url.slice(SOURCES.length) : '';
        if (source && !isTestCode(source)) covered.set(source, [...(covered.get(source) ?? []), ...toSegments(functions)]);
      }
    }
    const sources = [...covered].map(
      ([source, segments]) => [source, { hash: computeHash(`server/src/${source}`), segments: unite(segments) }] as const,
    );
    return { file, hash: computeHash(file), durationMs, isPassing: outcome === 'passed', sources: Object.fromEntries(sources) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns whether a source contains tests, or code that only tests use. */
export const isTestCode = (source: string) => /\.test\.ts$|(^|\/)(fixtures|testing)\//.test(source);

interface ScriptCoverage {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

/** Returns the executed code from V8's nested ranges. The innermost range around an offset determines whether it was executed. */
function toSegments(functions: ScriptCoverage['functions']): Segments {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const segments: Segments = [];
  const open: typeof ranges = [];
  let at = 0;
  const advance = (to: number) => {
    if (to > at && (open.at(-1)?.count ?? 0) > 0) segments.push([at, to]);
    at = Math.max(at, to);
  };
  for (const range of ranges) {
    while (open.length && (open.at(-1) as (typeof ranges)[0]).endOffset <= range.startOffset) {
      advance((open.at(-1) as (typeof ranges)[0]).endOffset);
      open.pop();
    }
    advance(range.startOffset);
    open.push(range);
  }
  for (let range = open.at(-1); range; range = open.at(-1)) {
    advance(range.endOffset);
    open.pop();
  }
  return segments;
}

function unite(segments: Segments): Segments {
  const united: Segments = [];
  for (const [start, end] of segments.toSorted((a, b) => a[0] - b[0])) {
    const last = united.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else united.push([start, end]);
  }
  return united;
}

/** Returns whether a test file executes the code at an offset of a source. */
export const covers = ({ sources }: TestFile, source: string, offset: number): boolean =>
  sources[source]?.segments.some(([start, end]) => start <= offset && offset < end) ?? false;
