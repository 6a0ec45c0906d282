// Runs the checks that need no server (`npm run check`), two at a time: all of them, also after a failed one. Prints what each of them took.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Steps that run at the same time. Most of them use one processor. */
const CONCURRENCY = 2;

/** Build that writes types, which other steps read. */
const BUILD = 'build';

/** Scripts of package.json, the longest ones first. */
const STEPS: { name: string; needsBuild?: boolean }[] = [
  { name: BUILD },
  { name: 'check:words' },
  { name: 'check:types', needsBuild: true },
  { name: 'check:lint', needsBuild: true },
  { name: 'check:unused', needsBuild: true },
  { name: 'check:format' },
  { name: 'check:lock' },
  { name: 'check:versions' },
];

const describe = (name: string, ms: number) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`;

/** Runs a step, and prints its output at its end, so that the outputs of two steps do not mix. Returns its row of the summary. */
async function run(name: string): Promise<string> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '-s', name], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(output);
  if (code !== 0) process.exitCode = 1;
  return describe(code === 0 ? name : `${name}: FAILED`, performance.now() - startedAt);
}

const startedAt = performance.now();
const rows: string[] = [];
const waiting = [...STEPS];
const { promise: built, resolve: endBuild } = Promise.withResolvers<void>();
let isBuilt = false;

/** Takes the next step that can run, or waits for the build. */
async function runSteps(): Promise<void> {
  while (waiting.length) {
    const index = waiting.findIndex(({ needsBuild }) => isBuilt || !needsBuild);
    const [step] = index < 0 ? [] : waiting.splice(index, 1);
    if (!step) {
      await built;
      continue;
    }
    rows.push(await run(step.name));
    if (step.name !== BUILD) continue;
    isBuilt = true;
    endBuild();
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, runSteps));
console.log(['\nChecks', ...rows, describe('total', performance.now() - startedAt)].join('\n'));
