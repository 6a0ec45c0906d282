import { h } from './dom.ts';
import { trust } from './trusted-types.ts';

/** Follows a link to a section or footnote. Browsers look for its target outside of shadow trees only. */
function scrollWithin(event: MouseEvent): void {
  const anchor = (event.target as Element).closest('a[href^="#"]')?.getAttribute('href')?.slice(1);
  if (!anchor) return;
  event.preventDefault();
  const target = (event.currentTarget as Element).querySelector(`[id="${CSS.escape(decodeURIComponent(anchor))}"]`);
  target?.scrollIntoView();
}

/** Creates an element from HTML that the server sanitized. */
export function safeHtml(html: string): HTMLDivElement {
  const element = h('div', { class: 'prose', dir: 'auto' });
  element.innerHTML = trust('createHTML', html);
  element.addEventListener('click', scrollWithin);
  return element;
}
