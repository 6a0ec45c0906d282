import { h, icon } from './dom.ts';

export const CROSS = 'M6 6l12 12M18 6L6 18';

/** Creates a modal dialog, which closes with its button, Escape, or a click outside. */
export function createDialog(texts: { close: string }, title: string, ...extras: Node[]) {
  const heading = h('h2', { id: 'title', tabindex: -1 }, title);
  const body = h('div', { class: 'body' });
  const close = h(
    'button',
    { type: 'button', class: 'x', 'aria-label': texts.close, onclick: () => dialog.close() },
    icon(CROSS),
  );
  const header = h('header', {}, heading, close);
  const dialog = h('dialog', { 'aria-labelledby': 'title', part: 'panel', class: 'fade' }, header, ...extras, body);
  dialog.addEventListener('click', ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)) dialog.close();
  });
  return { dialog, header, heading, body };
}
