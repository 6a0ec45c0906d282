import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 20_000;

/** Calls `check` repeatedly until it returns a truthy value, and returns this value. @throws after `timeoutMs` */
export async function until<T>(
  check: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(50)) {
    const found = await check();
    if (found) return found;
  }
  throw new Error(`Condition not met within ${timeoutMs} ms`);
}
