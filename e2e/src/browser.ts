import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, afterEach } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/opt/google/chrome/chrome'];

// What a browser does besides: nothing here may depend on a network, a GPU or a profile.
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isRoot = process.getuid?.() === 0;

/** What a browser calls itself that no robot drives: analytics keeps those apart. */
export const AS_PEOPLE: BrowserContextOptions = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

/** The Chromium of this machine. On a Debian, root gets it installed. @throws with what to install */
export function ensureChromium(): string {
  const named = process.env.EARSHOT_E2E_CHROMIUM;
  if (named) return named;
  const find = () => PLACES.find((place) => existsSync(place));
  if (!find() && isRoot && existsSync('/usr/bin/apt-get')) {
    console.error('The end-to-end tests need Chromium: installing Debian’s …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const found = find();
  if (!found) throw new Error('The end-to-end tests need Chromium or Chrome: install it, or name it in EARSHOT_E2E_CHROMIUM');
  return found;
}

/** A headless browser. */
export const startBrowser = () =>
  chromium.launch({ executablePath: ensureChromium(), args: isRoot ? [...QUIET, '--no-sandbox'] : QUIET });

/** A headless browser that ends with the test file. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await startBrowser();
  after(() => browser.close());
  afterEach(async (t) => {
    if (!('passed' in t) || t.passed) return;
    // What a person would have seen, for whoever reads of the failure elsewhere.
    for (const page of browser.contexts().at(-1)?.pages() ?? [])
      console.error(page.url(), await page.locator('body').ariaSnapshot());
  });
  return browser;
}

/** A page of a fresh profile. `complaints` collects what its console says: errors, and refusals by the content security policy. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}
