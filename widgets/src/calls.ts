import { type Client, createClient, EarshotError } from '@earshot/sdk';
import { h } from './dom.ts';
import type { EarshotElement } from './element.ts';
import type { common } from './texts/en.ts';
import type { Section } from './texts.ts';

type Common = Record<keyof typeof common, string>;

/** Calls Earshot for an element. */
export const clientOf = (element: EarshotElement<Section>): Client =>
  createClient({
    projectKey: element.projectKey,
    baseUrl: element.apiUrl,
    userToken: element.userToken ?? element.getAttribute('user-token') ?? undefined,
    timeoutMs: 15_000,
    retries: 1,
  });

/** What to tell whoever is before the screen. */
export function explain(error: unknown, texts: Common): string {
  if (!(error instanceof EarshotError) || error.status === 0 || error.status >= 500) return texts.unreachable;
  return error.status === 429 ? texts.tooMany : error.message;
}

/** A place for bad news, read out as soon as there is some. */
export const alertBox = () => h('p', { class: 'bad', role: 'alert' });

/** Does what a form or button is for, once at a time; what goes wrong stands in `alert`, and nothing else changes. */
export function once(
  button: HTMLButtonElement,
  alert: HTMLElement,
  texts: Common,
  act: () => Promise<void>,
): (event?: Event) => void {
  const run = async (): Promise<void> => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    alert.textContent = '';
    try {
      await act();
    } catch (error) {
      alert.textContent = explain(error, texts);
    } finally {
      button.ariaBusy = null;
    }
  };
  return (event) => {
    event?.preventDefault();
    void run();
  };
}

/** What is fetched, a word while it is, and a way to try again when it can't be. */
export function fetched(texts: Common, load: () => Promise<Node | Node[]>): HTMLElement {
  const place = h('div', { class: 'stack' });
  const run = async (): Promise<void> => {
    place.replaceChildren(h('p', { class: 'muted', role: 'status' }, texts.loading));
    try {
      const found = await load();
      place.replaceChildren(...[found].flat());
    } catch (error) {
      const again = h('button', { type: 'button', onclick: () => void run() }, texts.tryAgain);
      place.replaceChildren(h('p', { class: 'bad', role: 'alert' }, explain(error, texts)), again);
    }
  };
  void run();
  return place;
}

let fields = 0;

/** A labelled field. */
export function field<Tag extends 'input' | 'textarea' | 'select'>(
  tag: Tag,
  label: string,
  attributes: Record<string, string | number | boolean | undefined> = {},
  note?: string,
) {
  const id = `f${++fields}`;
  const input = h(tag, { id, ...attributes });
  return { input, parts: [h('label', { for: id }, label, note && h('small', {}, ` · ${note}`)), input] };
}

/** Removed from people's sight, and filled by machines. */
export function honeypot() {
  const input = h('input', { name: 'website', tabindex: -1, autocomplete: 'off', 'aria-hidden': 'true' });
  return { input, parts: [h('div', { class: 'unseen', 'aria-hidden': 'true' }, input)] };
}

export const dateOf = (iso: string, lang: string) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(new Date(iso));
