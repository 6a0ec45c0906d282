import { ROADMAP_STATUSES } from '@earshot/contract/services/feedback/values';
import { feedback } from '@earshot/sdk';
import { readDisplay } from './appearance.ts';
import { createElementClient, createLoaded } from './calls.ts';
import { h } from './dom.ts';
import { define, EarshotElement } from './element.ts';
import { createVoteButton } from './feedback/vote-button.ts';
import { CONTROLS, VOTE } from './styles/controls.ts';
import type { Texts } from './texts.ts';
import { common, roadmap } from './texts/en.ts';

const CSS = `
.columns { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); align-items: start }
section { background: var(--soft); border-radius: var(--radius); padding: .9rem }
section h2 { box-shadow: 0 2px var(--dot, transparent); font-size: 1em; display: flex; justify-content: space-between; margin-block-end: .6rem }
li { display: flex; gap: .7em; background: var(--paper); border: 1px solid var(--line); border-radius: calc(var(--radius) * .7); padding: .6em .7em }
li + li { margin-block-start: .5em } .grow { text-align: -webkit-match-parent; text-align: match-parent }
`;

/** `<earshot-roadmap project-key="pk_…">`: planned, current and completed entries with votes, with `board="brd_…"` those of one board. */
class RoadmapElement extends EarshotElement<'roadmap'> {
  static override observedAttributes = [...EarshotElement.observedAttributes, 'board'];

  constructor() {
    super('roadmap', { ...common, ...roadmap }, CONTROLS, VOTE, CSS);
  }

  protected draw(texts: Texts<'roadmap'>): void {
    const call = createElementClient(this);
    const api = feedback(call);
    const column = (heading: HTMLElement, entries: Awaited<ReturnType<typeof api.roadmap>>['done']) =>
      h(
        'section',
        {},
        heading,
        entries.total
          ? h(
              'ul',
              {},
              entries.data.map((entry) =>
                h('li', {}, createVoteButton({ element: this, texts, api }, entry), h('span', { class: 'grow' }, entry.title)),
              ),
            )
          : h('p', { class: 'muted' }, texts.nothing),
      );
    this.frame.replaceChildren(
      createLoaded(texts, async () => {
        const board = this.getAttribute('board') ?? undefined;
        const [columns, display] = await Promise.all([
          call('GET /v1/feedback/roadmap', { query: { board_id: board } }),
          readDisplay(this, texts),
        ]);
        return h(
          'div',
          { class: 'columns' },
          display.arrange(ROADMAP_STATUSES).map((status) => {
            const count = h('span', { class: 'muted' }, String(columns[status].total));
            return column(display.show(h('h2', {}, count), { status }), columns[status]);
          }),
        );
      }),
    );
  }
}

define('earshot-roadmap', RoadmapElement);
