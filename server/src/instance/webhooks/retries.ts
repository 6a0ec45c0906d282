import type { Receipt } from '../../platform/outbound/requests.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Delays between attempts: seven attempts in about a day. */
const WAITS_S = [5, 5 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 8 * HOUR_S, 14 * HOUR_S];
/** Jitter of ±10 %, which spreads deliveries that failed together. */
const JITTER = 0.1;

/** Returns the time of the next attempt, or undefined after the last one. `Retry-After` may delay it by up to a day. */
export function nextTry(tries: number, { headers, body }: Receipt, now = Date.now(), random = Math.random): Date | undefined {
  const wait = WAITS_S[tries - 1];
  if (wait === undefined) return undefined;
  const spread = wait * (1 + JITTER * (2 * random() - 1));
  return new Date(
    now +
      1000 * Math.max(spread, Math.min(Math.max(parseRetryAfter(headers['retry-after'], now), findTelegramDelay(body)), DAY_S)),
  );
}

/** Returns the seconds of a `Retry-After` header (RFC 9110, 10.2.3); 0 without one. */
function parseRetryAfter(value: string | undefined, now: number): number {
  if (!value) return 0;
  // Some chat services send fractions.
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now) / 1000);
}

/** Returns the seconds that Telegram asks to wait, which it sends in the body only (https://core.telegram.org/bots/api#responseparameters). */
const findTelegramDelay = (body: string): number => Number(/"retry_after":\s*(\d+)/.exec(body)?.[1] ?? 0);
