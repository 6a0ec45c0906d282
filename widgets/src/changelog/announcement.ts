import { changelog as resource, type ChangelogEntry } from '@earshot/sdk';
import { createElementClient } from '../calls.ts';
import { createDialog, CROSS } from '../dialog.ts';
import { h, icon } from '../dom.ts';
import { EarshotElement } from '../element.ts';
import { ARTICLE, findPlace, renderArticle } from './entry-article.ts';
import { safeHtml } from '../html.ts';
import { REACTION_STYLES } from './reaction-buttons.ts';
import { readStored, store } from '../storage.ts';
import { CONTROLS, DIALOG, PROSE } from '../styles/controls.ts';
import type { Texts } from '../texts.ts';
import { changelog, common } from '../texts/en.ts';

const CSS = `
.announcement { z-index: 2147483000; background: var(--paper); color: var(--ink); border: 1px solid var(--line) }
.announcement:not(.preview) { position: fixed; inset: auto 1rem 1rem auto }
.root[dir=rtl] .announcement:not(.preview) { inset: auto auto 1rem 1rem }
.popup { width: min(21rem, calc(100% - 2rem)); overflow: hidden; border-radius: var(--radius); box-shadow: 0 12px 48px #0004 }
.popup .text { display: grid; gap: .4em; padding: .9em 1rem 1rem; white-space: normal }
.popup .x { position: absolute; inset-block-start: .4rem; inset-inline-end: .4rem; background: var(--paper) }
.popup.preview { position: relative }
.popup h2 { padding-inline-end: 1.5em }
.popup p { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 3; color: var(--muted) }
.popup button.main { justify-self: start }
.banner { display: flex; gap: .75em; align-items: center; justify-content: center; padding: .35em 1rem; background: var(--accent); color: var(--on-accent); border-width: 0 }
.banner:not(.preview), .root[dir=rtl] .banner:not(.preview) { inset: auto 0 0 }
:host([position=top]) .banner:not(.preview), :host([position=top]) .root[dir=rtl] .banner:not(.preview) { inset: 0 0 auto }
.banner strong { overflow: hidden; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext }
.banner button { flex: none; border-color: currentColor } .banner .x { border-color: transparent }
.banner button:hover { background: color-mix(in srgb, currentColor 15%, transparent) }
.banner :focus-visible { outline-color: currentColor }
@media (prefers-reduced-motion: no-preference) { .announcement:not(.preview) { animation: arrive .25s ease-out } }
@keyframes arrive { from { opacity: 0; transform: translateY(.75rem) } }
@media print { .announcement { display: none } }
`;
const STORAGE_PREFIX = 'earshot.announced.';
/** Announcements that a browser remembers. */
const MAX_REMEMBERED = 50;
/** Announcements that are compared with the remembered ones. */
const MAX_CURRENT = 10;

/** The element of the page that shows an announcement: never more than one at a time. */
let current: Element | undefined;
const claim = (element: Element) => {
  current = element;
};

/** Returns the beginning of the text of an entry, without markup. */
function summarize({ content_html: html }: ChangelogEntry): string {
  return safeHtml(html).querySelector('p, li')?.textContent?.trim() ?? '';
}

/** `<earshot-changelog-announcement project-key="pk_…">`: the newest entry that the team announces, as a line or a card, once to each visitor. */
export class ChangelogAnnouncementElement extends EarshotElement<'changelog'> {
  constructor() {
    super('changelog', { ...common, ...changelog }, CONTROLS, PROSE, DIALOG, REACTION_STYLES, ARTICLE, CSS);
  }

  disconnectedCallback(): void {
    if (current === this) current = undefined;
  }

  protected async draw(texts: Texts<'changelog'>): Promise<void> {
    // An entry of the editor in the dashboard, which may not be public.
    const preview = this.getAttribute('preview');
    if (preview) return this.frame.replaceChildren(this.#render(JSON.parse(preview) as ChangelogEntry, texts, true));
    if (current && current !== this) return;
    const api = resource(createElementClient(this));
    const key = STORAGE_PREFIX + this.projectKey;
    const seen = readStored(key)?.split(' ') ?? [];
    const remember = (id: string) => store(key, [id, ...seen.filter((one) => one !== id)].slice(0, MAX_REMEMBERED).join(' '));
    try {
      const { data } = await api.list({ announced: true, limit: MAX_CURRENT, ...findPlace(this) });
      const entry = data.find(({ id }) => !seen.includes(id));
      if (!entry || (current && current !== this)) return this.frame.replaceChildren();
      claim(this);
      // A card is shown once, a line until it is closed or opened.
      if (entry.announcement === 'popup') remember(entry.id);
      void api.view([entry.id]).catch(() => {});
      // Screen readers announce what is added to a region that exists.
      const live = h('div', { 'aria-live': 'polite' });
      this.frame.replaceChildren(live);
      live.append(this.#render(entry, texts, false, () => remember(entry.id)));
    } catch {
      // The page of others works without announcements.
    }
  }

  #render(entry: ChangelogEntry, texts: Texts<'changelog'>, isPreview: boolean, onDone = () => {}): HTMLElement {
    // The page continues with the element that had the focus before.
    let before: EventTarget | null = null;
    const leave = () => before instanceof HTMLElement && before.focus();
    const close = () => {
      onDone();
      const hadFocus = box.matches(':focus-within');
      box.remove();
      if (hadFocus) leave();
    };
    const open = () => {
      const { dialog, body } = createDialog(texts, texts.title);
      const api = resource(createElementClient(this));
      body.append(renderArticle(entry, { texts, api, lang: this.language, level: 'h3' }));
      dialog.addEventListener('close', () => {
        dialog.remove();
        leave();
      });
      this.frame.append(dialog);
      dialog.showModal();
      close();
    };
    const isBanner = entry.announcement === 'banner';
    const cross = h('button', { type: 'button', class: 'x', 'aria-label': texts.close, onclick: close }, icon(CROSS));
    const more = h('button', { type: 'button', class: isBanner ? '' : 'main', onclick: open }, texts.readMore);
    const box = h(
      'section',
      {
        class: `announcement ${isBanner ? 'banner' : 'popup'}${isPreview ? ' preview' : ''}`,
        part: 'announcement',
        'aria-label': texts.title,
        onfocusin: ({ relatedTarget }: FocusEvent) => (before ??= relatedTarget),
        onkeydown: ({ key }: KeyboardEvent) => key === 'Escape' && close(),
      },
      isBanner
        ? [h('strong', {}, entry.title), more, cross]
        : [
            entry.image_url && h('img', { class: 'cover', src: entry.image_url, alt: entry.image_alt }),
            h('div', { class: 'text' }, h('h2', {}, entry.title), h('p', {}, summarize(entry)), more),
            cross,
          ],
    );
    return box;
  }
}
