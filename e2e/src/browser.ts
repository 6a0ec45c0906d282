import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, afterEach, beforeEach } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

// The headless shell renders the same, and needs a quarter less processor time than the whole browser.
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

// Disables background activity: tests must not depend on a network, a GPU or a profile.
const ARGS = [
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isRoot = process.getuid?.() === 0;

/** User agent of an interactive browser. Analytics recognizes headless browsers as bots. */
export const AS_PEOPLE: BrowserContextOptions = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

/** Returns the path of Chromium. On Debian, root installs it if it is missing. @throws when there is none */
export function ensureChromium(): string {
  const named = process.env.EARSHOT_E2E_CHROMIUM;
  if (named) return named;
  const find = () => PATHS.find((path) => existsSync(path));
  if (!find() && isRoot && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium for end-to-end tests …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const found = find();
  if (!found) throw new Error('Chromium not found: install Chromium or Chrome, or set EARSHOT_E2E_CHROMIUM to its path');
  return found;
}

/** Starts a headless browser, with additional arguments. */
export const startBrowser = (args: string[] = []) =>
  chromium.launch({ executablePath: ensureChromium(), args: [...ARGS, ...(isRoot ? ['--no-sandbox'] : []), ...args] });

let shared: Promise<Browser> | undefined;

/** Profiles that tests use and leave to later tests of the process, and those that no test uses. */
const reused = new Set<BrowserContext>();
let idle: BrowserContext[] = [];

/** Empties the profiles of a test that passed, and keeps their caches. The other profiles of the test are closed later. */
async function emptyReused(contexts: BrowserContext[]): Promise<void> {
  for (const context of contexts.filter((one) => reused.delete(one))) {
    for (const page of context.pages()) await page.close();
    await context.unrouteAll();
    await context.setOffline(false);
    idle.push(context);
  }
}

/**
 * Returns a headless browser. Test files of a process share it, and it ends with the process. The pages of a test are closed after the test,
 * because they keep working, and other pages after the file.
 */
export async function launchBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) {
    shared = startBrowser();
    idle = [];
  }
  const browser = (await shared) as Browser;
  const closeExcept = async (kept: BrowserContext[]) => {
    for (const context of browser.contexts()) if (!kept.includes(context)) await context.close();
  };
  // The file may take idle profiles before its first test, which end with the file as well.
  const ofOthers = browser.contexts().filter((context) => !idle.includes(context));
  after(async () => {
    // The next server of the process has the same address and scripts.
    await closeExcept([...ofOthers, ...idle]);
    if (!process.env.EARSHOT_TEST_WORKER) await browser.close();
  });
  let opened: BrowserContext[] = [];
  beforeEach(() => void (opened = browser.contexts().filter((context) => !idle.includes(context))));
  afterEach(async (t) => {
    if ('passed' in t && !t.passed)
      // Prints the visible content of the pages of a failed test.
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        console.error(page.url(), await page.locator('body').ariaSnapshot());
    else await emptyReused(browser.contexts().filter((context) => !opened.includes(context)));
    await closeExcept([...opened, ...idle]);
  });
  return browser;
}

export type StorageState = Parameters<BrowserContext['setStorageState']>[0];

/** Opens a page with a new profile. `complaints` collects console errors and violations of the content security policy. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  return await openIn(await browser.newContext(options));
}

/**
 * Opens a page like `openPage`, in an emptied profile of an earlier test of the process if there is one: its caches have the scripts of the
 * server, so that the page takes half of the processor time of a page in a new profile.
 */
export async function openReusedPage(
  browser: Browser,
  storageState: StorageState,
): Promise<{ page: Page; complaints: string[] }> {
  const context = idle.pop() ?? (await browser.newContext());
  reused.add(context);
  await context.setStorageState(storageState);
  return await openIn(context);
}

async function openIn(context: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The message of a failed request does not name it.
    const text = message.text();
    complaints.push(text.startsWith('Failed to load') ? `${text} ${message.location().url}` : text);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}
