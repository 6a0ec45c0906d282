import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/** Maximum number of counted windows. */
const MAX_WINDOWS = 50_000;

/**
 * Counts requests in fixed windows of this process. The store of the plugin measures windows with the system clock: when the clock went back
 * by an hour, clients at their limit would wait for an hour.
 */
export class ThrottleStore implements FastifyRateLimitStore {
  readonly #windows = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_WINDOWS });

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + timeWindow };
    window.count++;
    this.#windows.set(key, window);
    callback(null, { current: window.count, ttl: window.endsAt - now });
  }

  /** All routes share their limits; see throttle.ts. */
  child(): this {
    return this;
  }
}
