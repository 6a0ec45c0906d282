import type { Properties, Tracker } from './track.ts';

/** Limit of the API. */
const MAX_PROPERTY_LENGTH = 1_000;
const FILE = /\.(7z|csv|dmg|(doc|ppt|xls)x?|epub|exe|gz|iso|mp[34]|msi|pdf|pkg|rar|tar|txt|wav|zip)$/i;

/** Returns the innermost element of the path of an event that matches a selector, also in open shadow roots. */
const findElement = <Found extends Element>(event: Event, selector: string) =>
  // The path also contains the window and roots, which do not match.
  (event.composedPath() as Found[]).find((node) => node.matches?.(selector));

/** Tracks outbound links, downloads, clicks of elements with `data-earshot-event`, and submissions of such forms. */
export const trackClicks = (track: Tracker): void => {
  /** Tracks the event in `data-earshot-event` of an element, with other `data-earshot-…` attributes as properties. */
  const trackElement = (event: Event, selector: string) => {
    const { earshotEvent, ...others } = findElement<HTMLElement>(event, selector)?.dataset ?? {};
    if (!earshotEvent) return;
    const properties: Properties = {};
    for (const name in others)
      if (name.startsWith('earshot')) properties[name[7]?.toLowerCase() + name.slice(8)] = others[name] as string;
    track(earshotEvent, properties);
  };

  let submitted: Event | undefined;
  const submit = (event: Event) => {
    // The submission of a form in a slot passes several roots.
    if (event !== submitted) trackElement((submitted = event), '[data-earshot-event]');
  };
  /** Listens in open shadow roots, because the submission of a form does not leave its root. Focus and clicks come before. */
  const enter = (event: Event) => {
    for (const node of event.composedPath()) if (node instanceof ShadowRoot) node.addEventListener('submit', submit, true);
  };

  const click = (event: MouseEvent) => {
    enter(event);
    if (event.button > 1) return;
    trackElement(event, '[data-earshot-event]:not(form)');
    const found = findElement<HTMLAnchorElement | SVGAElement>(event, 'a,area');
    if (!found) return;
    // Parses the URL without errors. A link in an SVG has only its text.
    const link = document.createElement('a');
    link.href = (found as SVGAElement).href.baseVal ?? found.href;
    const isFile = FILE.test(link.pathname);
    if (link.protocol.startsWith('http') && (isFile || link.host !== location.host))
      track(isFile ? 'download' : 'outbound_click', { url: link.href.slice(0, MAX_PROPERTY_LENGTH) });
  };

  addEventListener('click', click, true);
  addEventListener('auxclick', click, true);
  addEventListener('focusin', enter, true);
  addEventListener('submit', submit, true);
};
