type Child = Node | string | false | null | undefined;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

/**
 * Creates an element. Functions are listeners (`onclick`), `true` is an empty attribute; `false`, null and undefined are skipped.
 * Strings are added as text, never as HTML.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.flat().filter((child): child is Node | string => child !== false && child !== null && child !== undefined),
  );
  return element;
}

/** Creates a line icon from an SVG path in a box of 24 by 24. */
export function icon(path: string): SVGSVGElement {
  const make = (tag: string, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const svg = make('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon' }) as SVGSVGElement;
  svg.append(make('path', { d: path }));
  return svg;
}

/** Replaces the poster of a video by its player. Nothing of the host is loaded before. */
export function playVideo(poster: HTMLAnchorElement): void {
  const player = document.createElement('iframe');
  player.className = 'video';
  player.src = poster.dataset.player ?? '';
  player.title = poster.getAttribute('aria-label') ?? '';
  player.allow = 'autoplay; fullscreen; picture-in-picture';
  player.allowFullscreen = true;
  poster.replaceWith(player);
  player.focus();
}
