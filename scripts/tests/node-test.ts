// Takes the place of `node:test` in the test files of a worker. Node.js 24 looks for the test to which a test, hook or error belongs by hooks
// of all asynchronous resources: a promise that another file created, such as that of a loaded module, assigns a test or hook to that file,
// which has ended, so that it never runs. The hooks also take a quarter of the processor time of a file. Here a test, hook or error belongs to
// the file, suite or test whose code causes it.
import { AsyncLocalStorage, executionAsyncResource } from 'node:async_hooks';
import type { createHook } from 'node:async_hooks';

type Work = (...args: unknown[]) => unknown;
type Callbacks = Parameters<typeof createHook>[0];

/** No test has this identifier: files belong to the process. */
const PROCESS = 0;
/** Identifier of the running file, suite, test or hook. */
const current = new AsyncLocalStorage<number>();
/** Identifier of the running file, to which errors of an unknown origin belong. */
let file = PROCESS;
/** Callbacks of the hook of `node:test`, which remembers the test of an identifier. */
let callbacks: Callbacks = {};

const hooks = process.getBuiltinModule('node:async_hooks');
const original = { ...hooks };
Object.assign(hooks, {
  createHook: (given: Callbacks) => {
    callbacks = given;
    return { enable() {}, disable() {} };
  },
  executionAsyncId: () => current.getStore() ?? file,
});
const nodeTest = await import('node:test');
Object.assign(hooks, { createHook: original.createHook, executionAsyncId: original.executionAsyncId });

/** Returns a function of a suite, test or hook, in which others are registered. `node:test` calls it in the scope of the suite, test or hook. */
const enter = (work: Work): Work => {
  return function (this: unknown, ...args) {
    const id = original.executionAsyncId();
    if (!callbacks.init) throw new Error(`node:test of Node.js ${process.version} does not use node:async_hooks as expected`);
    callbacks.init(id, 'Test', original.triggerAsyncId(), executionAsyncResource());
    if (current.getStore() === PROCESS) file = id;
    return current.run(id, () => work.apply(this, args));
  };
};

/** Returns a function of `node:test` that registers in the running file, suite or test. */
function register<Method>(method: Method): Method {
  const call = (...args: unknown[]) =>
    current.run(current.getStore() ?? PROCESS, () =>
      (method as Work)(...args.map((arg) => (typeof arg === 'function' ? enter(arg as Work) : arg))),
    );
  return call as Method;
}

export const after = register(nodeTest.after);
export const afterEach = register(nodeTest.afterEach);
export const before = register(nodeTest.before);
export const beforeEach = register(nodeTest.beforeEach);
export const describe = register(nodeTest.describe);
export const suite = register(nodeTest.suite);
export const test = register(nodeTest.test);
export const { mock } = nodeTest;
