import { h } from './dom.ts';
import type { Texts } from './texts.ts';

/** Styles of the question whether an article helped. */
export const RATING = `
.rating { display: flex; gap: .6em; align-items: center; flex-wrap: wrap; border-block-start: 1px solid var(--line); padding-block-start: .8em }
`;

/** Creates the question whether an article helped. An answer that cannot be recorded does not disturb the reader. */
export function createRating(texts: Texts<'help'>, record: (isHelpful: boolean) => Promise<unknown>): HTMLElement {
  const container = h('div', { class: 'rating', role: 'status' });
  const rate = (isHelpful: boolean) => () => {
    container.replaceChildren(texts.thanks);
    void record(isHelpful).catch(() => {});
  };
  container.append(
    h('span', {}, texts.helpful),
    h('button', { type: 'button', onclick: rate(true) }, texts.yes),
    h('button', { type: 'button', onclick: rate(false) }, texts.no),
  );
  return container;
}
