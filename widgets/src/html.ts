import { h } from './dom.ts';

interface Policy {
  createHTML: (html: string) => string;
}

const page = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  /** Shared by all widgets, because a page may forbid a second policy with the same name. */
  earshotPolicy?: Policy;
};

/** Follows a link to a section or footnote. Browsers look for its target outside of shadow trees only. */
function scrollWithin(event: MouseEvent): void {
  const anchor = (event.target as Element).closest('a[href^="#"]')?.getAttribute('href')?.slice(1);
  if (!anchor) return;
  event.preventDefault();
  const target = (event.currentTarget as Element).querySelector(`[id="${CSS.escape(decodeURIComponent(anchor))}"]`);
  target?.scrollIntoView();
}

/** Creates an element from HTML that the server sanitized. Pages with Trusted Types must allow the policy `earshot`. */
export function safeHtml(html: string): HTMLDivElement {
  const element = h('div', { class: 'prose' });
  page.earshotPolicy ??= page.trustedTypes?.createPolicy('earshot', { createHTML: (text) => text });
  element.innerHTML = page.earshotPolicy?.createHTML(html) ?? html;
  element.addEventListener('click', scrollWithin);
  return element;
}
