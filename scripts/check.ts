// Runs the checks that need no server (`npm run check`): all of them, also after a failed one. Prints what each of them took.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Scripts of package.json. The build writes types that `check:types` reads. */
const STEPS = [
  'check:lock',
  'check:versions',
  'check:words',
  'build',
  'check:types',
  'check:lint',
  'check:format',
  'check:unused',
];

const describe = (name: string, ms: number) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`;

const startedAt = performance.now();
const rows = STEPS.map((step) => {
  const stepStartedAt = performance.now();
  const isPassing = spawnSync('npm', ['run', '-s', step], { cwd: ROOT, stdio: 'inherit' }).status === 0;
  if (!isPassing) process.exitCode = 1;
  return describe(isPassing ? step : `${step}: FAILED`, performance.now() - stepStartedAt);
});
console.log(['\nChecks', ...rows, describe('total', performance.now() - startedAt)].join('\n'));
