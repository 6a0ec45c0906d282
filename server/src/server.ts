import { setImmediate as turn } from 'node:timers/promises';
import type { Components, Options } from './components.ts';
import { openDatabases } from './instance/databases.ts';
import { refuseFile } from './instance/recovery/backup/data-folder.ts';
import { checkListening } from './platform/api/listening.ts';

export interface Server extends Components {
  /** Completes running requests and jobs, then stops the databases. */
  stop: () => Promise<void>;
}

/** Starts all components in order. Stops the started ones when a later one fails. */
export async function startServer(options: Options): Promise<Server> {
  const { log } = options;
  const cleanups = new AsyncDisposableStack();
  try {
    return { ...(await start(options, cleanups)), stop: () => cleanups.disposeAsync() };
  } catch (error) {
    await cleanups.disposeAsync().catch((err: unknown) => log.error({ err }, 'could not stop all components'));
    throw error;
  }
}

async function start(options: Options, cleanups: AsyncDisposableStack): Promise<Components> {
  const { config, log } = options;
  await checkListening(config);
  await refuseFile(config.EARSHOT_DATA_DIR);
  // PostgreSQL starts while Node.js loads the other modules, which takes half of the start.
  const [databases, { startComponents }] = await Promise.all([openDatabases(config, log, cleanups), loadComponents()]);
  return await startComponents(options, databases, cleanups);
}

/**
 * Parts of the modules. Node.js loads a module together with all its imports, without serving events in between, so that each step towards
 * the databases would wait for all modules. A module that is missing here is loaded with `components.ts`.
 */
const PARTS = [
  () => import('typebox'),
  () => import('@earshot/contract/components'),
  () => import('@earshot/contract/services/index'),
  () => import('fastify'),
  () => import('ajv/dist/2020.js'),
  () => import('./platform/api/openapi.ts'),
  () => import('./platform/api/throttling/throttle.ts'),
  () => import('pg-boss'),
  () => import('./platform/jobs/queue.ts'),
  () => import('jose'),
  () => import('./platform/markdown/render.ts'),
  () => import('./instance/identity/accounts/links.ts'),
  () => import('./instance/identity/index.ts'),
  () => import('./instance/mail/outbox.ts'),
  () => import('./instance/webhooks/webhooks.ts'),
  () => import('./instance/instance.ts'),
  () => import('./instance/imports/imports.ts'),
  () => import('./instance/end-users/routes.ts'),
  () => import('./instance/projects/routes.ts'),
  () => import('./instance/routes.ts'),
  () => import('./services/feedback/service.ts'),
  () => import('./services/changelog/service.ts'),
  () => import('./services/knowledge-base/service.ts'),
  () => import('./services/analytics/service.ts'),
];

async function loadComponents() {
  for (const load of PARTS) {
    await completeFileOperations();
    await load();
  }
  return await import('./components.ts');
}

/** Time for file operations: many short ones precede the start of PostgreSQL. A snapshot before an upgrade takes longer. */
const FILE_OPERATIONS_MS = 10;

/** Serves events, until no file operation is running. */
async function completeFileOperations(): Promise<void> {
  const deadline = performance.now() + FILE_OPERATIONS_MS;
  do await turn();
  while (process.getActiveResourcesInfo().includes('FSReqPromise') && performance.now() < deadline);
}
