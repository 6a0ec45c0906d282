import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import dashboard from '../vite.config.ts';

/** Loads the gallery in the page of the dashboard, so that both have the same styles in the same order. */
const replaceEntry: Plugin = {
  name: 'replace-entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/main.tsx', '/gallery/main.tsx').replace('<title>Earshot', '<title>Components'),
  },
};

export default defineConfig((env) =>
  mergeConfig(dashboard(env), { root: fileURLToPath(new URL('../', import.meta.url)), plugins: [replaceEntry] }),
);
