import { type Client, createClient, decodeUserToken, EarshotError, type UserTokenClaims } from '@earshot/sdk';
import { h } from './dom.ts';
import type { EarshotElement } from './element.ts';
import { forgetPeople, readPerson } from './person.ts';
import type { common } from './texts/en.ts';
import type { Section } from './texts.ts';

type Common = Record<keyof typeof common, string>;
/** Texts for errors. `disposableEmail` is set in widgets that reject disposable addresses. */
type ErrorTexts = Common & { disposableEmail?: string };

/** Returns the current user token of an element. */
async function readUserToken({ userToken, projectKey }: EarshotElement<Section>): Promise<string | undefined> {
  if (userToken === undefined) return readPerson(projectKey)?.token;
  return typeof userToken === 'function' ? await userToken() : userToken;
}

/** Returns a client with the project key and user token of an element. */
export const createElementClient = (element: EarshotElement<Section>): Client =>
  createClient({
    projectKey: element.projectKey,
    baseUrl: element.baseUrl,
    // A function, so that the client uses tokens that the page sets later, and the person who signs in within a widget.
    userToken: () => readUserToken(element),
    // Emails that the call causes are in the language of the widget. Browsers refuse other characters in this header.
    fetch: (url, init) => {
      const { language } = element;
      const own = /^[a-z\d-]+$/i.test(language) && { 'accept-language': language };
      return fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...own } });
    },
    timeoutMs: 15_000,
    retries: 1,
    // Visitors read that there are too many requests instead of waiting.
    maxRetryDelayMs: 3_000,
  });

/** Returns the name and email address of the page's user. */
export async function readClaims(element: EarshotElement<Section>): Promise<UserTokenClaims> {
  const token = await readUserToken(element).catch(() => undefined);
  return decodeUserToken(token ?? '') ?? {};
}

/** Fills empty fields with the name and email address of the page's user. */
export async function prefill(
  element: EarshotElement<Section>,
  { name, email }: Record<'name' | 'email', HTMLInputElement>,
): Promise<void> {
  const claims = await readClaims(element);
  name.value ||= claims.name ?? '';
  email.value ||= claims.email ?? '';
}

/** Returns the message for a failed request. Messages about email addresses are translated, because every visitor can cause them. */
export function messageFor(error: unknown, texts: ErrorTexts): string {
  if (!(error instanceof EarshotError) || error.status === 0 || error.status >= 500) return texts.unreachable;
  if (error.code?.startsWith('auth.user_token')) {
    forgetPeople();
    return texts.signedOut;
  }
  const [rejected] = error.fields;
  if (error.code === 'validation' && rejected?.path.endsWith('email'))
    return (rejected.code === 'not_allowed' && texts.disposableEmail) || texts.invalidEmail;
  // The limits of anonymous votes and reactions end with the day, and not after a minute.
  return error.status === 429 && !/too_many_(votes|reactions)$/.test(error.code ?? '') ? texts.tooMany : error.message;
}

/** Creates an element for error messages, which screen readers announce. */
export const alertBox = () => h('p', { class: 'bad', role: 'alert' });

/** Returns a listener that runs an action, one run at a time. Shows errors in `alert` and leaves everything else unchanged. */
export function submitOnce(
  button: HTMLButtonElement,
  alert: HTMLElement,
  texts: ErrorTexts,
  act: () => Promise<void>,
): (event?: Event) => void {
  const run = async (): Promise<void> => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    alert.textContent = '';
    try {
      await act();
    } catch (error) {
      alert.textContent = messageFor(error, texts);
    } finally {
      button.ariaBusy = null;
    }
  };
  return (event) => {
    event?.preventDefault();
    void run();
  };
}

/** Creates an element with loaded content. Shows a status while loading, and a retry button after a failure. */
export function createLoaded(texts: Common, load: () => Promise<Node | Node[]>): HTMLElement {
  const container = h('div', { class: 'stack' });
  const run = async (): Promise<void> => {
    container.replaceChildren(h('p', { class: 'muted', role: 'status' }, texts.loading));
    try {
      const content = await load();
      container.replaceChildren(...[content].flat());
    } catch (error) {
      const again = h('button', { type: 'button', onclick: () => void run() }, texts.tryAgain);
      container.replaceChildren(h('p', { class: 'bad', role: 'alert' }, messageFor(error, texts)), again);
    }
  };
  void run();
  return container;
}

let fields = 0;

/** Creates an input with a label and an optional note. */
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

/** Creates a hidden field that only bots fill in. */
export function honeypot() {
  const input = h('input', { name: 'website', tabindex: -1, autocomplete: 'off', 'aria-hidden': 'true' });
  return { input, parts: [h('div', { class: 'unseen', 'aria-hidden': 'true' }, input)] };
}

export const renderDate = (iso: string, lang: string) =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(new Date(iso));
