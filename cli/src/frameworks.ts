import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A way to add tags to all pages of a project. */
export interface Framework {
  name: string;
  /** Finds the framework in the dependencies of `package.json`. */
  dependency?: string;
  /** Finds the framework by a file in the folder. */
  marker?: string;
  /** Patterns of the file with the head of all pages, most specific first. */
  files: string[];
  /** Syntax of that file. Only HTML is edited; for other files the code is printed. */
  syntax: 'html' | 'astro' | 'jsx' | 'next' | 'nuxt' | 'docusaurus';
}

/** Frameworks, most specific first: a Nuxt project depends on Vue and Vite, too. */
const FRAMEWORKS: Framework[] = [
  {
    name: 'Next.js',
    dependency: 'next',
    files: ['{src/,}app/layout.{tsx,jsx,js}', '{src/,}pages/_document.{tsx,jsx,js}'],
    syntax: 'next',
  },
  { name: 'Nuxt', dependency: 'nuxt', files: ['nuxt.config.{ts,js,mjs}'], syntax: 'nuxt' },
  { name: 'SvelteKit', dependency: '@sveltejs/kit', files: ['src/app.html'], syntax: 'html' },
  { name: 'Docusaurus', dependency: '@docusaurus/core', files: ['docusaurus.config.{ts,js,mjs}'], syntax: 'docusaurus' },
  { name: 'Astro', dependency: 'astro', files: ['src/layouts/*.astro', 'src/pages/index.astro'], syntax: 'astro' },
  { name: 'React Router', dependency: '@react-router/dev', files: ['app/root.{tsx,jsx}'], syntax: 'jsx' },
  { name: 'Angular', dependency: '@angular/core', files: ['src/index.html'], syntax: 'html' },
  { name: 'Rails', marker: 'config/application.rb', files: ['app/views/layouts/application.html.erb'], syntax: 'html' },
  { name: 'Laravel', marker: 'artisan', files: ['resources/views/**/*.blade.php'], syntax: 'html' },
  { name: 'Django', marker: 'manage.py', files: ['templates/base.html', '*/templates/base.html'], syntax: 'html' },
  { name: 'Jekyll', marker: '_config.yml', files: ['_includes/head.html', '_layouts/default.html'], syntax: 'html' },
  { name: 'Hugo', marker: 'hugo.toml', files: ['layouts/**/baseof.html', 'layouts/**/head.html'], syntax: 'html' },
  { name: 'Vite', dependency: 'vite', files: ['index.html'], syntax: 'html' },
];
const PLAIN: Framework = { name: 'HTML', files: ['index.html', 'public/index.html', 'src/index.html'], syntax: 'html' };

/** Names for `--framework`. */
export const FRAMEWORK_NAMES = [...FRAMEWORKS, PLAIN].map(({ name }) => name.toLowerCase());

/** Finds the framework of a folder. Plain HTML when none is recognized. */
export function findFramework(folder: string, named?: string): Framework {
  if (named !== undefined) return [...FRAMEWORKS, PLAIN].find(({ name }) => name.toLowerCase() === named) ?? PLAIN;
  const dependencies = readDependencies(folder);
  const isUsed = ({ dependency, marker }: Framework) =>
    (dependency !== undefined && dependencies.has(dependency)) || (marker !== undefined && existsSync(join(folder, marker)));
  return FRAMEWORKS.find(isUsed) ?? PLAIN;
}

/**
 * Finds the file with the head of all pages, relative to the folder. Undefined when there is none, or when several files could be meant.
 */
export function findHeadFile(folder: string, { files, syntax }: Framework): string | undefined {
  for (const pattern of files) {
    const found = globSync(pattern, { cwd: folder, exclude: ['node_modules/**', 'vendor/**'] });
    const withHead = syntax === 'html' || syntax === 'astro' ? found.filter((file) => hasHead(join(folder, file))) : found;
    if (withHead.length) return withHead.length === 1 ? withHead[0] : undefined;
  }
  return undefined;
}

const hasHead = (file: string) => /<\/head\s*>/i.test(readFileSync(file, 'utf8'));

function readDependencies(folder: string): Set<string> {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies?: object;
      devDependencies?: object;
    };
    return new Set(Object.keys({ ...dependencies, ...devDependencies }));
  } catch {
    return new Set(); // No package.json, or one that is being edited.
  }
}
