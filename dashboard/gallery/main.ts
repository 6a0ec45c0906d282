// Serves the gallery of components (`npm run -w dashboard gallery`). With `--update`, renews the pictures that a test compares. With
// `--build <folder>`, writes the gallery as files.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, createServer } from 'vite';

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
const { values } = parseArgs({ options: { update: { type: 'boolean' }, build: { type: 'string' } } });

if (values.update) {
  const script = fileURLToPath(new URL('../../e2e/gallery/update.ts', import.meta.url));
  process.exitCode = spawnSync(process.execPath, [script], { stdio: 'inherit' }).status ?? 1;
} else if (values.build) {
  await build({ configFile, logLevel: 'warn', build: { outDir: values.build, emptyOutDir: true } });
} else {
  const server = await createServer({ configFile });
  await server.listen();
  server.printUrls();
}
