import Bowser from 'bowser';
import { isbot } from 'isbot';

export interface Device {
  device: string;
  browser: string;
  os: string;
  /** Why it was taken for a bot; empty for people. */
  bot: string;
}

const UNKNOWN: Device = { device: '', browser: '', os: '', bot: '' };
const PLATFORMS: Record<string, string> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet', tv: 'TV' };
const NAMES: Record<string, string> = { 'Microsoft Edge': 'Edge', 'Internet Explorer': 'Internet Explorer' };
const MOST_KEPT = 10_000;

// Libraries of programs that send events on purpose: a server's SDK, a script. They run no page, so they are no crawler.
const LIBRARY =
  /^(curl|wget|node|undici|axios|got|bun|deno|python|aiohttp|httpx|go-http-client|okhttp|java|apache-httpclient|ruby|faraday|guzzle|php|dart|postmanruntime|insomnia|earshot)\b/i;

const kept = new Map<string, Device>();

/** Device, browser and system of a User-Agent, and whether it is a bot's. */
export function readUserAgent(userAgent: string): Device {
  const known = kept.get(userAgent);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const device = parse(userAgent);
  kept.set(userAgent, device);
  return device;
}

function parse(userAgent: string): Device {
  if (!userAgent || LIBRARY.test(userAgent)) return UNKNOWN;
  const { platform, browser, os } = Bowser.parse(userAgent);
  const name = browser.name ?? '';
  return {
    device: PLATFORMS[platform.type ?? ''] ?? '',
    browser: NAMES[name] ?? name,
    os: os.name ?? '',
    bot: /headless/i.test(userAgent) ? 'headless' : isbot(userAgent) ? 'crawler' : '',
  };
}
