import { h } from './dom.ts';

interface Policy {
  createHTML: (html: string) => string;
}

const page = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  /** Made once, whichever widget comes first: a second policy of the same name may be forbidden. */
  earshotPolicy?: Policy;
};

/** HTML that Earshot's server has sanitised. Pages that ask for Trusted Types allow the policy `earshot`. */
export function safeHtml(html: string): HTMLDivElement {
  const element = h('div', { class: 'prose' });
  page.earshotPolicy ??= page.trustedTypes?.createPolicy('earshot', { createHTML: (text) => text });
  element.innerHTML = page.earshotPolicy?.createHTML(html) ?? html;
  return element;
}
