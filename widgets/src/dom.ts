type Child = Node | string | false | null | undefined;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

/**
 * An element with its attributes (`on…` is a listener; `true` an empty attribute; `false`, null and undefined none) and what is in it.
 * Everything goes in as text: nothing that people wrote is ever read as HTML here.
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

/** An icon of 24 by 24, drawn with lines. */
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
