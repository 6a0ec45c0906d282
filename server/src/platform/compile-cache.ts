// Loaded before the program (`node --import`): Node.js keeps compiled modules between starts, which halves the time to load them, and
// loads libraries from their bundles. The folder of compiled modules belongs to this installation, because code in a shared temporary
// folder could be replaced by other users.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { useBundles } from './bundled-modules.ts';

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/earshot/compile', import.meta.url)));
useBundles();
