import { h } from './dom.ts';

interface Policy {
  createHTML: (html: string) => string;
}

const page = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  /** Shared by all widgets, because a page may forbid a second policy with the same name. */
  earshotPolicy?: Policy;
};

/** Creates an element from HTML that the server sanitized. Pages with Trusted Types must allow the policy `earshot`. */
export function safeHtml(html: string): HTMLDivElement {
  const element = h('div', { class: 'prose' });
  page.earshotPolicy ??= page.trustedTypes?.createPolicy('earshot', { createHTML: (text) => text });
  element.innerHTML = page.earshotPolicy?.createHTML(html) ?? html;
  return element;
}
