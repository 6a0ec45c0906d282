import { buildPageUrl } from './page-url.ts';
import { trackClicks } from './clicks.ts';
import type { Tracker } from './track.ts';

/** Storage key, set by owners who exclude their visits. */
const IGNORE = 'earshot_ignore';
/** Delay of a page view, because the title is often set after the URL, and redirects of routers replace the URL. */
const TITLE_DELAY_MS = 50;
/** Limits of the API. */
const MAX_URL_LENGTH = 2048;
const MAX_TITLE_LENGTH = 300;
/** Maximum gap between events of one visit, less than the 30 minutes of the server. */
const VISIT_IDLE_MS = 29 * 60_000;

/** Tracks the pages of this document. */
export const startTracker = ({ dataset, src }: HTMLScriptElement, key: string): Tracker => {
  const endpoint = new URL(`${dataset.api ?? '/v1/analytics/events'}?key=${key}`, src);
  /** Loads a script of the folder of this script. */
  const load = (name: string) => import(new URL(name, src).href);

  // State of the current page: URL, referrer, reading time and scroll depth.
  let page = '';
  let referrer = document.referrer.slice(0, MAX_URL_LENGTH);
  /** Zero while the page is not visible. */
  let seenSince = 0;
  let seenMs = 0;
  let depth = 0;
  let sentDepth = 0;
  let sentAt = 0;
  /** Timer of a page view that was not sent yet. */
  let waiting = 0;
  let user: string | undefined;

  const findPage = () => buildPageUrl(location.href, 'hash' in dataset).slice(0, MAX_URL_LENGTH);

  const isIgnored = () => {
    const signals = navigator as { doNotTrack?: string; globalPrivacyControl?: boolean };
    try {
      return signals.doNotTrack === '1' || signals.globalPrivacyControl || localStorage[IGNORE];
    } catch {
      // Storage is forbidden, so no choice is stored.
      return undefined;
    }
  };

  /** Events before the document is first seen. */
  const held: object[] = [];
  const send = (event: object): void => {
    if (!page) return void held.push(event);
    sentAt = Date.now();
    if (!isIgnored())
      navigator.sendBeacon(
        endpoint,
        JSON.stringify({
          url: page,
          referrer,
          screen_width: screen.width,
          // User tokens begin with the base64url form of `{"`.
          [user?.startsWith('eyJ') ? 'user_token' : 'user_id']: user,
          ...event,
        }),
      );
  };

  const sendPageView = () => {
    if (!waiting) return;
    waiting = 0;
    send({ title: Array.from(document.title).slice(0, MAX_TITLE_LENGTH).join('') });
  };

  const measureDepth = () => {
    const { scrollHeight, clientHeight } = document.documentElement;
    depth = Math.max(depth, Math.min(100, Math.round((100 * (scrollY + clientHeight)) / scrollHeight)));
  };

  /** Continues the reading time, which counts while the page is visible. */
  const resume = () => {
    if (!document.hidden) seenSince ||= performance.now();
  };

  /** Sends reading time and scroll depth since the last event. Runs whenever the page is hidden, because it may not return. */
  const sendEngagement = () => {
    sendPageView();
    if (seenSince) seenMs += performance.now() - seenSince;
    seenSince = 0;
    if (!page || (seenMs < 1 && depth === sentDepth)) return;
    send({
      name: 'engagement',
      properties: { engaged_ms: Math.round(seenMs), scroll_depth: (sentDepth = depth) },
      interactive: false,
      // Engagement after a long pause belongs to the visit of the page view and starts no new visit.
      timestamp: Date.now() - sentAt > VISIT_IDLE_MS ? new Date(sentAt + Math.min(seenMs, VISIT_IDLE_MS)) : undefined,
    });
    seenMs = 0;
  };

  /**
   * Enters the page of the URL, unless it is the current one, or the document was never seen: it is prerendered, or in a background tab. A
   * redirect replaces a page view that was not sent yet.
   */
  const enter = (how?: 'pushState' | 'replaceState') => {
    const next = findPage();
    if (next === page || (document.hidden && !page)) return;
    // Apps replace the query to store filters, which opens no other page.
    if (how === 'replaceState' && !('query' in dataset) && next.split('?')[0] === page.split('?')[0]) {
      page = next;
      return;
    }
    clearTimeout(waiting);
    if (!waiting || how === 'pushState') {
      sendEngagement();
      if (page) referrer = page;
    }
    page = next;
    depth = sentDepth = 0;
    resume();
    measureDepth();
    waiting = setTimeout(sendPageView, TITLE_DELAY_MS);
    for (const event of held.splice(0)) send(event);
  };

  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (...state) {
      original.apply(this, state);
      enter(name);
    };
  }
  // Also fired for changes of the hash.
  addEventListener('popstate', () => enter());
  addEventListener('scroll', measureDepth, { passive: true });
  addEventListener('pagehide', sendEngagement);
  // A page that returns from the back/forward cache is viewed again.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    page = '';
    enter();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) sendEngagement();
    else {
      resume();
      enter();
    }
  });

  const track: Tracker = (name, properties, more) => send({ name, properties, ...more });
  track.identify = (id) => (user = id);
  trackClicks(track);
  if (location.hash === '#earshot' || isIgnored() === '1') void load('t-toggle.js');
  enter();
  // Undefined in some browsers, which is not above 399.
  const status = (performance.getEntriesByType('navigation')[0] as { responseStatus: number } | undefined)
    ?.responseStatus as number;
  if (status > 399) track('not_found', { status }, { interactive: false });
  if ('vitals' in dataset) void load('t-vitals.js');

  return track;
};
