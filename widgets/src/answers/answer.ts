import type { AnswerPart, indexes } from '@earshot/sdk';
import { h } from '../dom.ts';
import { createRating } from '../rating.ts';
import type { Texts } from '../texts.ts';

type Source = Extract<AnswerPart, { type: 'sources' }>['sources'][number];

interface Question {
  query: string;
  /** Id of a recorded search with the same query. */
  queryId?: string | undefined;
  /** Index to which the answer is limited. */
  indexId?: string | undefined;
  /** Creates a link to a source. */
  link: (source: Source, label: string, name?: string) => HTMLElement;
}

/** Creates an answer, which can be focused, and shows its sources first, and its sentences as they arrive, each with links to its sources. */
export function createAnswer(
  api: ReturnType<typeof indexes>,
  texts: Texts<'help'>,
  { query, queryId, indexId, link }: Question,
): HTMLElement {
  const answer = h('p', { role: 'status', 'aria-atomic': 'false' }, texts.loading);
  const rest = h('div', { class: 'stack' });
  const container = h('section', { class: 'answer stack', 'aria-label': texts.answer, tabindex: -1 }, answer, rest);

  let isEmpty = true;
  /** Adds to the answer, in place of the text that it loads. */
  const add = (...nodes: (string | Node)[]): void => {
    if (isEmpty) answer.replaceChildren();
    isEmpty = false;
    answer.append(...nodes);
  };

  async function run(): Promise<void> {
    let sources: Source[] = [];
    let id = '';
    for await (const part of api.ask({ query, ...(queryId && { query_id: queryId }) }, { id: indexId })) {
      if (part.type === 'sources') {
        ({ sources, query_id: id } = part);
        const items = sources.map((source) => h('li', {}, link(source, [source.title, ...source.headings].join(' › '))));
        rest.append(h('strong', {}, texts.sources), h('ol', {}, ...items));
      } else if (part.type === 'sentence') {
        const cited = part.citations.flatMap((number) => sources[number - 1] ?? []);
        const numbers = cited.map((source) => link(source, `[${source.number}]`, `[${source.number}] ${source.title}`));
        add(part.text, h('sup', {}, ...numbers), ' ');
      } else answer.textContent = texts.notAnswered;
    }
    const [first] = sources;
    if (isEmpty || !first) return;
    const rating = createRating(texts, (isHelpful) => api.recordHelpful(first.index_id, id, { helpful: isHelpful }));
    rest.append(h('p', { class: 'muted' }, texts.answerNote), rating);
  }
  run().catch(() => add(h('span', { class: 'bad' }, ` ${texts.noAnswer}`)));
  return container;
}
