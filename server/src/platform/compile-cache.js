// Loaded before the program (`node --import`): Node.js keeps compiled modules between starts, which halves the time to load them, and
// loads libraries and the server from their bundles. The folder of compiled modules belongs to this installation, because code in a
// shared temporary folder could be replaced by other users. JavaScript, because Node.js would load its TypeScript compiler for a module
// that precedes the cache.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/earshot/compile', import.meta.url)));
const { useBundles } = await import('./bundled-modules.ts');
useBundles();
