import { decodeUserToken, type ProjectAppearance, type UserToken } from '@earshot/sdk';
import { h } from './dom.ts';
import { ROOT, createSheet } from './styles/root.ts';
import { findDirection, loadTexts, type Section, type Texts } from './texts.ts';

/** Properties that frameworks may set before or after the script is loaded. */
const PROPERTIES = ['projectKey', 'baseUrl', 'apiUrl', 'userToken', 'texts'];

const COLORS_TIMEOUT_MS = 500;

/** Events of typing, which would leave the shadow root and reach shortcuts and editors of the page. */
const TYPING = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste'];

const keepTyping = (event: Event) => {
  if ((event.target as Element).matches('input,select,textarea')) event.stopPropagation();
};

/** Returns the user of a token. Users of functions are unknown before a request. */
const userOf = (token?: UserToken | null) =>
  typeof token === 'string' ? decodeUserToken(token)?.sub : typeof (token ?? undefined);

/**
 * Base class of the widgets. Provides a shadow root that is isolated from the page's styles, language, direction, theme and texts.
 * Renders again when an attribute changes.
 */
export abstract class EarshotElement<S extends Section> extends HTMLElement {
  static observedAttributes = ['project-key', 'base-url', 'api-url', 'user-token', 'lang', 'texts'];

  /** Root of the rendered content. */
  protected readonly frame = h('div', { class: 'root', part: 'root' });
  readonly #section: S;
  readonly #english: Texts<S>;
  #own: Partial<Texts<S>> = {};
  #userToken: UserToken | undefined;
  #drawing = 0;

  constructor(section: S, english: Texts<S>, ...css: string[]) {
    super();
    this.#section = section;
    this.#english = english;
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [ROOT, ...css].map(createSheet);
    root.append(this.frame);
    for (const type of TYPING) root.addEventListener(type, keepTyping);
  }

  /** Fills `frame`. */
  protected abstract draw(texts: Texts<S>): void | Promise<void>;

  get projectKey(): string {
    return this.getAttribute('project-key') ?? '';
  }
  set projectKey(key: string) {
    this.setAttribute('project-key', key);
  }

  /** Signed token of the page's user, or a function that returns it. A new token of the same user keeps the content. */
  get userToken(): UserToken | undefined {
    return this.#userToken ?? this.getAttribute('user-token') ?? undefined;
  }
  set userToken(token: UserToken | undefined) {
    const before = this.userToken;
    this.#userToken = token;
    if (userOf(before) !== userOf(this.userToken)) void this.#redraw();
  }

  /** URL of Earshot. Defaults to the origin of this script. */
  get baseUrl(): string {
    return this.getAttribute('base-url') ?? this.getAttribute('api-url') ?? new URL(import.meta.url).origin;
  }
  set baseUrl(url: string) {
    this.setAttribute('base-url', url);
  }

  /** Earlier name of `baseUrl`, like the attribute `api-url`. */
  get apiUrl(): string {
    return this.baseUrl;
  }
  set apiUrl(url: string) {
    this.baseUrl = url;
  }

  /** Texts that replace those in `texts/en.ts` with the same names. The attribute `texts` contains them as JSON. */
  get texts(): Partial<Texts<S>> {
    return { ...(JSON.parse(this.getAttribute('texts') ?? '{}') as Partial<Texts<S>>), ...this.#own };
  }
  set texts(own: Partial<Texts<S>>) {
    const isSame = JSON.stringify(own) === JSON.stringify(this.#own);
    this.#own = own;
    if (!isSame) void this.#redraw();
  }

  /** Language of the element, its nearest ancestor with `lang`, or the browser. */
  get language(): string {
    return this.closest<HTMLElement>('[lang]')?.lang || navigator.language;
  }

  connectedCallback(): void {
    for (const name of PROPERTIES) {
      // A property that was set before the script was loaded hides the accessor.
      if (!Object.hasOwn(this, name)) continue;
      const self = this as unknown as Record<string, unknown>;
      const value = self[name];
      delete self[name];
      self[name] = value;
    }
    void this.#redraw();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    const isSame = name === 'user-token' ? userOf(before) === userOf(after) : before === after;
    if (!isSame) void this.#redraw();
  }

  /** Dispatches a bubbling event with the prefix `earshot-`, such as `earshot-submitted`. */
  emit(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(`earshot-${name}`, { detail, bubbles: true, composed: true }));
  }

  /** Uses the colors of the project, unless the page sets its own. */
  async #applyColors(): Promise<void> {
    if (!this.projectKey || getComputedStyle(this).getPropertyValue('--earshot-accent')) return;
    const response = await fetch(new URL(`/v1/projects/appearance?key=${this.projectKey}`, this.baseUrl));
    const { color, text_color } = (await response.json()) as Partial<ProjectAppearance>;
    // Undefined in error responses.
    if (color) this.frame.style.cssText = `--color:${color};--text-color:${text_color}`;
  }

  async #redraw(): Promise<void> {
    if (!this.isConnected) return;
    const drawing = ++this.#drawing;
    // Attributes that are set together cause one rendering.
    await Promise.resolve();
    const texts = await loadTexts(this.language, this.#section, this.#english, this.texts);
    // When Earshot is slow, the element is drawn without the colors, and gets them later.
    await new Promise((resolve) => {
      setTimeout(resolve, COLORS_TIMEOUT_MS);
      this.#applyColors().then(resolve, resolve);
    });
    if (drawing !== this.#drawing || !this.isConnected) return;
    if (!this.projectKey) return console.error(`<${this.localName}> requires the attribute project-key="pk_…"`);
    this.frame.lang = this.language;
    this.frame.dir = this.closest<HTMLElement>('[dir]')?.dir || findDirection(this.language);
    await this.draw(texts);
  }
}

/** Defines a custom element, unless the page already has it. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
