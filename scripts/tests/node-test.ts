// Takes the place of `node:test` in the test files of a worker. Node.js 24 assigns a test or hook to the test whose code created the last
// promise that was waited for. A promise that another file created, such as that of a loaded module, would assign it to that file, which has
// ended: the test or hook would never run. Here it belongs to the file, suite or test whose code registers it.
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import * as original from 'node:test';

type Work = (...args: unknown[]) => unknown;

/** Scope of the running file, suite or test. */
const current = new AsyncLocalStorage<AsyncResource>();

/** Returns a function of a suite, test or hook that registers in its own scope. */
const enter = (work: Work): Work => {
  return function (this: unknown, ...args) {
    return current.run(new AsyncResource('test'), () => work.apply(this, args));
  };
};

/** Returns a function of `node:test` that registers in the current scope. */
function register<Method>(method: Method): Method {
  const call = (...args: unknown[]) => {
    const entering = args.map((arg) => (typeof arg === 'function' ? enter(arg as Work) : arg));
    const scope = current.getStore();
    return scope ? scope.runInAsyncScope(method as Work, undefined, ...entering) : (method as Work)(...entering);
  };
  return call as Method;
}

export const after = register(original.after);
export const afterEach = register(original.afterEach);
export const before = register(original.before);
export const beforeEach = register(original.beforeEach);
export const describe = register(original.describe);
export const suite = register(original.suite);
export const test = register(original.test);
export { mock } from 'node:test';
