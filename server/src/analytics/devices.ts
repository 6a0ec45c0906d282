import Bowser from 'bowser';
import { isbot } from 'isbot';
import { memoize } from '../memoize.ts';

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

// Libraries of programs that send events on purpose: a server's SDK, a script. They run no page, so they are no crawler.
const LIBRARY =
  /^(curl|wget|node|undici|axios|got|bun|deno|python|aiohttp|httpx|go-http-client|okhttp|java|apache-httpclient|ruby|faraday|guzzle|php|dart|postmanruntime|insomnia|earshot)\b/i;

/** Device, browser and system of a User-Agent, and whether it is a bot's. */
export const readUserAgent = memoize((userAgent: string): Device => {
  if (!userAgent || LIBRARY.test(userAgent)) return UNKNOWN;
  const { platform, browser, os } = Bowser.parse(userAgent);
  const name = browser.name ?? '';
  return {
    device: PLATFORMS[platform.type ?? ''] ?? '',
    browser: NAMES[name] ?? name,
    os: os.name ?? '',
    bot: /headless/i.test(userAgent) ? 'headless' : isbot(userAgent) ? 'crawler' : '',
  };
});
