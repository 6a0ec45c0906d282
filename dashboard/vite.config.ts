import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { groups } from './languages.ts';

const EARSHOT = process.env.EARSHOT_URL ?? 'http://127.0.0.1:4000';

/** Loads the font of nearly all text together with the style sheets, instead of after them. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: (_html, { bundle = {} }) => {
    const name = Object.keys(bundle).find((file) => file.includes('inter-latin-wght-normal'));
    if (!name) return [];
    return [
      { tag: 'link', attrs: { rel: 'preload', href: `/dashboard/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' } },
    ];
  },
};

export default defineConfig(({ command }) => ({
  // A separate folder, so that the server can distinguish files from API routes.
  base: command === 'build' ? '/dashboard/' : '/',
  plugins: [react(), preloadFont],
  // Scripts in the folder of a language import its texts.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'js' ? { relative: true } : undefined) },
  // The source of the SDK, because its build is missing in installations without development dependencies.
  resolve: { alias: { '@earshot/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)) } },
  build: {
    target: 'es2023',
    manifest: 'manifest.json',
    // The content security policy forbids inline scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first script names all others. Shorter names make it smaller.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js', codeSplitting: { groups } } },
    // One file, because build.ts checks its size.
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: Object.fromEntries(['v1', 'widgets', 'p', 'docs'].map((folder) => [`^/${folder}/`, EARSHOT])) },
}));
