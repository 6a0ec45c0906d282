// Stands on every page of its site, so each byte counts (`npm run check` weighs it): one scope, short ways, no library.
import type { TrackedEvent } from '@earshot/sdk';

type Properties = TrackedEvent['properties'];

/** `earshot('signed_up', { plan: 'pro' })` */
interface Track {
  (name?: string, properties?: Properties, more?: Partial<TrackedEvent>): void;
  /** What was called before this script came. */
  q?: Parameters<Track>[];
}

declare global {
  // oxlint-disable-next-line no-var
  var earshot: Track | undefined;
}

/** Kept only in the browser of an owner who chose so, in the toggle. */
const IGNORE = 'earshot_ignore';
const PAUSE_MS = 50;
/** What the API takes. */
const LONGEST_URL = 2048;
const LONGEST_PROPERTY = 1_000;
const LONGEST_TITLE = 300;
/** Within it, an event belongs to the visit of the one before. */
const VISIT_IDLE_MS = 29 * 60_000;
const FILE = /\.(7z|csv|dmg|docx?|epub|exe|gz|iso|mp[34]|msi|pdf|pkg|pptx?|rar|tar|txt|wav|xlsx?|zip)$/i;

const script = document.currentScript as HTMLScriptElement;
const { dataset } = script;
const endpoint = new URL(`/v1/analytics/events?key=${dataset.key}`, script.src);
const load = (name: string) => import(new URL(name, script.src).href);

/** The page that is being read, where its reader came from, and how long and far they read. */
let page = '';
let referrer = document.referrer.slice(0, LONGEST_URL);
let seenSince: number | undefined;
let seenMs = 0;
let depth = 0;
let toldDepth = 0;
let toldAt = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

const address = () =>
  ('hash' in dataset ? location.href.replace(/\/?#!?\/?/, '/') : location.href.replace(/#.*/, '')).slice(0, LONGEST_URL);

const isIgnored = () => {
  const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: string; globalPrivacyControl?: boolean };
  try {
    return doNotTrack === '1' || globalPrivacyControl || localStorage[IGNORE];
  } catch {
    // Storage is forbidden here, so nobody chose anything.
    return false;
  }
};

const track: Track = (name, properties, more) => {
  toldAt = Date.now();
  if (!isIgnored())
    navigator.sendBeacon(
      endpoint,
      JSON.stringify({ name, url: page, referrer, screen_width: screen.width, properties, ...more }),
    );
};

// A page's title is often set a moment after its address.
const tellPage = () => {
  if (!waiting) return;
  clearTimeout(waiting);
  waiting = undefined;
  track(undefined, undefined, { title: document.title.slice(0, LONGEST_TITLE) });
};

const look = () => {
  const { scrollHeight, clientHeight } = document.documentElement;
  depth = Math.max(depth, Math.min(100, Math.round(((scrollY + clientHeight) / scrollHeight) * 100)));
};

/** Time counts while the page is in sight. */
const pause = () => {
  if (seenSince !== undefined) seenMs += performance.now() - seenSince;
  seenSince = undefined;
};
const resume = () => {
  if (document.visibilityState === 'visible') seenSince ??= performance.now();
};

/** What was read since it was last told. Goes out whenever the page is hidden: it may be the last chance. */
const tellReading = () => {
  tellPage();
  pause();
  if (!page || (seenMs < 1 && depth === toldDepth)) return;
  track(
    'engagement',
    { engaged_ms: Math.round(seenMs), scroll_depth: depth },
    {
      interactive: false,
      // Whoever comes back to an open tab after long has not come for another visit: it belongs to the page that was viewed.
      timestamp:
        Date.now() - toldAt > VISIT_IDLE_MS ? new Date(toldAt + Math.min(seenMs, VISIT_IDLE_MS)).toISOString() : undefined,
    },
  );
  toldDepth = depth;
  seenMs = 0;
};

const enter = () => {
  const next = address();
  if (next === page) return;
  tellReading();
  if (page) referrer = page;
  page = next;
  depth = toldDepth = 0;
  resume();
  look();
  waiting = setTimeout(tellPage, PAUSE_MS);
};

const begin = () => {
  enter();
  const [{ responseStatus = 0 } = {}] = performance.getEntriesByType('navigation') as { responseStatus?: number }[];
  if (responseStatus > 399) track('not_found', { status: responseStatus }, { interactive: false });
  for (const call of globalThis.earshot?.q ?? []) track(...call);
  globalThis.earshot = track;
  if ('vitals' in dataset) void load('/t-vitals.js');
};

for (const name of ['pushState', 'replaceState'] as const) {
  const original = history[name];
  history[name] = function (...state) {
    original.apply(this, state);
    enter();
  };
}
addEventListener('popstate', enter);
addEventListener('hashchange', enter);
addEventListener('scroll', look, { passive: true });
addEventListener('pagehide', tellReading);
// Back from the browser's cache, the page is read once more.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  page = '';
  enter();
});
document.addEventListener('visibilitychange', () => (document.hidden ? tellReading() : resume()));

/** Elements say by `data-earshot-event` what is done with them, and by other `data-earshot-…` with what. */
const trackElement = (element: HTMLElement | null) => {
  const { earshotEvent, ...others } = element?.dataset ?? {};
  if (!earshotEvent) return;
  const mine = Object.entries(others).filter(([name]) => name.startsWith('earshot'));
  track(earshotEvent, Object.fromEntries(mine.map(([name, value]) => [name[7]?.toLowerCase() + name.slice(8), value ?? ''])));
};

const click = ({ target, button }: MouseEvent) => {
  if (!(target instanceof Element) || button > 1) return;
  trackElement(target.closest('[data-earshot-event]:not(form)'));
  const link = target.closest('a');
  if (!link?.protocol.startsWith('http')) return;
  const { href, host, pathname } = link;
  const url = href.slice(0, LONGEST_PROPERTY);
  if (FILE.test(pathname)) track('download', { url });
  else if (host !== location.host) track('outbound_click', { url });
};
addEventListener('click', click, true);
addEventListener('auxclick', click, true);
addEventListener('submit', ({ target }) => trackElement((target as Element).closest('[data-earshot-event]')), true);

if (location.hash === '#earshot' || isIgnored() === '1') void load('/t-toggle.js');
if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
else begin();
