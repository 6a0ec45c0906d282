import { h } from './dom.ts';
import { ROOT, sheetOf } from './styles/root.ts';
import { directionOf, loadTexts, type Section, type Texts } from './texts.ts';

/** What frameworks may set as a property of an element, before or after its script has come. */
const PROPERTIES = ['projectKey', 'apiUrl', 'userToken', 'texts'];

/**
 * What the widgets have in common: a shadow root that the page's styles don't reach, the page's language and direction, a theme, texts.
 * It draws itself anew when an attribute changes.
 */
export abstract class EarshotElement<S extends Section> extends HTMLElement {
  static observedAttributes = ['project-key', 'api-url', 'user-token', 'lang', 'theme', 'texts'];

  /** Vouches for the page's own user: a token, or what gets it. */
  userToken: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Holds everything that is shown. */
  protected readonly frame = h('div', { class: 'root', part: 'root' });
  readonly #section: S;
  readonly #english: Texts<S>;
  #own: Partial<Texts<S>> = {};
  #drawing = 0;

  constructor(section: S, english: Texts<S>, ...css: string[]) {
    super();
    this.#section = section;
    this.#english = english;
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [ROOT, ...css].map(sheetOf);
    root.append(this.frame);
  }

  /** Fills `frame`. */
  protected abstract draw(texts: Texts<S>): void | Promise<void>;

  get projectKey(): string {
    return this.getAttribute('project-key') ?? '';
  }
  set projectKey(key: string) {
    this.setAttribute('project-key', key);
  }

  /** Where Earshot is: by default, where this script came from. */
  get apiUrl(): string {
    return this.getAttribute('api-url') ?? new URL(import.meta.url).origin;
  }
  set apiUrl(url: string) {
    this.setAttribute('api-url', url);
  }

  /** The page's own texts, by their names in `texts/en.ts`; also as JSON in the attribute `texts`. */
  get texts(): Partial<Texts<S>> {
    return { ...(JSON.parse(this.getAttribute('texts') ?? '{}') as Partial<Texts<S>>), ...this.#own };
  }
  set texts(own: Partial<Texts<S>>) {
    this.#own = own;
    void this.#redraw();
  }

  /** The element's own language, the page's around it, or the reader's. */
  get language(): string {
    return this.closest<HTMLElement>('[lang]')?.lang || navigator.language;
  }

  connectedCallback(): void {
    for (const name of PROPERTIES) {
      // Set before the script came, it hides the accessor.
      if (!Object.hasOwn(this, name)) continue;
      const self = this as unknown as Record<string, unknown>;
      const value = self[name];
      delete self[name];
      self[name] = value;
    }
    void this.#redraw();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after && name !== 'theme') void this.#redraw();
  }

  /** Tells the page, by an event that bubbles: `earshot-submitted` and the like. */
  emit(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(`earshot-${name}`, { detail, bubbles: true, composed: true }));
  }

  async #redraw(): Promise<void> {
    if (!this.isConnected) return;
    const mine = ++this.#drawing;
    // Attributes that are set together draw once.
    await Promise.resolve();
    const texts = await loadTexts(this.language, this.#section, this.#english, this.texts);
    if (mine !== this.#drawing || !this.isConnected) return;
    this.frame.lang = this.language;
    this.frame.dir = this.closest<HTMLElement>('[dir]')?.dir || directionOf(this.language);
    await this.draw(texts);
  }
}

/** Names an element, unless the page has loaded it before. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
