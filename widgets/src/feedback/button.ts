import { h, icon } from '../dom.ts';
import { define, EarshotElement } from '../element.ts';
import type { Texts } from '../texts.ts';
import { button } from '../texts/en-button.ts';
import type { Panel, Tab } from './panel.ts';

const CSS = `
:host { display: contents }
.open, .error { position: fixed; inset-block-end: 1rem; inset-inline-end: 1rem; z-index: 2147483000 }
.open { display: flex; gap: .5em; align-items: center;
  padding: .65em 1.1em; border-radius: 99px; box-shadow: 0 2px 12px #0003 }
:host([position=start]) .open { inset-inline: 1rem auto }
.error { inset-block-end: 4.5rem; padding: .6em .9em; border-radius: var(--radius);
  background: var(--paper); border: 1px solid var(--line) }
:host([button=none]) .open { display: none }
`;
const BUBBLE = 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z';

/**
 * `<earshot-feedback project-key="pk_…">`: a button that opens the feedback panel, which is loaded when it is first opened. The page can open it
 * with `element.open()`. `button="none"` hides the button, `position="start"` moves it to the other corner, `board="brd_…"` limits the panel to
 * one board.
 */
class FeedbackElement extends EarshotElement<'button'> {
  #texts: Texts<'button'> | undefined;
  #panel: Promise<Panel> | undefined;
  /** Call of `open` before the element was drawn. */
  #pending: (() => void) | undefined;

  constructor() {
    super('button', button, CSS);
  }

  protected draw(texts: Texts<'button'>): void {
    this.#texts = texts;
    this.#panel = undefined;
    const opener = h(
      'button',
      { type: 'button', class: 'main open', part: 'button', 'aria-haspopup': 'dialog' },
      icon(BUBBLE),
      texts.feedback,
    );
    opener.addEventListener('click', () => void this.open());
    this.frame.replaceChildren(opener);
    this.#pending?.();
    this.#pending = undefined;
  }

  /** Opens the panel, optionally at a tab: `new`, `board` or `mine`. */
  async open(tab?: Tab): Promise<void> {
    const texts = this.#texts;
    if (!texts) {
      this.#pending = () => void this.open(tab);
      return;
    }
    this.frame.querySelector('.error')?.remove();
    this.#panel ??= import('./panel.ts').then(({ createPanel }) => createPanel(this, this.frame));
    try {
      (await this.#panel).open(tab);
    } catch {
      // The script of the panel could not be loaded. The next click tries again.
      this.#panel = undefined;
      this.frame.append(h('p', { class: 'error', role: 'alert' }, texts.connectionFailed));
    }
  }
}

define('earshot-feedback', FeedbackElement);
