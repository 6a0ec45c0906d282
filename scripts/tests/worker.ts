// Runs test files one after another in one process, so that the modules of Earshot are loaded once (main.ts). A message is the path of a file.
import { registerHooks } from 'node:module';
import { dropTestDatabases } from '../../server/src/testing/database.ts';
import { after, suite } from './node-test.ts';
import { reportStrays } from './strays.ts';

const NODE_TEST = new URL('node-test.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'node:test' && context.parentURL !== NODE_TEST ? NODE_TEST : specifier, context),
});

// The tests of a suite begin when the file has been loaded. A test would not wait for tests that follow a pause of the file.
process.on(
  'message',
  (file: string) =>
    void suite(file, async () => {
      await import(file);
      // Hooks run in the order of their registration: servers of the file have ended.
      after(dropTestDatabases);
    }),
);
reportStrays();
// Files close what they started. Connections that are kept alive would delay the end.
process.on('disconnect', () => process.exit());
