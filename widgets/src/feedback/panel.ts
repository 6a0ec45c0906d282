import { feedback, indexes, uploads } from '@earshot/sdk';
import { createElementClient } from '../calls.ts';
import { createDialog } from '../dialog.ts';
import { h, icon } from '../dom.ts';
import type { EarshotElement } from '../element.ts';
import { CONTROLS, DIALOG, PROSE, VOTE } from '../styles/controls.ts';
import { createSheet } from '../styles/root.ts';
import { loadTexts, type Texts } from '../texts.ts';
import { common, feedback as english } from '../texts/en.ts';
import type { Context } from './context.ts';
import { createBoard, createEntryView, createOwnList } from './board.ts';
import { createArticleView, createForm } from './form.ts';

const TABS = ['new', 'board', 'mine'] as const;
export type Tab = (typeof TABS)[number];

export interface Panel {
  open: (tab?: Tab) => void;
}

const CSS = `
@media (min-width: 600px) { dialog { inset: auto 1rem 1rem auto } .root[dir=rtl] dialog { inset: auto auto 1rem 1rem } }
[role=tablist] { display: flex; gap: .25em; padding: 0 1rem; border-block-end: 1px solid var(--line) }
[role=tab] { border: 0; border-radius: 0; border-block-end: 3px solid transparent; padding: .5em; color: var(--muted); overflow-wrap: normal }
[role=tab][aria-selected=true] { border-color: var(--accent); color: var(--ink); font-weight: 600 }
.choice { display: flex; gap: .4em } .choice label { margin: 0; font-weight: 400; flex: 1; text-align: center; border: 1px solid var(--edge); border-radius: calc(var(--radius) * .6); padding: .4em; cursor: pointer }
.choice input { position: absolute; opacity: 0 } .choice label:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600 }
.choice label:has(:focus-visible) { outline: 3px solid var(--link); outline-offset: 2px }
.hints { background: var(--soft); border-radius: calc(var(--radius) * .6); padding: .6em .8em; margin-block-start: .5em } .hints:empty { display: none }
.hints li { margin-block-start: .3em } .hints button, .entry .open-entry { border: 0; padding: 0; text-align: start; color: var(--link); background: none; text-decoration: underline; text-underline-offset: .15em }
.badge { box-shadow: inset 0 0 0 1.5px var(--dot, transparent) } .entry { display: flex; gap: .8em; align-items: start; padding-block: .7em } .entry + .entry { border-block-start: 1px solid var(--line) } .entry .open-entry { color: var(--ink); text-decoration: none; font-weight: 600 } .entry .open-entry:hover { text-decoration: underline }

.comment { border-inline-start: 3px solid var(--line); padding-inline-start: .8em } canvas { max-width: 100%; border: 1px solid var(--line); border-radius: 6px; display: block; margin-block: .5em }
::-webkit-search-cancel-button { display: none } .entry .grow { text-align: -webkit-match-parent; text-align: match-parent }
.shot { max-width: 100%; border-radius: 6px }
.body { scroll-padding-block-end: 5rem } [role=tabpanel] form .actions { position: sticky; inset-block-end: -1rem; margin: 0 -1rem -1rem; padding: .6rem 1rem 1rem; background: var(--paper) } .actions .bad { margin-block-start: 0 }
`;
const ARROW = 'M15 5l-7 7 7 7';

/** Creates the feedback panel. It stays in the page while it is closed, so that input is kept. */
export async function createPanel(element: EarshotElement<'button'>, frame: HTMLElement): Promise<Panel> {
  const texts = await loadTexts(
    element.language,
    'feedback',
    { ...common, ...english },
    element.texts as Partial<Texts<'feedback'>>,
  );
  const root = element.shadowRoot as ShadowRoot;
  root.adoptedStyleSheets = [...new Set([...root.adoptedStyleSheets, ...[CONTROLS, DIALOG, PROSE, VOTE, CSS].map(createSheet)])];
  const call = createElementClient(element);
  const tabs = h('div', { role: 'tablist', 'aria-label': texts.title });
  const { dialog, header, heading, body } = createDialog(texts, texts.title, tabs);
  const back = h(
    'button',
    { type: 'button', class: 'x flip', 'aria-label': texts.back, onclick: () => select(current) },
    icon(ARROW),
  );
  const context: Context = {
    element,
    texts,
    api: feedback(call),
    help: indexes(call),
    images: uploads(call),
    show: (title, view) => {
      heading.textContent = title;
      back.hidden = false;
      tabs.hidden = true;
      body.replaceChildren(view);
      heading.focus();
    },
    showEntry: (id, own) => context.show(own ? texts.tab_mine : texts.tab_board, createEntryView(context, id, own)),
    showArticle: (indexId, documentId) =>
      context.show(texts.answers.replace(/\s*[::]\s*$/, ''), createArticleView(context, indexId, documentId)),
  };
  const form = createForm(context);
  const views: Record<Tab, () => HTMLElement> = {
    new: () => form,
    board: () => createBoard(context),
    mine: () => createOwnList(context),
  };
  let current: Tab = 'new';

  function select(tab: Tab): void {
    current = tab;
    heading.textContent = texts.title;
    back.hidden = true;
    tabs.hidden = false;
    for (const [index, button] of [...tabs.children].entries()) {
      const isSelected = TABS[index] === tab;
      button.ariaSelected = String(isSelected);
      button.setAttribute('tabindex', isSelected ? '0' : '-1');
    }
    body.replaceChildren(h('div', { role: 'tabpanel', 'aria-labelledby': `tab-${tab}`, class: 'fade' }, views[tab]()));
  }

  tabs.append(
    ...TABS.map((tab) =>
      h('button', { type: 'button', role: 'tab', id: `tab-${tab}`, onclick: () => select(tab) }, texts[`tab_${tab}`]),
    ),
  );
  tabs.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = TABS[(TABS.indexOf(current) + (frame.dir === 'rtl' ? -step : step) + TABS.length) % TABS.length] as Tab;
    select(next);
    (tabs.children[TABS.indexOf(next)] as HTMLElement).focus();
  });

  header.prepend(back);
  frame.append(dialog);
  select(current);
  return {
    open: (tab) => {
      if (tab) select(tab);
      if (dialog.open) return;
      dialog.showModal();
      form.querySelector<HTMLElement>('[name=title]')?.focus();
    },
  };
}
