// Runs on every page of a website, so its size is limited (`npm run check`): one scope, no library.
import type { TrackedEvent } from '@earshot/sdk';

type Properties = TrackedEvent['properties'];

/** `earshot('signed_up', { plan: 'pro' })` */
interface Track {
  (name?: string, properties?: Properties, more?: Partial<TrackedEvent>): void;
  /** Sets the user id or user token of the person in subsequent events. Without one, subsequent events are anonymous. */
  identify?: (user?: string) => void;
  /** Calls made before this script was loaded. */
  q?: Parameters<Track>[];
  /** The user that was identified before this script was loaded. */
  user?: string;
}

declare global {
  // oxlint-disable-next-line no-var
  var earshot: Track | undefined;
}

/** Storage key, set by owners who exclude their visits. */
const IGNORE = 'earshot_ignore';
/** Delay of a page view, because the title is often set after the URL. */
const TITLE_DELAY_MS = 50;
/** Limits of the API. */
const MAX_URL_LENGTH = 2048;
const MAX_PROPERTY_LENGTH = 1_000;
const MAX_TITLE_LENGTH = 300;
/** Maximum gap between events of one visit, less than the 30 minutes of the server. */
const VISIT_IDLE_MS = 29 * 60_000;
const FILE = /\.(7z|csv|dmg|docx?|epub|exe|gz|iso|mp[34]|msi|pdf|pkg|pptx?|rar|tar|txt|wav|xlsx?|zip)$/i;

const script = document.currentScript as HTMLScriptElement;
const { dataset } = script;
const endpoint = new URL(`${dataset.api ?? '/v1/analytics/events'}?key=${dataset.key}`, script.src);
/** Loads a script of the folder of this script. */
const load = (name: string) => import(new URL(name, script.src).href);

// State of the current page: URL, referrer, reading time and scroll depth.
let page = '';
let referrer = document.referrer.slice(0, MAX_URL_LENGTH);
let seenSince: number | undefined;
let seenMs = 0;
let depth = 0;
let sentDepth = 0;
let sentAt = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;
let user = globalThis.earshot?.user;

const address = () =>
  ('hash' in dataset ? location.href.replace(/\/?#!?\/?/, '/') : location.href.replace(/#.*/, '')).slice(0, MAX_URL_LENGTH);

const isIgnored = () => {
  const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: string; globalPrivacyControl?: boolean };
  try {
    return doNotTrack === '1' || globalPrivacyControl || localStorage[IGNORE];
  } catch {
    // Storage is forbidden, so no choice is stored.
    return false;
  }
};

const track: Track = (name, properties, more) => {
  sentAt = Date.now();
  if (!isIgnored())
    navigator.sendBeacon(
      endpoint,
      JSON.stringify({
        name,
        url: page,
        referrer,
        screen_width: screen.width,
        properties,
        // User tokens begin with the base64url form of `{"`.
        [user?.startsWith('eyJ') ? 'user_token' : 'user_id']: user,
        ...more,
      }),
    );
};
track.identify = (id) => (user = id);

const sendPageView = () => {
  if (!waiting) return;
  clearTimeout(waiting);
  waiting = undefined;
  track(undefined, undefined, { title: document.title.slice(0, MAX_TITLE_LENGTH) });
};

const measureDepth = () => {
  const { scrollHeight, clientHeight } = document.documentElement;
  depth = Math.max(depth, Math.min(100, Math.round(((scrollY + clientHeight) / scrollHeight) * 100)));
};

/** Stops the reading time, which counts while the page is visible. */
const pause = () => {
  if (seenSince !== undefined) seenMs += performance.now() - seenSince;
  seenSince = undefined;
};
const resume = () => {
  if (!document.hidden) seenSince ??= performance.now();
};

/** Sends reading time and scroll depth since the last event. Runs whenever the page is hidden, because it may not return. */
const sendEngagement = () => {
  sendPageView();
  pause();
  if (!page || (seenMs < 1 && depth === sentDepth)) return;
  track(
    'engagement',
    { engaged_ms: Math.round(seenMs), scroll_depth: depth },
    {
      interactive: false,
      // Engagement after a long pause belongs to the visit of the page view and starts no new visit.
      timestamp:
        Date.now() - sentAt > VISIT_IDLE_MS ? new Date(sentAt + Math.min(seenMs, VISIT_IDLE_MS)).toISOString() : undefined,
    },
  );
  sentDepth = depth;
  seenMs = 0;
};

const enter = () => {
  const next = address();
  if (next === page) return;
  sendEngagement();
  if (page) referrer = page;
  page = next;
  depth = sentDepth = 0;
  resume();
  measureDepth();
  waiting = setTimeout(sendPageView, TITLE_DELAY_MS);
};

const begin = () => {
  enter();
  const [{ responseStatus = 0 } = {}] = performance.getEntriesByType('navigation') as { responseStatus?: number }[];
  if (responseStatus > 399) track('not_found', { status: responseStatus }, { interactive: false });
  for (const call of globalThis.earshot?.q ?? []) track(...call);
  globalThis.earshot = track;
  if ('vitals' in dataset) void load('t-vitals.js');
};

for (const name of ['pushState', 'replaceState'] as const) {
  const original = history[name];
  history[name] = function (...state) {
    const { pathname } = location;
    original.apply(this, state);
    // Apps replace the query to store filters, which opens no other page.
    if (name === 'pushState' || 'hash' in dataset || 'query' in dataset || pathname !== location.pathname) enter();
    else if (page) page = address();
  };
}
addEventListener('popstate', enter);
addEventListener('hashchange', enter);
addEventListener('scroll', measureDepth, { passive: true });
addEventListener('pagehide', sendEngagement);
// A page that returns from the back/forward cache is viewed again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  page = '';
  enter();
});
document.addEventListener('visibilitychange', () => (document.hidden ? sendEngagement() : resume()));

/** Tracks the event in `data-earshot-event` of an element, with other `data-earshot-…` attributes as properties. */
const trackElement = (element: HTMLElement | null) => {
  const { earshotEvent, ...others } = element?.dataset ?? {};
  if (!earshotEvent) return;
  const properties: Properties = {};
  for (const name in others)
    if (name.startsWith('earshot')) properties[name[7]?.toLowerCase() + name.slice(8)] = others[name] ?? '';
  track(earshotEvent, properties);
};

const click = ({ target, button }: MouseEvent) => {
  if (!(target instanceof Element) || button > 1) return;
  trackElement(target.closest('[data-earshot-event]:not(form)'));
  const link = target.closest('a');
  if (!link?.protocol.startsWith('http')) return;
  const { href, host, pathname } = link;
  const url = href.slice(0, MAX_PROPERTY_LENGTH);
  if (FILE.test(pathname)) track('download', { url });
  else if (host !== location.host) track('outbound_click', { url });
};
addEventListener('click', click, true);
addEventListener('auxclick', click, true);
addEventListener('submit', ({ target }) => trackElement((target as Element).closest('[data-earshot-event]')), true);

if (location.hash === '#earshot' || isIgnored() === '1') void load('t-toggle.js');
if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
else begin();
