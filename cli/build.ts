// Builds the package `earshot` into dist/: one program with all libraries, so that it starts quickly and installs nothing else.
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const DIST = `${HERE}dist/`;

rmSync(DIST, { recursive: true, force: true });
const { output } = await build({
  cwd: HERE,
  platform: 'node',
  input: { earshot: 'src/main.ts' },
  // A native package, which the system may lack.
  external: ['@napi-rs/keyring'],
  output: { dir: 'dist', format: 'es', minify: true, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
});

const { version, license, repository, engines, optionalDependencies } = JSON.parse(
  readFileSync(`${HERE}package.json`, 'utf8'),
) as Record<string, unknown>;
const manifest = {
  name: 'earshot',
  version,
  description: 'Command line of Earshot: manage your projects from the terminal.',
  license,
  repository,
  type: 'module',
  bin: { earshot: 'earshot.js' },
  engines,
  optionalDependencies,
};
writeFileSync(`${DIST}package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(`${HERE}../LICENSE`, `${DIST}LICENSE`);
copyFileSync(`${HERE}README.md`, `${DIST}README.md`);

/** Folders of the libraries in the program, whose licenses require a copy of their text. */
const folders = new Set(
  output
    .flatMap((file) => ('moduleIds' in file ? file.moduleIds : []))
    .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []),
);
const licenses = [...folders].toSorted().flatMap((folder) => {
  const [file] = globSync('LICENSE*', { cwd: folder });
  return file && existsSync(join(folder, file))
    ? [`${folder.slice(dirname(folder).lastIndexOf('node_modules/') + 13)}\n\n${readFileSync(join(folder, file), 'utf8')}`]
    : [];
});
writeFileSync(`${DIST}THIRD-PARTY-LICENSES.txt`, licenses.join(`\n${'-'.repeat(80)}\n\n`));
