// Builds what the server hands out to other people's pages, into dist/, and weighs it.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { compress, weigh } from './compress.ts';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const DIST = `${HERE}dist/`;

/** Most bytes, gzipped, that a visitor loads for each. */
const LIMITS: Record<string, number> = {
  'widgets/feedback.js': 3_000,
  'widgets/feedback.js, opened': 15_000,
  'widgets/waitlist.js': 8_000,
  'widgets/testimonials.js': 8_000,
  'widgets/changelog.js': 8_000,
  'widgets/help.js': 9_000,
  'widgets/roadmap.js': 8_000,
  'widgets/vote.js': 7_000,
  't.js': 1_500,
  't-toggle.js': 1_000,
  't-vitals.js': 4_000,
  'sdk.js': 10_000,
};

rmSync(DIST, { recursive: true, force: true });

/** A classic script: it asks `document.currentScript` who it is. */
const scripts = { t: 'src/tracker/tracker.ts' };
const modules = {
  't-toggle': 'src/tracker/toggle.ts',
  't-vitals': 'src/tracker/vitals.ts',
  sdk: '../sdk/src/index.ts',
};

/** Custom elements, a bundle each: nobody loads what their page does not use. */
const widgets = {
  feedback: 'src/feedback/button.ts',
  waitlist: 'src/waitlist.ts',
  testimonials: 'src/testimonials.ts',
  changelog: 'src/changelog.ts',
  help: 'src/help.ts',
  roadmap: 'src/roadmap.ts',
  vote: 'src/vote.ts',
};

const common = {
  cwd: HERE,
  platform: 'browser' as const,
  tsconfig: true as const,
  // Its source: where the server is installed without what develops it, nothing else has been built.
  resolve: { alias: { '@earshot/sdk': `${HERE}../sdk/src/index.ts` } },
};
const output = { dir: 'dist', minify: true, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' };
await build({ ...common, input: scripts, output: { ...output, format: 'iife' } });
await build({ ...common, input: modules, output: { ...output, format: 'es' } });

for (const [name, input] of Object.entries(widgets))
  await build({ ...common, input: { [name]: input }, output: { ...output, dir: 'dist/widgets', format: 'es' } });

const sizes = compress(DIST, '**/*.js');

/** What an element loads in English, whatever is done with it. */
const opened = [...sizes.keys()].filter((file) => file.startsWith('widgets/chunks/panel-')).map((file) => sizes.get(file) ?? 0);
sizes.set('widgets/feedback.js, opened', (sizes.get('widgets/feedback.js') ?? 0) + opened.reduce((sum, bytes) => sum + bytes, 0));

weigh(sizes, LIMITS);
