import { AsyncLocalStorage } from 'node:async_hooks';

const times = new AsyncLocalStorage<Date>();

/** Handles requests that `send` injects into the application of this process as if they had arrived at `time`. Clients cannot set it. */
export const injectAt = <T>(time: Date, send: () => Promise<T>): Promise<T> => times.run(time, send);

/** Returns the time of the records that the request creates or changes, or undefined for the current time. */
export const findRequestTime = (): Date | undefined => times.getStore();
