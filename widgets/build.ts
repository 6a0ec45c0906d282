// Builds the scripts that the server delivers to other websites into dist/, and checks their sizes.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'lightningcss';
import { build, type Plugin } from 'rolldown';
import { checkSizes, compress } from './compress.ts';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const DIST = `${HERE}dist/`;

/** Maximum gzipped bytes that a visitor loads for each script. */
const LIMITS: Record<string, number> = {
  'widgets/feedback.js': 3_100,
  'widgets/feedback.js, opened': 15_890,
  'widgets/waitlist.js': 8_950,
  'widgets/testimonials.js': 11_430,
  'widgets/changelog.js': 11_600,
  'widgets/help.js': 11_010,
  'widgets/roadmap.js': 9_270,
  'widgets/vote.js': 7_990,
  'widgets/article-rating.js': 7_060,
  'widgets/answer.js': 8_140,
  'widgets/apply-filters.js': 700,
  'widgets/reactions.js': 7_050,
  'widgets/copy-code.js': 800,
  'widgets/open-feedback.js': 600,
  'widgets/open-form.js': 600,
  'widgets/play-video.js': 600,
  'widgets/search-clicks.js': 600,
  'widgets/take-over.js': 600,
  'widgets/api-reference.js': 400,
  't.js': 1_830,
  't-toggle.js': 1_000,
  't-vitals.js': 4_000,
  'sdk.js': 8_900,
  'sdk.js, with lazy parts': 11_070,
};

rmSync(DIST, { recursive: true, force: true });

/** A classic script, because it reads its attributes from `document.currentScript`. */
const scripts = { t: 'src/tracker/main.ts' };
const modules = {
  't-toggle': 'src/tracker/toggle.ts',
  't-vitals': 'src/tracker/vitals.ts',
  sdk: '../sdk/src/index.ts',
};

/** Custom elements, one bundle each, so that pages load only the widgets they use. */
const widgets = {
  feedback: 'src/feedback/button.ts',
  waitlist: 'src/waitlist.ts',
  testimonials: 'src/testimonials.ts',
  changelog: 'src/changelog.ts',
  help: 'src/help.ts',
  roadmap: 'src/roadmap.ts',
  vote: 'src/vote.ts',
  'article-rating': 'src/article-rating.ts',
  answer: 'src/answers/element.ts',
  reactions: 'src/reactions.ts',
  // No elements, but scripts of the pages that Earshot serves.
  'apply-filters': 'src/pages/apply-filters.ts',
  'copy-code': 'src/pages/copy-code.ts',
  'open-feedback': 'src/pages/open-feedback.ts',
  'open-form': 'src/pages/open-form.ts',
  'play-video': 'src/pages/play-video.ts',
  'search-clicks': 'src/pages/search-clicks.ts',
  'take-over': 'src/pages/take-over.ts',
  'api-reference': 'src/pages/api-reference.ts',
};

/** Minifies the style sheets, which are template literals that begin with a new line. */
const minifyStyles: Plugin = {
  name: 'minify-styles',
  transform: (code, id) =>
    id.startsWith(`${HERE}src/`)
      ? code.replaceAll(/= `\n([^`]*)`/g, (_literal, css: string) => {
          const { code: minified } = transform({ filename: id, code: Buffer.from(css), minify: true });
          return `= ${JSON.stringify(minified.toString())}`;
        })
      : undefined,
};

/**
 * Leaves out the streams of the SDK, which the feedback panel does not open. Panel and streams would share the client of the SDK as a third
 * script, which browsers find only when they have the panel.
 */
const withoutStreams: Plugin = {
  name: 'without-streams',
  resolveDynamicImport: (id) => (typeof id === 'string' && id.endsWith('/event-streams.ts') ? { id, external: true } : undefined),
};

const common = {
  cwd: HERE,
  plugins: [minifyStyles],
  platform: 'browser' as const,
  tsconfig: true as const,
  // The source of the SDK, because its build is missing in installations without development dependencies.
  resolve: { alias: { '@earshot/sdk': `${HERE}../sdk/src/index.ts` } },
};
const output = {
  dir: 'dist',
  minify: true,
  // Annotations are for bundlers, and the scripts are loaded by browsers.
  comments: { annotation: false },
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
};
await build({ ...common, input: scripts, output: { ...output, format: 'iife' } });
// Lazy parts of the SDK import from `sdk.js` instead of a third file, which pages would have to load as well.
await build({ ...common, input: modules, preserveEntrySignatures: 'allow-extension', output: { ...output, format: 'es' } });

for (const [name, input] of Object.entries(widgets))
  await build({
    ...common,
    plugins: name === 'feedback' ? [minifyStyles, withoutStreams] : [minifyStyles],
    input: { [name]: input },
    output: { ...output, dir: 'dist/widgets', format: 'es' },
  });

const sizes = compress(DIST, '**/*.js');

/** Returns the size of a script with the chunks whose names have one of these starts. */
const sizeWith = (script: string, ...chunks: string[]) =>
  [...sizes].reduce(
    (sum, [file, bytes]) => (file === script || chunks.some((start) => file.startsWith(start)) ? sum + bytes : sum),
    0,
  );
// Bytes that the element loads in English when it is opened.
sizes.set('widgets/feedback.js, opened', sizeWith('widgets/feedback.js', 'widgets/chunks/panel-'));
sizes.set('sdk.js, with lazy parts', sizeWith('sdk.js', 'chunks/'));

checkSizes(sizes, LIMITS);
