import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const EARSHOT = process.env.EARSHOT_URL ?? 'http://127.0.0.1:4000';

export default defineConfig(({ command }) => ({
  // Its own folder beside the API's paths, so that the server tells files from routes.
  base: command === 'build' ? '/dashboard/' : '/',
  plugins: [react()],
  // Its source: where the server is installed without what develops it, the SDK has not been built.
  resolve: { alias: { '@earshot/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)) } },
  build: {
    target: 'es2023',
    manifest: 'manifest.json',
    // The policy lets nothing inline in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // It is weighed as one: see build.ts.
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: Object.fromEntries(['v1', 'widgets', 'p', 'docs'].map((folder) => [`^/${folder}/`, EARSHOT])) },
}));
